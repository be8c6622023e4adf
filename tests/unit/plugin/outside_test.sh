#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A measure written and compiled outside the tree is found and described; one that takes the id of another is refused.
# usage: outside_test.sh BINARY_DIRECTORY COMPILER
set -eu
reseed=$1/bin/reseed
compiler=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME="$folder/cache"
mkdir "$folder/mine" "$folder/copy"

cat > "$folder/mine.cpp" <<'EOF'
#include "reseed/measure.hpp"

namespace {

constexpr reseed::VariantInfo kVariants[] = {{"textbook", "largest logit of the first run", -HUGE_VAL, HUGE_VAL}};
constexpr reseed::MeasureInfo kInfo = {
    .id = "mine", .version = 1, .summary = "made outside", .source = "nobody", .unit = "", .reads = reseed::Reads::logits,
    .arity = reseed::Arity::group, .direction = reseed::Direction::larger_is_more_different, .value_on_equal = NAN,
    .instability = "value", .minimum_items = 1, .minimum_runs = 2, .domain = "anything", .variants = kVariants};

class Mine final : public reseed::Measure {
 public:
  explicit Mine(const reseed::Options&) {}
  reseed::Outcome evaluate(std::span<const reseed::RunData* const> runs) const override {
    return arma::max(arma::svd(runs.front()->logits));
  }
};

}  // namespace

RESEED_MEASURE(Mine, kInfo)
EOF
flags=$("$reseed" plugins flags)
# The flags are words for a command line.
# shellcheck disable=SC2086
"$compiler" $flags "$folder/mine.cpp" -o "$folder/mine/mine.so"

"$reseed" plugins describe mine --plugins "$folder/mine" | grep -q "made outside" || { echo "mine is not described"; exit 1; }
# Another folder with the same id must not win silently: bad input, both files named.
cp "$folder/mine/mine.so" "$folder/copy/other.so"
code=0
"$reseed" plugins list --plugins "$folder/mine" --plugins "$folder/copy" 2> "$folder/errors" || code=$?
[ "$code" = 2 ] || { echo "want exit 2 for two plugins of one id, found $code"; exit 1; }
grep -q "mine/mine.so" "$folder/errors" && grep -q "copy/other.so" "$folder/errors" || { cat "$folder/errors"; exit 1; }
# A library that is no plugin is named, and check says no.
code=0
"$reseed" plugins check "$1/tests/fakes/refused/wrong_api.so" > /dev/null 2> "$folder/errors" || code=$?
[ "$code" = 1 ] || { echo "want exit 1 from check, found $code"; exit 1; }
grep -q "want plugin interface" "$folder/errors" || { cat "$folder/errors"; exit 1; }
code=0
"$reseed" plugins describe absent > /dev/null 2>&1 || code=$?
[ "$code" = 2 ] || { echo "want exit 2 for an unknown id, found $code"; exit 1; }
echo "a measure from outside works"
