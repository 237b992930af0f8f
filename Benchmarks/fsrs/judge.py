"""Evaluates parameters on a log, independently of all that fit them: FSRS-6 in NumPy, in double precision, vectorised over cards."""

import numpy as np

DAY = 86_400_000


class Log:
    """A review log from CSV: reviews in chronological order, days that begin at four o'clock UTC."""

    def __init__(self, path):
        rows = np.loadtxt(path, delimiter=",", skiprows=1, usecols=(0, 1, 2), dtype=np.int64)
        rows = rows[np.argsort(rows[:, 1], kind="stable")]
        self.moment = rows[:, 1]
        self.grade = rows[:, 2].astype(np.int8)
        self.day = (rows[:, 1] - 4 * 3_600_000) // DAY
        self.ids, self.card = np.unique(rows[:, 0], return_inverse=True)

        # The rows grouped by card, and every row's position in its card's history.
        self.order = np.argsort(self.card, kind="stable")
        sorted_cards = self.card[self.order]
        starts = np.flatnonzero(np.r_[True, sorted_cards[1:] != sorted_cards[:-1]])
        self.counts = np.diff(np.r_[starts, len(sorted_cards)])
        self.starts = starts
        position = np.arange(len(sorted_cards)) - np.repeat(starts, self.counts)
        days = np.diff(self.day[self.order], prepend=0)
        days[starts] = 0
        self.position = np.empty(len(position), np.int64)
        self.position[self.order] = position
        self.gap = np.empty(len(position), np.int64)
        self.gap[self.order] = days

    def __len__(self):
        return len(self.moment)


def predict(log, w):
    """The probability of recall before every row (NaN for rows that are not predicted)."""
    w = np.asarray(w, float)
    decay = -w[20]
    factor = 0.9 ** (1 / decay) - 1
    recall = np.full(len(log), np.nan)
    by_length = np.argsort(-log.counts, kind="stable")
    starts, counts = log.starts[by_length], log.counts[by_length]
    s = d = None
    for step in range(counts[0]):
        alive = np.searchsorted(-counts, -step, side="left")
        rows = log.order[starts[:alive] + step]
        g, t = log.grade[rows].astype(int), log.gap[rows].astype(float)
        if step == 0:
            s = np.clip(w[g - 1], 0.001, 36500)
            d = np.clip(w[4] - np.exp(w[5] * (g - 1)) + 1, 1, 10)
            continue
        s, d = s[:alive], d[:alive]
        r = (1 + factor * t / s) ** decay
        recall[rows] = np.where(t > 0, r, np.nan)
        bonus = np.where(g == 2, w[15], np.where(g == 4, w[16], 1))
        success = s * (1 + np.exp(w[8]) * (11 - d) * s ** -w[9] * np.expm1((1 - r) * w[10]) * bonus)
        lapse = w[11] * d ** -w[12] * ((s + 1) ** w[13] - 1) * np.exp((1 - r) * w[14])
        lapse = np.minimum(lapse, s / np.exp(w[17] * w[18]))
        rise = np.exp(w[17] * (g - 3 + w[18])) * s ** -w[19]
        rise = np.where(g >= 2, np.maximum(rise, 1), rise)
        s = np.clip(np.where(t < 1, s * rise, np.where(g == 1, lapse, success)), 0.001, 36500)
        moved = d - w[6] * (g - 3) * (10 - d) / 9
        d = np.clip(w[7] * (w[4] - np.exp(3 * w[5]) + 1) + (1 - w[7]) * moved, 1, 10)
    return recall


def log_loss(recall, remembered, weights=None):
    recall = np.clip(recall, 1e-7, 1 - 1e-7)
    return np.average(-np.where(remembered, np.log(recall), np.log1p(-recall)), weights=weights)


def recency(count):
    return 0.25 + 0.75 * (np.arange(count) / max(count - 1, 1)) ** 3


def area(recall, remembered):
    """The area under the ROC curve."""
    order = np.argsort(recall, kind="stable")
    values, inverse, counts = np.unique(recall[order], return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    positive = remembered[order]
    n = positive.sum()
    return (ranks[positive].sum() - n * (n + 1) / 2) / (n * (len(recall) - n))
