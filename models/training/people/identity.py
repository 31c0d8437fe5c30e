"""Who a person is: shape, colours, hair and things worn, all drawn from one seed.

`mouth_person` draws the mouths that a mouth model confuses often: full lips with a pink inner half look like a tongue
tip, glossy dark ones like teeth; tongues come as wide as the mouth, coated to the tip, and in the colour of the lips.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from models.training.people.mesh import F32, load

RACES = ("african", "asian", "caucasian")

HAIR_STYLES = ("bald", "buzz", "short", "full", "long")
BEARDS = ("none", "stubble", "moustache", "goatee", "full")


def rgb(*values: float) -> F32:
    """Return a linear colour (3,)."""
    return np.array(values, np.float32)


@dataclass(frozen=True)
class Identity:
    """Everything that does not change while a person acts. Colours are linear RGB albedo."""

    seed: int
    shape: dict[str, float]
    male: float
    age: str
    tone: float  # 0 dark .. 1 light
    skin: F32
    lip: F32
    lip_gloss: float
    gum: F32
    lining: float  # brightness of the mouth's lining beside the gums
    tongue: F32
    coat: float  # white coating of the tongue
    tooth: F32
    tooth_lines: float
    braces: bool
    gap_front: float
    iris: F32
    hair: F32
    hair_style: str
    hairline: float
    brow: float  # strength
    brow_arch: float
    brow_thick: float
    beard: str
    beard_density: float
    glasses: str  # none, thin, thick, sun
    hat: str  # none, cap, beanie
    cloth: F32
    cloth2: F32
    neckline: float
    collar: float  # how far a collar, scarf or polo neck rises, decimetres
    freckles: float
    shine: float
    wrinkles: float
    makeup: float
    lid_rest: float = 0.1  # how far the lids hang at rest
    lip_inner: F32 | None = None  # colour of the lips' moist inner half, where it differs
    lip_rim: float = 0.6  # how far it reaches over the lip, 0..1
    lip_centre: float = 1.0  # half width of that part, decimetres (the mouth's corners are at 0.23)
    lip_upper: float = 1.0  # brightness of the upper lip against the lower
    lip_lines: float = 0.0  # how deep the lips are creased beside fine lines
    lip_pitch: float = 1.0  # how close the creases stand
    lip_shadow: float = 0.0  # darkness of the line where closed lips meet
    lip_wet: float = 0.0  # shine of the inner edge
    lip_border: float = 1.0  # above 1 the lips fade into the skin
    lip_taper: float = 1.0  # half width at which the red of the lips ends, short of the corners
    mouth_corner: float = 0.0  # darkness of the corners
    chin_red: float = 0.0  # redness of the chin, negative for pale
    tongue_rough: float = 1.0  # strength of the tongue's buds and wet spots
    tongue_edge: float = 0.0  # how much brighter and pinker its edges are
    coat_colour: F32 = field(default_factory=lambda: rgb(0.52, 0.42, 0.38))
    coat_tip: float = 0.0  # how much of the coating reaches the tongue's tip
    tongue_build: dict[str, float] = field(default_factory=dict)
    rest: dict[str, float] = field(default_factory=dict)  # controls of the face at rest: wide eyes, high or low brows

    def with_(self, **changes: object) -> Identity:
        """Return a copy with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


@cache
def _feature_names() -> tuple[str, ...]:
    return tuple(n for n in load().names if n.startswith("shape:"))


def sample_shape(rng: np.random.Generator, male: float, age: str) -> dict[str, float]:
    """Shape weights: a mix of origins, a share of age, and a few features each pulled one way."""
    weights: dict[str, float] = {}
    mix = rng.dirichlet([0.45, 0.45, 0.45])
    share = 1.0 if age == "young" else rng.uniform(0.35, 1.0)
    for race, part in zip(RACES, mix, strict=False):
        for sex, s in (("male", male), ("female", 1 - male)):
            for a, w in ((age, share), ("young", 1 - share)):
                if w > 0:
                    key = f"macro:{race}-{sex}-{a}"
                    weights[key] = weights.get(key, 0.0) + float(part * s * w)
    for name in _feature_names():
        small = name.startswith(("shape:head", "shape:forehead", "shape:eye", "shape:ear"))
        if rng.random() < (0.25 if small else 0.4):
            weights[name] = float(abs(rng.normal(0, 0.16 if small else 0.28)))
        if "trans" in name and name in weights:
            weights[name] *= 0.4
    for sign in ("incr", "decr"):
        weights.pop(f"shape:head-age-{sign}", None)
    return weights


def skin_colour(rng: np.random.Generator, tone: float) -> F32:
    """Return a skin albedo between dark, middle and light, with some undertone."""
    dark, middle, light = rgb(0.060, 0.030, 0.019), rgb(0.30, 0.155, 0.095), rgb(0.70, 0.46, 0.36)
    base = dark + (middle - dark) * 2 * tone if tone < 0.5 else middle + (light - middle) * (2 * tone - 1)
    return np.clip(base * np.exp(rng.normal(0, 0.07, 3)), 0, 1).astype(np.float32)


def sample_mouth_colours(rng: np.random.Generator, skin: F32, tone: float) -> dict[str, object]:
    """Lip, gum, tongue and tooth colours."""
    u = rng.uniform
    lip: F32 = skin * rgb(u(0.75, 1.05), u(0.5, 0.95), u(0.55, 0.95))
    painted = rng.random() < 0.12
    if tone > 0.4:
        lip = lip * 0.8 + 0.2 * rgb(0.5, 0.18, 0.17)
    if painted:
        red = u(0.15, 0.7)
        lip = rgb(red, red * u(0.05, 0.4), red * u(0.05, 0.5))
    tongue: F32 = rgb(u(0.36, 0.70), u(0.12, 0.28), u(0.13, 0.28)) * u(0.75, 1.1)
    kind = rng.random()
    if kind < 0.35:
        tongue = (skin * rgb(u(0.85, 1.15), u(0.55, 0.9), u(0.6, 1.0)) * 0.5 + tongue * 0.5) * u(0.85, 1.15)
    elif kind < 0.6:
        tongue = tongue * 0.45 + 0.55 * rgb(0.62, 0.38, 0.38) * u(0.8, 1.1)
    elif kind < 0.62:
        tongue = rng.uniform(0.05, 0.6, 3)
    gum = rgb(u(0.35, 0.62), u(0.10, 0.25), u(0.11, 0.25)) * (1 if tone > 0.3 else u(0.5, 1))
    white = u(0.45, 0.9) if rng.random() < 0.8 else u(0.2, 0.5)
    tooth = white * rgb(1, u(0.86, 1), u(0.62, 0.98))
    if rng.random() < 0.1:
        tooth = white * rgb(1, u(0.75, 0.88), u(0.35, 0.6))
    return {
        "lip": lip.astype(np.float32),
        "lip_gloss": float(u(0, 1) ** 2 * (1.6 if painted else 1.0)),
        "gum": gum.astype(np.float32),
        "lining": float(u(0.35, 1.15)),
        "tongue": np.asarray(tongue, np.float32),
        "coat": float(rng.choice([0.0, u(0, 0.6)])),
        "tooth": tooth.astype(np.float32),
        "tooth_lines": float(rng.choice([u(0.1, 0.4), u(0.4, 1.0)], p=[0.7, 0.3])),
        "braces": bool(rng.random() < 0.06),
        "gap_front": float(rng.choice([0.0, u(0.01, 0.045)], p=[0.9, 0.1])),
    }


def sample_identity(seed: int) -> Identity:
    """Return a person from a seed: the same seed is the same person."""
    rng = np.random.default_rng([seed, 1])
    u = rng.uniform
    male = float(rng.beta(0.35, 0.35))
    age = str(rng.choice(["young", "old", "child"], p=[0.68, 0.2, 0.12]))
    tone = float(rng.beta(1.3, 0.9))
    skin = skin_colour(rng, tone)
    grown = male > 0.55 and age != "child"
    beard = str(rng.choice(BEARDS, p=[0.42, 0.22, 0.12, 0.1, 0.14])) if grown else "none"
    blond = tone > 0.5 and rng.random() < 0.35
    hair = rgb(0.035, 0.024, 0.018) * u(0.3, 1.6)
    if blond:
        hair = rgb(0.33, 0.2, 0.09) * u(0.4, 1.2)
    if age == "old" and rng.random() < 0.75:
        hair = hair * 0.3 + rgb(0.42, 0.41, 0.40) * u(0.5, 1.1)
    styles = [0.1, 0.2, 0.35, 0.25, 0.1] if male > 0.5 else [0.01, 0.04, 0.15, 0.3, 0.5]
    cloth = np.clip(u(0.03, 0.6) + rng.normal(0, 0.15, 3), 0.02, 0.8).astype(np.float32)
    irises = [rgb(0.10, 0.05, 0.025), rgb(0.03, 0.018, 0.012), rgb(0.12, 0.2, 0.3), rgb(0.14, 0.16, 0.07)]
    often = [0.35, 0.35, 0.18, 0.12] if tone > 0.45 else [0.3, 0.68, 0.01, 0.01]
    return Identity(
        seed=seed,
        shape=sample_shape(rng, male, age),
        male=male,
        age=age,
        tone=tone,
        skin=skin,
        **sample_mouth_colours(rng, skin, tone),  # type: ignore[arg-type]
        iris=np.asarray(irises[rng.choice(4, p=often)] * u(0.7, 1.4)),
        hair=hair.astype(np.float32),
        hair_style=str(rng.choice(HAIR_STYLES, p=styles)),
        hairline=float(rng.normal(0, 0.05) + (0.12 * u(0, 1) if male > 0.6 and age == "old" else 0)),
        brow=float(u(0.55, 1.0)),
        brow_arch=float(rng.normal(0.0, 0.5)),
        brow_thick=float(u(0.7, 1.3) * (0.8 + 0.35 * male)),
        beard=beard,
        beard_density=float(u(0.5, 1.0)),
        glasses=str(rng.choice(["none", "thin", "thick", "sun"], p=[0.72, 0.13, 0.14, 0.01])),
        hat=str(rng.choice(["none", "cap", "beanie"], p=[0.9, 0.05, 0.05])),
        cloth=cloth,
        cloth2=np.clip(cloth * u(0.4, 1.8), 0, 0.9).astype(np.float32),
        neckline=float(rng.choice([u(-0.05, 0.12), u(0.1, 0.35)], p=[0.6, 0.4])),
        collar=float(rng.choice([0.0, u(0.05, 0.25), u(0.2, 0.42)], p=[0.68, 0.2, 0.12])),
        freckles=float(u(0, 1) * (rng.random() < 0.15)),
        shine=float(u(0.2, 1.0)),
        wrinkles=float({"child": 0.0, "young": u(0, 0.3), "old": u(0.4, 1.0)}[age]),
        makeup=float(u(0.2, 1) * (male < 0.4 and rng.random() < 0.4)),
        lid_rest=float(u(0.05, 0.24)),
        tongue_build={
            "tongue_width": float(u(0.2, 0.95)),
            "tongue_thick": float(u(0.1, 0.95)),
            "tongue_point": float(u(0.0, 1.0) ** 1.5 * 0.9),
            "tongue_groove": float(rng.choice([0.0, u(0.1, 0.8)])),
        },
    )


FULL = ("lowerlip-volume", "upperlip-volume", "lowerlip-height", "upperlip-height")
LIGHT_MOUSTACHE, STUBBLE = 0.07, 0.05  # shares of the people who get one


def mouth_person(seed: int) -> Identity:
    """Return a person from a seed, with lips and a tongue of more kinds than `sample_identity` gives."""
    who = sample_identity(seed)
    rng = np.random.default_rng([seed, 8])
    u = rng.uniform
    shape = dict(who.shape)
    if rng.random() < 0.45:
        size = u(0.25, 1.0)
        for part in FULL:
            shape.pop(f"shape:mouth-{part}-decr", None)
            shape[f"shape:mouth-{part}-incr"] = float(size * u(0.3, 1.0))
    if rng.random() < 0.3:
        shape[f"shape:mouth-scale-horiz-{'incr' if rng.random() < 0.6 else 'decr'}"] = float(u(0.1, 0.6))
    build = {
        "tongue_width": float(u(0.15, 1.0) if rng.random() < 0.7 else u(0.9, 1.6)),
        "tongue_thick": float(u(0.1, 1.3)),
        "tongue_point": float(u(0.0, 1.0) ** 1.5 * 0.9),
        "tongue_groove": float(rng.choice([0.0, u(0.1, 0.8)])),
        "tongue_cup": float(rng.choice([0.0, rng.normal(0.3, 0.5)])),
    }
    beard, density = who.beard, who.beard_density
    if beard == "none" and who.male > 0.5 and rng.random() < 2 * (LIGHT_MOUSTACHE + STUBBLE):
        share = LIGHT_MOUSTACHE / (LIGHT_MOUSTACHE + STUBBLE)
        beard, density = ("moustache" if rng.random() < share else "stubble"), float(u(0.12, 0.6))
    return recoloured(who.with_(shape=shape, tongue_build=build, beard=beard, beard_density=density), seed)


def recoloured(who: Identity, seed: int) -> Identity:
    """Return the same shape in other colours of skin, lips, tongue, gums and teeth."""
    rng = np.random.default_rng([seed, 9])
    u = rng.uniform
    tone = float(np.clip(who.tone + rng.normal(0, 0.25), 0, 1))
    skin = skin_colour(rng, tone)
    colours = sample_mouth_colours(rng, skin, tone)
    chosen: list[F32] = [np.asarray(colours[k], np.float32) for k in ("lip", "tongue", "tooth")]
    lip, tongue, tooth = chosen
    pink = rgb(u(0.42, 0.72), u(0.14, 0.34), u(0.15, 0.36)) * (0.35 + 0.65 * tone) * u(0.8, 1.15)
    kind = rng.random()
    inner: F32 | None = None
    if kind < 0.5:
        inner = lip + (pink - lip) * u(0.3, 1.0)
    elif kind < 0.65:
        inner = lip * u(0.55, 1.35)
    if rng.random() < 0.25:
        lip = lip * u(0.45, 0.8) * rgb(u(0.9, 1.1), u(0.9, 1.1), u(0.95, 1.3))  # dusky outside
    if rng.random() < 0.3:
        tongue = (lip if inner is None else inner) * u(0.85, 1.25) * np.exp(rng.normal(0, 0.05, 3))
    if rng.random() < 0.2:
        grey = tongue.mean() * rgb(u(1.0, 1.2), u(0.75, 0.95), u(0.8, 1.1))
        tongue = (tongue + (grey - tongue) * u(0.3, 0.9)) * u(0.6, 1.1)
    if rng.random() < 0.12:
        tooth = tooth * u(0.35, 0.8)
    colours.update(lip=lip.astype(np.float32), tongue=tongue.astype(np.float32), tooth=tooth.astype(np.float32))
    coat = rgb(0.52, 0.42, 0.38) * (1 - (share := u(0, 0.8))) + tongue.mean() * rgb(1.15, 0.95, 1.05) * share
    colours["coat"] = float(rng.choice([0.0, u(0, 0.9)]))
    return who.with_(
        tone=tone,
        skin=skin,
        **colours,
        lip_inner=None if inner is None else inner.astype(np.float32),
        lip_rim=float(u(0.35, 1.2)),
        lip_centre=float(rng.choice([1.0, u(0.08, 0.26)])),
        lip_upper=float(u(0.6, 1.05)),
        lip_wet=float(rng.choice([0.0, u(0.05, 0.9)], p=[0.45, 0.55])),
        lip_lines=float(rng.choice([0.0, u(0.1, 1.0)], p=[0.35, 0.65])),
        lip_pitch=float(np.exp(u(-0.7, 1.0))),
        lip_shadow=float(rng.choice([0.0, u(0.2, 0.85)])),
        tongue_rough=float(u(0.1, 1.8)),
        lip_taper=float(rng.choice([1.0, u(0.15, 0.27)])),
        mouth_corner=float(rng.choice([0.0, u(0.2, 0.9)])),
        chin_red=float(rng.choice([0.0, u(-0.5, 1.5)])),
        coat_colour=(coat * u(0.5, 1.1)).astype(np.float32),
        tongue_edge=float(rng.choice([0.0, u(-0.2, 1.0)])),
        lip_border=float(rng.choice([1.0, u(0.7, 3.0)])),
        coat_tip=float(rng.choice([0.0, u(0.2, 1.0)], p=[0.6, 0.4])),
        shine=float(u(0.2, 1.3)),
    )
