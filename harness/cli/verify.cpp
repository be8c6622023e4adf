// SPDX-License-Identifier: Apache-2.0
#include <boost/program_options.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/number.hpp"
#include "base/printable.hpp"
#include "bundle/bundle.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/study_options.hpp"
#include "cli/study_session.hpp"
#include "cli/verify_answer.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {
namespace {

namespace po = boost::program_options;

/// N or "all" behind an option that may be absent.
struct Count {
  bool asked = false;
  std::optional<std::size_t> count;  ///< none: all
};

struct VerifyOptions {
  std::string bundle;
  Count recompute;
  Count rerun;
  std::string device = "auto";
  std::vector<std::string> places;
  std::vector<std::string> plugins;
  std::filesystem::path store;
  std::size_t jobs = 1;
  std::string progress = "auto";
  bool json = false;
};

Count count_of(const std::string& option, const std::vector<std::string>& words) {
  if (words.empty()) return {};
  const std::string& word = words.back();
  if (word == "all") return {true, std::nullopt};
  const auto number = parse_integer(word);
  if (!number || *number < 1)
    throw Error(ErrorKind::usage, option, "want a number from 1, or all, found \"" + word + "\"");
  return {true, static_cast<std::size_t>(*number)};
}

VerifyOptions parse(const Arguments& words) {
  VerifyOptions options;
  std::vector<std::string> bundles, recompute, rerun;
  std::string store, jobs, device;
  po::options_description known;
  known.add_options()                             //
      ("bundle", po::value(&bundles))             //
      ("recompute", po::value(&recompute))        //
      ("rerun", po::value(&rerun))                //
      ("device", po::value(&device))              //
      ("set", po::value(&options.places))         //
      ("plugins", po::value(&options.plugins))    //
      ("store", po::value(&store))                //
      ("jobs", po::value(&jobs))                  //
      ("progress", po::value(&options.progress))  //
      ("json", po::bool_switch(&options.json));
  po::positional_options_description positions;
  positions.add("bundle", -1);
  parse_words(words, known, positions, "verify");
  if (bundles.size() != 1)
    throw Error(ErrorKind::usage, "verify",
                "want BUNDLE [--recompute N|all] [--rerun N|all] [--json], found " + std::to_string(bundles.size()) +
                    " bundles");
  options.bundle = bundles[0];
  options.recompute = count_of("--recompute", recompute);
  options.rerun = count_of("--rerun", rerun);
  for (const auto& [given, option] : {std::pair{!device.empty(), "--device"}, {!options.places.empty(), "--set"}})
    if (given && !options.rerun.asked)
      throw Error(ErrorKind::usage, option, "want it beside --rerun, which trains, found no --rerun");
  if (!device.empty()) options.device = checked_device(device);
  if (!store.empty() && !std::filesystem::is_directory(store))  // looking at a bundle makes no store elsewhere
    throw Error(ErrorKind::usage, "--store", "want the folder of a store, found none at " + store);
  options.store = store.empty() ? Store::default_folder() : std::filesystem::path(store);
  options.jobs = jobs_of(jobs);
  progress_mode(options.progress);
  return options;
}

/// What it takes to do parts of a whole bundle again. Values are computed before anything is trained.
class Again {
 public:
  explicit Again(const VerifyOptions& options)
      : options_(options),
        bundle_(read_bundle(options.bundle)),
        catalog_(search_plugins(plugin_folders({}, {options.plugins.begin(), options.plugins.end()}))),
        store_(options.store) {}

  /// Exit code of an interruption, else 0.
  int run(VerifyAnswer& answer) {
    const Interruption interruption;
    if (options_.recompute.asked) {
      Recomputation recomputation(bundle_, catalog_, store_,
                                  {options_.recompute.count, options_.jobs, measure_limit(), worker(), note()});
      if (!execute(recomputation, interruption)) return 128 + interruption.signal();
      answer.measures = bundle_.measures;
      answer.recomputed = recomputation.result();
    }
    if (options_.rerun.asked) {
      Retraining retraining(
          bundle_, catalog_, store_,
          {options_.rerun.count, options_.device, options_.places, options_.jobs, cache_directory(), worker(), note()});
      if (!execute(retraining, interruption)) return 128 + interruption.signal();
      answer.retrained = retraining.result();
    }
    return 0;
  }

 private:
  template <class Work>
  bool execute(Work& work, const Interruption& interruption) {
    ProgressView view(work.graph(), progress_mode(options_.progress), options_.jobs);
    view_ = &view;
    const bool ended = work.run(interruption, view);
    view_ = nullptr;
    return ended;
  }

  std::function<WorkerOptions(const std::string&)> worker() const {
    return [this](const std::string& program) { return worker_options(store_, program); };
  }
  std::function<void(const std::string&)> note() const {
    return [this](const std::string& line) {
      if (view_ != nullptr) view_->note(line);
    };
  }

  const VerifyOptions& options_;
  Bundle bundle_;
  PluginCatalog catalog_;
  Store store_;
  ProgressView* view_ = nullptr;
};

}  // namespace

/// `reseed verify BUNDLE`: is it whole; with --recompute, do its values follow from its records; with --rerun, do its
/// records follow from its manifest?
int verify(const Arguments& arguments) {
  const VerifyOptions options = parse(arguments);
  VerifyAnswer answer;
  answer.files = verify_bundle(options.bundle);
  const bool asked = options.recompute.asked || options.rerun.asked;
  if (asked && answer.files.problems.empty()) {
    if (const int interrupted = Again(options).run(answer); interrupted != 0) {
      std::cerr << "reseed: interrupted; nothing is kept of what was done again\n";
      return interrupted;
    }
  }
  const std::vector<std::string> problems = answer.problems(), unfinished = answer.unfinished();
  if (options.json)
    std::cout << dump_json(to_json(answer)) << '\n';
  else
    std::cout << to_text(answer);
  if (asked && !answer.files.problems.empty() && !options.json)
    std::cout << "nothing was done again: a damaged bundle has nothing to be held against\n";
  if (!options.json)
    for (const std::string& problem : problems)
      std::cerr << "reseed: " << printable(options.bundle + ": " + problem) << '\n';
  for (const std::string& line : unfinished) std::cerr << "reseed: not done again: " << line << '\n';
  if (!problems.empty()) return 1;
  return unfinished.empty() ? 0 : exit_code(ErrorKind::unfinished);
}

}  // namespace reseed::cli
