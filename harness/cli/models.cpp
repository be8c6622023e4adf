// SPDX-License-Identifier: Apache-2.0
#include "cli/models.hpp"

#include "reseed/error.hpp"

namespace reseed::cli {

int models(const Arguments& arguments) {
  const std::string part = arguments.empty() ? "" : arguments.front();
  const Arguments rest(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
  if (part == "tokens") return models_tokens(rest);
  if (part == "check") return models_check(rest);
  if (part == "compare") return models_compare(rest);
  throw Error(ErrorKind::usage, "models",
              "want check DIR, tokens DIR [--json] or compare DIR GOLDEN, found " + (part.empty() ? "nothing" : part));
}

}  // namespace reseed::cli
