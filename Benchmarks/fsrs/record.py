"""Replaces the table in `Documentation/Decisions/training.md` by the table of a run.

Usage: record.py TABLE.md
"""

import pathlib
import re
import sys

page = pathlib.Path(__file__).resolve().parents[2] / "Documentation" / "Decisions" / "training.md"
table = pathlib.Path(sys.argv[1]).read_text().strip()
cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
text, count = re.subn(
    r"(<!-- measured -->\n).*?(<!-- /measured -->)",
    lambda found: f"{found[1]}Measured on: {cpu[1] if cpu else 'unknown'}.\n\n{table}\n{found[2]}",
    page.read_text(),
    flags=re.DOTALL,
)
if count != 1:
    sys.exit(f"record.py: {page} has no markers for the table")
page.write_text(text)
