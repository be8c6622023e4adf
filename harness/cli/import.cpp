// SPDX-License-Identifier: Apache-2.0
#include <boost/program_options.hpp>
#include <iostream>
#include <optional>
#include <utility>

#include "cli/commands.hpp"
#include "cli/measure_given.hpp"
#include "cli/study_options.hpp"
#include "execute/interruption.hpp"
#include "import/import_study.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {
namespace {

namespace po = boost::program_options;

struct ImportOptions {
  std::vector<std::string> sources;
  std::vector<std::string> plugins;
  std::string measures;
  GivenOptions given;
  std::filesystem::path store;
};

ImportOptions parse(const Arguments& words) {
  ImportOptions options;
  std::string out, store, jobs;
  po::options_description known;
  known.add_options()                             //
      ("source", po::value(&options.sources))     //
      ("measures", po::value(&options.measures))  //
      ("plugins", po::value(&options.plugins))    //
      ("out", po::value(&out))                    //
      ("store", po::value(&store))                //
      ("jobs", po::value(&jobs))                  //
      ("progress", po::value(&options.given.progress));
  po::positional_options_description positions;
  positions.add("source", -1);
  parse_words(words, known, positions, "import");
  if (options.sources.size() != 1)
    throw Error(ErrorKind::usage, "import",
                "want SOURCE [--measures all|ID,ID] [--plugins DIR] [--out DIR], found " +
                    std::to_string(options.sources.size()) + " sources");
  if (!out.empty()) options.given.out = out;
  options.store = store.empty() ? Store::default_folder() : std::filesystem::path(store);
  options.given.jobs = jobs_of(jobs);
  return options;
}

}  // namespace

/// `reseed import SOURCE`: runs made elsewhere (docs/import.md) become records, are measured, and make a bundle.
int import(const Arguments& arguments) {
  const ImportOptions options = parse(arguments);
  const PluginCatalog catalog = search_plugins(plugin_folders({}, {options.plugins.begin(), options.plugins.end()}));
  Store store(options.store);
  std::optional<Interruption> reading(std::in_place);  // measuring has its own
  const Store::Draft draft = store.draft();            // records lie here until the bundle has them
  const auto stopped = [&] { return reading->signal() != 0; };
  const std::optional<GivenStudy> study =
      import_study(options.sources[0], options.measures, catalog, draft.folder(), stopped);
  const int signal = reading->signal();
  reading.reset();
  if (signal == 0) return measure_given(*study, catalog, store, options.given);
  std::cerr << "reseed: interrupted while the runs were read; nothing is kept, the same command begins anew\n";
  return 128 + signal;
}

}  // namespace reseed::cli
