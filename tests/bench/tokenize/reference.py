# SPDX-License-Identifier: Apache-2.0
"""Times the tokenizers package on the lines of a file: reference.py bert|roberta FOLDER TEXTS REPETITIONS.

Prints one JSON object: the processor seconds of every repetition and the number of tokens. One text per call is slower than a
batch; the batch, with threads off, is what we are compared with."""
import json
import os
import sys
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors  # noqa: E402


def bert(folder):
    vocabulary = {line.rstrip("\n"): i for i, line in enumerate(open(folder + "/vocab.txt", encoding="utf-8"))}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", vocabulary["[SEP]"]), ("[CLS]", vocabulary["[CLS]"]))
    return tokenizer


def roberta(folder):
    tokenizer = Tokenizer(models.BPE.from_file(folder + "/vocab.json", folder + "/merges.txt"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    return tokenizer


family, folder, texts, repetitions = sys.argv[1:5]
tokenizer = {"bert": bert, "roberta": roberta}[family](folder)
lines = open(texts, encoding="utf-8", newline="\n").read().split("\n")[:-1]
seconds = []
for _ in range(int(repetitions) + 1):
    start = time.process_time()
    encodings = tokenizer.encode_batch(lines)
    seconds.append(time.process_time() - start)
print(json.dumps({"seconds": seconds[1:], "tokens": sum(len(e.ids) for e in encodings)}))
