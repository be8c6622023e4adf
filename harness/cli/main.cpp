// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>

#include "base/commit.hpp"
#include "base/errors.hpp"
#include "base/printable.hpp"
#include "cli/commands.hpp"
#include "plugin/probe.hpp"
#include "reseed/error.hpp"
#include "reseed/version.hpp"

namespace reseed::cli {
namespace {

struct Command {
  std::string_view name;
  int (*call)(const Arguments&);
  std::string_view usage;
};

constexpr std::array<Command, 12> kCommands = {{
    {"init", init, "--model DIR --data FILE [--text COL] [--label COL]   a manifest for your own model and data"},
    {"run", run,
     "MANIFEST [--out DIR] [--store DIR] [--device auto|cpu|cuda[:N]] [--jobs N] [--executor local]\n"
     "               [--plugins DIR]... [--set KEY=VALUE]... [--progress auto|bar|plain|json|none] [--dry-run]   a "
     "study"},
    {"plan", plan, "MANIFEST [--dot] [--json] [the options of run]   what run would do, and what it would take"},
    {"measure", measure,
     "BUNDLE... [--add ID[:VARIANT]]... [--set KEY=VALUE]... [--out DIR]   measure again without training"},
    {"import", import, "SOURCE [--measures all|ID,ID] [--out DIR]   runs made elsewhere become records"},
    {"compare", compare, "A B [--json] [--all] [--margin SHARE]   do two bundles differ by more than chance?"},
    {"export", export_table,
     "BUNDLE [TABLE] [--format latex|csv|json [--out DIR]]   a table, or all, for a paper or a program"},
    {"report", report, "BUNDLE   one self-contained HTML page"},
    {"verify", verify,
     "BUNDLE [--json] [--recompute N|all] [--rerun N|all [--device D] [--set KEY=VALUE]...] [--jobs N]\n"
     "               [--plugins DIR]... [--store DIR]   checksums, schema, completeness, content digest; with\n"
     "               --recompute values from the records, with --rerun records from the manifest, held against it"},
    {"plugins", plugins, "list | describe ID | check FILE | flags"},
    {"data", data, "list | check DATASET   what a data set holds"},
    {"models", models, "check DIR | tokens DIR [--json] | compare DIR GOLDEN   what loads, token ids, golden outputs"},
}};

void print_usage(std::ostream& out) {
  out << "reseed " RESEED_VERSION
         " reruns fine-tuning studies and tells what their results are worth.\n\n"
         "    reseed --version | --help\n";
  for (const Command& command : kCommands) out << "    reseed " << command.name << ' ' << command.usage << '\n';
}

void print_error(const reseed::Error& error) { std::cerr << "reseed: " << printable(error.what()) << '\n'; }

/// An empty word is a shell variable that is not set: it must not become the present folder, or a default.
void refuse_empty_words(const Arguments& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool is_option = word.starts_with("--");
    if (!word.empty() && (!is_option || word.find('=') != word.size() - 1)) continue;
    std::string option = is_option                        ? word.substr(0, word.size() - 1)
                         : words[i - 1].starts_with("--") ? words[i - 1]
                                                          : "";
    const bool is_folder = option == "--out" || option == "--store" || option == "--plugins";
    throw Error(ErrorKind::usage, option.empty() ? words[0] : option,
                std::string("want ") +
                    (is_folder        ? "a folder"
                     : option.empty() ? "a name"
                                      : "a value") +
                    ", found an empty word; is a variable not set?");
  }
}

int dispatch(const Arguments& words) {
  // Hidden: a fresh process that opens one unknown library (plugin/probe.hpp).
  if (words == Arguments{"--probe-plugin"}) return serve_probe();
  if (words.empty()) throw Error(ErrorKind::usage, "", "want a command, found none; reseed --help lists them");
  if (words[0] == "--version") {
    std::cout << "reseed " RESEED_VERSION " (" << tool_commit() << ")\n";
    return 0;
  }
  if (words[0] == "--help" || words[0] == "help") {
    print_usage(std::cout);
    return 0;
  }
  for (const Command& command : kCommands)
    if (command.name == words[0]) {
      if (words.size() == 2 && words[1] == "--help") {
        std::cout << "reseed " << command.name << ' ' << command.usage << '\n';
        return 0;
      }
      refuse_empty_words(words);
      return command.call(Arguments(words.begin() + 1, words.end()));
    }
  throw Error(ErrorKind::usage, words[0], "want a command, found an unknown word; reseed --help lists them");
}

}  // namespace

void not_there_yet(const std::string& command) {
  throw Error(ErrorKind::usage, command, "this version of reseed does not have this command yet");
}

}  // namespace reseed::cli

int main(int count, char** words) {
  using reseed::Error;
  try {
    const int code = reseed::cli::dispatch(reseed::cli::Arguments(words + 1, words + count));
    if (!std::cout.flush())
      throw Error(reseed::ErrorKind::unfinished, "standard output", "cannot be written to; is its disk full?");
    return code;
  } catch (const reseed::Errors& errors) {
    for (const Error& error : errors.list()) reseed::cli::print_error(error);
    return reseed::exit_code(errors.kind());
  } catch (const Error& error) {
    reseed::cli::print_error(error);
    return reseed::exit_code(error.kind());
  } catch (const std::filesystem::filesystem_error& error) {
    const bool full = error.code() == std::errc::no_space_on_device || error.code().value() == EDQUOT;
    reseed::cli::print_error(Error(full ? reseed::ErrorKind::unfinished : reseed::ErrorKind::data,
                                   error.path1().string(),
                                   std::string(error.what()) + (full ? "; free some space and call again" : "")));
    return reseed::exit_code(full ? reseed::ErrorKind::unfinished : reseed::ErrorKind::data);
  } catch (const std::exception& error) {
    std::cerr << "reseed: internal error: " << reseed::printable(error.what())
              << "; please report it with the command, the manifest and the output of reseed --version\n";
    return reseed::exit_code(reseed::ErrorKind::internal);
  }
}
