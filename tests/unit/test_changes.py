"""What a page is sent of a new state: put together with what it has, it is the new state."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.web.kit.page import LastSent

ITEMS = st.one_of(
    st.integers(0, 3), st.sampled_from(["a", "Ännchen", ""]), st.dictionaries(st.just("n"), st.integers())
)
STATES = st.lists(
    st.dictionaries(st.sampled_from(["dice", "legal", "view", "over"]), st.one_of(ITEMS, st.lists(ITEMS))), max_size=5
)


def merged(state: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """As the page does it (net.js)."""
    if told["t"] == "state":
        return told
    lists = {key: state[key][first : first + count] + items for key, (first, count, items) in told["lists"].items()}
    return {key: value for key, value in {**state, **told["set"], **lists}.items() if key not in told["gone"]}


@given(STATES)
def test_changes_make_the_new_state_of_the_last(states: list[dict[str, Any]]) -> None:
    last = LastSent()
    page: dict[str, Any] = {}
    for state in states:
        told = json.loads(last.message({"t": "state", **state}))
        page = merged(page, told)
        assert page == {"t": "state", **state}


def test_only_what_changed_is_sent() -> None:
    last = LastSent()
    log = [{"n": k, "text": "Ann and Ben traded"} for k in range(60)]
    assert (
        json.loads(last.message({"t": "state", "v": 1, "rulings": log[:50], "legal": ["roll"], "over": None}))["v"] == 1
    )
    told = json.loads(last.message({"t": "state", "v": 2, "rulings": log[1:52], "legal": ["roll"]}))
    assert told == {"t": "changes", "set": {"v": 2}, "lists": {"rulings": [1, 49, log[50:52]]}, "gone": ["over"]}


def test_a_value_that_changes_in_place_is_seen() -> None:
    last, view = LastSent(), {"hand": [1]}
    last.message({"t": "state", "view": view})
    view["hand"].append(2)
    assert json.loads(last.message({"t": "state", "view": view}))["set"] == {"view": {"hand": [1, 2]}}


def test_a_ruling_that_was_sent_by_itself_is_not_sent_once_more_with_the_state() -> None:
    last = LastSent()
    log = [{"n": k, "text": "Ann and Ben traded"} for k in range(60)]
    page = json.loads(last.message({"t": "state", "v": 1, "rulings": log}))
    new = {"n": 60, "text": "Ben and Cleo traded"}
    last.add_sent_item({"t": "ruling", "list": "rulings", **new})
    page["rulings"].append(new)
    state = {"t": "state", "v": 2, "rulings": [*log[1:], new]}
    told = json.loads(last.message(state))
    assert told == {"t": "changes", "set": {"v": 2}, "lists": {"rulings": [1, 60, []]}, "gone": []}
    assert merged(page, told) == state


def test_an_item_of_a_list_that_the_page_has_not_comes_with_the_state() -> None:
    last, state = LastSent(), {"t": "state", "rulings": [{"n": 1}]}
    last.add_sent_item({"t": "ruling", "list": "rulings", "n": 1})
    assert json.loads(last.message(state)) == state
