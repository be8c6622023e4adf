#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# make.sh BUILD VERSION: makes the bundles of a schema version for this folder, with the programs of a build and its test
# trainer in the place of reseed-train:
#   VERSION             import of the records of bundle 1: two groups of three runs
#   VERSION-trained     two groups of four seeds, of which one diverges; a second test set; sub-samples of the items; a
#                       study with figures, held against published values; records
#   VERSION-again       the records of VERSION-trained, measured again with one measure more
#   VERSION-unfinished  as VERSION-trained, but the runs of one seed ended in error; no records
set -eu
build=$(cd "$1" && pwd)
version=$2
here=$(cd "$(dirname "$0")" && pwd)
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
keep = "KEEP"

[analysis]
bootstrap = { samples = 40 }
rates = "0.5"
draws = 2
END

# The machine's name is nobody's business: replaced, and the checksums with it.
replace() { # BUNDLE FILE: the name of this host becomes "example"
  before=$(sha256sum "$1/$2" | cut -d ' ' -f 1)
  sed -i "s/\"host\":\"$(hostname)\"/\"host\":\"example\"/g; s/\\b$(hostname)\\b/example/g" "$1/$2"
  after=$(sha256sum "$1/$2" | cut -d ' ' -f 1)
  for file in ro-crate-metadata.json SHA256SUMS; do
    [ "$file" = "$2" ] || sed -i "s/$before/$after/g" "$1/$file"
  done
}
freeze() { # OUT NAME: the only bundle below OUT
  bundle=$(echo "$1"/*)
  crate=$(sha256sum "$bundle/ro-crate-metadata.json" | cut -d ' ' -f 1)
  replace "$bundle" environment.json
  sed -i "s/$crate/$(sha256sum "$bundle/ro-crate-metadata.json" | cut -d ' ' -f 1)/" "$bundle/SHA256SUMS"
  cp -rL "$bundle" "$here/$2"
  "$build/bin/reseed" verify "$here/$2"
}
reseed() { # BEHAVIOUR CODE WORD...: reseed WORD..., which must end with CODE
  behaviour=$1 wanted=$2 code=0
  shift 2
  RESEED_WORKERS="$work/workers" FAKE_TRAINER=$behaviour "$build/bin/reseed" "$@" --store "$work/store-$wanted" \
    --progress none > "$work/said" 2>&1 || code=$?
  [ "$code" -eq "$wanted" ] || { cat "$work/said" >&2; exit 1; }
}

mkdir "$work/arrays"
awk -F , 'NR > 1 { print $1, $2, $9 }' "$here/1/runs.csv" | while read -r run group seed; do
  mkdir -p "$work/arrays/$group"
  cp "$here/1/records/$run/test.safetensors" "$work/arrays/$group/$seed.safetensors"
done
sed 's/npz/safetensors/' "$here/1/manifest.toml" > "$work/arrays/import.toml"
reseed '{}' 0 import "$work/arrays" --out "$work/imported"
freeze "$work/imported" "$version"

sed 's/KEEP/copy/' "$work/study.toml" > "$work/trained.toml"
reseed '{"diverge": [3]}' 0 run "$work/trained.toml" --out "$work/trained"
freeze "$work/trained" "$version-trained"

reseed '{}' 0 measure "$here/$version-trained" --add fleiss_kappa --out "$work/again"
freeze "$work/again" "$version-again"

sed 's/KEEP/none/' "$work/study.toml" > "$work/unfinished.toml"
reseed '{"diverge": [3], "error": [1]}' 3 run "$work/unfinished.toml" --out "$work/unfinished"
freeze "$work/unfinished" "$version-unfinished"
