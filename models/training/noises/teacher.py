"""Teachers of a one-second window: EfficientAT mn04 (MIT, F. Schmid and others) and YAMNet (Apache-2.0, Google).

`Teachers` gives mn04's 384-value embedding and what both say of the classes nearest to the game, as log-odds. Only
their outputs on our own sounds are used; none of their weights are in the shipped model.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import onnxruntime
from scipy.signal import resample_poly

from models.training.voices.log_mel import mel, triangles

# AudioSet's classes that are signals, and those that are mistaken for them.
SOFT = (
    "Moo", "Cattle, bovinae", "Pig", "Oink", "Goat", "Bleat", "Sheep", "Chicken, rooster", "Cluck", "Turkey", "Gobble",
    "Fowl", "Pant", "Snort", "Breathing", "Grunt", "Animal", "Livestock, farm animals, working animals",
    "Wild animals", "Whale vocalization", "Hoot", "Horse", "Neigh, whinny", "Dog", "Bark", "Howl", "Cat", "Meow",
    "Duck", "Goose", "Honk", "Crowing, cock-a-doodle-doo", "Bird", "Crow", "Frog", "Roaring cats (lions, tigers)",
    "Speech", "Shout", "Laughter", "Crying, sobbing", "Baby cry, infant cry", "Cough", "Sneeze", "Music", "Singing",
)  # fmt: skip


class Teacher:
    """`embed(samples)`: [16000] at 16 kHz -> ([384] embedding, [527] logits)."""

    def __init__(self, path: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(path), options)
        edges, at = np.linspace(mel(0.0), mel(15000.0), 130), mel(np.arange(512) * 32000 / 1024)
        self._mel = np.pad(triangles(edges, at), ((0, 0), (0, 1)))  # as Kaldi has them
        self._window = np.hanning(800)

    def embed(self, samples: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        x = resample_poly(samples, 2, 1)
        x = x[1:] - 0.97 * x[:-1]
        x = np.pad(x, (512, 512), mode="reflect")
        frames = np.lib.stride_tricks.sliding_window_view(x, 1024)[::320][:100]
        window = np.pad(self._window, 112)
        power = np.abs(np.fft.rfft(frames * window, axis=1)) ** 2
        mel = (np.log(power @ self._mel.T + 1e-5) + 4.5) / 5.0
        logits, vector = self._session.run(None, {"mel": mel.T[None, None].astype(np.float32)})
        return vector[0], logits[0]


class Yamnet:
    """YAMNet through LiteRT (`pip install ai-edge-litert`): log-odds of its 521 scores for one second."""

    def __init__(self, path: Path) -> None:
        from ai_edge_litert.interpreter import Interpreter

        self._net = Interpreter(str(path), num_threads=1)
        self._net.allocate_tensors()
        self._in = self._net.get_input_details()[0]["index"]
        self._out = self._net.get_output_details()[0]["index"]

    def __call__(self, window: np.ndarray) -> np.ndarray:
        self._net.set_tensor(self._in, window[-15600:].astype(np.float32))
        self._net.invoke()
        row = self._net.get_tensor(self._out)[0].astype(np.float64)
        return np.asarray(np.log((row + 1e-4) / (1 - row + 1e-4)))


class Teachers:
    """Both of a folder with `efficientat_mn04_as_1s.onnx`, `yamnet.tflite` and their lists of classes."""

    def __init__(self, folder: Path) -> None:
        self._mn04 = Teacher(folder / "efficientat_mn04_as_1s.onnx")
        self._yamnet = Yamnet(folder / "yamnet.tflite")
        with (folder / "audioset_class_labels_indices.csv").open(encoding="utf-8") as lines:
            by_mn04 = [row["display_name"] for row in csv.DictReader(lines)]
        by_yamnet = json.loads((folder / "yamnet_names.json").read_text("utf-8"))
        self._first, self._second = [by_mn04.index(n) for n in SOFT], [by_yamnet.index(n) for n in SOFT]

    def __call__(self, window: np.ndarray) -> np.ndarray:
        """[16000] samples -> [384 + 2 len(SOFT)]."""
        vector, logits = self._mn04.embed(window)
        said = np.clip(logits[self._first], -12, 4), self._yamnet(window)[self._second]
        return np.concatenate([vector, *said])
