"""What each surface looks like under white light: albedo, shine and bumps at pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.people.camera import SKIN_WRAP
from models.training.people.masks import Folds, dents
from models.training.people.raster import cloud, grain, look_up

from .identity import Identity
from .masks import smooth
from .mesh import F32
from .raster import unit_rows

LIP_LINE = 6.6075  # rest height at which the lips meet, decimetres


@dataclass
class Fragments:
    """Pixels of one material: rest (m, 3), own (m, 5) attributes, normal (m, 3) in view space; lines of the skin."""

    rest: F32
    own: F32
    normal: F32
    folds: Folds


@dataclass
class Surface:
    """albedo (m, 3) linear, shine (m,) strength of the highlight, tight (m,) its exponent, wrap (3,) of soft light."""

    albedo: F32
    shine: F32
    tight: F32
    wrap: F32


def _surface(albedo: F32, shine: F32 | float, tight: F32 | float, wrap: F32 | tuple[float, float, float]) -> Surface:
    """One whose shine and tightness may be the same all over."""
    one = np.ones(len(albedo), np.float32)
    return Surface(
        albedo.astype(np.float32),
        (one * shine).astype(np.float32),
        (one * tight).astype(np.float32),
        np.array(wrap, np.float32),
    )


NO_WRAP = np.zeros(3, np.float32)


def brow_cover(who: Identity, rest: F32) -> F32:
    """Density of brow hair at rest points (m,)."""
    x = np.abs(rest[:, 0])
    t = np.clip((x - 0.10) / 0.44, -0.2, 1.2)
    middle = 7.432 + (0.13 + 0.03 * who.brow_arch) * t - (0.13 + 0.05 * who.brow_arch) * t**2
    half = (0.034 * who.brow_thick) * np.clip(1.05 - 0.75 * np.clip(t, 0, 1) ** 1.5, 0.1, 1)
    away = np.abs(rest[:, 1] - middle) / half
    body = smooth(away.astype(np.float32), 1.5, 0.5) * smooth(t.astype(np.float32), -0.05, 0.10)
    return body * smooth(t.astype(np.float32), 1.08, 0.85) * smooth(rest[:, 2], 1.0, 1.1)


def _moist(who: Identity, x: F32, y: F32) -> F32:
    """1 where the lips meet, at rest place x, y (m,), 0 towards their outer border."""
    height = np.where(y > LIP_LINE, (y - LIP_LINE) / 0.107, (LIP_LINE - y) / 0.145)
    if who.lip_centre >= 1.0:
        return smooth(height, who.lip_rim, 0.0)
    return smooth(height, who.lip_rim, 0.0) * smooth(np.abs(x), who.lip_centre, 0.4 * who.lip_centre)


def _lip_colour(who: Identity, y: F32, moist: F32) -> F32:
    """Albedo (m, 3): most lips are pinker and lighter inside than outside, and the upper one is darker."""
    colour = np.broadcast_to(who.lip, (len(y), 3))
    if who.lip_inner is not None:
        colour = colour + (who.lip_inner - colour) * moist[:, None]
    return colour * (1 - (1 - who.lip_upper) * smooth(y, 6.60, 6.62))[:, None]


def skin(who: Identity, f: Fragments) -> Surface:
    """Skin with blotches, lips, brows, beard, the mouth's lining, and bumps of pores and wrinkles."""
    lip, inner, beard, lid, cheek = f.own.T
    x, y, z = f.rest.T
    turn = np.arctan2(x, z - 0.2)
    u, v = turn * 0.45 + (who.seed % 97) * 0.137, y * 0.42
    patch = look_up(cloud(), u, v)
    fine = look_up(grain(), u * 9, v * 9)
    rough = 0.05 + 0.05 * who.wrinkles
    tone = 1 + rough * patch + 0.02 * fine
    albedo = who.skin * tone[:, None]
    red = 0.10 * patch * rough * 10 + 0.28 * cheek + 0.3 * smooth(np.hypot(x, (y - 6.98) * 0.9), 0.2, 0.05) * (z > 1.3)
    albedo *= 1 + np.stack([0.10 * red, -0.18 * red, -0.16 * red], 1)
    albedo *= (1 - (0.10 + 0.25 * who.makeup) * lid)[:, None]
    if who.freckles:
        spots = smooth(look_up(grain(5, 256, 1.6), u * 5, v * 5), 1.5, 2.2) * smooth(y, 6.3, 6.7)
        albedo *= 1 - (0.45 * who.freckles * spots)[:, None]
    lines = look_up(grain(6, 256, 1.2), x * 2.5, y * 0.25)
    if who.lip_border != 1.0:
        lip = np.clip(lip, 0, 1) ** who.lip_border
    if who.lip_taper < 1.0:
        lip = lip * smooth(np.abs(x), who.lip_taper + 0.03, who.lip_taper - 0.07)
    moist = _moist(who, x, y) * lip
    if who.lip_lines:
        creases = look_up(grain(6, 256, 1.2), x * who.lip_pitch + 0.3 * y, y * 0.12 * who.lip_pitch)
        lines = lines + 5.0 * who.lip_lines * creases
    lip_colour = _lip_colour(who, y, moist) * np.clip(1 + 0.035 * lines + 0.05 * patch, 0.4, 1.6)[:, None]
    if who.lip_shadow:
        lip_colour *= 1 - who.lip_shadow * np.exp(-(((y - LIP_LINE) / 0.018) ** 2))[:, None]
    albedo += (lip_colour - albedo) * lip[:, None]
    if who.mouth_corner or who.chin_red:
        corner = np.exp(-(((np.abs(x) - 0.24) / 0.045) ** 2) - ((y - LIP_LINE) / 0.02) ** 2)
        chin = np.exp(-((x / 0.13) ** 2) - ((y - 6.36) / 0.11) ** 2) * (z > 1.0)
        albedo *= (1 - who.mouth_corner * corner)[:, None]
        albedo *= 1 + (who.chin_red * chin)[:, None] * np.array([0.15, -0.25, -0.22], np.float32)
    bump = 0.05 * fine + 0.05 * lines * lip
    above = len(y) > 0 and float(y.max()) > 7.2
    if above:
        hairs = np.clip(0.55 + 0.55 * look_up(grain(7, 256, 0.8), x * 3.0, y * 1.6), 0, 1.2)
        brow = np.clip(brow_cover(who, f.rest) * who.brow * hairs * 1.15, 0, 0.95)
        albedo += (who.hair * 0.8 - albedo) * brow[:, None]
    if beard.any():
        curl = look_up(grain(9, 256, 0.9), turn * 2.6 + 0.05 * patch, y * 1.0)
        dense = np.clip(1.6 * beard - 0.6, 0, 1)  # thick hair hides the skin between, stubble does not
        hairs = np.clip(0.80 + 0.20 * dense + (0.45 - 0.30 * dense) * curl + 0.10 * patch, 0, 1.25)
        cover = np.clip(beard * hairs * 1.1, 0, 0.95)
        albedo += (who.hair * (1 + 0.35 * curl * dense)[:, None] - albedo) * cover[:, None]
        bump += 0.12 * cover * hairs
    crease = 1 - np.clip(inner, 0, 1)
    lining = who.gum * who.lining
    albedo = albedo * crease[:, None] + lining * (1 - crease)[:, None]
    shade, tilt_x, tilt_y = dents(f.folds, f.rest)
    albedo *= 1 - shade[:, None] * np.array([0.30, 0.38, 0.40], np.float32)
    bump += tilt_y
    f.normal[:, 0] += tilt_x
    f.normal[:, 1] += bump
    f.normal[:, 0] += 0.05 * look_up(grain(3), u * 9, v * 9)
    unit_rows(f.normal)
    oily = smooth(np.abs(x), 0.3, 0.05) * smooth(y, 6.8, 7.0) + 0.6 * cheek
    shine = who.shine * (0.03 + 0.05 * oily) * (1 + 0.5 * fine)
    shine = shine * (1 - lip) + (0.04 + 0.35 * who.lip_gloss) * lip
    shine = shine * (1 - inner) + 0.35 * inner * crease.max() + who.lip_wet * moist**2 * (1 - inner)
    tight = 14 + 40 * lip * who.lip_gloss + 30 * inner
    return _surface(albedo, shine, tight, SKIN_WRAP)


def hand(who: Identity, f: Fragments) -> Surface:
    """Return the back and palm of a hand: the person's skin, redder at knuckles and fingertips."""
    x, y, z = f.rest.T
    patch = look_up(cloud(), x * 0.5 + z * 0.3, y * 0.5)
    fine = look_up(grain(), x * 3.0 + z, y * 3.0)
    red = smooth(y, 0.45, 0.75) + 0.4 * smooth(np.abs(y), 0.15, 0.0) * (z > -0.1)
    albedo = who.skin * 0.95 * (1 + 0.06 * patch + 0.02 * fine)[:, None]
    albedo = albedo * (1 + np.stack([0.02 * red, -0.10 * red, -0.08 * red], 1))
    f.normal[:, 1] += 0.06 * fine + 0.05 * np.sin(y * 70) * smooth(np.abs(y - 0.42), 0.10, 0.02)
    unit_rows(f.normal)
    return _surface(albedo, 0.05, 14, SKIN_WRAP)


def tooth(who: Identity, f: Fragments) -> Surface:
    """Enamel: yellower towards the gum and at the sides, dark lines between."""
    number, height, across = f.own[:, 0], f.own[:, 1], f.own[:, 2]
    low = np.clip(height - 0.6, 0, 1)[:, None] * np.array([0.3, 0.6, 1.2], np.float32)
    line = np.clip(across - 0.80, 0, 1) * 4.0 * who.tooth_lines
    stain = 1 + 0.06 * look_up(cloud(), f.rest[:, 0] * 1.3, f.rest[:, 1])
    albedo = who.tooth * ((1 - 0.05 * number) * stain)[:, None] * (1 - 0.25 * low)
    albedo = albedo * (1 - np.clip(line, 0, 0.9) * 0.5)[:, None]
    return _surface(albedo, 0.30, 45, (0.2, 0.2, 0.2))


def gum(who: Identity, f: Fragments) -> Surface:
    """Gums, wet."""
    patch = look_up(cloud(), f.rest[:, 0] * 1.1, f.rest[:, 1] * 1.4)
    albedo = who.gum * (1 + 0.10 * patch)[:, None]
    return _surface(albedo, 0.28, 40, (0.25, 0.1, 0.08))


def tongue(who: Identity, f: Fragments) -> Surface:
    """Return the tongue: rough, wet, coated towards the back, with a middle line and a redder underside."""
    along, across, up = f.own[:, 0], f.own[:, 1], f.own[:, 2]
    patch = look_up(cloud(), across * 0.35, along * 1.2)
    buds = look_up(grain(4, 256, 1.1), across * 1.3, along * 3.2)
    coat = who.coat * np.clip(up, 0, 1) * np.exp(-((across / 0.6) ** 2))
    coat = coat * (who.coat_tip + (1 - who.coat_tip) * smooth(along, 1.0, 0.55))
    albedo = who.tongue * (1 - coat)[:, None] + who.coat_colour * coat[:, None]
    albedo = albedo * (1 + 0.08 * patch + 0.035 * who.tongue_rough * buds)[:, None]
    albedo *= (1 - 0.22 * np.exp(-((across / 0.08) ** 2)) * (up > 0))[:, None]
    if who.tongue_edge:
        edge = who.tongue_edge * smooth(np.abs(across), 0.5, 0.95)
        albedo *= 1 + edge[:, None] * np.array([0.6, 0.2, 0.25], np.float32)
    under = smooth(up, 0.0, -0.25)[:, None]
    albedo = albedo * (1 - under) + albedo * np.array([0.95, 0.68, 0.72], np.float32) * under
    f.normal[:, 1] += 0.06 * who.tongue_rough * buds + 0.07 * patch
    f.normal[:, 0] += 0.05 * who.tongue_rough * look_up(grain(3), across * 1.3, along * 3.2)
    unit_rows(f.normal)
    wet = 0.05 + 0.35 * who.tongue_rough * np.clip(0.4 + 0.5 * patch, 0, 1)
    return _surface(albedo, wet, 38, (0.3, 0.12, 0.1))


def eye(who: Identity, f: Fragments) -> Surface:
    """Sclera, iris with fibres and a dark ring, pupil."""
    local = f.own[:, :3]
    angle = np.degrees(np.arccos(np.clip(local[:, 2], -1, 1)))
    turn = np.arctan2(local[:, 1], local[:, 0])
    edge = 25.5
    fibres = look_up(grain(11, 256, 0.7), turn / 6.283 * 1.0, angle * 0.004)
    iris = who.iris * (1 + 0.30 * fibres + 0.5 * smooth(angle, 20, 10))[:, None]
    iris *= (1 - 0.75 * smooth(angle, edge - 4, edge))[:, None]
    pupil = smooth(angle, 11.5, 10.0)
    iris = iris * (1 - pupil)[:, None] + 0.006 * pupil[:, None]
    white = np.array([0.62, 0.57, 0.54], np.float32) * (1 - 0.25 * smooth(angle, 40, 75))[:, None]
    veins = smooth(look_up(grain(12, 256, 1.4), turn * 0.6, angle * 0.01), 1.2, 2.2)
    white = white * (1 - veins[:, None] * np.array([0.02, 0.14, 0.12], np.float32))
    k = smooth(angle, edge - 1.0, edge + 1.2)[:, None]
    albedo = iris * (1 - k) + white * k
    shade = 1 - 0.55 * smooth(f.rest[:, 1], 0.02, 0.42) - 0.2 * smooth(np.abs(f.rest[:, 0]), 0.55, 0.9)
    albedo = albedo * shade[:, None]
    return _surface(albedo, 0.9, 260, (0.3, 0.25, 0.25))


def hair(who: Identity, f: Fragments) -> Surface:
    """Strands: darker deep in the shells, a soft band of light."""
    turn, level, cover = f.own[:, 0], f.own[:, 1], f.own[:, 2]
    strand = look_up(grain(13, 256, 0.7), turn * 5.0, f.rest[:, 1] * 0.10 + f.rest[:, 2] * 0.05)
    albedo = who.hair * (0.45 + 0.65 * level)[:, None] * (1 + 0.35 * strand)[:, None]
    f.normal[:, 0] += 0.25 * strand
    unit_rows(f.normal)
    gloss = 0.06 * (0.5 + 0.5 * cover) * (1 + 0.6 * strand)
    return _surface(np.clip(albedo, 0, 1), gloss, 12, NO_WRAP + 0.2)


def cloth(who: Identity, f: Fragments) -> Surface:
    """Return a shirt, plain or striped, with a hem at the neck."""
    above = f.own[:, 0]
    weave = look_up(grain(14, 256, 0.8), f.rest[:, 0] * 3, f.rest[:, 1] * 3)
    stripe = (who.seed % 3 == 0) * smooth(np.sin(f.rest[:, 1] * 30), 0.2, 0.5)
    colour = who.cloth * (1 - stripe)[:, None] + who.cloth2 * stripe[:, None]
    hem = smooth(above, 0.07, 0.05)
    colour = colour * (1 - 0.25 * hem + 0.06 * weave)[:, None]
    return _surface(colour, 0.01, 8, NO_WRAP + 0.1)


def plain(colour: F32, shine: float, tight: float, f: Fragments) -> Surface:
    """One colour all over."""
    return _surface(np.tile(colour, (len(f.rest), 1)), shine, tight, NO_WRAP)
