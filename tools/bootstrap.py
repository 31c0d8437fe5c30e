"""Set-up for ``run``: finds a Python, makes the environment, installs the locks, shows progress. Standard library only.

The syntax keeps to Python 3.6, so that an older Python can still say what is wrong.
"""

import contextlib
import ctypes
import glob
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import threading
import time

WINDOWS = os.name == "nt"
SUPPORTED = ((3, 13), (3, 12), (3, 11), (3, 10), (3, 14))  # in order of liking: 3.14 is checked by its wheels alone
SOURCE_ONLY = "srt"  # the one package without a wheel; it is pure Python
FREE_MB = 1500
BAR = 24  # characters
# What earlier locks installed: a second OpenCV, the project's earlier name, a package of which a dictionary is left.
GONE = ("opencv-python", "companion", "pocketsphinx")
ELSEWHERE = os.path.dirname(os.path.abspath(__file__))  # ``-m`` executes modules of the folder where it is started

# What Linux must bring, a purpose each: (library, plug-in file or command to find, package for apt, dnf, pacman).
# The one list: tests name what they need through tests/needs.py, and a test holds those names against this.
SYSTEM = {
    "run": (
        ("libgthread-2.0.so.0", "libglib2.0-0", "glib2", "glib2"),
        ("libportaudio.so.2", "libportaudio2", "portaudio", "portaudio"),
    ),
    "test": (
        ("strace", "strace", "strace", "strace"),
        ("chromium", "chromium", "chromium", "chromium"),
        ("espeak-ng", "espeak-ng", "espeak-ng", "espeak-ng"),
        ("flite", "flite", "flite", "flite"),
        ("pulseaudio", "pulseaudio", "pulseaudio", "pulseaudio"),
        ("pactl", "pulseaudio-utils", "pulseaudio-utils", "libpulse"),
        ("paplay", "pulseaudio-utils", "pulseaudio-utils", "libpulse"),
        ("alsa-lib/libasound_module_pcm_pulse.so", "libasound2-plugins", "alsa-plugins-pulseaudio", "alsa-plugins"),
        ("mosquitto", "mosquitto", "mosquitto", "mosquitto"),
        ("postgres", "postgresql", "postgresql-server", "postgresql"),
    ),
}


SAME = {"chromium": ("chromium", "chromium-browser", "google-chrome")}  # other names of one command
ASIDE = ("/usr/sbin", "/usr/lib/postgresql/*/bin")  # where servers lie, which are on nobody's path


class Stop(Exception):
    """Set-up cannot go on: one sentence that says what happened and what to do."""


def say(text):
    print("run: " + text, file=sys.stderr, flush=True)


# ---- which Python ----------------------------------------------------------------------------------------------------


def candidates():
    """Commands that may start a supported Python, the present one first."""
    yield [sys.executable]
    home = os.path.expanduser("~")
    for major, minor in SUPPORTED:
        name = "{}.{}".format(major, minor)
        if WINDOWS:
            yield ["py", "-" + name]
            yield [os.path.expandvars(r"%LOCALAPPDATA%\Programs\Python\Python{}{}\python.exe".format(major, minor))]
            continue
        yield ["python" + name]
        for folder in ("/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/opt/homebrew/opt/python@%s/bin" % name):
            yield [os.path.join(folder, "python" + name)]
        yield ["/Library/Frameworks/Python.framework/Versions/%s/bin/python3" % name]
        for pattern in (".pyenv/versions/%s.*/bin/python", ".local/share/uv/python/cpython-%s.*/bin/python3"):
            for found in sorted(glob.glob(os.path.join(home, pattern % name)), reverse=True):
                yield [found]


def version_of(command):
    """(major, minor) of the Python that ``command`` starts, None where it does not start."""
    if command == [sys.executable]:
        return tuple(sys.version_info[:2])
    if shutil.which(command[0]) is None:
        return None
    try:
        out = subprocess.check_output(
            command + ["-c", "import sys; print(*sys.version_info[:2])"], stderr=subprocess.DEVNULL, timeout=20
        )
        major, minor = out.split()
        return int(major), int(minor)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def find_python():
    """Return the command of a supported Python.

    Raises Stop.
    """
    for command in candidates():
        if version_of(command) in SUPPORTED:
            return command
    hint = "from python.org"
    if sys.platform == "darwin":
        hint = "with `brew install python@3.13`, or from python.org"
    elif WINDOWS:
        hint = "with `winget install Python.Python.3.13`"
    elif shutil.which("uv"):
        hint = "with `uv python install 3.13`"
    elif shutil.which("apt-get"):
        hint = "with `sudo apt-get install python3 python3-venv`, or with pyenv or uv where apt has none"
    raise Stop(
        "companion needs Python 3.10 to 3.14 and finds only {}.{}: install one {}, then run this again".format(
            sys.version_info[0], sys.version_info[1], hint
        )
    )


def check_machine():
    """Raise Stop where libraries have no wheels for this processor."""
    machine = platform.machine().lower()
    if struct.calcsize("P") != 8:
        raise Stop("this Python is a 32-bit one: install the 64-bit Python from python.org and run this again")
    if WINDOWS and machine == "arm64":
        raise Stop("this Python is the ARM build: install the x86-64 one from python.org, it runs on this machine too")
    if machine not in ("x86_64", "amd64", "aarch64", "arm64"):
        raise Stop("companion runs on x86-64 and 64-bit ARM, and this is {}: use another machine".format(machine))


# ---- what the system brings ------------------------------------------------------------------------------------------


def present(thing):
    """Whether a library loads, a plug-in lies in a library folder (a name with "/"), or a command is on the path."""
    if "/" in thing:
        return any(glob.glob(os.path.join(folder, thing)) for folder in ("/usr/lib", "/usr/lib64", "/usr/lib/*"))
    if thing in SAME:
        return any(shutil.which(name) is not None for name in SAME[thing])
    if ".so" not in thing:
        return shutil.which(thing) is not None or beside(thing) is not None
    try:
        ctypes.CDLL(thing)
    except OSError:
        return False
    return True


def beside(command):
    """Return the newest of a server's commands that lie in folders of their own, None where there is none."""
    found = [path for folder in ASIDE for path in sorted(glob.glob(os.path.join(folder, command)))]
    return found[-1] if found else None


def is_root():
    return hasattr(os, "geteuid") and os.geteuid() == 0


def system_libraries(purposes):
    """Install what is missing where we may (root on Debian), else print the line to type. Never stops."""
    if not sys.platform.startswith("linux"):
        return
    missing = [row for purpose in purposes for row in SYSTEM.get(purpose, ()) if not present(row[0])]
    if not missing:
        return
    names = list(dict.fromkeys(row[1] for row in missing))
    if shutil.which("apt-get") and is_root():
        say("installing {} with apt".format(", ".join(names)))
        if apt_install(names):
            return
        say("apt could not install them; type: apt-get update && apt-get install -y " + " ".join(names))
        return
    sudo = "" if is_root() else "sudo "
    if shutil.which("apt-get"):
        line = sudo + "apt-get install -y " + " ".join(names)
    elif shutil.which("dnf"):
        line = sudo + "dnf install -y " + " ".join(row[2] for row in missing)
    elif shutil.which("pacman"):
        line = sudo + "pacman -S " + " ".join(row[3] for row in missing)
    else:
        line = "your package manager for " + " ".join(row[0] for row in missing)
    say("this system lacks {}; type: {}".format(", ".join(row[0] for row in missing), line))


def apt_install(names):
    """Whether apt installed ``names``; the package lists are fetched only if the first try fails."""
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    install = ["apt-get", "install", "-y", "-q", "--no-install-recommends"] + list(names)
    for command in (install, ["apt-get", "update", "-q"], install):
        try:
            done = subprocess.run(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=900)
        except (OSError, subprocess.SubprocessError):
            return False
        if command is install and done.returncode == 0:
            return True
    return False


# ---- the environment -------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def alone(root):
    """Hold the set-up for this process; another ``run`` in the same folder waits."""
    path = os.path.join(root, ".venv.lock")
    with open(path, "a+") as file:
        if WINDOWS:
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
                    break
                except OSError:
                    time.sleep(0.5)
        else:
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                say("another run is setting up here: waiting for it")
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def clean_environment():
    """Return the caller's environment without what would send pip or Python elsewhere than ``.venv``."""
    away = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_NO_BINARY", "PIP_ONLY_BINARY", "PIP_REQUIREMENT")
    away += ("PIP_CONSTRAINT", "PIP_REQUIRE_VIRTUALENV", "PIP_DRY_RUN", "PYTHONHOME", "PYTHONPATH")
    away += ("__PYVENV_LAUNCHER__",)
    return {k: v for k, v in os.environ.items() if k not in away}


def make_venv(python, folder, inside):
    """Make a ``.venv`` with a pip that works, kept where an earlier set-up was interrupted.

    Raises Stop.
    """
    if os.path.exists(inside) and version_of([inside]) in SUPPORTED and quiet([inside, "-m", "pip", "--version"]):
        return
    if not quiet(python + ["-c", "import ensurepip, venv"]):
        name = "python{}.{}-venv".format(*version_of(python))
        if not (shutil.which("apt-get") and is_root() and apt_install([name])):
            line = "`sudo apt-get install -y {}`".format(name)
            raise Stop("this Python cannot make environments: type {}, then run this again".format(line))
    say("making .venv with Python {}.{}".format(*version_of(python)))
    command = python + ["-m", "venv", "--clear", folder]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=clean_environment(), cwd=ELSEWHERE
    )
    if done.returncode != 0:
        print(done.stdout.decode(errors="replace"), file=sys.stderr)
        raise Stop("the environment .venv could not be made: see above; is the folder writable and the disk not full?")


def quiet(command):
    """Whether a command ends well; its output is dropped."""
    try:
        dropped = subprocess.DEVNULL
        return subprocess.call(command, stdout=dropped, stderr=dropped, env=clean_environment(), cwd=ELSEWHERE) == 0
    except OSError:
        return False


def pip(inside, root, args, what, total, *more):
    """Run the environment's pip, its output into a log, its progress on one line. Raises Stop.

    ``more``: other arguments, each for a pip that works at the same time: while one waits for the network, another
    unpacks.
    """
    command = [inside, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--no-deps"]
    command += ["--progress-bar", "off", "--no-build-isolation", "--no-compile"]  # what is imported is compiled
    path = os.path.join(root, ".venv", "install.log")
    begun, show, runs, named = time.time(), Progress(what, total), [], []
    places = os.path.join(packages(root), "*.dist-info")
    before = len(glob.glob(places))
    with open(path, "a") as log:
        for each in (args,) + more:
            log.write("\n$ pip install {}\n".format(" ".join(each)))
            process = subprocess.Popen(
                command + each,
                cwd=root,
                env=clean_environment(),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                universal_newlines=True,
                errors="replace",
            )
            lines = []
            told = (process.stdout, log, show, lambda: len(glob.glob(places)) - before, lines, named)
            reader = threading.Thread(target=follow, args=told, daemon=True)
            reader.start()
            runs.append((process, lines, reader))
        try:
            for process, _, reader in runs:
                process.wait()
                reader.join()
        except BaseException:
            for process, _, reader in runs:
                process.terminate()
                process.wait()
                reader.join()
            raise
    bad = [lines for process, lines, _ in runs if process.returncode != 0]
    show.end("{} in {:.0f} s".format("failed" if bad else "done", time.time() - begun))
    if bad:
        for line in [text for text in bad[0] if text.strip()][-12:]:
            print("    " + line, file=sys.stderr)
        raise Stop(diagnosis("\n".join(bad[0])) + " (pip's full output: {})".format(os.path.relpath(path)))


def halves(root, name):
    """Return a lock in two files, one package here and one there."""
    with open(os.path.join(root, name)) as file:
        packages_of = re.findall(r"(?m)^[\w.-]+==.*(?:\n[ \t].*)*", file.read())
    paths = [os.path.join(root, ".venv", "half-{}-{}".format(k, name)) for k in (0, 1)]
    for k, path in enumerate(paths):
        with open(path, "w") as file:
            file.write("\n".join(packages_of[k::2]) + "\n")
    return paths, len(packages_of)


def follow(stream, log, show, unpacked, lines, named):
    """Copy pip's lines into the log and show how far it is.

    ``unpacked`` counts what is in place; ``named`` holds the packages that it came to.
    """
    over = threading.Event()
    for line in stream:
        log.write(line)
        lines.append(line.rstrip())
        name = re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)", line)
        if name:
            named.append(name.group(1))
            show(len(named), "fetching " + name.group(1))
        elif line.startswith("Installing collected packages"):
            threading.Thread(target=watch, args=(over, show, unpacked), daemon=True).start()
    over.set()


def watch(over, show, unpacked):
    """Show how many packages are in place, of which pip says nothing, until it is over."""
    while not over.wait(0.3):
        show(unpacked(), "unpacking")


def diagnosis(output):
    """Pip's failure in one sentence."""
    if re.search(r"No space left|\[Errno 28\]|not enough space", output):
        return "the disk is full: free {} MB and run this again".format(FREE_MB)
    if "DO NOT MATCH THE HASHES" in output:
        return "a package is not the one that the lock names: run this again, or check the package index that pip uses"
    network = r"name resolution|getaddrinfo|NewConnectionError|ConnectionError|Max retries|ProxyError|ReadTimeout|"
    network += (
        r"ConnectTimeout|Connection (?:refused|reset|broken|aborted|timed out)|unreachable|SSLError|IncompleteRead"
    )
    if re.search(network, output):
        return "the package index cannot be reached: go online and run this again, it goes on where it stopped"
    none = re.search(r"No matching distribution found for ([\w.-]+)", output)
    if none:
        return "there is no build of {} for this system ({}, Python {}): use Windows, macOS or a common Linux".format(
            none.group(1), platform.platform(terse=True), platform.python_version()
        )
    if "Permission denied" in output:
        return "the folder .venv is not writable: give this user the folder, or delete .venv and run this again"
    return "the packages could not be installed: delete the folder .venv and run this again"


class Progress:
    """One line that is rewritten on a terminal, with a bar; a line every few seconds elsewhere."""

    def __init__(self, what, total):
        self.what, self.total = what, total
        self.terminal = sys.stderr.isatty()
        self.last = time.time()

    def __call__(self, count, doing):
        count = max(0, min(count, self.total))
        if self.terminal:
            full = BAR * count // self.total
            bar = "#" * full + "." * (BAR - full)
            text = "run: {} [{}] {}/{} {}".format(self.what, bar, count, self.total, doing)
            print("\r" + text.ljust(78)[:78], end="", file=sys.stderr, flush=True)
        elif time.time() - self.last > 10:
            print("run: {} {}/{} {}".format(self.what, count, self.total, doing), file=sys.stderr, flush=True)
            self.last = time.time()

    def end(self, text):
        line = "run: {}: {}".format(self.what, text)
        print("\r" + line.ljust(78) if self.terminal else line, file=sys.stderr, flush=True)


def packages(root):
    """Where the environment's packages lie."""
    inside = os.path.join(root, ".venv", "Lib" if WINDOWS else "lib")
    return os.path.join(inside, "" if WINDOWS else "python3.*", "site-packages")


def remove_gone(inside, root):
    """Uninstall what an earlier set-up left and the locks no longer hold: it would overwrite what they do."""
    for name in GONE:
        if glob.glob(os.path.join(packages(root), name.replace("-", "_") + "-[0-9]*.dist-info")):
            quiet([inside, "-m", "pip", "uninstall", "--yes", "--quiet", name])


def set_up(root, folder, inside, purposes, locks):
    """Make the environment ``folder`` (its Python: ``inside``) hold ``locks`` and the project. Raises Stop, OSError."""
    check_machine()
    python = find_python()
    if shutil.disk_usage(root).free < FREE_MB << 20 and not os.path.exists(inside):
        raise Stop("the disk has less than {} MB free: make room and run this again".format(FREE_MB))
    system_libraries(purposes)
    make_venv(python, folder, inside)
    remove_gone(inside, root)
    for name in locks:
        paths, total = halves(root, name)
        what = {"requirements-build.lock": "build tools", "requirements-test.lock": "test tools"}.get(name, "packages")
        how = ["--require-hashes", "--only-binary", ":all:", "--no-binary", SOURCE_ONLY, "--use-pep517", "-r"]
        if name == "requirements-build.lock":  # pip itself is among them
            paths = [os.path.join(root, name)]
        pip(inside, root, how + paths[:1], what, total, *[how + [path] for path in paths[1:]])
    pip(inside, root, ["-e", "."], "companion", 1)
