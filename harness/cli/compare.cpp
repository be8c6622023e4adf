// SPDX-License-Identifier: Apache-2.0
#include "compare/compare.hpp"

#include <boost/program_options.hpp>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/number.hpp"
#include "bundle/migrations.hpp"
#include "cli/commands.hpp"
#include "compare/comparison_json.hpp"
#include "compare/comparison_text.hpp"
#include "compare/runs_of_values.hpp"
#include "compare/worker_measures.hpp"
#include "plugin/catalog.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

constexpr int kDifferent = 1;
constexpr int kNothingComparable = 5;
/// Half of the larger value: runs that lose all of their score cannot be apart by twice as much.
constexpr double kTooWide = 0.5;

struct Request {
  std::vector<std::string> bundles;
  std::vector<std::string> plugins;
  CompareOptions options;
  bool json = false;
  bool all = false;
};

/// "0.1" or "10%": a share of the larger value.
double margin_share(const std::string& text) {
  const bool percent = text.ends_with('%');
  const auto number = parse_double(percent ? text.substr(0, text.size() - 1) : text);
  const double share = number ? (percent ? *number / 100.0 : *number) : -1.0;
  if (!(share >= 0.0 && share < kTooWide))
    throw Error(
        ErrorKind::usage, "compare --margin",
        "want a share of the larger value, from 0 to less than 0.5, such as 0.1 or 10%, found \"" + text + "\"");
  return share;
}

/// A mistyped folder is told, though most comparisons load no plugin.
void check_folders(const std::vector<std::string>& plugins) {
  for (const std::string& folder : plugins)
    if (!fs::is_directory(folder))
      throw Error(ErrorKind::plugin, "--plugins", "want a folder of plugins, found none at " + folder);
}

Request parse(const Arguments& arguments) {
  Request request;
  std::string margin = "0.1";
  po::options_description options;
  options.add_options()("json", po::bool_switch(&request.json))("all", po::bool_switch(&request.all))(
      "margin", po::value(&margin))("plugins", po::value(&request.plugins))("bundle", po::value(&request.bundles));
  po::positional_options_description positions;
  positions.add("bundle", -1);
  try {
    po::variables_map map;
    po::store(po::command_line_parser(arguments).options(options).positional(positions).run(), map);
    po::notify(map);
  } catch (const po::error& error) {
    throw Error(ErrorKind::usage, "compare", error.what());
  }
  if (request.bundles.size() != 2)
    throw Error(ErrorKind::usage, "compare",
                "want two bundles, A B [--json] [--all] [--margin SHARE] [--plugins DIR]..., found " +
                    std::to_string(request.bundles.size()));
  request.options.margin_share = margin_share(margin);
  check_folders(request.plugins);
  return request;
}

}  // namespace

int compare(const Arguments& arguments) {
  const Request request = parse(arguments);
  for (const std::string& bundle : request.bundles) bundle_schema_version(bundle);  // before anything else
  const Bundle a = read_bundle(request.bundles[0]), b = read_bundle(request.bundles[1]);
  for (const Bundle* bundle : {&a, &b}) require_runs_of_values(*bundle);
  WorkerMeasures measures(plugin_folders({}, {request.plugins.begin(), request.plugins.end()}));
  const Comparison comparison = compare_bundles(a, b, request.options, measures);
  if (request.json)
    std::cout << dump_json(to_json(comparison)) << '\n';
  else
    std::cout << comparison_text(comparison, request.all);
  if (!comparison.anything_comparable()) return kNothingComparable;
  return comparison.count(Verdict::different) > 0 ? kDifferent : 0;
}

}  // namespace reseed::cli
