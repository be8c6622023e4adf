// SPDX-License-Identifier: Apache-2.0
// A bundle from a stranger is data, never code: no command loads what lies in it, whatever names it.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/sha256.hpp"
#include "bundle/bundle.hpp"
#include "bundle/checksums.hpp"
#include "support/plugins.hpp"
#include "support/program.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

/// The frozen bundle with a library in it that leaves a trace when it is opened: [plugins] of both manifests and
/// bundle.json name it, and checksums fit.
class Stranger {
 public:
  Stranger() {
    fs::copy(fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen" / "1", bundle(),
             fs::copy_options::recursive);
    fs::remove(bundle() / "ro-crate-metadata.json");
    for (const char* name : {"code.so", "pairs/code.so", "fleiss_kappa.so"})
      fs::copy_file(fake_plugin("touching", "touches_at_load"), bundle() / name);
    for (const char* name : {"manifest.toml", "manifest.resolved.toml"})
      write_file(bundle() / name, read_file(bundle() / name) + "\n[plugins]\npaths = [\".\", \"pairs\", \"" +
                                      bundle().string() + "\"]\n");
    nlohmann::json marker = parse_json(read_file(bundle() / "bundle.json"), "bundle.json");
    marker["manifest_digest"] = sha256_file(bundle() / "manifest.resolved.toml");
    marker["plugins"].push_back({{"kind", "mitigation"}, {"id", "./code.so"}, {"version", 1}, {"source_digest", "d"}});
    marker["plugins"].push_back(
        {{"kind", "study"}, {"id", (bundle() / "code.so").string()}, {"version", 1}, {"source_digest", "d"}});
    write_file(bundle() / "bundle.json", marker.dump());
    fs::remove(bundle() / "SHA256SUMS");
    Checksums sums;
    std::set<std::string> strange;
    for (const std::string& name : files_below(bundle(), strange)) sums[name] = sha256_file(bundle() / name);
    write_file(bundle() / "SHA256SUMS", write_checksums(sums));
  }
  fs::path bundle() const { return folder_.path() / "bundle"; }
  fs::path trace() const { return folder_.path() / "trace"; }
  /// Called in the bundle's own folder: the worst place that there is.
  Said run(const std::vector<std::string>& words) const {
    const fs::path before = fs::current_path();
    fs::current_path(bundle());
    Program program(fs::path(RESEED_BINARY_DIRECTORY) / "bin" / "reseed", words,
                    {{"RESEED_TEST_TRACE", trace().string()}, {"XDG_CACHE_HOME", (folder_.path() / "cache").string()}});
    Said said = program.wait();
    fs::current_path(before);
    return said;
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(a_bundle_from_a_stranger)

BOOST_AUTO_TEST_CASE(is_never_code) {
  const Stranger stranger;
  const std::string bundle = stranger.bundle().string();
  const std::string out = (stranger.bundle().parent_path() / "out").string();
  BOOST_TEST(stranger.run({"verify", bundle}).code == 0, stranger.run({"verify", bundle}).err);
  BOOST_TEST(stranger.run({"report", bundle}).code == 0);
  BOOST_TEST(stranger.run({"export", bundle, "runs", "--format", "latex"}).code == 0);
  BOOST_TEST(stranger.run({"compare", bundle, bundle}).code == 0);
  const Said measured = stranger.run({"measure", bundle, "--out", out, "--store", out + "-store", "--add",
                                      "fleiss_kappa:as_published", "--progress", "none"});
  BOOST_TEST(measured.code == 0, measured.err);
  BOOST_TEST(fs::exists(out));
  BOOST_TEST(!fs::exists(stranger.trace()));
}

BOOST_AUTO_TEST_CASE(would_leave_a_trace_if_its_code_were_run) {
  const Stranger stranger;
  const Said said = stranger.run({"plugins", "list", "--plugins", stranger.bundle().string()});
  BOOST_TEST(fs::exists(stranger.trace()), said.out << said.err);
}

BOOST_AUTO_TEST_SUITE_END()
