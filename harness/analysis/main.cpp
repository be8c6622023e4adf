// SPDX-License-Identifier: Apache-2.0
// reseed-measure: the worker with Armadillo (docs/workers.md). Started by reseed, never by hand.
#include <nlohmann/json.hpp>

#include "analysis/analyse.hpp"
#include "analysis/blas.hpp"
#include "analysis/describe_request.hpp"
#include "analysis/exchange_request.hpp"
#include "analysis/measure_request.hpp"
#include "worker/serve.hpp"

int main() {
  using namespace reseed;
  use_one_blas_thread();
  return serve({{"analyse", [](const nlohmann::json& request, const Progress&) { return answer_analyse(request); }},
                {"device", [](const nlohmann::json&, const Progress&) { return measure_device(); }},
                {"describe", [](const nlohmann::json& request, const Progress&) { return answer_describe(request); }},
                {"exchange", [](const nlohmann::json& request, const Progress&) { return answer_exchange(request); }},
                {"measure", [](const nlohmann::json& request, const Progress& progress) {
                   return answer_measure(request, progress);
                 }}});
}
