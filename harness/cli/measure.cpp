// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/program_options.hpp>

#include "bundle/migrations.hpp"
#include "cli/commands.hpp"
#include "cli/measure_given.hpp"
#include "cli/study_options.hpp"
#include "execute/study_of_bundle.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {
namespace {

namespace po = boost::program_options;

struct MeasureOptions {
  std::vector<std::string> bundles;
  std::vector<std::string> plugins;
  AskedAgain asked;
  GivenOptions given;
  std::filesystem::path store;
};

MeasureOptions parse(const Arguments& words) {
  MeasureOptions options;
  std::string out, store, jobs;
  po::options_description known;
  known.add_options()                              //
      ("bundle", po::value(&options.bundles))      //
      ("add", po::value(&options.asked.added))     //
      ("set", po::value(&options.asked.settings))  //
      ("plugins", po::value(&options.plugins))     //
      ("out", po::value(&out))                     //
      ("store", po::value(&store))                 //
      ("jobs", po::value(&jobs))                   //
      ("progress", po::value(&options.given.progress));
  po::positional_options_description positions;
  positions.add("bundle", -1);
  parse_words(words, known, positions, "measure");
  if (options.bundles.empty())
    throw Error(ErrorKind::usage, "measure",
                "want BUNDLE... [--add ID[:VARIANT]] [--set KEY=VALUE] [--out DIR], found no bundle");
  if (!out.empty()) options.given.out = out;
  options.store = store.empty() ? Store::default_folder() : std::filesystem::path(store);
  options.given.jobs = jobs_of(jobs);
  return options;
}

}  // namespace

/// `reseed measure BUNDLE... [--add ID[:VARIANT]]... [--set KEY=VALUE]...`: one new bundle for each, nothing is
/// trained.
int measure(const Arguments& arguments) {
  const MeasureOptions options = parse(arguments);
  for (const std::string& bundle : options.bundles) bundle_schema_version(bundle);  // before anything else
  const PluginCatalog catalog = search_plugins(plugin_folders({}, {options.plugins.begin(), options.plugins.end()}));
  std::vector<GivenStudy> studies;  // all are checked before anything is measured
  for (const std::string& bundle : options.bundles) studies.push_back(study_of_bundle(bundle, options.asked, catalog));
  Store store(options.store);
  int code = 0;
  for (const GivenStudy& study : studies) {
    const int its = measure_given(study, catalog, store, options.given);
    if (its > 128) return its;  // interrupted
    code = std::max(code, its);
  }
  return code;
}

}  // namespace reseed::cli
