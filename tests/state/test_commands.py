"""The table of commands: complete sentences, no clash of keys or names."""

from __future__ import annotations

from collections import Counter

from attnstudio.state.commands import commands


def test_ids_and_texts_are_unique() -> None:
    assert max(Counter(command.id for command in commands()).values()) == 1
    assert max(Counter(command.text for command in commands()).values()) == 1


def test_no_two_commands_share_a_key() -> None:
    keys = Counter(key.lower() for command in commands() for key in command.keys)
    assert [key for key, count in keys.items() if count > 1] == []


def test_keys_leave_the_panels_their_own() -> None:
    """Arrow keys with or without Shift or Ctrl move a tip; plain +, - and 0 zoom; Tab walks."""
    own = {f"{m}{a}" for m in ("", "Shift+", "Ctrl+") for a in ("Left", "Right", "Up", "Down")}
    own |= {"+", "-", "0", "Tab", "Shift+Tab", "Space", "Return", "Esc"}
    assert not own & {key for command in commands() for key in command.keys}


def test_every_command_says_what_it_does() -> None:
    for command in commands():
        assert command.help.endswith("."), command.id
        assert command.help[0].isupper(), command.id


def test_commands_of_one_menu_stand_together() -> None:
    menus = [command.menu for command in commands()]
    assert menus == sorted(menus, key=["File", "Edit", "Go", "Notes", "View", "Help"].index)
