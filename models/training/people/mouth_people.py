"""The people of the mouth crops: `sample_identity` with the mouths that a mouth model confuses, drawn often.

Full lips with a pink inner half look like a tongue tip, glossy dark ones like teeth; tongues come as wide as the mouth,
coated to the tip, and in the colour of the lips. Seeds: shape `[seed, 8]`, colours `[seed, 9]`.
"""

from __future__ import annotations

import numpy as np

from .identity import Identity, rgb, sample_identity, sample_mouth_colours, skin_colour

FULL = ("lowerlip-volume", "upperlip-volume", "lowerlip-height", "upperlip-height")
LIGHT_MOUSTACHE, STUBBLE = 0.07, 0.05  # shares of the people who get one


def mouth_person(seed: int) -> Identity:
    """A person from a seed, with lips and a tongue of more kinds than `sample_identity` gives."""
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
        "tongue_width": float(u(0.15, 1.0) if rng.random() < 0.7 else u(0.9, 1.6)), "tongue_thick": float(u(0.1, 1.3)),
        "tongue_point": float(u(0.0, 1.0) ** 1.5 * 0.9), "tongue_groove": float(rng.choice([0.0, u(0.1, 0.8)])),
        "tongue_cup": float(rng.choice([0.0, rng.normal(0.3, 0.5)])),
    }  # fmt: skip
    beard, density = who.beard, who.beard_density
    if beard == "none" and who.male > 0.5 and rng.random() < 2 * (LIGHT_MOUSTACHE + STUBBLE):
        share = LIGHT_MOUSTACHE / (LIGHT_MOUSTACHE + STUBBLE)
        beard, density = ("moustache" if rng.random() < share else "stubble"), float(u(0.12, 0.6))
    return recoloured(who.with_(shape=shape, tongue_build=build, beard=beard, beard_density=density), seed)


def recoloured(who: Identity, seed: int) -> Identity:
    """The same shape in other colours of skin, lips, tongue, gums and teeth."""
    rng = np.random.default_rng([seed, 9])
    u = rng.uniform
    tone = float(np.clip(who.tone + rng.normal(0, 0.25), 0, 1))
    skin = skin_colour(rng, tone)
    colours = sample_mouth_colours(rng, skin, tone)
    lip, tongue, tooth = (np.asarray(colours[k], np.float32) for k in ("lip", "tongue", "tooth"))
    pink = rgb(u(0.42, 0.72), u(0.14, 0.34), u(0.15, 0.36)) * (0.35 + 0.65 * tone) * u(0.8, 1.15)
    kind = rng.random()
    inner = None
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
        tone=tone, skin=skin, **colours,
        lip_inner=None if inner is None else inner.astype(np.float32), lip_rim=float(u(0.35, 1.2)),
        lip_centre=float(rng.choice([1.0, u(0.08, 0.26)])), lip_upper=float(u(0.6, 1.05)),
        lip_wet=float(rng.choice([0.0, u(0.05, 0.9)], p=[0.45, 0.55])),
        lip_lines=float(rng.choice([0.0, u(0.1, 1.0)], p=[0.35, 0.65])), lip_pitch=float(np.exp(u(-0.7, 1.0))),
        lip_shadow=float(rng.choice([0.0, u(0.2, 0.85)])), tongue_rough=float(u(0.1, 1.8)),
        lip_taper=float(rng.choice([1.0, u(0.15, 0.27)])), mouth_corner=float(rng.choice([0.0, u(0.2, 0.9)])),
        chin_red=float(rng.choice([0.0, u(-0.5, 1.5)])), coat_colour=(coat * u(0.5, 1.1)).astype(np.float32),
        tongue_edge=float(rng.choice([0.0, u(-0.2, 1.0)])),
        lip_border=float(rng.choice([1.0, u(0.7, 3.0)])),
        coat_tip=float(rng.choice([0.0, u(0.2, 1.0)], p=[0.6, 0.4])), shine=float(u(0.2, 1.3)),
    )  # fmt: skip
