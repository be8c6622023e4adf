// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <iostream>

#include "bundle/bundle.hpp"
#include "cli/commands.hpp"
#include "report/page.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {

/// `reseed report BUNDLE`: writes report.html anew from the bundle's own files and prints its path.
int report(const Arguments& arguments) {
  if (arguments.size() != 1 || arguments[0].starts_with("-"))
    throw Error(ErrorKind::usage, "report", "want one bundle's folder: reseed report BUNDLE");
  const std::filesystem::path bundle = arguments[0];
  write_volatile_file(bundle, "report.html", report_of(bundle));
  std::cout << (bundle / "report.html").string() << '\n';
  return 0;
}

}  // namespace reseed::cli
