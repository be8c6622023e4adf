#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# make_trained.sh BUILD FOLDER: makes a bundle of trained runs for tests/bundles/frozen, with the test trainer of a build
# in the place of reseed-train: two groups of four seeds, of which one diverges; a second test set; sub-samples of the
# items; a study with figures, held against published values; records.
set -eu
build=$(cd "$1" && pwd)
folder=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/workers" "$work/checkpoint"
ln -s "$build/tests/fake_trainer" "$work/workers/reseed-train"
ln -s "$build/bin/reseed-measure" "$work/workers/reseed-measure"
echo '{"model_type": "bert", "hidden_size": 4, "num_hidden_layers": 2}' > "$work/checkpoint/config.json"
echo 'not looked at by the test trainer' > "$work/checkpoint/model.safetensors"
echo '[PAD]' > "$work/checkpoint/vocab.txt"
lines() { # NAME COUNT
  printf 'text\tlabel\n'
  i=0
  while [ "$i" -lt "$2" ]; do
    printf '%s %d\t%s\n' "$1" "$i" "$([ $((i % 2)) -eq 0 ] && echo no || echo yes)"
    i=$((i + 1))
  done
}
for name in made more; do
  lines train 8 > "$work/train.tsv"
  lines "$name" 40 > "$work/$name.tsv"
  cat > "$work/$name.toml" <<END
schema = 1
name = "$name"
format = "tsv"
labels = ["no", "yes"]
columns = { text = "text", label = "label" }
files = { train = "train.tsv", validation = "$name.tsv" }
END
done
cat > "$work/study.toml" <<'END'
# Made by tests/bundles/frozen/make_trained.sh.
schema = 1

[study]
id = "frozen-trained"
kind = "subsample_size"
published = "du_nguyen_2023"

[models.tiny]
checkpoint = "checkpoint"

[tasks.made]
dataset = "made.toml"
split = { seed = 0, test_fraction = 0.5 }
extra_tests = [{ dataset = "more.toml", items = 12, seed = 0 }]

[training]
epochs = 1

[[groups]]
name = "original"
models = ["tiny"]
tasks = ["made"]
seeds = { first = 0, count = 4 }

[[groups]]
name = "mixout"
models = ["tiny"]
tasks = ["made"]
mitigation = { id = "mixout", p = 0.1 }
seeds = { first = 0, count = 4 }

[[measures]]
id = "performance_sd"
[[measures]]
id = "pairwise_disagreement"
[[measures]]
id = "jensen_shannon_divergence"
unit = "bit"
[[measures]]
id = "linear_cka_distance"
[[measures]]
id = "svcca_distance"
layers = "top"

[records]
keep = "copy"

[analysis]
bootstrap = { samples = 40 }
rates = "0.5"
draws = 2
END

RESEED_WORKERS="$work/workers" FAKE_TRAINER='{"diverge": [3]}' "$build/bin/reseed" run "$work/study.toml" \
  --store "$work/store" --out "$work/out" --progress none > /dev/null
bundle=$(echo "$work"/out/*)

# The machine's name is nobody's business: replaced, and the checksums with it.
replace() { # FILE: the name of this host becomes "example"
  before=$(sha256sum "$bundle/$1" | cut -d ' ' -f 1)
  sed -i "s/\"host\":\"$(hostname)\"/\"host\":\"example\"/g; s/\\b$(hostname)\\b/example/g" "$bundle/$1"
  correct "$1" "$before"
}
correct() { # FILE BEFORE: the checksum of a file that was changed
  after=$(sha256sum "$bundle/$1" | cut -d ' ' -f 1)
  for file in ro-crate-metadata.json SHA256SUMS; do
    [ "$file" = "$1" ] || sed -i "s/$2/$after/g" "$bundle/$file"
  done
}
crate=$(sha256sum "$bundle/ro-crate-metadata.json" | cut -d ' ' -f 1)
replace environment.json
replace report.html
sed -i "s/$crate/$(sha256sum "$bundle/ro-crate-metadata.json" | cut -d ' ' -f 1)/" "$bundle/SHA256SUMS"
cp -r "$bundle" "$folder"
"$build/bin/reseed" verify "$folder"
