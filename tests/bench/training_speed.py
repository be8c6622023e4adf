# SPDX-License-Identifier: Apache-2.0
"""Training steps the way of the transformers Trainer, in turns with ours.

python training_speed.py PROGRAM MODEL CoLA/train.tsv STEPS   (started by the program itself)

Batches of 16 padded to their longest sentence, dropout on, fused AdamW, clipping at 1, linear schedule, one thread.
Prints one JSON line, in processor time: medians in sentences per second, their ratio, the spread of both.
"""
import json
import os
import statistics
import subprocess
import sys
import time

os.environ.update(OMP_NUM_THREADS="1", MKL_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

BATCH, REPETITIONS = 16, 7


class Reference:
    def __init__(self, model, data):
        torch.set_num_threads(1)
        torch.manual_seed(0)
        tokenizer = AutoTokenizer.from_pretrained(model)
        rows = [line.rstrip("\n").split("\t") for line in open(data, encoding="utf-8")]
        self.texts = tokenizer([row[3] for row in rows], truncation=True, max_length=128, padding=False)["input_ids"]
        self.labels = [int(row[1]) for row in rows]
        self.pad = tokenizer.pad_token_id
        self.model = AutoModelForSequenceClassification.from_pretrained(model, num_labels=2).train()
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=2e-5, eps=1e-6, weight_decay=0.01, fused=True)
        self.schedule = get_linear_schedule_with_warmup(self.optimizer, 10000, 100000)
        self.at = 0

    def step(self):
        places = [(self.at + i) % len(self.texts) for i in range(BATCH)]
        self.at = (self.at + BATCH) % len(self.texts)
        width = max(len(self.texts[i]) for i in places)
        ids = torch.tensor([self.texts[i] + [self.pad] * (width - len(self.texts[i])) for i in places])
        mask = torch.tensor([[1] * len(self.texts[i]) + [0] * (width - len(self.texts[i])) for i in places])
        labels = torch.tensor([self.labels[i] for i in places])
        loss = self.model(input_ids=ids, attention_mask=mask, labels=labels).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.schedule.step()
        self.optimizer.zero_grad()

    def run(self, steps):
        begin = time.process_time()
        for _ in range(steps):
            self.step()
        return time.process_time() - begin


def main():
    program, model, data, steps = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    ours = subprocess.Popen([program, "--turns"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    reference = Reference(model, data)
    reference.run(3)
    if ours.stdout.readline().strip() != "ready":
        sys.exit("the program did not start")
    times = {"ours": [], "reference": []}
    for _ in range(REPETITIONS):
        ours.stdin.write(f"{steps}\n")
        ours.stdin.flush()
        times["ours"].append(float(ours.stdout.readline()))
        times["reference"].append(reference.run(steps))
    ours.stdin.close()
    ours.wait()
    speed = {name: BATCH * steps / statistics.median(values) for name, values in times.items()}
    ratios = [b / a for a, b in zip(times["ours"], times["reference"])]
    print(json.dumps({"bench": "training", "unit": "sentences/s", "threads": 1, **{k: round(v, 1) for k, v in speed.items()},
                      "ratio": round(statistics.median(ratios), 2), "ratios": [round(r, 2) for r in sorted(ratios)]}))


if __name__ == "__main__":
    main()
