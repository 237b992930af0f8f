"""Compares the engine with its peers on the same logs in one run; prints a table and whether each target is met.

Times are the best of several. Usage: compare.py FOLDER TABLE.md SIZE…
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
EVALUATE_UP_TO = 1_000_000
WAYS = {"fit-cards": "with `card_ids`", "fit-plain": "without"}


def output(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout


def peer(*words):
    return json.loads(output(sys.executable, HERE / "peers.py", *words))


def ours(log, cores, repetitions):
    times = json.loads(output(BUILD / "EngineBenchmark", "time", log, cores, repetitions))
    return {name: min(seconds) for name, seconds in times.items()}


def optimized(log):
    return json.loads(output(BUILD / "omena", "optimize", "--log", log, "--json"))


class Report:
    """A table with a column per size, and targets that each size meets or misses."""

    def __init__(self, sizes):
        self.sizes = sizes
        self.rows = {}
        self.targets = {}

    def note(self, row, size, text):
        self.rows.setdefault(row, {})[size] = text
        print(f"{size:>10,}  {row}: {text}", file=sys.stderr, flush=True)

    def hold(self, target, size, isKept, text):
        self.targets.setdefault(target, []).append((isKept, f"{size:,}: {text}" if size else text))

    def table(self):
        yield "| reviews | " + " | ".join(f"{size:,}" for size in self.sizes) + " |"
        yield "|---|" + "---:|" * len(self.sizes)
        for row, cells in self.rows.items():
            yield f"| {row} | " + " | ".join(cells.get(size, "–") for size in self.sizes) + " |"

    def verdicts(self):
        for target, cases in self.targets.items():
            broken = [text for isKept, text in cases if not isKept]
            yield f"- {target}: " + (f"**missed** at {'; '.join(broken)}" if broken else "met")


def compare(report, folder, size):
    path = folder / f"{size}.csv"
    log = Log(path)
    repetitions = max(3, min(31, 3_000_000 // size))
    early, end = split(path, log)
    times = {cores: ours(path, cores, repetitions) for cores in (1, 2)}
    fits = {cores: ours(early, cores, repetitions) for cores in (1, 2)}
    for cores, name in [(1, "one core"), (2, "two cores")]:
        report.note(f"fit, {name}", size, f"{fits[cores]['fit'] * 1e3:.3g} ms")

    parameters = {"ours": optimized(early)["parameters"]}
    memory = json.loads(output(BUILD / "EngineBenchmark", "memory", folder / "small.csv", early, 2))
    for task, way in WAYS.items():
        least = 5 if task == "fit-cards" else 15
        result = peer(early, task, folder / "small.csv")
        parameters[way] = result["parameters"]
        ratios = {cores: result["best"] / fits[cores]["fit"] for cores in (1, 2)}
        report.note(f"fsrs-rs {way}, times one core", size, f"{ratios[1]:.1f}")
        report.note(f"fsrs-rs {way}, times two cores", size, f"{ratios[2]:.1f}")
        report.hold(f"training ≥ {least} × fsrs-rs {way}", size, max(ratios.values()) >= least, f"{ratios[2]:.1f}")
        for what, name in [("fit", "memory of a fit"), ("with_log", "memory of a fit with its log")]:
            mine = memory[what]
            part = result[what] / max(mine, 0.01)
            report.note(f"{name}, of fsrs-rs's {way}", size, f"{mine:.2f} of {result[what]:.2f} MiB")
            report.hold(f"{name} ≤ 1/5 of fsrs-rs's {way}", size, part >= 5, f"1/{part:.1f}")

    unseen = Log(folder / "unseen.csv")
    for name, held, among in [
        ("the last fifth", log.moment >= end, log),
        ("300,000 reviews of other cards", unseen.gap > 0, unseen),
    ]:
        mine, best = held_out(among, held, parameters)
        report.note(f"log loss on {name}, above fsrs-rs's best", size, f"{mine - best:+.5f}")
        report.hold(f"log loss on {name} ≤ fsrs-rs's best + 0.0003", size, mine - best <= 0.0003, f"{mine - best:+.5f}")

    states = peer(path, "memory")
    for cores, name, least in [(1, "one core", 3), (2, "two cores", 5)]:
        ratio = states["best"] / times[cores]["memories"]
        report.note(f"memory states, times fsrs-rs, {name}", size, f"{ratio:.1f}")
        report.hold(f"memory states ≥ {least} × fsrs-rs on {name}", size, ratio >= least, f"{ratio:.1f}")
    report.note("memory states, one core", size, f"{size / times[1]['memories'] / 1e6:.0f} M/s")
    if size <= PY_FSRS_UP_TO:
        ratio = peer(path, "py-memory")["best"] / times[1]["memories"]
        report.note("memory states, times py-fsrs, one core", size, f"{ratio:.0f}")
    if size <= EVALUATE_UP_TO:
        agreement(report, path, log, states["states"], times[2])
    return {cores: fit["fit"] for cores, fit in fits.items()}


def split(path, log):
    """The training set, the first four fifths of the reviews, and the moment at which it ends."""
    end = log.moment[len(log) * 4 // 5]
    early = path.with_suffix(".early.csv")
    with open(path) as whole, open(early, "w") as part:
        part.write(next(whole))
        part.writelines(line for line in whole if int(line.split(",", 2)[1]) < end)
    return early, end


def held_out(log, held, parameters):
    """The log loss on held-out reviews: ours, and the better of the peer's."""
    held = held & (log.gap > 0)
    remembered = log.grade[held] > 1
    losses = {who: log_loss(predict(log, values)[held], remembered) for who, values in parameters.items()}
    return losses.pop("ours"), min(losses.values())


def agreement(report, path, log, states, times):
    """Compares the evaluations of the same parameters by the engine and its peers."""
    import fsrs_rs_python

    evaluated = optimized(path)
    theirs = peer(path, "evaluate")
    recall = predict(log, fsrs_rs_python.DEFAULT_PARAMETERS)
    predicted = ~np.isnan(recall)
    remembered = log.grade[predicted] > 1
    differences = {
        "log loss, weighted by recency": evaluated["recent_log_loss"]["before"] - theirs["log_loss"],
        "RMSE (bins)": evaluated["rmse_bins"]["before"] - theirs["rmse_bins"],
        "log loss, plain (NumPy)": evaluated["log_loss"]["before"] - log_loss(recall[predicted], remembered),
        "AUC (NumPy)": evaluated["auc"]["before"] - area(recall[predicted], remembered),
    }
    for name, difference in differences.items():
        report.hold("evaluation equal within 1e-4", len(log), abs(difference) <= 1e-4, f"{name} {difference:+.1e}")
    worst = max(map(abs, differences.values()))
    report.note("evaluation, largest difference", len(log), f"{worst:.1e}")
    report.note("evaluation, times fsrs-rs, two cores", len(log), f"{theirs['best'] / times['evaluation']:.1f}")
    mine = {}
    for line in output(BUILD / "omena", "memory", "--log", path, "--json").splitlines():
        card = json.loads(line)
        mine[str(card["card"])] = card["stability"]
    worst = max(abs(mine[card] / stability - 1) for card, (stability, _) in states.items())
    report.note("memory states, largest relative difference", len(log), f"{worst:.1e}")


def learners(report, folder, size):
    """Compares many learners with different parameters, because the result for the last fifth of one log is mostly chance."""
    lasts, others = [], []
    for unseen in sorted(folder.glob("unseen-*.csv")):
        path = folder / unseen.name.replace("unseen", str(size))
        log = Log(path)
        early, end = split(path, log)
        parameters = {"ours": optimized(early)["parameters"]}
        for task, way in WAYS.items():
            parameters[way] = peer(early, task, folder / "small.csv")["parameters"]
        other = Log(unseen)
        for held, among, differences in [(log.moment >= end, log, lasts), (other.gap > 0, other, others)]:
            mine, best = held_out(among, held, parameters)
            differences.append(mine - best)
    for name, differences in [("the last fifth", lasts), ("other cards", others)]:
        text = f"{np.mean(differences):+.5f} (worst {max(differences):+.5f})"
        report.note(f"the same of {len(differences)} learners on {name}, mean", size, text)
        target = f"the same, the mean of {len(differences)} learners on {name}"
        report.hold(target, size, np.mean(differences) <= 0.0003, text)


folder, table, *sizes = sys.argv[1:]
folder, sizes = pathlib.Path(folder), [int(size) for size in sizes]
report = Report(sizes)
fits = {}
for size in sizes:
    fits[size] = compare(report, folder, size)
    if list(folder.glob(f"{size}-*.csv")):
        learners(report, folder, size)
if 10_000_000 in fits:
    for cores, name in [(1, "one core"), (2, "two cores")]:
        ratio = fits[10_000_000][cores] / fits[1_000_000][cores]
        report.note(f"fit, times that of 1 M, {name}", 10_000_000, f"{ratio:.1f}")
        report.hold(f"10 M ≤ 12 × 1 M on {name}", 0, ratio <= 12, f"{ratio:.1f}")
text = "\n".join([*report.table(), "", *report.verdicts()])
print(text)
pathlib.Path(table).write_text(text + "\n")
