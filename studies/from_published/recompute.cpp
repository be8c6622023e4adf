// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "../common/code_rows.hpp"
#include "../common/sentences.hpp"
#include "context.hpp"
#include "reseed/error.hpp"

namespace reseed::from_published {
namespace {

bool is_judged(const StudyReport& report, const std::string& claim) {
  return std::any_of(report.claims.begin(), report.claims.end(), [&](const StudyClaim& c) { return c.id == claim; });
}

/// A part whose facts are missing or malformed: its claims cannot be told, and a note says why.
template <class Check>
void part(Context& context, const std::string& name, Check&& check) {
  try {
    check(context);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::data) throw;
    context.report.notes.push_back(studies::sentence("Part " + name + " cannot be told: " + error.what()));
    for (const ClaimText& claim : claim_texts())
      if (claim.part == name && !is_judged(context.report, claim.id))
        context.claim(claim.id, std::nullopt, std::string("the facts cannot be read: ") + error.what());
  }
}

}  // namespace

StudyReport recompute(const std::map<std::string, std::string>& files, std::uint64_t seed, std::int64_t samples) {
  StudyReport report;
  try {
    const Facts facts(files);
    if (facts.empty()) throw Error(ErrorKind::data, "study.published", "want the name of published facts, found none");
    Context context{facts, seed, samples, report, {}};
    part(context, "tables", check_roundings);
    part(context, "kappa", check_kappa);
    part(context, "rankings", check_rankings);
    part(context, "spreads", check_spreads);
    part(context, "halves", check_halves);
    part(context, "claims", check_claims);
    add_answers(context);
    part(context, "list", [](Context& all) { all.report.tables.push_back(published::code_rows(all.facts)); });
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::data) throw;
    const std::string why = studies::sentence(std::string("the facts cannot be read: ") + error.what());
    report.answers = {{"Do the published numbers fit together?", "cannot tell", why}};
    report.notes.push_back(why);
  }
  return report;
}

}  // namespace reseed::from_published
