// SPDX-License-Identifier: Apache-2.0
#include "cli/study_options.hpp"

#include <sched.h>

#include <boost/program_options.hpp>

#include "base/number.hpp"
#include "execute/store.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {
namespace {

namespace po = boost::program_options;

/// Cores that this process may use.
std::size_t cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<std::size_t>(CPU_COUNT(&set)) : 1;
}

std::size_t parse_jobs(const std::string& word) {
  const auto number = parse_integer(word);
  if (!number || *number < 1 || *number > 4096)
    throw Error(ErrorKind::usage, "--jobs", "want the number of workers, 1 to 4096, found \"" + word + "\"");
  return static_cast<std::size_t>(*number);
}

bool is_device(const std::string& word) {
  if (word == "auto" || word == "cpu" || word == "cuda") return true;
  const auto number = word.starts_with("cuda:") ? parse_integer(word.substr(5)) : std::nullopt;
  return number && *number >= 0;
}

}  // namespace

void parse_words(const Arguments& words, const po::options_description& known,
                 const po::positional_options_description& positions, const std::string& command) {
  po::variables_map map;
  try {
    using Style = po::command_line_style::style_t;
    constexpr int kNoGuessing = Style::unix_style & ~Style::allow_guessing;
    po::store(po::command_line_parser(words).options(known).positional(positions).style(kNoGuessing).run(), map);
    po::notify(map);
  } catch (const po::error& error) {
    throw Error(ErrorKind::usage, command, std::string(error.what()) + "; reseed --help lists the options");
  }
}

std::string checked_device(const std::string& word) {
  if (!is_device(word))
    throw Error(ErrorKind::usage, "--device", "want auto, cpu, cuda or cuda:N, found \"" + word + "\"");
  return word;
}

std::size_t jobs_of(const std::string& word) { return word.empty() ? cores() : parse_jobs(word); }

StudyOptions parse_study_options(const Arguments& words, const std::string& command) {
  StudyOptions options;
  std::vector<std::string> manifests, plugins;
  std::string out, store, jobs;
  po::options_description known;
  known.add_options()                         //
      ("manifest", po::value(&manifests))     //
      ("store", po::value(&store))            //
      ("device", po::value(&options.device))  //
      ("jobs", po::value(&jobs))              //
      ("plugins", po::value(&plugins))        //
      ("set", po::value(&options.settings))   //
      ("out", po::value(&out));
  if (command == "run")
    known.add_options()                             //
        ("executor", po::value(&options.executor))  //
        ("progress", po::value(&options.progress))  //
        ("dry-run", po::bool_switch(&options.dry_run));
  else
    known.add_options()("dot", po::bool_switch(&options.dot))("json", po::bool_switch(&options.json));
  po::positional_options_description positions;
  positions.add("manifest", -1);
  parse_words(words, known, positions, command);
  if (manifests.size() != 1)
    throw Error(ErrorKind::usage, command, "want one manifest, found " + std::to_string(manifests.size()));
  options.manifest = manifests[0];
  if (!out.empty()) options.out = out;
  options.store = store.empty() ? Store::default_folder() : std::filesystem::path(store);
  options.jobs = jobs_of(jobs);
  options.plugins.assign(plugins.begin(), plugins.end());
  checked_device(options.device);
  if (options.executor == "slurm")
    throw Error(ErrorKind::usage, "--executor", "this version of reseed has no slurm executor yet; use local");
  if (options.executor != "local")
    throw Error(ErrorKind::usage, "--executor", "want local or slurm, found \"" + options.executor + "\"");
  return options;
}

}  // namespace reseed::cli
