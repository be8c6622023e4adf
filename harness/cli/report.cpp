// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <iostream>

#include "base/printable.hpp"
#include "bundle/bundle.hpp"
#include "cli/commands.hpp"
#include "report/page.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {

/// `reseed report BUNDLE`: writes report.html anew from the bundle's own files and prints its path. Exit code 1 for a
/// damaged bundle.
int report(const Arguments& arguments) {
  if (arguments.size() != 1 || arguments[0].starts_with("-"))
    throw Error(ErrorKind::usage, "report", "want one bundle's folder: reseed report BUNDLE");
  const std::filesystem::path bundle = arguments[0];
  // A page shows what the files say: not those of a damaged bundle. The page itself is about to be made anew.
  std::size_t damaged = 0;
  for (const std::string& problem : verify_bundle(bundle).problems) {
    if (problem.starts_with("report.html:")) continue;
    std::cerr << "reseed: " << printable(bundle.string() + ": " + problem) << '\n';
    ++damaged;
  }
  if (damaged > 0) {
    std::cerr << "reseed: " << bundle.string() << ": want a whole bundle to report on, found " << damaged
              << " problems; its page was not written\n";
    return 1;
  }
  write_volatile_file(bundle, "report.html", report_of(bundle));
  std::cout << (bundle / "report.html").string() << '\n';
  return 0;
}

}  // namespace reseed::cli
