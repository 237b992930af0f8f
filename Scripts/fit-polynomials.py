#!/usr/bin/env python3
"""Prints the coefficients and constants that Sources/Recall/Mathematics uses.

Each polynomial interpolates its function at Chebyshev nodes. For functions as smooth as these its error is within a few
per cent of the smallest possible one. Computed with 60 digits, rounded to Double once, at the end.
"""
from decimal import Decimal as D, getcontext

getcontext().prec = 60
PI = D("3.14159265358979323846264338327950288419716939937510582097494459")
LN2 = D(2).ln()


def cosine(x):
    term, total, n = D(1), D(1), 0
    while abs(term) > D(10) ** -58:
        n += 2
        term *= -x * x / (n * (n - 1))
        total += term
    return total


def fit(function, low, high, count):
    """The polynomial with `count` coefficients, lowest power first, through the Chebyshev nodes of [low, high]."""
    nodes = [(low + high) / 2 + (high - low) / 2 * cosine(PI * (2 * i + 1) / (2 * count)) for i in range(count)]
    rows = [[node**power for power in range(count)] + [function(node)] for node in nodes]
    for i in range(count):
        pivot = max(range(i, count), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(count):
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], rows[i])]
    return [row[count] for row in rows]


def report(name, function, low, high, count):
    coefficients = [float(c) for c in fit(function, low, high, count)]
    samples = [low + (high - low) * (2 * i + 1) / 2000 for i in range(1000)]
    worst = max(abs(sum(D(c) * x**n for n, c in enumerate(coefficients)) - function(x)) for x in samples)
    print(f"{name}, off by at most {float(worst):.1e}")
    for coefficient in coefficients:
        print(f"    {coefficient!r}")


def halves(name, value, bits):
    """Prints a constant as the sum of two numbers, the first of which has `bits` significant bits."""
    exponent = D(2) ** (bits - 1 - (value.ln() / LN2).__floor__())
    high = D(int(value * exponent)) / exponent
    print(f"{name}, and its two parts, of which the first has {bits} bits")
    print(f"    {float(value)!r}\n    {float(high)!r}\n    {float(value - high)!r}")


def atanh(s):
    return ((1 + s) / (1 - s)).ln() / 2


def remainder(r):
    term, total = D(1) / 2, D(1) / 2
    for n in range(3, 50):
        term *= r / n
        total += term
    return total


WIDEST = (D(2).sqrt() - 1) ** 2 / (D(2).sqrt() + 1) ** 2  # s² where m = √2

report("exp: (eʳ − 1 − r) / r²", remainder, -LN2 / 2, LN2 / 2, 11)
report("log: (2 atanh s − 2s) / s³ in s²", lambda z: 2 * (atanh(z.sqrt()) / z.sqrt() - 1) / z, D(0), WIDEST, 7)
report("pow: (3 atanh s / s − 3 − s²) / s⁴ in s²", lambda z: (3 * atanh(z.sqrt()) / z.sqrt() - 3 - z) / (z * z), D(0), WIDEST, 8)
report("memory: (2ᶠ − 1) / f", lambda f: LN2 + f * LN2 * LN2 * remainder(f * LN2), D(-1) / 2, D(1) / 2, 9)
report("memory: 2 atanh s / (s ln 2) in s²", lambda z: 2 * atanh(z.sqrt()) / (z.sqrt() * LN2), D(0), WIDEST, 6)
halves("ln 2", LN2, 40)
halves("ln 2", LN2, 26)
halves("2 / (3 ln 2)", 2 / (3 * LN2), 26)
print(f"log₂ e\n    {float(1 / LN2)!r}")
