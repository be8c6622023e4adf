// SPDX-License-Identifier: Apache-2.0
// A worker for the tests of harness/worker: answers, reports progress, fails, crashes, hangs and talks nonsense.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "reseed/error.hpp"
#include "worker/serve.hpp"

namespace {

nlohmann::json environment() {
  const char* threads = std::getenv("OMP_NUM_THREADS");
  return {{"threads", threads != nullptr ? threads : ""}};
}

}  // namespace

int main() {
  using nlohmann::json;
  const std::map<std::string, reseed::Handler> handlers = {
      {"echo", [](const json& request, const reseed::Progress&) { return request.at("value"); }},
      {"device",
       [](const json& request, const reseed::Progress&) {
         return json{{"device", request.at("device")}, {"process", ::getpid()}};
       }},
      {"environment", [](const json&, const reseed::Progress&) { return environment(); }},
      {"count",
       [](const json& request, const reseed::Progress& progress) {
         const auto total = request.at("total").get<std::int64_t>();
         for (std::int64_t done = 1; done <= total; ++done) progress(done, total, "step");
         return json(total);
       }},
      {"print",
       [](const json&, const reseed::Progress&) {
         std::cout << "a library prints {\"id\": 1}\n" << std::flush;
         return json("printed");
       }},
      {"fail",
       [](const json&, const reseed::Progress&) -> json {
         throw reseed::Error(reseed::ErrorKind::data, "file.txt:3", "want a number, found a word");
       }},
      {"throw", [](const json&, const reseed::Progress&) -> json { throw std::runtime_error("not ours"); }},
      {"crash",
       [](const json&, const reseed::Progress&) -> json {
         std::raise(SIGKILL);
         return {};
       }},
      {"exit", [](const json&, const reseed::Progress&) -> json { std::_Exit(7); }},
      {"nonsense",
       [](const json&, const reseed::Progress&) -> json {
         const std::string line = "{this is no JSON\n";
         if (::write(3, line.data(), line.size()) < 0) throw std::runtime_error("nobody listens");
         ::pause();
         return {};
       }},
      {"hang",
       [](const json&, const reseed::Progress&) -> json {
         ::pause();
         return {};
       }},
  };
  return reseed::serve(handlers);
}
