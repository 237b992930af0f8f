"""What the operators' documentation says is what there is."""

import re
import subprocess
import sys

from serving import ROOT

PAGE = (ROOT / "Documentation/Fleet.md").read_text()


def test_the_capacity_is_what_the_model_computes():
    model = [sys.executable, ROOT / "Benchmarks/fleet/capacity.py"]
    printed = subprocess.run(model, check=True, capture_output=True, text=True).stdout

    assert printed.strip() in PAGE


def test_each_metric_that_is_described_is_there(fleet):
    described = set(re.findall(r"`(omena_[a-z_]+)`", PAGE))

    shown = {name.split("{")[0] for name in fleet["a"].metrics()}

    assert described and described <= shown
