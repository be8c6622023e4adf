// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <iostream>

#include "base/printable.hpp"
#include "bundle/bundle.hpp"
#include "bundle/crate.hpp"
#include "cli/commands.hpp"
#include "report/page.hpp"
#include "reseed/error.hpp"
#include "toml/node.hpp"

namespace reseed::cli {

namespace {

/// What the bundle's manifest says about the one who answers for the results.
CrateCredit credit_of(const Bundle& bundle) {
  const std::string place = (bundle.folder / "manifest.resolved.toml").string();
  const TomlNode manifest = parse_toml(bundle.resolved_manifest, place, ErrorKind::data);
  const TomlNode* study = manifest.find("study");
  const auto text = [&](const char* key) {
    const TomlNode* node = study == nullptr ? nullptr : study->find(key);
    return node != nullptr && node->kind == TomlNode::Kind::string ? node->string : std::string();
  };
  return {text("agent"), text("licence")};
}

/// Tells of the page alone, which is about to be made anew: its checksum, or that in the crate.
bool is_of_page(const std::string& problem) {
  const std::string page = std::string(kPageFile) + ":";
  return problem.starts_with(page) || problem.starts_with(std::string(kCrateFile) + ": " + page);
}

}  // namespace

/// `reseed report BUNDLE`: writes report.html anew from the bundle's own files, and the crate, which holds its sha256;
/// prints the page's path. Exit code 1 for a damaged bundle.
int report(const Arguments& arguments) {
  if (arguments.size() != 1 || arguments[0].starts_with("-"))
    throw Error(ErrorKind::usage, "report", "want one bundle's folder: reseed report BUNDLE");
  const std::filesystem::path bundle = arguments[0];
  // A page shows what the files say: not those of a damaged bundle.
  std::size_t damaged = 0;
  for (const std::string& problem : verify_bundle(bundle).problems) {
    if (is_of_page(problem)) continue;
    std::cerr << "reseed: " << printable(bundle.string() + ": " + problem) << '\n';
    ++damaged;
  }
  if (damaged > 0) {
    std::cerr << "reseed: " << bundle.string() << ": want a whole bundle to report on, found " << damaged
              << " problems; its page was not written\n";
    return 1;
  }
  rewrite_file(bundle, kPageFile, report_of(bundle));
  write_crate(bundle, credit_of(read_bundle(bundle)));
  std::cout << (bundle / kPageFile).string() << '\n';
  return 0;
}

}  // namespace reseed::cli
