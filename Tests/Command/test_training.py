"""`omena optimize` and `omena memory` on review logs, as a script uses them."""

import json
import math
import os
import random
import re
import subprocess

import pytest
from serving import BINARY

DAY = 86_400_000
START = 1_700_000_000_000 // DAY * DAY + 12 * 3_600_000
DEFAULTS = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
]  # fmt: skip


def run(*words, **environment):
    return subprocess.run(
        [BINARY, *map(str, words)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
    )


def optimize(log, *options):
    result = run("optimize", "--log", log, "--json", *options)
    assert result.returncode == 0 and result.stderr == "", result
    return json.loads(result.stdout)


def memories(log, *options):
    result = run("memory", "--log", log, "--json", *options)
    assert result.returncode == 0 and result.stderr == "", result
    cards = [json.loads(line) for line in result.stdout.splitlines()]
    return {card["card"]: (card["stability"], card["difficulty"]) for card in cards}


def assert_refused(result, *words, code=1):
    assert result.returncode == code, result
    assert result.stdout == ""
    assert result.stderr.startswith("omena: ") and result.stderr.count("\n") == 1, result.stderr
    for word in words:
        assert word in result.stderr


@pytest.fixture
def write(tmp_path):
    def write(rows, header="card_id,review_time,review_rating,review_state,review_duration"):
        path = tmp_path / "log.csv"
        path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")
        return path

    return write


def forgetful(cards=900, seed=1):
    """The review log of a learner who forgets much sooner than most."""
    chance = random.Random(seed)
    rows = []
    for card in range(cards):
        day, interval = chance.randrange(200), 1
        for _ in range(10):
            rows.append([1000 + card, START + day * DAY + chance.randrange(10**6), 3, 0, 900])
            day += interval
            remembered = chance.random() < 0.9 ** (interval / 3)
            rows.append([1000 + card, START + day * DAY + chance.randrange(10**6), 3 if remembered else 1, 2, 900])
            interval = min(interval * 2, 60) if remembered else 1
            day += interval
    return sorted(rows, key=lambda row: row[1])


def test_a_fit_predicts_better(write):
    fit = optimize(write(forgetful()))

    assert len(fit["parameters"]) == 21 and fit["parameters"] != DEFAULTS
    assert fit["reviews"] == 18_000 and fit["cards"] == 900
    assert fit["log_loss"]["after"] < fit["log_loss"]["before"] - 0.01
    assert fit["rmse_bins"]["after"] < fit["rmse_bins"]["before"]
    assert 0 < fit["seconds"] < 30


def test_the_current_parameters_stay_unless_better_ones_are_found(write):
    log = write(forgetful())
    fitted = optimize(log)

    again = optimize(log, "--parameters", ",".join(map(str, fitted["parameters"])))

    assert again["parameters"] == fitted["parameters"]
    assert again["log_loss"]["before"] == again["log_loss"]["after"] == fitted["log_loss"]["after"]


def test_advice_is_given_on_request(write):
    log = write(forgetful())
    assert "health" not in optimize(log) and "targets" not in optimize(log)

    advice = optimize(log, "--health", "--retention")

    assert advice["health"]["good"] is True
    targets = advice["targets"]
    assert [target["retention"] for target in targets] == [0.7, 0.75, 0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.96, 0.98]
    for figure in ("minutes_a_day", "reviews_a_day", "remembered"):
        assert targets[5][figure] < targets[-1][figure]
    assert optimize(write([[7, START, 3, 0, 0]]), "--health")["health"] is None
    text = run("optimize", "--log", write(forgetful()), "--health", "--retention").stdout
    assert "are predictable" in text and "What each target retention costs" in text
    assert re.search(r"^ +90% +[\d.]+ +\d+ +\d+$", text, re.M), text


def test_a_log_without_outcomes_is_not_judged(write):
    fit = optimize(write([[7, START, 3, 0, 0], [7, START + 60_000, 3, 1, 0]]))

    assert fit["parameters"] == DEFAULTS and fit["reviews"] == 2 and fit["predictions"] == 0
    for figure in ("log_loss", "rmse_bins", "auc"):
        assert fit[figure] == {"before": None, "after": None}


def test_the_number_of_cores_does_not_change_the_result(write):
    log = write(forgetful())
    fits = [optimize(log, "--cores", cores) for cores in (1, 2, 5)]
    for fit in fits:
        del fit["seconds"]
    assert fits[0] == fits[1] == fits[2]
    assert memories(log, "--cores", 1) == memories(log, "--cores", 3)


def test_rows_and_columns_may_come_in_any_order(write):
    rows = forgetful(60)
    expected = memories(write(rows))
    random.Random(5).shuffle(rows)

    mixed = memories(write([[row[2], "x", row[0], row[1]] for row in rows], "review_rating,note,card_id,review_time"))

    assert mixed == expected


def test_a_first_review_sets_the_stability_to_its_parameter(write):
    difficulty = DEFAULTS[4] - math.exp(DEFAULTS[5] * 2) + 1
    assert memories(write([[7, START, 3, 0, 0]])) == {7: (DEFAULTS[2], pytest.approx(difficulty))}
    other = ",".join(map(str, [1, 2, 30, 40, *DEFAULTS[4:]]))
    assert memories(write([[7, START, 3, 0, 0]]), "--parameters", other)[7][0] == 30


@pytest.mark.parametrize(
    "options, is_next_day",
    [
        ([], False),  # 03:50 is still the day before, in UTC
        (["--rollover", "3"], True),
        (["--timezone", "+02:00"], True),  # there it is ten to six in the morning
        (["--timezone", "-02:00"], False),
        (["--timezone", "Asia/Tokyo"], False),  # from six in the morning to one o'clock
        (["--timezone", "Europe/Helsinki"], True),
    ],
)
def test_days_begin_in_the_learners_time_zone(write, options, is_next_day):
    evening = START // DAY * DAY + 21 * 3_600_000
    same_day = memories(write([[1, evening, 3, 0, 0], [1, evening + 60_000, 3, 0, 0]]))[1]
    log = write([[1, evening, 3, 0, 0], [1, evening + 6 * 3_600_000 + 3_000_000, 3, 0, 0]])

    assert (memories(log, *options)[1] != same_day) == is_next_day


def test_the_text_output_is_a_table(write):
    result = run("optimize", "--log", write(forgetful()))
    assert result.returncode == 0
    for word in ["18000 reviews of 900 cards", "log loss", "RMSE (bins)", "better"]:
        assert word in result.stdout
    result = run("memory", "--log", write([[7, START, 3, 0, 0]]))
    names, card = result.stdout.splitlines()
    assert names == "card_id,stability,difficulty" and card.startswith("7,2.3065,2.118")


@pytest.mark.parametrize("command", ["optimize", "memory"])
@pytest.mark.parametrize(
    "rows, words",
    [
        ([[1, START, 3, 0, 0], [1, START, 5, 0, 0]], ["line 3", "review_rating", "'5'"]),
        ([[1, START, "", 0, 0]], ["line 2", "review_rating"]),
        ([["a", START, 3, 0, 0]], ["line 2", "card_id", "'a'"]),
        ([[1, "2024-01-01", 3, 0, 0]], ["line 2", "review_time"]),
        ([[1, START]], ["line 2", "review_rating"]),
        ([[1, START // 1000, 3, 0, 0], [1, START // 1000 + 86_400, 3, 0, 0]], ["review_time", "seconds"]),
        ([[1, START, 3, 0, 0], [1, START * 1000, 3, 0, 0]], ["line 3", "review_time"]),
        ([], ["no reviews"]),
    ],
)
def test_a_malformed_log_is_refused_by_line(write, command, rows, words):
    assert_refused(run(command, "--log", write(rows), "--json"), *words)


@pytest.mark.parametrize("command", ["optimize", "memory"])
@pytest.mark.parametrize(
    "options, words, code",
    [
        (["--rollover", "4"], ["--log"], 2),
        (["--timezone", "UTC"], ["--log"], 2),
        (["--parameters", ",".join(["1"] * 21)], ["--log"], 2),
        (["--log", "LOG", "--library", "some.omena"], ["--library"], 2),
        (["--library", "/nowhere.omena"], ["/nowhere.omena"], 1),
        (["--log", "/nowhere.csv"], ["/nowhere.csv"], 1),
        (["--log", "/"], ["/"], 1),
        (["--log", "LOG", "--timezone", "Mars"], ["Mars"], 1),
        (["--log", "LOG", "--timezone", "../etc/passwd"], ["../etc/passwd"], 1),
        (["--log", "LOG", "--rollover", "24"], ["--rollover"], 2),
        (["--log", "LOG", "--cores", "0"], ["--cores"], 2),
        (["--log", "LOG", "--parameters", "1,2,3"], ["21"], 2),
        (["--log", "LOG", "--parameters", ",".join(["nan"] * 21)], ["finite"], 2),
        (["--log", "LOG", "--sideways"], ["--sideways"], 2),
    ],
)
def test_invalid_options_are_refused(write, command, options, words, code):
    log = write([[1, START, 3, 0, 0]])
    options = [log if word == "LOG" else word for word in options]
    assert_refused(run(command, *options), *words, code=code)


@pytest.mark.parametrize("command", ["optimize", "memory"])
def test_a_full_disk_is_an_error(write, command):
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [BINARY, command, "--log", write(forgetful(20))], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert result.returncode == 1
    assert result.stderr == "omena: cannot write the result: No space left on device\n"
