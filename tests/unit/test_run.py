"""``run`` and its set-up: which Python, what is missing, quick the second time, resumed after a stop, sentences."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.needs import needs_mediapipe
from tests.scripts import script

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements-build.lock", "requirements.lock", "requirements-test.lock")


@pytest.fixture
def boot(monkeypatch: pytest.MonkeyPatch) -> Any:
    module = script(ROOT / "tools" / "bootstrap.py")
    monkeypatch.setitem(sys.modules, "bootstrap", module)
    return module


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, boot: Any) -> Any:
    """Return the script in a checkout of its own, whose environment is this one's Python and whose set-up counts."""
    for name in (*LOCKS, "pyproject.toml", "hatch_build.py"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    module: Any = script(ROOT / "run")
    venv = tmp_path / ".venv"
    monkeypatch.setattr(module, "ROOT", str(tmp_path))
    monkeypatch.setattr(module, "VENV", str(venv))
    monkeypatch.setattr(module, "STAMP", str(venv / "companion-stamp.json"))
    monkeypatch.setattr(module, "PYTHON", sys.executable)
    module.calls, module.started = [], []

    def set_up(root: str, folder: str, inside: str, purposes: tuple[str, ...], locks: list[str]) -> None:
        venv.mkdir(exist_ok=True)
        module.calls.append((purposes, locks))
        if module.calls[0] == "fail":
            raise boot.Stop("no network: go online")

    def execv(python: str, command: list[str]) -> None:
        module.started.append(command[1:])

    def call(command: list[str]) -> int:
        module.started.append(command[1:])
        return 1 if "fails" in command else 0

    monkeypatch.setattr(boot, "set_up", set_up)
    monkeypatch.setattr(boot, "system_libraries", lambda purposes: None)
    monkeypatch.setattr(module.os, "execv", execv)
    monkeypatch.setattr(module.subprocess, "call", call)
    monkeypatch.setattr(module.os, "chdir", lambda _: None)
    return module


def test_arguments_are_passed_on(run: Any) -> None:
    run.main(["demo", "--serve", "a b"])
    run.main(["test", "-k", "x", "tests/unit"])
    run.main([])
    assert run.started == [
        ["-c", run.START, "demo", "--serve", "a b"],
        ["-m", "pytest", "-k", "x", "tests/unit"],
        ["-c", run.START],
    ]


def test_fuzz_sets_up_what_its_job_needs_and_runs_it(run: Any) -> None:
    """It ended in missing packages where only ``demo`` had been set up."""
    run.main(["demo"])
    run.main(["fuzz", "10", "log values"])
    assert run.calls[-1] == (("run", "fuzz"), list(LOCKS))
    assert run.started[-1] == ["-m", "tests.fuzz.long", "10", "log values"]


STEAL = ["-m", "pytest", "--dist", "worksteal", "-n"]


def test_all_tests_run_on_both_cores_and_those_that_keep_time_alone(run: Any) -> None:
    assert run.main(["test", "-p", "no:cacheprovider"]) == 0
    assert run.started == [
        [*STEAL, "4", "-m", "not alone", "-p", "no:cacheprovider"],
        ["-m", "pytest", "-m", "alone", *run.ALONE, "-p", "no:cacheprovider"],
    ]
    assert run.main(["test", "fails"]) == 1  # and the second run is made all the same
    assert len(run.started) == 4
    marked = [p for p in sorted((ROOT / "tests").rglob("test_*.py")) if "mark." + "alone" in p.read_text("utf-8")]
    assert [p.relative_to(ROOT).as_posix() for p in marked] == run.ALONE


def test_quick_leaves_out_what_is_slow(run: Any) -> None:
    run.main(["test", "--quick", "-x"])
    assert run.started == [[*STEAL, "2", "-m", "not slow and not alone", *run.QUICK, "-x"]]


def test_set_up_runs_once_and_again_only_for_a_new_purpose_or_lock(run: Any, tmp_path: Path) -> None:
    for args in (["demo"], ["demo"], ["watch"], ["test"], ["test"], ["demo"]):
        run.main(args)
    assert [purposes for purposes, _ in run.calls] == [("run",), ("run", "test")]
    assert run.calls[1][1] == list(LOCKS)
    with (tmp_path / "requirements.lock").open("a") as file:
        file.write("\n")
    run.main(["demo"])
    run.main(["demo"])
    assert len(run.calls) == 3


def test_a_moved_folder_and_a_broken_stamp_are_set_up_again(run: Any) -> None:
    run.main(["demo"])
    stamp = Path(run.STAMP)
    data = json.loads(stamp.read_text())
    for text in (json.dumps({**data, "root": "/elsewhere"}), "[]", "{", ""):
        stamp.write_text(text)
        run.main(["demo"])
    assert len(run.calls) == 5


def test_a_failed_set_up_says_why_leaves_no_stamp_and_starts_nothing(
    run: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    run.calls.append("fail")
    assert run.main(["demo"]) == 1
    assert capsys.readouterr().err == "run: no network: go online\n"
    assert not Path(run.STAMP).exists()
    assert run.started == []


def test_ctrl_c_during_set_up(run: Any, boot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(boot, "set_up", stop)
    assert run.main(["demo"]) == 130
    assert not Path(run.STAMP).exists()


def test_what_is_started_keeps_what_it_compiles(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    run.main(["demo"])
    assert "PYTHONDONTWRITEBYTECODE" not in run.os.environ


def test_the_second_run_is_quick_and_passes_exit_codes_on(tmp_path: Path) -> None:
    """The script as a program: with a stamp that fits, it starts a Python and nothing of the set-up is read."""
    for name in (*LOCKS, "pyproject.toml", "hatch_build.py", "run"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "__init__.py").touch()
    body = "import sys\ndef main():\n    print(sys.argv[1:])\n    sys.exit(int(sys.argv[1]))\n"
    (tmp_path / "companion" / "cli.py").write_text(body)
    program = script(tmp_path / "run")
    Path(program.PYTHON).parent.mkdir(parents=True)
    Path(program.PYTHON).write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path} exec {sys.executable} "$@"\n')
    Path(program.PYTHON).chmod(0o755)
    program.write_stamp(("run",))
    command = [sys.executable, "-S", "-E", str(tmp_path / "run"), "7", "a b"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (7, "['7', 'a b']\n", "")
    told = subprocess.run([sys.executable, "-X", "importtime", *command[1:]], capture_output=True, text=True)
    assert "hashlib" in told.stderr  # what a run imports is told
    assert not re.search(r"bootstrap|urllib|venv|shutil", told.stderr)


def test_the_present_python_is_taken_if_it_fits(boot: Any) -> None:
    assert boot.find_python() == [sys.executable]


def test_another_python_is_sought(boot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {sys.executable: (3, 9), "python3.13": None, "python3.12": (3, 12)}
    monkeypatch.setattr(boot, "version_of", lambda command: versions.get(command[0]))
    assert boot.find_python() == ["python3.12"]


@pytest.mark.parametrize(
    ("platform", "tools", "hint"),
    [
        ("linux", ["apt-get"], "sudo apt-get install python3 python3-venv"),
        ("linux", ["uv"], "uv python install 3.13"),
        ("darwin", [], "brew install python@3.13"),
    ],
)
def test_no_python_that_fits(
    boot: Any, monkeypatch: pytest.MonkeyPatch, platform: str, tools: list[str], hint: str
) -> None:
    monkeypatch.setattr(boot, "version_of", lambda _: (3, 9))
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(boot.shutil, "which", lambda name: name if name in tools else None)
    with pytest.raises(boot.Stop, match=r"needs Python 3\.10 to 3\.14 and finds only 3\.\d+: install one") as caught:
        boot.find_python()
    assert hint in str(caught.value)


@pytest.mark.parametrize(("machine", "fits"), [("x86_64", True), ("AMD64", True), ("arm64", True), ("armv7l", False)])
def test_processors(boot: Any, monkeypatch: pytest.MonkeyPatch, machine: str, fits: bool) -> None:
    monkeypatch.setattr(boot.platform, "machine", lambda: machine)
    if fits:
        boot.check_machine()
    else:
        with pytest.raises(boot.Stop, match="this is armv7l: use another machine"):
            boot.check_machine()


@pytest.fixture
def bare_linux(boot: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a Linux that lacks libGL; ``tools`` and ``root`` are set by the test."""
    state = SimpleNamespace(tools=["apt-get"], root=True, ran=[], fail=[])
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(boot, "present", lambda thing: thing != "libportaudio.so.2")
    monkeypatch.setattr(boot, "is_root", lambda: state.root)
    monkeypatch.setattr(boot.shutil, "which", lambda name: name if name in state.tools else None)

    def subprocess_run(command: list[str], **_: Any) -> Any:
        state.ran.append(command[1])
        return SimpleNamespace(returncode=state.fail.pop(0) if state.fail else 0)

    monkeypatch.setattr(boot.subprocess, "run", subprocess_run)
    return state


def test_root_on_debian_installs_what_is_missing(boot: Any, bare_linux: Any) -> None:
    boot.system_libraries(("run",))
    assert bare_linux.ran == ["install"]


def test_package_lists_are_fetched_if_apt_knows_nothing(boot: Any, bare_linux: Any) -> None:
    bare_linux.fail = [100]
    boot.system_libraries(("run", "test"))
    assert bare_linux.ran == ["install", "update", "install"]


@pytest.mark.parametrize(
    ("tools", "root", "line"),
    [
        (["apt-get"], False, "type: sudo apt-get install -y libportaudio2\n"),
        (["dnf"], False, "type: sudo dnf install -y portaudio\n"),
        (["pacman"], True, "type: pacman -S portaudio\n"),
        ([], False, "type: your package manager for libportaudio.so.2\n"),
    ],
)
def test_elsewhere_the_line_to_type_is_shown(
    boot: Any, bare_linux: Any, capsys: pytest.CaptureFixture[str], tools: list[str], root: bool, line: str
) -> None:
    bare_linux.tools, bare_linux.root = tools, root
    boot.system_libraries(("run",))
    assert capsys.readouterr().err.endswith(line)
    assert bare_linux.ran == []


def test_nothing_is_asked_where_all_is_there(boot: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert boot.present("libc.so.6") or sys.platform != "linux"
    assert not boot.present("libno-such-thing.so.9")
    assert not boot.present("no-such-command")


DIAGNOSES = {
    "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device": "the disk is full: free",
    "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError': Temporary failure in name "
    "resolution\nERROR: No matching distribution found for numpy==1.26.4": "cannot be reached: go online",
    "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.": "not the one that the lock names",
    "ERROR: No matching distribution found for onnxruntime==1.23.2": "there is no build of onnxruntime for this system",
    "error: [Errno 13] Permission denied: 'x'": "is not writable",
    "Segmentation fault": "delete the folder .venv",
}


@pytest.mark.parametrize("output", DIAGNOSES)
def test_pips_failures_in_one_sentence(boot: Any, output: str) -> None:
    sentence = boot.diagnosis(output)
    assert DIAGNOSES[output] in sentence
    assert "\n" not in sentence


def test_pips_output_is_logged_and_its_end_shown_on_failure(
    boot: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".venv").mkdir()
    fake = tmp_path / "python"
    fake.write_text("#!/bin/sh\necho 'Collecting numpy==1.26.4'\necho 'No space left on device'\nexit 3\n")
    fake.chmod(0o755)
    with pytest.raises(boot.Stop, match=r"the disk is full: free 1500 MB and run this again .pip's full output: "):
        boot.pip(str(fake), str(tmp_path), ["-r", "requirements.lock"], "packages", 60)
    log = (tmp_path / ".venv" / "install.log").read_text()
    assert "$ pip install -r requirements.lock" in log
    assert "Collecting numpy" in log
    err = capsys.readouterr().err
    assert "No space left on device" in err
    assert "packages: failed" in err


def test_two_install_a_lock_between_them_and_either_may_fail(boot: Any, tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    (tmp_path / "a.lock").write_text("# c\na==1 \\\n    --hash=sha256:1 \\\n    --hash=sha256:2\nb==2 ; x\nc==3\n")
    paths, total = boot.halves(str(tmp_path), "a.lock")
    texts = [Path(path).read_text() for path in paths]
    assert total == 3
    assert texts == ["a==1 \\\n    --hash=sha256:1 \\\n    --hash=sha256:2\nc==3\n", "b==2 ; x\n"]
    fake = tmp_path / "python"
    fake.write_text('#!/bin/sh\ncase "$*" in *bad) echo Segmentation fault; exit 3; esac\n')
    fake.chmod(0o755)
    boot.pip(str(fake), str(tmp_path), ["good"], "packages", 2, ["good"])
    for pair in (["good"], ["bad"]), (["bad"], ["good"]):
        with pytest.raises(boot.Stop, match=r"delete the folder \.venv"):
            boot.pip(str(fake), str(tmp_path), pair[0], "packages", 2, pair[1])


def test_the_callers_pip_settings_do_not_send_packages_elsewhere(boot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_TARGET", "/x")
    monkeypatch.setenv("PYTHONPATH", "/x")
    monkeypatch.setenv("PIP_PROXY", "http://127.0.0.1:1")
    env = boot.clean_environment()
    assert "PIP_TARGET" not in env
    assert "PYTHONPATH" not in env
    assert env["PIP_PROXY"] == "http://127.0.0.1:1"


def test_two_runs_at_once_wait_for_each_other(tmp_path: Path) -> None:
    code = (
        f"import sys, time; sys.path.insert(0, {str(ROOT / 'tools')!r}); import bootstrap\n"
        f"with bootstrap.alone({str(tmp_path)!r}):\n    print(time.time()); time.sleep(0.4); print(time.time())\n"
    )
    both = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    spans = sorted(tuple(map(float, p.communicate()[0].split())) for p in both)
    assert spans[0][1] <= spans[1][0] + 0.01


# ---- the locks -------------------------------------------------------------------------------------------------------


def locked(name: str) -> dict[Requirement, list[str]]:
    """Return requirements of a lock with their hashes."""
    found: dict[Requirement, list[str]] = {}
    for block in re.split(r"(?m)^(?=\S)", (ROOT / name).read_text()):
        if block and not block.startswith("#"):
            lines = block.split("\\\n")
            found[Requirement(lines[0])] = re.findall(r"--hash=sha256:([0-9a-f]{64})", block)
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_locks_hold_exact_versions_with_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert not re.search(r"(?m)^-", text)
    for requirement, hashes in locked(name).items():
        assert re.fullmatch(r"==[\w.]+", str(requirement.specifier)), requirement
        assert hashes, requirement


def environment(system: str, machine: str, python: str) -> dict[str, str]:
    names = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}
    return {
        "sys_platform": system,
        "platform_system": names[system],
        "platform_machine": machine,
        "python_version": python,
        "python_full_version": f"{python}.9",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "os_name": "nt" if system == "win32" else "posix",
    }


SYSTEMS = [("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"), ("darwin", "x86_64"), ("win32", "AMD64")]


@pytest.mark.parametrize("python", ["3.10", "3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("system", SYSTEMS, ids="-".join)
def test_every_dependency_is_locked_once_for_every_system(system: tuple[str, str], python: str) -> None:
    env = environment(*system, python)
    chosen: dict[str, Version] = {}
    for name in LOCKS[:2]:
        for requirement in locked(name):
            if requirement.marker is None or requirement.marker.evaluate(env):
                version = Version(str(requirement.specifier)[2:])
                assert chosen.setdefault(requirement.name, version) == version
    project = script(ROOT / "tools" / "lock.py").tomllib.loads((ROOT / "pyproject.toml").read_text())
    for line in project["project"]["dependencies"]:
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate(env):
            assert wanted.name in chosen, line
            assert chosen[wanted.name] in wanted.specifier, line
    assert not {"jax", "jaxlib", "sentencepiece", "opencv-contrib-python", "mediapipe", "pydantic"} & set(chosen)


@needs_mediapipe
def test_the_environment_runs_without_what_is_left_out() -> None:
    """The whole of MediaPipe, which is measured against, imports none of the packages that the lock leaves out.

    But for its drawings' matplotlib, for which ``whole_mediapipe`` stands in.
    """
    code = (
        "import sys\n"
        "for name in ('jax', 'jaxlib', 'sentencepiece', 'sympy', 'coloredlogs'): sys.modules[name] = None\n"
        "from measure.mediapipe_reference import whole_mediapipe\n"
        "import onnxruntime, numpy\n"
        "mesh = whole_mediapipe().solutions.face_mesh.FaceMesh(refine_landmarks=True)\n"
        "print(mesh.process(numpy.zeros((480, 640, 3), 'uint8')).multi_face_landmarks)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.stdout == "None\n", done.stderr


def test_the_script_that_writes_locks_tidies_what_uv_gives() -> None:
    lock = script(ROOT / "tools" / "lock.py")
    text = (
        "--index-"
        "url x\n# via y\nnumpy==1.26.4 \\\n    --hash=sha256:aa\njax==1 ; sys_platform == 'never' \\\n"
        "    --hash=sha256:bb\nsix==1 \\\n    --hash=sha256:cc\n"
    )
    assert lock.tidy(text) == "numpy==1.26.4 \\\n    --hash=sha256:aa\nsix==1 \\\n    --hash=sha256:cc\n"
    assert lock.without(lock.tidy(text), {"numpy==1.26.4"}) == "six==1 \\\n    --hash=sha256:cc\n"
    with pytest.raises(SystemExit, match="address"):
        lock.tidy("numpy @ https://example.org/x\n")
