// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/program_options.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "cli/commands.hpp"
#include "data/dataset.hpp"
#include "data/dataset_report.hpp"
#include "data/place.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {
namespace {

namespace po = boost::program_options;

/// Whether the files of a data set are found under RESEED_DATA.
bool is_there(const Descriptor& descriptor) {
  try {
    dataset_folder(descriptor, {});
    return true;
  } catch (const Error&) {
    return false;  // absent is an answer here
  }
}

int list(bool json) {
  nlohmann::json all = nlohmann::json::array();
  for (const std::string& name : shipped_datasets()) {
    const Descriptor descriptor = find_descriptor(name);
    nlohmann::json items = nlohmann::json::object();
    std::string counts;
    for (const auto& [set, expected] : descriptor.counts) {
      if (!expected.items) continue;
      items[set] = *expected.items;
      counts += (counts.empty() ? "" : ", ") + set + ' ' + std::to_string(*expected.items);
    }
    const bool found = is_there(descriptor);
    all.push_back({{"name", name},
                   {"licence", descriptor.licence},
                   {"labels", descriptor.labels.names()},
                   {"items", std::move(items)},
                   {"found", found}});
    if (!json)
      std::cout << name << ": " << counts << " (" << descriptor.licence << ')'
                << (found ? "; found in RESEED_DATA" : "") << '\n';
  }
  if (json) std::cout << dump_json(all) << '\n';
  return 0;
}

int check(const std::string& dataset, const std::string& root, bool json) {
  const std::filesystem::path here = std::filesystem::current_path();
  const DatasetReport report =
      report_dataset(find_descriptor(dataset), root.empty() ? std::filesystem::path() : expanded_path(root, here));
  if (json)
    std::cout << dump_json(to_json(report)) << '\n';
  else
    std::cout << to_text(report);
  return report.counts_agree() ? 0 : 1;
}

}  // namespace

int data(const Arguments& arguments) {
  po::options_description options;
  options.add_options()("action", po::value<std::string>())("dataset", po::value<std::string>())(
      "root", po::value<std::string>()->default_value(""))("json", po::bool_switch());
  po::positional_options_description positions;
  positions.add("action", 1).add("dataset", 1);
  po::variables_map given;
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(arguments).options(options).positional(positions).style(style).run(), given);
    po::notify(given);
  } catch (const po::error& error) {
    throw Error(ErrorKind::usage, "data",
                std::string("want list or check DATASET [--root DIR] [--json], found: ") + error.what());
  }
  const std::string action = given.count("action") > 0 ? given["action"].as<std::string>() : "";
  const bool json = given["json"].as<bool>();
  if (action == "list" && given.count("dataset") == 0) return list(json);
  if (action == "check" && given.count("dataset") > 0)
    return check(given["dataset"].as<std::string>(), given["root"].as<std::string>(), json);
  throw Error(ErrorKind::usage, "data", "want list or check DATASET [--root DIR] [--json]");
}

}  // namespace reseed::cli
