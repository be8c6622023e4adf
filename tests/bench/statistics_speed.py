# SPDX-License-Identifier: Apache-2.0
"""Bootstrap of instability measures the way of the published notebook: every resample measures its pairs again, each
measure from the logits of both runs.

python statistics_speed.py FOLDER RESAMPLES REPETITIONS   (started by statistics_speed)

Reads from FOLDER, as the program writes them: logits (float64, runs x items x classes), scores (float64), lists (int64,
resamples x draws), stored (float64, 2 x runs x runs: distances that a notebook keeps, too). Prints one JSON line:
processor seconds of each repetition, and the sum of every measure over the resamples.
"""
import json
import sys
import time
from pathlib import Path

import numpy as np

folder, resamples, repetitions = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
shape = json.loads((folder / "shape.json").read_text())
logits = np.fromfile(folder / "logits").reshape(shape["runs"], shape["items"], shape["classes"])
scores = np.fromfile(folder / "scores")
lists = np.fromfile(folder / "lists", dtype=np.int64).reshape(-1, shape["runs"])[:resamples]
stored = np.fromfile(folder / "stored").reshape(2, shape["runs"], shape["runs"])


def probabilities(run):
    exponentials = np.exp(logits[run] - logits[run].max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def disagreement(a, b):
    return np.mean(logits[a].argmax(axis=-1) != logits[b].argmax(axis=-1))


def divergence(a, b):
    p, q = probabilities(a), probabilities(b)
    middle = (p + q) / 2
    kl = lambda x: np.sum(x * (np.log(x) - np.log(middle)), axis=-1)
    return np.mean((kl(p) + kl(q)) / 2)


def kappa_distance(runs):
    classes = np.stack([logits[run].argmax(axis=-1) for run in runs])
    table = np.stack([(classes == c).sum(axis=0) for c in range(shape["classes"])])
    m = len(runs)
    observed = np.mean(((table**2).sum(axis=0) - m) / (m * (m - 1)))
    chance = np.sum((table.sum(axis=1) / (table.shape[1] * m)) ** 2)
    return 1 - (observed - chance) / (1 - chance)


def all_measures():
    sums = np.zeros(6)
    for runs in lists:
        pairs = [(a, b) for i, a in enumerate(runs) for b in runs[i + 1 :]]
        sums += [
            np.std(scores[runs], ddof=1),
            np.mean([disagreement(a, b) for a, b in pairs]),
            kappa_distance(runs),
            np.mean([divergence(a, b) for a, b in pairs]),
            np.mean([stored[0, a, b] for a, b in pairs]),
            np.mean([stored[1, a, b] for a, b in pairs]),
        ]
    return sums


seconds = []
for _ in range(repetitions):
    begin = time.process_time()
    sums = all_measures()
    seconds.append(time.process_time() - begin)
print(json.dumps({"seconds": seconds, "sums": sums.tolist(), "numpy": np.__version__}))
