// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/printable.hpp"
#include "bundle/bundle.hpp"
#include "cli/commands.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {

int verify(const Arguments& arguments) {
  std::string folder;
  bool json = false;
  for (const std::string& word : arguments) {
    if (word == "--json")
      json = true;
    else if (word.starts_with("-") || !folder.empty())
      throw Error(ErrorKind::usage, "verify", "want BUNDLE [--json], found " + word);
    else
      folder = word;
  }
  if (folder.empty()) throw Error(ErrorKind::usage, "verify", "want the folder of a bundle, found none");
  const Verification found = verify_bundle(folder);
  if (json) {
    std::cout << dump_json({{"content_digest", found.content_digest}, {"problems", found.problems}}) << '\n';
  } else {
    for (const std::string& problem : found.problems)
      std::cerr << "reseed: " << printable(folder + ": " + problem) << '\n';
    std::cout << (found.problems.empty() ? "whole" : "damaged: " + std::to_string(found.problems.size()) + " problems")
              << '\n'
              << "content digest " << found.content_digest << '\n';
  }
  return found.problems.empty() ? 0 : 1;
}

}  // namespace reseed::cli
