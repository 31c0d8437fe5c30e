"""The site of docs/: ``./run docs`` (``--serve``: look at it while writing).

Offline; a broken link or example is an error.

Copies docs/ with the pages that lie elsewhere (changes, contributing, privacy, security, model cards), fills in what
the program itself knows (commands, options, rules, settings, exit codes, codes of rulings), and lets MkDocs build it
into site/.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "docs"
SITE = ROOT / "site"
ELSEWHERE = {"PRIVACY.md": "privacy.md", "SECURITY.md": "security.md", "CHANGELOG.md": "changelog.md"}
ELSEWHERE["CONTRIBUTING.md"] = "contributing.md"
NOT_CODES = ("term.", "form.", "page.", "old.")  # messages that only templates, pages and old logs ask for
LOADS = re.compile(r"""<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=["'](https?://[^"']+)["']""", re.I)


def gather() -> None:
    """All pages below build/docs, with what is filled in."""
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(ROOT / "docs", BUILD)
    for name, page in ELSEWHERE.items():
        if (ROOT / name).exists():
            text = (ROOT / name).read_text(encoding="utf-8")
            (BUILD / page).write_text(re.sub(r"\]\(docs/", "](", text), encoding="utf-8")
    (BUILD / "figures").mkdir(exist_ok=True)
    for figure in sorted((ROOT / "companion" / "practice" / "figures").glob("*.webp")):
        shutil.copy(figure, BUILD / "figures" / figure.name)
    (BUILD / "models").mkdir(exist_ok=True)
    for card in sorted((ROOT / "models").glob("*/README.md")):
        text = re.sub(r"\]\(\.\./(\w+)/README\.md\)", r"](\1.md)", card.read_text(encoding="utf-8"))
        text = text.replace("](../../docs/", "](../")
        (BUILD / "models" / f"{card.parent.name}.md").write_text(text, encoding="utf-8")
    for page in BUILD.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        filled = re.sub(r"<!-- (\w+)(?:: ([\w -]+))? -->", lambda m: FILLS[m[1]](m[2] or ""), text)
        if filled != text:
            page.write_text(filled, encoding="utf-8")


def commands(_: str) -> str:
    """Every command's help, as a manual page."""
    import click  # what typer's commands are made of
    import typer

    from companion.cli import app, build
    from companion.terminal.command_line import put_into_words

    build(None)
    companion = typer.main.get_command(app)
    put_into_words(click.Context(companion), "en")
    out: list[str] = []

    def walk(command: click.Command, name: str, depth: int) -> None:
        inside = click.Context(command, info_name=name)
        out.append(f"{'#' * depth} {name}\n\n{(command.help or '').strip()}\n")
        rows = [p.get_help_record(inside) for p in command.params if not getattr(p, "hidden", False)]
        kept = [row for row in rows if row is not None and not row[0].startswith(("--help", "--install", "--show"))]
        if kept:
            out.append("| option | |\n|---|---|")
            out.extend(f"| `{cell(a)}` | {cell(b)} |" for a, b in kept)
            out.append("")
        for key, sub in getattr(command, "commands", {}).items():
            walk(sub, f"{name} {key}", min(depth + 1, 4))

    walk(companion, "companion", 2)
    return "\n".join(out)


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def rules(asked: str) -> str:
    """Return the rules that an action of the game can break, with where they stand in the book; "ftw de" in German."""
    from companion.rules import registry
    from companion.words import Language, say, term

    game, _, tongue = asked.partition(" ")
    language: Language = "de" if tongue == "de" else "en"
    head = "| Code | steht in | kurz |" if language == "de" else "| code | stands in | in short |"
    lines = [head, "|---|---|---|"]
    for rule in registry.get(game).rules.values():
        where = f"{term('book', rule.book, language)}, {rule.section}"
        lines.append(f"| `{rule.key}` | {where} | {say(rule.fact.values['text'], language)} |")  # type: ignore[arg-type]
    return "\n".join(lines)


def options(game: str) -> str:
    """Return the game's options with kind, default and help."""
    from companion.rules import registry
    from companion.words import say

    lines = ["| option | kind | default | |", "|---|---|---|---|"]
    for spec in registry.get(game).specs:
        kind = ", ".join(f"`{c}`" for c in spec.choices) if spec.kind == "choice" else spec.kind
        lines.append(
            f"| `{spec.name}` | {kind} | {'' if spec.default is None else spec.default} | {say(spec.help, 'en')} |"
        )
    return "\n".join(lines)


def settings(_: str) -> str:
    """COMPANION_* variables with their defaults."""
    from companion.config import VARIABLE_PREFIX, MachineSettings

    told = {
        "data_folder": "where games, profiles and settings are kept",
        "camera": "the camera where none is named",
        "camera_width": "pixels asked of a camera",
        "camera_height": "pixels asked of a camera",
        "microphone": "the microphone where none is named",
        "listen": "the address that the laptop's page is served on; 0.0.0.0 in a container alone",
        "address": "the name or address that phones shall call, as behind a container's or a router's port",
        "speech_model": "the folder of a Vosk model, for answers by voice in its language",
        "call_name": "what commands are called by, in place of the language's own",
    }
    lines = ["| variable | default | what for |", "|---|---|---|"]
    for field in fields(MachineSettings):
        default = "the system's data folder" if field.name == "data_folder" else field.default
        lines.append(f"| `{VARIABLE_PREFIX}{field.name.upper()}` | {default} | {told[field.name]} |")
    lines.append("| `COMPANION_LANG` | the system's language | en or de, where no --lang says it |")
    return "\n".join(lines)


def exits(_: str) -> str:
    """Exit codes, from the errors themselves."""
    from companion import errors

    lines = [
        "| code | when |",
        "|---|---|",
        "| 0 | all went well |",
        "| 1 | a check failed, or nothing could be read |",
    ]
    for kind in (errors.BadInput, errors.DeviceUnavailable, errors.StorageError):
        lines.append(f"| {kind.exit_code} | {(kind.__doc__ or '').splitlines()[0]} |")
    lines.append("| 130 | stopped with Ctrl-C |")
    return "\n".join(lines)


def codes(_: str) -> str:
    """Return a table for each domain of codes: every code, its values and its sentence in each language."""
    from companion.words import languages, words

    texts = {language: words(language) for language in languages()}
    tables: dict[str, list[str]] = {}
    for code, english in sorted(texts["en"].items()):
        if code.startswith(NOT_CODES):
            continue
        values = ", ".join(dict.fromkeys(re.findall(r"[{(]\s*\$(\w+)", english))) or "-"
        sentences = "<br>".join(f"{language}: {cell(texts[language][code])}" for language in texts)
        domain = code.split(".", maxsplit=1)[0]
        tables.setdefault(domain, []).append(f"| `{code}` | {values} | {sentences} |")
    head = "| code | values | sentence |\n|---|---|---|\n"
    return "\n\n".join(f"## {domain}\n\n{head}" + "\n".join(rows) for domain, rows in sorted(tables.items()))


FILLS = {
    "commands": commands,
    "rules": rules,
    "options": options,
    "settings": settings,
    "exits": exits,
    "codes": codes,
}


def fetches() -> list[str]:
    """Return what a built page would load from elsewhere: nothing should."""
    return [
        f"{page.relative_to(SITE)} loads {url}"
        for page in SITE.rglob("*.html")
        for url in LOADS.findall(page.read_text(encoding="utf-8"))
        if 'rel="canonical"' not in url
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--serve", action="store_true", help="serve it on this machine and rebuild as mkdocs does")
    asked = parser.parse_args()
    begun = time.monotonic()
    sys.path.insert(0, str(ROOT))
    gather()
    words = ["serve"] if asked.serve else ["build", "--strict", "--quiet"]
    code = subprocess.call([sys.executable, "-m", "mkdocs", *words], cwd=ROOT)
    if asked.serve or code != 0:
        return code
    for line in fetches():
        print(line)
        code = 1
    pages = sorted(p.relative_to(SITE).as_posix() for p in SITE.rglob("*.html"))
    print(f"site/index.html: {len(pages)} pages in {time.monotonic() - begun:.0f} s")
    return code


if __name__ == "__main__":
    sys.exit(main())
