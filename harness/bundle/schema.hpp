// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/csv.hpp"

namespace reseed {

/// A file of harness/bundle/schema (share/reseed/schema), parsed. Errors: Error(internal) naming the file when it
/// cannot be read, or is a schema of other keywords than schema_mistakes() checks: it is of another version than the
/// program.
nlohmann::json read_schema(const std::string& name);

/// What of a JSON value does not fit a JSON schema, one line each: "KEY: want ..., found ...". Keywords: type, enum,
/// minimum, maxItems, required, properties, additionalProperties, items, anyOf; the schema `false` fits no value.
/// Errors: Error(internal) for any other, so that no schema promises more than is checked.
std::vector<std::string> schema_mistakes(const nlohmann::json& value, const nlohmann::json& schema);

/// The same for a table: `columns` is a table of tables.json, a list of { name, type, required, meaning } that may have
/// `enum` and `minimum` too. Names and order are exact; an empty cell is an absent value. `further`: what columns
/// behind them hold, as one of `columns`; null: there are none.
std::vector<std::string> table_mistakes(const CsvTable& table, const nlohmann::json& columns,
                                        const nlohmann::json& further);

}  // namespace reseed
