"""Program that runs Vosk in a process of its own, so that Vosk's output, memory and crashes do not affect the caller.

Run it as ``python -I -S vosk_child.py LIBRARY MODEL``. The first line of its output is ``{"model": true}``, or false if
the model cannot be loaded. Then each request is a line of JSON on standard input, each reply a line on standard output.

======================================  ==================================================
``{"find": ["ann", "and"]}``            ``{"unknown": ["ann"]}``
``{"grammar": ["ann and cleo", ...]}``  ``{"ready": true}``
``{"samples": n}``, then n 16-bit PCM   Vosk's own answer, with alternatives and word times
======================================  ==================================================
"""

import ctypes
import json
import sys

RATE = 16000.0
MAX_ALTERNATIVES = 12
_POINTER, _TEXT, _INT = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
_FUNCTIONS = (
    ("vosk_set_log_level", None, [_INT]),
    ("vosk_model_new", _POINTER, [_TEXT]),
    ("vosk_model_find_word", _INT, [_POINTER, _TEXT]),
    ("vosk_recognizer_new_grm", _POINTER, [_POINTER, ctypes.c_float, _TEXT]),
    ("vosk_recognizer_set_words", None, [_POINTER, _INT]),
    ("vosk_recognizer_set_max_alternatives", None, [_POINTER, _INT]),
    ("vosk_recognizer_accept_waveform", _INT, [_POINTER, _TEXT, _INT]),
    ("vosk_recognizer_final_result", _TEXT, [_POINTER]),
    ("vosk_recognizer_free", None, [_POINTER]),
)


def load_library(path: str) -> ctypes.CDLL:
    """Return Vosk's library with the types of its functions declared.

    Raises:
        OSError: The library cannot be loaded.
    """
    library = ctypes.CDLL(path)
    for name, result, arguments in _FUNCTIONS:
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def serve(library: ctypes.CDLL, model: int) -> None:
    """Read requests and print replies until standard input ends.

    Args:
        library: Vosk's library.
        model: Vosk's handle (pointer) of the loaded model.
    """
    recogniser = None
    while line := sys.stdin.buffer.readline():
        asked = json.loads(line)
        if "find" in asked:
            unknown = [w for w in asked["find"] if library.vosk_model_find_word(model, w.encode()) < 0]
            answer: dict[str, object] = {"unknown": unknown}
        elif "grammar" in asked:
            if recogniser:
                library.vosk_recognizer_free(recogniser)
            grammar = json.dumps(asked["grammar"], ensure_ascii=False).encode()
            recogniser = library.vosk_recognizer_new_grm(model, RATE, grammar)
            library.vosk_recognizer_set_words(recogniser, 1)
            library.vosk_recognizer_set_max_alternatives(recogniser, MAX_ALTERNATIVES)
            answer = {"ready": bool(recogniser)}
        else:
            sound = sys.stdin.buffer.read(2 * asked["samples"])
            library.vosk_recognizer_accept_waveform(recogniser, sound, len(sound))
            answer = json.loads(library.vosk_recognizer_final_result(recogniser).decode("utf-8", "replace"))
        print(json.dumps(answer), flush=True)


def main() -> None:
    library = load_library(sys.argv[1])
    library.vosk_set_log_level(-1)
    model = library.vosk_model_new(sys.argv[2].encode())
    print(json.dumps({"model": bool(model)}), flush=True)
    if model:
        serve(library, model)


if __name__ == "__main__":
    main()
