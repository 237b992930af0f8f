"""Libraries and Omena JSON of every released version open, with all that is in them."""

import gzip
import json
from pathlib import Path

import pytest
from test_command import run
from test_upkeep import check

RELEASED = Path(__file__).parent.parent / "Released"
VERSIONS = sorted(path.name for path in RELEASED.iterdir())


def unpack(version, folder):
    for packed in (RELEASED / version).iterdir():
        (folder / packed.stem).write_bytes(gzip.decompress(packed.read_bytes()))
        (folder / packed.stem).chmod(0o600)


def exported(library, path):
    result = run("export", path, "--library", library)
    assert result.returncode == 0, result
    return json.loads(path.read_text())


def is_part(old, new):
    """Whether `new` has all that `old` has; a later version may write further members."""
    if isinstance(old, dict):
        return isinstance(new, dict) and all(key in new and is_part(old[key], new[key]) for key in old)
    if isinstance(old, list):
        return isinstance(new, list) and len(old) == len(new) and all(map(is_part, old, new))
    return old == new


def is_all_there(old, new):
    for part in ["settings", "decks", "noteTypes", "notes", "media"]:
        assert is_part(old[part], new[part]), part


def without_starters(whole):
    return {**whole, "notes": [note for note in whole["notes"] if not note["guid"].startswith("starter/")]}


def test_this_version_has_stored_files():
    # Scripts/keep-release.py stores them.
    assert run("--version").stdout.split()[1] in VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_a_library_opens(version, tmp_path):
    unpack(version, tmp_path)

    assert check(tmp_path / "library.omena")["findings"] == []
    new = exported(tmp_path / "library.omena", tmp_path / "new.json")

    is_all_there(json.loads((tmp_path / "library.json").read_text()), new)


@pytest.mark.parametrize("version", VERSIONS)
def test_omena_json_is_imported(version, tmp_path):
    unpack(version, tmp_path)
    old = json.loads((tmp_path / "library.json").read_text())

    told = run("import", tmp_path / "library.json", "--library", tmp_path / "other.omena", "--json")
    assert told.returncode == 0 and json.loads(told.stdout)["leftOut"] == []
    new = exported(tmp_path / "other.omena", tmp_path / "new.json")

    # The starter decks were there already.
    added = [without_starters(whole) for whole in (old, new)]
    assert added[0]["notes"]
    is_all_there(*added)
