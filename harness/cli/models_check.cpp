// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json.hpp"
#include "base/printable.hpp"
#include "cli/models.hpp"
#include "execute/finite_weights.hpp"
#include "reseed/error.hpp"
#include "worker/client.hpp"

namespace reseed::cli {
namespace {

using nlohmann::json;

void print_remarks(const char* title, const json& remarks) {
  std::cout << title << ": " << remarks.size() << '\n';
  for (const json& remark : remarks)
    std::cout << "    " << remark.at("name").get<std::string>() << " (" << remark.at("reason").get<std::string>()
              << ")\n";
}

void print(const json& report) {
  std::cout << "architecture: " << report.at("family").get<std::string>() << ", " << report.at("blocks")
            << " blocks, hidden size " << report.at("hidden_size") << ", vocabulary " << report.at("vocabulary_size")
            << ", at most " << report.at("longest") << " tokens, " << report.at("labels") << " labels, "
            << report.at("parameters") << " parameters\n";
  std::cout << "loaded: " << report.at("loaded").size() << " tensors\n";
  std::cout << "missing: " << report.at("missing").size() << '\n';
  for (const json& name : report.at("missing")) std::cout << "    " << name.get<std::string>() << '\n';
  print_remarks("unexpected", report.at("unexpected"));
  print_remarks("new", report.at("new"));
  std::cout << "not finite: " << report.at("not_finite").size() << '\n';
  for (const json& tensor : report.at("not_finite")) std::cout << "    " << not_finite_text(tensor) << '\n';
}

}  // namespace

int models_check(const Arguments& arguments) {
  std::string folder;
  bool as_json = false;
  for (const std::string& word : arguments) {
    if (word == "--json")
      as_json = true;
    else if (word.starts_with("--"))
      throw Error(ErrorKind::usage, word, "models check has no such option; it has --json");
    else if (folder.empty())
      folder = word;
    else
      throw Error(ErrorKind::usage, "models check", "want one folder, found \"" + word + "\" too");
  }
  if (folder.empty()) throw Error(ErrorKind::usage, "models check", "want a checkpoint's folder, found none");
  WorkerProcess worker({worker_program("reseed-train"), {}, {}, {}});
  const json report = result_of(worker.call({{"request", "check"}, {"folder", folder}}), folder);
  if (as_json)
    std::cout << dump_json(report) << '\n';
  else
    print(report);
  const std::string complaint = not_finite_complaint(report);
  if (complaint.empty()) return 0;
  std::cerr << "reseed: " << printable(folder + ": " + complaint) << '\n';
  return 1;
}

}  // namespace reseed::cli
