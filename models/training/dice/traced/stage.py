"""Blender's scene: emptied, filled with dice, seen by one of our cameras, rendered into an array.

Needs the package bpy. World as everywhere here: z up, the table at z = 0, one unit the edge of a standard die.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"  # before OpenCV is loaded

import bpy
import mathutils
import numpy as np
from numpy.typing import NDArray

from models.training.dice.camera import Camera
from models.training.dice.cv import F32, F64, Rng, cv2
from models.training.dice.die import Die
from models.training.dice.traced.solid import mesh, skin

Thing = Any
"""What Blender hands out: it carries no types."""
SAMPLES = 4
"""Light paths a pixel; what is left of their noise is filtered."""


def clear() -> None:
    """Start an empty scene, rendered by Cycles on the processor."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples, scene.cycles.use_denoising = SAMPLES, True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.denoising_quality = "FAST"
    scene.cycles.max_bounces, scene.cycles.diffuse_bounces, scene.cycles.glossy_bounces = 4, 2, 3
    scene.cycles.use_light_tree = False
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.cycles.sample_clamp_indirect = 6
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.world = bpy.data.worlds.new("room")
    scene.world.use_nodes = True


def linear(colour: F32) -> F32:
    """RGB 0..255 as a screen shows it to light, 0..1."""
    c = np.clip(np.asarray(colour, np.float32) / 255, 0, 1)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4).astype(np.float32)


def solid(name: str, vertices: NDArray[Any], faces: NDArray[Any], *, smooth: bool = True) -> Thing:
    """Return a mesh (n, 3) of polygons (m, k) in the scene."""
    data = bpy.data.meshes.new(name)
    n, k = faces.shape
    data.vertices.add(len(vertices))
    data.vertices.foreach_set("co", np.ascontiguousarray(vertices, np.float32).ravel())
    data.loops.add(n * k)
    data.loops.foreach_set("vertex_index", np.ascontiguousarray(faces, np.int32).ravel())
    data.polygons.add(n)
    data.polygons.foreach_set("loop_start", np.arange(0, n * k, k, dtype=np.int32))
    data.polygons.foreach_set("use_smooth", np.full(n, smooth))
    data.update()
    data.validate()
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def picture(name: str, image: F32, *, colours: bool = True) -> Thing:
    """RGB (h, w, 3) or grey (h, w) of 0..255 as Blender's image; rows from the bottom up, as its coordinates count."""
    h, w = image.shape[:2]
    made = bpy.data.images.new(name, w, h, alpha=False, float_buffer=False, is_data=not colours)
    rgba = np.ones((h, w, 4), np.float32)
    rgba[..., :3] = (image if image.ndim == 3 else image[..., None]) / 255
    made.pixels.foreach_set(rgba.ravel())
    made.update()
    return made


def plastic(name: str) -> tuple[Thing, Thing]:
    """Return a new material and its principled shader."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    return material, material.node_tree.nodes["Principled BSDF"]


def wear(thing: Thing, material: Thing) -> None:
    thing.data.materials.append(material)


def put(thing: Thing, axes: F64, place: F64) -> None:
    """Turn a thing's own axes to the columns of ``axes`` (3, 3), its middle to ``place``."""
    world = np.eye(4)
    world[:3, :3], world[:3, 3] = axes, place
    thing.matrix_world = mathutils.Matrix(world.tolist())


def lay(rng: Rng, die: Die, pixels: float) -> Thing:
    """Return a die as it lies, fine enough for one that is ``pixels`` wide."""
    look = die.look
    made = mesh(look, int(np.clip(pixels / 2, 28, 110)))
    thing = solid("die", made.vertices, made.quads)
    layer = thing.data.uv_layers.new(name="skin")
    layer.uv.foreach_set("vector", np.ascontiguousarray(made.uv).ravel())
    colours, pips = skin(look, int(np.clip(2 * pixels, 96, 384)))
    material, shader = plastic("plastic")
    links, nodes = material.node_tree.links, material.node_tree.nodes
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = picture("skin", colours)
    links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    rough = float(np.clip(1.1 - 0.16 * np.log(look.shine), 0.04, 0.75))
    shader.inputs["Roughness"].default_value = rough
    shader.inputs["IOR"].default_value = 1.35 + 0.35 * look.gloss
    if rng.random() < 0.3:
        shader.inputs["Coat Weight"].default_value = float(rng.uniform(0.2, 1))
        shader.inputs["Coat Roughness"].default_value = float(rng.uniform(0.01, 0.2))
    mask = nodes.new("ShaderNodeTexImage")
    mask.image = picture("pips", 255 * pips, colours=False)
    if look.material == "clear":
        _through(nodes, links, shader, mask, 1 - look.opacity)
    elif rng.random() < 0.4:
        shader.inputs["Subsurface Weight"].default_value = float(rng.uniform(0.1, 0.7))
        shader.inputs["Subsurface Radius"].default_value = [float(rng.uniform(0.03, 0.2))] * 3
    if np.ptp(look.pip) > 20 and look.pip.max() < 235 and rng.random() < 0.2:  # inlaid metal
        links.new(mask.outputs["Color"], shader.inputs["Metallic"])
    wear(thing, material)
    put(thing, die.turn * die.edge, die.place)
    return thing


def _through(nodes: Thing, links: Thing, shader: Thing, mask: Thing, clear_: float) -> None:
    """Light passes through the body and not through the pips."""
    turn = nodes.new("ShaderNodeMath")
    turn.operation = "MULTIPLY_ADD"
    links.new(mask.outputs["Color"], turn.inputs[0])
    turn.inputs[1].default_value, turn.inputs[2].default_value = -clear_, clear_
    links.new(turn.outputs["Value"], shader.inputs["Transmission Weight"])


def film(camera: Camera, size: int, blur: float, focus: float) -> None:
    """Blender's camera as ours; ``blur``: the aperture's width in edges (0: a pinhole), sharp at ``focus`` edges."""
    data = bpy.data.cameras.new("camera")
    data.sensor_width, data.sensor_fit = 36.0, "HORIZONTAL"
    data.lens = camera.focal * 36.0 / size
    data.shift_x = (size / 2 - camera.centre[0]) / size
    data.shift_y = (camera.centre[1] - size / 2) / size
    data.clip_start, data.clip_end = 0.05, 10_000
    if blur > 0:
        data.dof.use_dof, data.dof.focus_distance = True, focus
        data.dof.aperture_fstop = data.lens / 1000 / blur
    eye = bpy.data.objects.new("camera", data)
    right, down, forward = camera.axes
    put(eye, np.stack([right, -down, -forward], 1), camera.place)
    scene = bpy.context.scene
    scene.collection.objects.link(eye)
    scene.camera = eye
    scene.render.resolution_x = scene.render.resolution_y = size
    scene.render.resolution_percentage = 100


def seen(eye: F64, points: F64, thing: Thing) -> int:
    """How many of the points (n, 3) on ``thing`` nothing hides from ``eye``."""
    graph = bpy.context.evaluated_depsgraph_get()
    count = 0
    for point in points:
        way = point - eye
        far = float(np.linalg.norm(way))
        hit, _, _, _, met, _ = bpy.context.scene.ray_cast(
            graph, eye.tolist(), (way / far).tolist(), distance=far * 1.01
        )
        count += not hit or met.name == thing.name
    return count


def render() -> F32:
    """Return the picture (size, size, 3), linear light, RGB."""
    scene = bpy.context.scene
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "16"
    with tempfile.TemporaryDirectory() as folder:
        scene.render.filepath = str(Path(folder) / "shot.exr")
        bpy.ops.render.render(write_still=True)
        image = cv2.imread(scene.render.filepath, cv2.IMREAD_UNCHANGED)
    return np.ascontiguousarray(image[..., 2::-1], np.float32)
