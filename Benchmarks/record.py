"""Puts what a benchmark printed into its section of `Documentation/Performance.md`, in place of the last result.

Usage: record.py BENCHMARK OUTPUT
"""

import datetime
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "Documentation" / "Performance.md"


def description(name):
    """The comment at the top of the benchmark's script, without its lines of usage."""
    lines = []
    for line in (ROOT / "Benchmarks" / name / "run.sh").read_text().splitlines()[1:]:
        if not line.startswith("#"):
            break
        if not line.startswith(("# run.sh", "#   ")):
            lines.append(line.removeprefix("#").strip())
    return "\n".join(lines)


def machine():
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{cpu[1] if cpu else 'an unknown processor'}, {os.cpu_count()} cores"


def block(output):
    """The output, as Markdown where it is a Markdown table, otherwise as it was printed."""
    return output if output.startswith("|") else f"```\n{output}\n```"


def main():
    name, output = sys.argv[1], pathlib.Path(sys.argv[2]).read_text().rstrip().lstrip("\n")
    section = f"{description(name)}\n\n{block(output)}\n\nMeasured on {datetime.date.today()}: {machine()}.\n"
    introduction, *rest = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)
    sections = dict(part.split("\n\n", 1) for part in rest)
    sections[name] = section
    parts = [introduction.rstrip()] + [f"## {title}\n\n{text.strip()}" for title, text in sorted(sections.items())]
    PAGE.write_text("\n\n".join(parts) + "\n")


main()
