"""Ours and the peers on the same logs, in one run; prints ratios of the best of several times each.

Usage: compare.py FOLDER SIZE…
"""

import json
import pathlib
import subprocess
import sys

import numpy as np

from judge import Log, area, log_loss, predict

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parents[1] / ".build" / "release"
PY_FSRS_UP_TO = 100_000


def output(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout


def peer(log, task):
    return json.loads(output(sys.executable, HERE / "peers.py", log, task))


def ours(log, cores, repetitions):
    times = json.loads(output(BUILD / "EngineBenchmark", "time", log, cores, repetitions))
    return {name: min(seconds) for name, seconds in times.items()}


def peak(log, command="optimize"):
    """Of the whole command, reading included, beyond what it takes to print its help: MiB."""

    def measured(*words):
        code = (
            "import resource, subprocess, sys;"
            "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True);"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
        )
        return float(output(sys.executable, "-c", code, BUILD / "omena", *words))

    return measured(command, "--log", log, "--json") - measured(command, "--help")


def split(path, log):
    """The log up to the moment before which four fifths of the reviews lie: what is fitted to."""
    end = log.moment[len(log) * 4 // 5]
    early = path.with_suffix(".early.csv")
    with open(path) as whole, open(early, "w") as part:
        part.write(next(whole))
        part.writelines(line for line in whole if int(line.split(",", 2)[1]) < end)
    return early, end


def millions(count, seconds):
    return f"{count / seconds / 1e6:.1f} M/s"


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def compare(path):
    log = Log(path)
    count = len(log)
    repetitions = max(3, min(15, 3_000_000 // count))
    early, end = split(path, log)
    print(f"\n### {count:,} reviews of {len(log.ids):,} cards\n")
    row("what", "ours", "peer", "ratio")
    row("---", "---:", "---:", "---:")

    one, two = ours(path, 1, repetitions), ours(path, 2, repetitions)
    memory = peer(path, "memory")
    row("memory states, one core; fsrs-rs", millions(count, one["memories"]), millions(count, memory["best"]),
        f"{memory['best'] / one['memories']:.1f}")
    row("memory states, two cores; fsrs-rs", millions(count, two["memories"]), millions(count, memory["best"]),
        f"{memory['best'] / two['memories']:.1f}")
    if count <= PY_FSRS_UP_TO:
        slow = peer(path, "py-memory")["best"]
        row("memory states, one core; py-fsrs", millions(count, one["memories"]), millions(count, slow),
            f"{slow / one['memories']:.0f}")

    fitted_one, fitted = ours(early, 1, repetitions), ours(early, 2, repetitions)
    parameters = {"ours": json.loads(output(BUILD / "omena", "optimize", "--log", early, "--json"))["parameters"]}
    mebibytes = peak(early)
    for task, name in [("fit-cards", "with card_ids"), ("fit-plain", "without")]:
        if task == "fit-plain" and count > 1_000_000:
            continue
        result = peer(early, task)
        parameters[name] = result["parameters"]
        row(f"training, one core; fsrs-rs {name}", f"{fitted_one['fit'] * 1e3:.2f} ms", f"{result['best'] * 1e3:.1f} ms",
            f"{result['best'] / fitted_one['fit']:.1f}")
        row(f"training, two cores; fsrs-rs {name}", f"{fitted['fit'] * 1e3:.2f} ms", f"{result['best'] * 1e3:.1f} ms",
            f"{result['best'] / fitted['fit']:.1f}")
        row(f"peak memory beyond an idle program's; fsrs-rs {name}", f"{mebibytes:.1f} MiB",
            f"{result['peak']:.1f} MiB", f"1/{result['peak'] / max(mebibytes, 0.1):.1f}")

    held_out("the last fifth", log, log.moment >= end, parameters)
    unseen = Log(path.parent / "unseen.csv")
    held_out("300,000 reviews of other cards", unseen, unseen.gap > 0, parameters)

    if count <= 1_000_000:
        agreement(path, log, memory["states"], two)
    return fitted_one


def held_out(name, log, held, parameters):
    """Log loss on reviews that nobody was fitted to; the last cell is what ours lies above the peer's."""
    held = held & (log.gap > 0)
    remembered = log.grade[held] > 1
    losses = {who: log_loss(predict(log, values)[held], remembered) for who, values in parameters.items()}
    mine = losses.pop("ours")
    for who, loss in losses.items():
        row(f"log loss on {name}; fsrs-rs {who}", f"{mine:.5f}", f"{loss:.5f}", f"{mine - loss:+.5f}")


def agreement(path, log, states, times):
    """What ours and the peers say of the same parameters."""
    said = json.loads(output(BUILD / "omena", "optimize", "--log", path, "--json"))
    theirs = peer(path, "evaluate")
    recall = predict(log, default_parameters())
    asked = ~np.isnan(recall)
    remembered = log.grade[asked] > 1
    row("log loss, weighted by recency", f"{said['recent_log_loss']['before']:.6f}", f"{theirs['log_loss']:.6f}", "")
    row("RMSE (bins)", f"{said['rmse_bins']['before']:.6f}", f"{theirs['rmse_bins']:.6f}", "")
    row("log loss, plain; NumPy", f"{said['log_loss']['before']:.6f}", f"{log_loss(recall[asked], remembered):.6f}", "")
    row("AUC; NumPy", f"{said['auc']['before']:.6f}", f"{area(recall[asked], remembered):.6f}", "")
    row("time to evaluate, two cores", f"{times['evaluation'] * 1e3:.1f} ms", f"{theirs['best'] * 1e3:.1f} ms",
        f"{theirs['best'] / times['evaluation']:.1f}")
    mine = {}
    for line in output(BUILD / "omena", "memory", "--log", path, "--json").splitlines():
        card = json.loads(line)
        mine[str(card["card"])] = (card["stability"], card["difficulty"])
    worst = max(abs(mine[card][0] / stability - 1) for card, (stability, _) in states.items())
    row("memory states, largest relative difference", f"{worst:.1e}", "", "")


def default_parameters():
    import fsrs_rs_python

    return fsrs_rs_python.DEFAULT_PARAMETERS


folder, *sizes = sys.argv[1:]
fits = {int(size): compare(pathlib.Path(folder) / f"{size}.csv") for size in sizes}
if 10_000_000 in fits:
    print(f"\n10 M take {fits[10_000_000]['fit'] / fits[1_000_000]['fit']:.1f} times as long to fit as 1 M, on one core.")
