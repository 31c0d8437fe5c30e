"""The practice page in a real browser: every drill with a fake camera and a fake microphone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import soxr

from companion.people.attempt import Attempt, Throw
from companion.people.lessons.noise_takes import take
from companion.people.person import key_of
from companion.people.store import FACE_FILE, People
from companion.practice.confirmed_plays import ConfirmedPlays, add
from companion.practice.noise_samples import HeardNoise
from companion.practice.store import PracticeStore
from companion.rules.face_off.data import SIGNAL_SETS
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.sound_features import TAUGHT, NoiseProfile, NoiseTake
from companion.sources.audio_files import read
from companion.words import say, term
from tests.browser.pages import CHART_TEXTS_CUT, TAP_FAULTS, until, wrong_with
from tests.practice_clips import write_mjpeg, write_sound, write_takes, write_throws, write_tilts_mjpeg
from tests.practice_served import Practice

Open = Callable[..., tuple[Practice, Any]]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path / "data"))


@pytest.fixture
def practise(tmp_path: Path, launch: Any) -> Iterator[Open]:
    """Yield what opens the page as Ann, with fake devices that play ``faces`` and ``noises`` again and again."""
    running: list[Practice] = []

    def start(
        faces: tuple[str, ...] = (), noises: tuple[str, ...] = (), camera: str = "", context: Any = None, **usual: float
    ) -> tuple[Practice, Any]:
        running.append(Practice(tmp_path / "data", camera, **usual))
        more = []
        if faces:
            more.append(f"--use-file-for-fake-video-capture={write_mjpeg(tmp_path / 'camera.mjpeg', faces, calm=1.6)}")
        if noises:
            sound = write_sound(tmp_path / "mic.wav", noises, before=0.6, rest=3.6)
            more.append(f"--use-file-for-fake-audio-capture={sound}")
        options = {"locale": "en-GB", "permissions": ["camera", "microphone"], **(context or {})}
        page = launch(*more).new_context(**options).new_page()
        page.goto(running[-1].address)
        page.fill("#name", "Ann")
        page.press("#name", "Enter")
        page.wait_for_selector("[data-drill='learn']")
        return running[-1], page

    yield start
    for one in running:
        one.stop()


def test_learn_a_face_keep_it_and_take_it_back(practise: Open, tmp_path: Path) -> None:
    """The figure, the bar and the coaching are there; a hit may go into the profile, and out again."""
    served, page = practise(("eyes_wide",), tries=2)
    page.click("[data-learn='eyes_wide']")
    page.wait_for_selector(".stage[data-faces='1']", timeout=40_000)
    assert page.get_attribute(".loop", "src") == "/figures/eyes_wide.webp"
    page.wait_for_selector(".nearbar")
    page.wait_for_selector(".notes .good", timeout=90_000)
    page.wait_for_selector(".drill[data-phase='done']", timeout=90_000)
    attempt = next(a for a in served.attempts() if a.hit)
    assert (attempt.drill, attempt.asked, attempt.hit) == ("learn", "eyes_wide", True)
    assert 0 <= attempt.onset <= attempt.recognised
    face = tmp_path / "data" / "profiles" / key_of("Ann") / FACE_FILE
    assert not face.exists()
    page.click("#keep")
    page.wait_for_selector("#takeback")
    assert '"eyes_wide"' in face.read_text()
    page.click("#takeback")
    page.wait_for_selector("#takeback", state="detached")
    assert not face.exists()
    page.click("#stop")
    page.wait_for_selector("#total")
    assert "of 2 hit" in page.text_content("#total")
    assert page.locator(".charts img.chart").count() == 4
    chart = page.request.get(page.evaluate("document.querySelector('.charts img.chart').src"))
    assert chart.ok
    assert "% of 2" in chart.text()


def test_grin_and_poker_face(practise: Open) -> None:
    """Two drills on one camera: a grin is a hit, and teeth in a victory speech."""
    served, page = practise(("grin",), tries=20, speech=7.0)  # longer than the camera's clip, with a grin in it
    page.click("[data-drill='grin']")
    page.wait_for_selector(".notes .good", timeout=90_000)
    page.keyboard.press("Escape")
    page.click("[data-drill='poker']")
    page.wait_for_selector("#strip img", timeout=60_000)
    assert 3 <= page.locator("#strip img").count() <= 12
    page.wait_for_selector("#strip .teeth")
    assert "teeth at" in page.text_content("#summary")
    assert [(a.drill, a.made) for a in served.attempts()][-2:] == [("grin", "grin"), ("poker", "teeth")]
    sources = page.evaluate("[...document.querySelectorAll('#strip img')].map((i) => i.src.slice(0, 23))")
    assert set(sources) == {"data:image/jpeg;base64,"}


def test_reaction_and_frenzy_by_microphone(practise: Open) -> None:
    """The number alone is shown; a noise is a try; in frenzy the same noise offers cards."""
    served, page = practise((), ("cow", "seal"), tries=20, hand=7.0)
    page.click("[data-set='C']")
    page.click("[data-drill='reaction']")
    page.wait_for_selector(".number", timeout=90_000)
    assert page.text_content("#asked") in ("1", "2", "3", "4")
    page.wait_for_selector(".notes li:has-text('recognised after')", timeout=90_000)
    last = served.attempts()[-1]
    assert (last.drill, last.made in ("cow", "seal")) == ("reaction", True)
    assert last.hit is (last.asked == last.made)
    page.keyboard.press("Escape")
    page.click("[data-drill='frenzy']")
    page.wait_for_selector("#bots .show", timeout=30_000)
    assert page.locator("#hand .suit").count() == 3
    page.wait_for_selector(".notes li:has-text('you offer')", timeout=30_000)
    page.wait_for_selector(".drill[data-phase='done']", timeout=60_000)
    assert page.text_content("#summary")


def test_a_wild_thing_of_ones_own(practise: Open, tmp_path: Path) -> None:
    """A noise that was taught as the Wild Thing is a hit; the catalogue knows nothing of it."""
    samples = read(Path(__file__).resolve().parents[2] / "companion" / "practice" / "figures" / "monkey.flac")
    folder = tmp_path / "data" / "profiles"
    takes = [soxr.resample(samples, 16000, rate) for rate in (15200, 16000, 16900)]  # never twice the same
    add(ConfirmedPlays(noises=[HeardNoise("wild_thing", 0.0, take) for take in takes]), "Ann", folder)
    profile = People(folder).sounds("Ann")
    assert profile is not None
    assert [t.name for t in profile.takes] == ["wild_thing"] * 3
    served, page = practise((), ("monkey",), tries=3)
    page.click("[data-drill='wild']")
    page.wait_for_selector(".notes .good", timeout=90_000)
    page.wait_for_selector(".drill[data-phase='done']", timeout=90_000)
    assert ("wild", "wild_thing", "wild_thing") in {(a.drill, a.asked, a.made) for a in served.attempts()}
    page.click("#keep")
    page.wait_for_selector("#takeback")
    profile = People(folder).sounds("Ann")
    assert profile is not None
    assert len(profile.takes) > 3
    page.click("#takeback")
    page.wait_for_selector("#takeback", state="detached")
    profile = People(folder).sounds("Ann")
    assert profile is not None
    assert len(profile.takes) == 3


TAPS = """() => { window.taps = 0; addEventListener("click", () => { window.taps += 1; }, true); }"""
TONES = """window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...more) { window.tones += 1; return start.apply(this, more); };"""


@pytest.mark.parametrize("known", [False, True])
def test_from_the_start_page_one_tap_leads_into_the_first_drill(known: bool, tmp_path: Path, launch: Any) -> None:
    """Somebody new without a name, too; whoever practised last is there already."""
    if known:
        at = datetime.now(timezone.utc)
        (tmp_path / "data").mkdir()
        with PracticeStore(tmp_path / "data" / "practice.sqlite3") as store:
            store.add("Ann", Attempt(drill="learn", asked="cow", made="cow", hit=True, onset=0.8, at=at))
    served = Practice(tmp_path / "data")
    try:
        if known:
            served.call(lambda: served.desk.choose(served.desk.store.latest_player()))
        page = launch().new_context(locale="de-DE", permissions=["camera", "microphone"]).new_page()
        page.goto(served.address)
        page.wait_for_selector("#today")
        assert wrong_with(page) == []
        page.evaluate(TAPS)
        page.click("#today")
        page.wait_for_selector(".drill[data-drill='learn'] .steps [aria-current]")
        assert page.evaluate("window.taps") == 1
        assert page.text_content("h1") == ("Üben: Ann" if known else "Üben: Ich")
        desk: Any = served.desk
        run = served.call(lambda: desk.run_now.drill.plan)
        assert run.signals[0] in SIGNAL_SETS["C" if known else "B"]
    finally:
        served.stop()


def test_five_minutes_are_played_through(practise: Open) -> None:
    """Each unit waits for the next tap; a hit sounds; at the end what got better and what is next, and one consent."""
    served, page = practise(("eyes_wide", "tongue_out", "eyes_mouth_wide"), learn_tries=1, cues=2, hand=6.0)
    page.add_init_script(TONES)
    page.reload()
    page.wait_for_selector(".units li:nth-child(5)")
    units = page.locator(".units li").all_text_contents()
    assert units[-2:] == ["Reaction", "Frenzy"]
    page.click("#today")
    for k in range(4):
        page.wait_for_selector(f".steps li:nth-child({k + 1})[aria-current]")
        page.wait_for_selector("#next", timeout=90_000)
        assert units[k + 1] in page.text_content("#next")
        assert page.locator("#keep, #better").count() == 0, "asked once, at the end"
        page.click("#next")
    page.wait_for_selector("#better", timeout=90_000)
    tried = served.attempts()
    hits = sum(a.hit for a in tried)
    assert {a.drill for a in tried} >= {"learn", "reaction"}
    assert hits, "the film shows three of the four faces"
    assert page.evaluate("window.tones") > 0
    assert page.locator("#better li").count() == 2
    assert page.locator("#better li").nth(1).text_content().startswith("Next: ")
    assert wrong_with(page) == []
    page.click("#keep")
    page.wait_for_selector("#takeback")
    page.click("#stop")
    page.wait_for_selector(".week img.chart")
    until(page, "document.querySelector('.week img').naturalWidth > 100")


def test_no_tone_gets_into_the_takes_of_a_microphone(practise: Open) -> None:
    served, page = practise((), ("cow", "seal"), tries=20)
    page.add_init_script(TONES)
    page.reload()
    page.click("[data-set='C']")
    page.click("[data-learn='cow']")
    page.wait_for_selector(".notes .good", timeout=90_000)
    page.wait_for_selector("#streak")
    assert page.locator(".drawn svg").count() == 1, "the cow beside its bar"
    assert any(a.hit for a in served.attempts())
    assert page.evaluate("window.tones") == 0


def test_what_is_next_follows_the_chosen_set(practise: Open) -> None:
    _, page = practise()
    for letter in "ACDB":
        page.click(f"[data-set='{letter}']")
        until(page, f"document.querySelector('[data-set=\"{letter}\"]').getAttribute('aria-pressed') === 'true'")
        named = page.eval_on_selector_all("ul.next [data-signal]", "all => all.map(one => one.dataset.signal)")
        assert set(named) <= {*SIGNAL_SETS[letter], "grin"}, letter
        assert set(named) >= set(SIGNAL_SETS[letter])
        first = page.text_content(".units li")
        assert first in {term("signal", s) for s in (*SIGNAL_SETS[letter], "grin")}


def test_a_wild_noise_is_taught_on_the_page_and_made_on_cue(practise: Open, tmp_path: Path, launch: Any) -> None:
    """Three takes, then cues: nothing was known before."""
    sound = write_takes(tmp_path / "wild.wav", "monkey", (1.0, 1.05, 0.95, 1.02, 0.98))
    served = Practice(tmp_path / "data", tries=3)
    try:
        browser = launch(f"--use-file-for-fake-audio-capture={sound}")
        page = browser.new_context(locale="en-GB", permissions=["microphone"]).new_page()
        page.goto(served.address)
        page.fill("#name", "Ann")
        page.press("#name", "Enter")
        page.click("[data-drill='wild']")
        page.wait_for_selector("#teach:has-text('take 2 of 3')", timeout=60_000)
        page.wait_for_selector(".drill[data-phase='done']", timeout=120_000)
        assert {(a.drill, a.asked) for a in served.attempts()} == {("wild", "wild_thing")}
        assert any(a.hit for a in served.attempts())
        assert page.locator("#better li").count() == 2
    finally:
        served.stop()


def test_a_wild_face_is_taught_on_the_page_and_made_on_cue(tmp_path: Path, launch: Any) -> None:
    """A tilted head, which no signal knows: shown twice, then made on cue, and kept nowhere."""
    camera = write_tilts_mjpeg(tmp_path / "tilts.mjpeg", 6, calm=5.0, rest=3.0)
    served = Practice(tmp_path / "data", tries=2)
    try:
        browser = launch(f"--use-file-for-fake-video-capture={camera}")
        page = browser.new_context(locale="en-GB", permissions=["camera"]).new_page()
        page.goto(served.address)
        page.fill("#name", "Ann")
        page.press("#name", "Enter")
        page.click("[data-drill='wildface']")
        page.wait_for_selector(".drill[data-drill='wild'] .stage[data-faces='1']", timeout=40_000)
        page.wait_for_selector("#teach", timeout=60_000)
        page.wait_for_selector("#asked:has-text('Wild Thing')", timeout=90_000)
        page.wait_for_selector(".notes .good", timeout=60_000)
        assert {(a.drill, a.asked) for a in served.attempts()} == {("wild", "wild_thing")}
        assert any(a.made == "wild_thing" and a.hit for a in served.attempts())
        assert not (tmp_path / "data" / "profiles" / key_of("Ann") / FACE_FILE).exists()
    finally:
        served.stop()


def edge(page: Any, signal: str) -> tuple[Any, float]:
    """How the left edge of a cell is drawn: its colour (blue, green, red), and how much its brightness changes."""
    image = cv2.imdecode(np.frombuffer(page.locator(f"[data-cell={signal}]").screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    line = image[4:-4, :4].astype(float)
    return line.mean(axis=(0, 1)), float(np.ptp(line.mean(axis=(1, 2))))


def test_the_sheet_is_the_tables_own_from_the_same_store(practise: Open) -> None:
    """What a warm-up at the table has kept is told here; what is weak is practised from there."""
    figures = Path(__file__).resolve().parents[2] / "companion" / "practice" / "figures"
    samples = read(figures / "monkey.flac")
    net = NoiseEmbedding()
    takes = [take(soxr.resample(samples, 16000, rate), net) for rate in (15200, 16000, 16900)]
    one = take(read(figures / "cow.flac"), net)
    known = [*(NoiseTake("monkey", TAUGHT, sound) for sound in takes), NoiseTake("cow", TAUGHT, one)]
    People().keep_sounds(NoiseProfile("Ann", known, net.version))
    _, page = practise()
    page.click("[data-set='C']")
    grade = "document.querySelector('[data-part=sheet] [data-cell={}]')?.dataset.grade"
    until(page, f"{grade.format('monkey')} !== undefined", 60)
    assert [page.evaluate(grade.format(s)) for s in ("monkey", "cow", "seal")] == ["sure", "weak", "unknown"]
    assert "one take so far" in page.text_content("[data-cell=cow]")
    assert page.locator("[data-cell=monkey] button").count() == 0
    assert page.locator("[data-cell=chicken]").count() == 0  # of another set
    assert wrong_with(page) == []
    (sure, _), (weak, _), (unknown, dashes) = (edge(page, signal) for signal in ("monkey", "cow", "seal"))
    assert sure.argmax() == 1, "green"
    assert weak.argmax() == 2, "brown"
    assert dashes > 20, "who sees no colours sees a broken line"
    assert unknown.min() > max(sure.min(), weak.min())
    page.click("[data-cell=cow] button")
    page.wait_for_selector(".drill[data-drill='learn']")


def test_the_dice_check_takes_a_correction_by_key(practise: Open, tmp_path: Path) -> None:
    """Python's own camera: rendered throws; whatever was read is corrected to what really fell."""
    clip = tmp_path / "throws.avi"
    fell = write_throws(clip, seed=3, throws=1)[0]
    served, page = practise(camera=str(clip))
    page.click("[data-drill='dice']")
    page.wait_for_selector("#reading .die:nth-child(2)", timeout=60_000)
    desk: Any = served.desk
    read = served.call(lambda: desk.run_now.pending.read)
    until(page, f"document.querySelectorAll('.throwpicture [data-mark]').length === {len(read)}")
    until(page, "document.querySelector('.throwpicture img').naturalWidth > 100")
    page.click("[data-mark='1']")
    until(page, "document.querySelector('[data-mark=\"1\"]').getAttribute('aria-pressed') === 'true'")
    page.click("[data-mark='0']")
    for value in fell:
        page.keyboard.press(str(value))
    page.keyboard.press("Enter")
    page.wait_for_selector("#card:has-text('1 throw')")
    (throw,) = served.call(lambda: served.desk.store.throws("Ann"))
    assert (throw.read, throw.fell) == (read, fell)
    assert ("1 corrected" in page.text_content("#card")) is (read != fell)
    page.click("#stop")
    page.wait_for_selector("#came li")
    assert "1 throw counted" in page.text_content("#summary")
    assert page.locator("#came li").count() >= 2
    assert wrong_with(page) == []
    page.click("#stop")
    page.wait_for_selector("[data-drill='learn']")


def test_a_throw_counts_only_when_it_is_called_right(practise: Open, tmp_path: Path) -> None:
    clip = tmp_path / "throws.avi"
    write_throws(clip, seed=3, throws=1)
    served, page = practise(camera=str(clip))
    page.click("[data-drill='dice']")
    page.wait_for_selector("#reading .die:nth-child(2)", timeout=60_000)
    page.click("#stop")
    page.wait_for_selector("#came")
    assert "0 throws counted" in page.text_content("#summary")
    assert "not counted" in page.text_content("#summary")
    assert served.call(lambda: served.desk.store.throws("Ann") if served.desk.store.players() else []) == []


STRONGEST_COLOUR_ON_THE_LEFT = """() => {
  const { data } = document.querySelector(".stage canvas").getContext("2d").getImageData(20, 20, 1, 1);
  const colours = [...data].slice(0, 3);
  return colours.indexOf(Math.max(...colours));
}"""


@pytest.mark.parametrize(("drill", "mirrored"), [("dice", False), ("grin", True)])
def test_faces_are_shown_as_in_a_mirror_and_dice_as_they_lie(
    drill: str, mirrored: bool, tmp_path: Path, launch: Any
) -> None:
    """The camera's left half is red."""
    picture = np.zeros((360, 480, 3), np.uint8)
    picture[:, :240, 2] = 230
    picture[:, 240:, 0] = 230
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    (tmp_path / "halves.mjpeg").write_bytes(jpeg * 30)
    served = Practice(tmp_path / "data")
    try:
        browser = launch(f"--use-file-for-fake-video-capture={tmp_path / 'halves.mjpeg'}")
        page = browser.new_context(locale="en-GB", permissions=["camera"]).new_page()
        page.goto(served.address)
        page.fill("#name", "Ann")
        page.press("#name", "Enter")
        page.click(f"[data-drill='{drill}']")
        page.wait_for_selector(".stage:not([hidden])", timeout=40_000)
        until(page, f"({STRONGEST_COLOUR_ON_THE_LEFT})() === {2 if mirrored else 0}", 40)
    finally:
        served.stop()


@pytest.mark.parametrize(
    ("locale", "title"),
    [("en-GB", "Practice of Ann"), ("de-DE", "Übungen von Ann"), ("fr-FR", "Entraînement\u00a0: Ann")],
)
def test_the_report_is_saved_and_opened_as_a_file(locale: str, title: str, practise: Open, tmp_path: Path) -> None:
    """What the link saves is whole by itself: charts, table, dice, in the page's language; it loads nothing."""
    at = datetime.now(timezone.utc)
    with PracticeStore(tmp_path / "data" / "practice.sqlite3") as store:
        for k in range(12):
            asked, made = (("grin", "grin"), ("cow", None), ("sour", "grin"))[k % 3]
            hit = asked == made
            store.add("Ann", Attempt(drill="reaction", asked=asked, made=made, hit=hit, onset=0.5 + 0.05 * k, at=at))
        for k in range(30):
            store.add_throw("Ann", Throw((1 + k % 6,), (1 + k % 6,), False, at))
    _, page = practise(context={"locale": locale, "viewport": {"width": 380, "height": 800}})
    page.wait_for_selector("#save")
    page.wait_for_timeout(800)  # the page is drawn anew while its data come
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename == "practice.html"
    saved.value.save_as(tmp_path / "practice.html")
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))
    page.goto((tmp_path / "practice.html").as_uri())
    assert page.inner_text("h1") == title
    assert page.evaluate("document.documentElement.lang") == locale[:2]
    assert page.locator("svg").count() == 5  # hits, times, weeks, weeks by signal, faces of the dice
    assert page.locator("tr").count() == 4
    assert "report." not in page.inner_text("body")
    assert [url for url in asked_for if not url.startswith(("file:", "data:"))] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wrong_with(page) == []


APART = """() => {
  const [a, ...more] = [...document.querySelector("header.top").children].map((one) => one.getBoundingClientRect());
  return more.every((b) => a.right <= b.left || a.bottom <= b.top);
}"""


LAID_ON_EACH_OTHER = """svg => {
  const boxes = [...svg.querySelectorAll("text")].map(e => [e.textContent, e.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], k) => boxes.slice(k + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4).map(([two]) => `${one} / ${two}`));
}"""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_name_or_figure_of_a_chart_is_cut(language: str, practise: Open, tmp_path: Path) -> None:
    """Every signal there is, with hundreds of tries, over two weeks."""
    signals = [*(s for four in SIGNAL_SETS.values() for s in four), "grin", "wild_thing"]
    now = datetime.now(timezone.utc)
    with PracticeStore(tmp_path / "data" / "practice.sqlite3") as store:
        store.add_all(
            "Ann",
            [
                Attempt(
                    drill="reaction",
                    asked=s,
                    made=s if k % 5 else None,
                    hit=bool(k % 5),
                    onset=11.5 + k / 100 if k % 5 else None,
                    at=now - timedelta(days=k % 12),
                )
                for s in signals
                for k in range(120)
            ],
        )
        for k in range(60):
            store.add_throw("Ann", Throw((1 + k % 6,), (1 + k % 6,), False, now))
    _, page = practise()
    address = page.url.partition("#")[0]
    for kind in ("week", "rates", "times", "weeks", "trend", "dice"):
        page.goto(f"{address}chart/{kind}?lang={language}")
        texts = "[...document.querySelectorAll('text')].length"
        assert page.evaluate(texts) >= 2, kind
        assert page.evaluate(f"({CHART_TEXTS_CUT})(document.documentElement)") == [], kind
        assert page.evaluate(f"({LAID_ON_EACH_OTHER})(document.documentElement)") == [], kind


LEFT_EMPTY = """() => {
  const shown = [...document.querySelectorAll("main *")].filter(e => e.checkVisibility() && !e.children.length);
  const boxes = shown.map(e => e.getBoundingClientRect()).filter(b => b.width && b.height && b.top < innerHeight);
  return innerWidth - Math.max(...boxes.map(b => b.right));
}"""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 700), (390, 844), (360, 780)])
def test_the_first_page_fills_its_screen_and_fits(
    width: int, height: int, locale: str, practise: Open, tmp_path: Path
) -> None:
    at = datetime.now(timezone.utc)
    with PracticeStore(tmp_path / "data" / "practice.sqlite3") as store:
        store.add("Ann", Attempt(drill="reaction", asked="sour", made="sour", hit=True, onset=0.8, at=at))
    _, page = practise(context={"locale": locale, "viewport": {"width": width, "height": height}})
    page.wait_for_selector(".week img")
    button = page.locator("#today").bounding_box()
    assert button["y"] + button["height"] <= height / 2, "the one button is what the page opens with"
    assert page.evaluate(LEFT_EMPTY) <= 0.1 * width
    for text in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, text


def test_the_picture_is_what_a_drill_shows(practise: Open) -> None:
    """Large, with the face to make and the live bar on one screen."""
    _, page = practise(("grin",), tries=20, context={"viewport": {"width": 1440, "height": 900}})
    page.click("[data-learn='eyes_wide']")
    page.wait_for_selector(".stage[data-faces='1']", timeout=40_000)
    for width, height, share in ((1440, 900, 0.3), (1024, 700, 0.2), (390, 844, 0.16)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        picture, figure, bar = (
            page.locator(one).first.bounding_box() for one in (".pair .stage", ".figure .loop", ".nearbar")
        )
        assert picture["width"] * picture["height"] >= share * width * height
        assert figure["x"] >= picture["x"] + picture["width"], "beside it"
        assert bar["y"] + bar["height"] <= height


@pytest.mark.parametrize(("scheme", "locale"), [("light", "de-DE"), ("dark", "fr-FR")])
def test_everybody_can_use_it_on_a_phone(scheme: str, locale: str, practise: Open, tmp_path: Path) -> None:
    """axe-core finds nothing wrong, fingers hit the buttons, nothing is wider than the screen or lies over another."""
    at = datetime.now(timezone.utc)
    with PracticeStore(tmp_path / "data" / "practice.sqlite3") as store:
        for asked, made in (("grin", "grin"), ("cow", None), ("sour", "grin")):
            store.add("Ann", Attempt(drill="reaction", asked=asked, made=made, hit=asked == made, onset=0.8, at=at))
        for k in range(30):
            store.add_throw("Ann", Throw((1 + k % 6,), (1 + k % 6,), False, at))
    context = {"locale": locale, "color_scheme": scheme, "viewport": {"width": 360, "height": 780}}
    _, page = practise(context=context, hand=60.0)
    page.click("details summary")
    problems = {"menu": [*wrong_with(page), *page.evaluate(TAP_FAULTS)]}
    assert say("page.practice.next", locale[:2]) in page.text_content("body")
    assert ("1 von 3 getroffen" if locale == "de-DE" else "1 réussi sur 3") in page.text_content("#total")
    assert page.evaluate(APART)
    page.click("#today")
    page.wait_for_selector(".steps [aria-current]")
    problems["five minutes"] = [*wrong_with(page), *page.evaluate(TAP_FAULTS)]
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-drill='learn']")
    for drill in ("learn", "reaction", "frenzy", "poker", "grin", "wild", "wildface", "dice"):
        page.click(f"[data-drill='{drill}']")
        page.wait_for_selector(f".drill[data-drill='{drill.removesuffix('face')}']")
        problems[drill] = [*wrong_with(page), *page.evaluate(TAP_FAULTS)]
        page.keyboard.press("Escape")
        page.wait_for_selector("[data-drill='learn']")
    assert not any(problems.values()), problems
