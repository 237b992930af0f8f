"""Statements of a fleet, as PostgreSQL carries them out."""

import re

import pytest
from postgres import DATABASE, Postgres
from serving import ROOT

TEXT = (ROOT / "Sources/Fleet/FleetSQL.swift").read_text()
DIGEST = r"'\x01'"


@pytest.fixture(scope="module")
def server():
    with Postgres(has_wires=False) as postgres:
        (table,) = re.findall(r"(CREATE TABLE IF NOT EXISTS piece .*?)\"\"\"", TEXT, re.S)
        postgres.primary.execute(table, DATABASE)
        yield postgres.primary


def rows(server, name, types, *values):
    """The rows of a statement; of one that writes, the parts that it has written or deleted."""
    (sql,) = re.findall(rf'static let {name} = Statement\(\s*sql: """(.*?)"""', TEXT, re.S)
    ending = "" if sql.split()[0] == "SELECT" else "RETURNING part"
    script = f"PREPARE statement ({types}) AS {sql} {ending}; EXECUTE statement ({', '.join(map(str, values))})"
    return server.execute(script, DATABASE).split()


def put(server, part, last):
    return rows(server, "putPiece", "bigint, bytea, bigint, bytea, bigint", 7, DIGEST, part, r"'\x00'", last)


def interrupted(server):
    """The pieces of files without the first one: digest, part and transaction of each."""
    return [row.split("|") for row in rows(server, "interruptedUploads", "bigint", 7)]


def delete(server, part, transaction):
    return rows(server, "deleteInterruptedUpload", "bigint, bytea, bigint, text", 7, DIGEST, part, f"'{transaction}'")


def test_a_piece_of_an_interrupted_upload_goes_unless_somebody_has_stored_it_again(server):
    server.execute("DELETE FROM piece", DATABASE)
    assert put(server, 2, 2) == ["2"]
    ((digest, part, transaction),) = interrupted(server)
    assert (digest, part) == (r"\x01", "2")
    assert put(server, 2, 2) == ["2"]

    assert delete(server, 2, transaction) == []
    ((_, _, later),) = interrupted(server)
    assert delete(server, 2, later) == ["2"]


def test_the_first_piece_is_stored_after_all_others_and_keeps_them(server):
    server.execute("DELETE FROM piece", DATABASE)
    assert put(server, 2, 2) == ["2"]
    assert put(server, 0, 2) == []
    assert put(server, 1, 2) == ["1"]
    pieces = interrupted(server)
    assert put(server, 0, 2) == ["0"]

    assert interrupted(server) == []
    assert [delete(server, part, transaction) for _, part, transaction in pieces] == [[], []]
