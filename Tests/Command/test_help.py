"""The help of each command, its manual page and the shells' completions, which all come from one description."""

import re
import subprocess

import pytest
from serving import BINARY


def run(*words, **options):
    return subprocess.run([BINARY, *words], capture_output=True, text=True, timeout=60, **options)


def shown(*words):
    result = run(*words)
    assert result.returncode == 0 and result.stderr == "", result
    return result.stdout


COMMANDS = re.findall(r"^  ([a-z]+)  ", shown("--help").split("Commands:")[1].split("Options:")[0], re.M)


def options(command):
    """The options in the help of a command, each with the name of its value, if it has one."""
    found = re.findall(r"^  (?:-[a-z], )?(--[a-z-]+)(?: ([^ ]+))?(?:  .*)?$", shown(command, "--help"), re.M)
    assert found
    return found


def test_the_program_lists_its_commands():
    assert COMMANDS[0] == "serve" and {"import", "export", "help", "completions"} <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_the_same_either_way_and_fits_a_terminal(command):
    text = shown(command, "--help")
    assert text == shown("help", command)
    assert f"Usage: omena {command}" in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("command", COMMANDS)
def test_a_manual_page_has_every_option(command):
    page = shown("help", command, "--man")
    assert page.startswith(f".TH OMENA-{command.upper()} 1 ")
    for name, value in options(command):
        assert f"{name} {value}".strip().replace("-", "\\-") in page


def completed(*words):
    """What bash offers for the last of the words that follow `omena`."""
    script = """
        source <("$0" completions bash)
        COMP_WORDS=(omena "$@")
        COMP_CWORD=$#
        compopt() { :; }
        _omena
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    result = subprocess.run(
        ["bash", "-c", script, BINARY, *words], capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 0 and result.stderr == "", result
    return result.stdout.split("\n")[:-1]


def test_bash_completes_commands_and_options(tmp_path, monkeypatch):
    assert completed("se") == ["serve"]
    assert completed("serve", "--tls") == ["--tls-certificate", "--tls-key"]
    assert completed("import", "--update", "a") == ["always"]
    (tmp_path / "two words.apkg").touch()
    monkeypatch.chdir(tmp_path)
    assert completed("import", "tw") == ["two words.apkg"]
    assert completed("restore", "--library", "tw") == ["two words.apkg"]
    assert completed("pair", "tw") == [""]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_shell_knows_every_option(command):
    bash, zsh, fish = (shown("completions", shell) for shell in ["bash", "zsh", "fish"])
    for name, value in options(command):
        assert name in bash
        assert f"'{name}{'=' if value else ''}[" in zsh
        assert f"-l {name[2:]}" in fish
    assert f"'__fish_seen_subcommand_from {command}'" in fish


def test_the_version_names_the_commit_and_its_day():
    assert re.fullmatch(r"omena \d+\.\d+\.\d+ \(commit [0-9a-f]{12}, \d{4}-\d\d-\d\d\)\n", shown("--version"))


@pytest.mark.parametrize("words", [["help", "dance"], ["completions", "tcsh"], ["completions"], ["help", "--html"]])
def test_unknown_topics_are_refused(words):
    result = run(*words)
    assert result.returncode == 2 and result.stdout == "" and result.stderr.count("\n") == 1
