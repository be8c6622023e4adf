// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace reseed {

/// TOML text by file name.
using PublishedFacts = std::map<std::string, std::string>;

/// Names of the published facts that are installed, in order.
std::vector<std::string> known_published_facts();

/// The files `published/NAME/*.toml` of the installation. Errors: Error(data) for a file that cannot be read.
PublishedFacts published_facts(const std::string& name);

/// SHA-256 over one line "<sha256 of the file>  <name>" per file, in the order of names: what
/// `sha256sum *.toml | sha256sum` prints in their folder.
std::string published_digest(const PublishedFacts& facts);

}  // namespace reseed
