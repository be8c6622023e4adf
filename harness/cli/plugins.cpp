// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/program_options.hpp>
#include <cmath>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/nearest.hpp"
#include "base/number.hpp"
#include "cli/check_plugin.hpp"
#include "cli/commands.hpp"
#include "plugin/catalog.hpp"
#include "plugin/measure_flags.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

struct Request {
  std::string action;
  std::string subject;  ///< id or file
  std::vector<fs::path> folders;
  bool json = false;
};

Request parse(const Arguments& arguments) {
  Request request;
  std::vector<std::string> words, folders;
  po::options_description options;
  options.add_options()("plugins", po::value(&folders))("json", po::bool_switch(&request.json))("word",
                                                                                                po::value(&words));
  po::positional_options_description positions;
  positions.add("word", -1);
  try {
    po::variables_map map;
    po::store(po::command_line_parser(arguments).options(options).positional(positions).run(), map);
    po::notify(map);
  } catch (const po::error& error) {
    throw Error(ErrorKind::usage, "plugins", error.what());
  }
  if (words.empty())
    throw Error(ErrorKind::usage, "plugins", "want list, describe ID, check FILE or flags, found nothing");
  request.action = words[0];
  const bool has_subject = request.action == "describe" || request.action == "check";
  if (!has_subject && request.action != "list" && request.action != "flags")
    throw Error(ErrorKind::usage, "plugins", "want list, describe ID, check FILE or flags, found " + request.action);
  if (words.size() != (has_subject ? 2u : 1u))
    throw Error(ErrorKind::usage, "plugins " + request.action,
                has_subject ? "want one word after it: an id or a file" : "want no word after it");
  if (has_subject) request.subject = words[1];
  request.folders.assign(folders.begin(), folders.end());
  return request;
}

void warn_of_refused(const PluginCatalog& catalog) {
  for (const RefusedPlugin& refused : catalog.refused())
    std::cerr << "reseed: " << refused.file.string() << ": " << refused.reason << '\n';
}

int list(const PluginCatalog& catalog, bool json) {
  if (json) {
    nlohmann::json plugins = nlohmann::json::array(), refused = nlohmann::json::array();
    for (const PluginSpec& plugin : catalog.plugins()) plugins.push_back(to_json(plugin));
    for (const RefusedPlugin& file : catalog.refused())
      refused.push_back({{"file", file.file.string()}, {"reason", file.reason}});
    std::cout << dump_json({{"plugins", plugins}, {"refused", refused}}) << '\n';
    return 0;
  }
  std::size_t width = 0;
  for (const PluginSpec& plugin : catalog.plugins()) width = std::max(width, plugin.id.size());
  for (const PluginSpec& plugin : catalog.plugins())
    std::cout << std::left << std::setw(11) << to_string(plugin.kind) << std::setw(static_cast<int>(width) + 2)
              << plugin.id << 'v' << std::setw(3) << plugin.version << plugin.summary << '\n';
  warn_of_refused(catalog);
  return 0;
}

std::string bounds(const VariantSpec& variant) {
  const auto text = [](double bound) {
    return bound == -HUGE_VAL ? "-inf" : bound == HUGE_VAL ? "inf" : shortest(bound);
  };
  return "[" + text(variant.lower) + ", " + text(variant.upper) + "]";
}

void print_measure(const MeasureTraits& traits) {
  const auto line = [](const char* name, const std::string& value) {
    std::cout << "  " << std::left << std::setw(14) << name << value << '\n';
  };
  line("reads", std::string(to_string(traits.reads)) + " of " +
                    (traits.arity == Arity::pair ? "each pair of runs" : "all runs at once"));
  line("unit", traits.unit.empty() ? "none" : traits.unit);
  line("direction",
       traits.direction == Direction::larger_is_more_different ? "larger is more different" : "larger is more alike");
  line("equal runs", traits.value_on_equal ? shortest(*traits.value_on_equal) : "undefined");
  line("instability", traits.instability);
  line("needs", std::to_string(traits.minimum_items) + " items, " + std::to_string(traits.minimum_runs) + " runs; " +
                    traits.domain);
  std::string kept;
  for (const auto& [holds, name] : {std::pair(traits.rotation_invariant, "rotation"),
                                    {traits.scaling_invariant, "scaling"},
                                    {traits.translation_invariant, "translation"},
                                    {traits.linear_invariant, "linear map"}})
    if (holds) kept += (kept.empty() ? "" : ", ") + std::string(name);
  line("unchanged by", kept.empty() ? "-" : kept);
  if (traits.biased_by_n) line("note", "values of different numbers of items must not be compared");
}

void print(const PluginSpec& plugin) {
  std::cout << to_string(plugin.kind) << ' ' << plugin.id << ", version " << plugin.version << '\n'
            << "  " << plugin.summary << '\n'
            << "  " << plugin.source << '\n';
  if (plugin.measure) print_measure(*plugin.measure);
  if (plugin.plain) std::cout << "  the method of groups that name none\n";
  if (!plugin.needs.empty()) {
    std::cout << "  needs the manifest's sections";
    for (const std::string& section : plugin.needs) std::cout << ' ' << section;
    std::cout << '\n';
  }
  for (const VariantSpec& variant : plugin.variants) {
    std::cout << "  variant " << variant.name << (&variant == &plugin.variants.front() ? " (default)" : "");
    if (plugin.measure) std::cout << ", in " << bounds(variant);
    std::cout << ": " << variant.summary << '\n';
  }
  for (const OptionSpec& option : plugin.options) {
    std::cout << "  option " << option.name << ", " << option.type << ", default " << option.default_value;
    if (!option.minimum.empty()) std::cout << ", from " << option.minimum;
    if (!option.maximum.empty()) std::cout << ", to " << option.maximum;
    for (const std::string& choice : option.choices)
      std::cout << (&choice == &option.choices.front() ? ", one of " : " | ") << choice;
    std::cout << ": " << option.meaning << '\n';
  }
  std::cout << "  library " << plugin.file.string() << "\n  built for " << plugin.build_id << '\n';
}

int describe(const PluginCatalog& catalog, const Request& request) {
  nlohmann::json found = nlohmann::json::array();
  std::vector<std::string> ids;
  for (const PluginSpec& plugin : catalog.plugins()) {
    ids.push_back(plugin.id);
    if (plugin.id != request.subject) continue;
    if (!request.json) print(plugin);
    found.push_back(to_json(plugin));
  }
  if (found.empty()) {
    warn_of_refused(catalog);
    throw Error(ErrorKind::plugin, request.subject,
                "want the id of a plugin, found none of this name" + did_you_mean(request.subject, ids) +
                    "; reseed plugins list shows all");
  }
  if (request.json) std::cout << dump_json(found) << '\n';
  return 0;
}

int flags() {
  const fs::path headers = share_directory() / "include";
  if (!fs::exists(headers / "reseed" / "measure.hpp"))
    throw Error(ErrorKind::plugin, headers.string(),
                "want the headers of reseed, found none; set RESEED_SHARE or install reseed again");
  if (headers.string().find_first_of(" \t\n*?[") != std::string::npos)  // the shell takes $(...) apart at them
    throw Error(ErrorKind::plugin, headers.string(),
                "want a path without blanks, *, ? and [ for a compiler's command line, found one; name its folder "
                "through a link: RESEED_SHARE=LINK");
  std::cout << "-std=c++20 -O2 -shared -fPIC -fvisibility=hidden -I" << headers.string() << ' ' << RESEED_MEASURE_FLAGS
            << '\n';
  return 0;
}

}  // namespace

int plugins(const Arguments& arguments) {
  const Request request = parse(arguments);
  if (request.action == "flags") return flags();
  const std::vector<fs::path> folders = plugin_folders({}, request.folders);
  if (request.action == "check") return check_plugin(request.subject, folders);
  const PluginCatalog catalog = search_plugins(folders);
  return request.action == "list" ? list(catalog, request.json) : describe(catalog, request);
}

}  // namespace reseed::cli
