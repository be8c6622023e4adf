// SPDX-License-Identifier: Apache-2.0
// A bundle from a stranger is data, never code: no command loads what lies in it, whatever names it.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/sha256.hpp"
#include "bundle/bundle.hpp"
#include "bundle/checksums.hpp"
#include "support/can_train.hpp"
#include "support/plugins.hpp"
#include "support/progress_lines.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kInside[] = {"code.so", "pairs/code.so", "fleiss_kappa.so"};

/// Makes [plugins] of both manifests and bundle.json of a bundle name libraries in `folders`; checksums fit whatever
/// lies in it.
void name_code(const fs::path& bundle, const std::vector<std::string>& folders) {
  fs::remove(bundle / "ro-crate-metadata.json");
  std::string paths;
  for (const std::string& folder : folders) paths += (paths.empty() ? "paths = [\"" : ", \"") + folder + '"';
  paths += "]\n";
  for (const char* name : {"manifest.toml", "manifest.resolved.toml"}) {
    std::string text = read_file(bundle / name);
    if (const std::size_t own = text.find("paths = []\n"); own != std::string::npos)
      text.replace(own, 11, paths);
    else
      text += "\n[plugins]\n" + paths;
    write_file(bundle / name, text);
  }
  nlohmann::json marker = parse_json(read_file(bundle / "bundle.json"), "bundle.json");
  marker["manifest_digest"] = sha256_file(bundle / "manifest.resolved.toml");
  marker["plugins"].push_back({{"kind", "mitigation"}, {"id", "./code.so"}, {"version", 1}, {"source_digest", "d"}});
  marker["plugins"].push_back({{"kind", "study"},
                               {"id", (fs::path(folders.back()) / "code.so").string()},
                               {"version", 1},
                               {"source_digest", "d"}});
  write_file(bundle / "bundle.json", marker.dump());
  fs::remove(bundle / "SHA256SUMS");
  Checksums sums;
  std::set<std::string> strange;
  for (const std::string& name : files_below(bundle, strange)) sums[name] = sha256_file(bundle / name);
  write_file(bundle / "SHA256SUMS", write_checksums(sums));
}

/// Puts a library that leaves a trace when it is opened under a name.
void put_code(const fs::path& file) { fs::copy_file(fake_plugin("touching", "touches_at_load"), file); }

/// Beside the folder of the bundle, where an archive may have put it.
fs::path beside(const fs::path& bundle) { return bundle.parent_path().parent_path() / "code"; }

/// A whole bundle, and a folder of such libraries that it names.
void put_code_beside(const fs::path& bundle) {
  const fs::path code = beside(bundle);
  fs::create_directory(code);
  for (const char* name : {"code.so", "fleiss_kappa.so"}) put_code(code / name);
  name_code(bundle, {"../../code", code.string()});
}

/// A bundle that holds such libraries itself: files that no bundle has.
void put_code_inside(const fs::path& bundle) {
  for (const char* name : kInside) put_code(bundle / name);
  name_code(bundle, {".", "pairs", bundle.string()});
}

/// The frozen bundle with such libraries.
class Stranger {
 public:
  explicit Stranger(void (*put)(const fs::path& bundle)) {
    fs::create_directory(bundle().parent_path());
    fs::copy(fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen" / "1", bundle(),
             fs::copy_options::recursive);
    put(bundle());
  }
  fs::path bundle() const { return folder_.path() / "results" / "bundle"; }
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

/// A bundle of trained runs with such libraries beside it, and the worker that trained them.
class TrainedStranger : public SmallStudy {
 public:
  TrainedStranger() {
    write("study.toml", manifest(2, "[records]\nkeep = \"copy\"\n"));
    const Said said = run();
    BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
    put_code_beside(bundle());
  }
  fs::path trace() const { return at("trace"); }
  Said call(std::vector<std::string> words) const {
    std::map<std::string, std::string> variables = environment();
    variables["RESEED_TEST_TRACE"] = trace().string();
    variables["XDG_CACHE_HOME"] = at("cache").string();
    words.insert(words.end(), {"--plugins", plugins.front(), "--store", at("fresh-store").string()});
    return Program(reseed(), words, variables).wait();
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(a_bundle_from_a_stranger)

BOOST_AUTO_TEST_CASE(is_never_code) {
  const Stranger stranger(put_code_beside);
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
  const Said computed =
      stranger.run({"verify", bundle, "--recompute", "all", "--store", out + "-store", "--progress", "none"});
  BOOST_TEST(computed.code == 0, computed.err);
  BOOST_TEST(has(computed.out, "recomputed "), computed.out);
  BOOST_TEST(!fs::exists(stranger.trace()));
}

BOOST_AUTO_TEST_CASE(is_not_whole_and_still_never_code_with_libraries_in_it) {
  const Stranger stranger(put_code_inside);
  const std::string bundle = stranger.bundle().string();
  const std::string out = (stranger.bundle().parent_path() / "out").string();
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"verify", bundle}, {"verify", bundle, "--recompute", "all"}, {"report", bundle}}) {
    const Said said = stranger.run(words);
    BOOST_TEST(said.code == 1, said.err);
    for (const std::string name : kInside) BOOST_TEST(has(said.err, ": " + name + ": want "), name << ": " << said.err);
  }
  const Said measured =
      stranger.run({"measure", bundle, "--out", out, "--store", out + "-store", "--add", "fleiss_kappa:as_published"});
  BOOST_TEST(measured.code == 2, measured.err);
  BOOST_TEST(has(measured.err, "want a whole bundle, found 3 problems"), measured.err);
  BOOST_TEST(stranger.run({"export", bundle, "runs", "--format", "latex"}).code == 0);
  BOOST_TEST(stranger.run({"compare", bundle, bundle}).code == 0);
  BOOST_TEST(!fs::exists(stranger.trace()));
}

BOOST_FIXTURE_TEST_CASE(is_never_code_when_its_runs_are_trained_again, TrainedStranger,
                        *boost::unit_test::precondition(can_train)) {
  const std::string places[] = {"models.tiny.checkpoint=\"" + at("checkpoint").string() + "\"",
                                "tasks.made.dataset=\"" + at("data.toml").string() + "\""};
  fs::create_directory(at("fresh-store"));
  const Said said = call({"verify", bundle().string(), "--recompute", "all", "--rerun", "all", "--set", places[0],
                          "--set", places[1], "--progress", "none"});
  BOOST_TEST(said.code == 0, said.err);
  BOOST_TEST(has(said.out, "trained 4 of 4 runs again: 4 bit equal"), said.out);
  BOOST_TEST(!fs::exists(trace()));
}

// The command that the page shows under "how to rerun".
BOOST_FIXTURE_TEST_CASE(is_never_code_when_its_manifest_is_run, TrainedStranger,
                        *boost::unit_test::precondition(can_train)) {
  const std::string own = (bundle() / "manifest.resolved.toml").string();
  const std::vector<std::string> places = {"--set", "models.tiny.checkpoint=\"" + at("checkpoint").string() + "\"",
                                           "--set", "tasks.made.dataset=\"" + at("data.toml").string() + "\""};
  for (const char* command : {"plan", "run"}) {
    std::vector<std::string> words = {command, own, "--out", at("elsewhere").string()};
    words.insert(words.end(), places.begin(), places.end());
    const Said said = call(words);
    BOOST_TEST(said.code == 0, said.err);
    BOOST_TEST(has(said.err, own + ": plugins.paths of a bundle's manifest are not looked into; --plugins names "
                                   "folders whose code you trust"),
               said.err);
  }
  BOOST_TEST(!fs::exists(trace()));
  // The same manifest in a folder of one's own is one's own.
  fs::create_directories(at("my/own"));  // from where ../../code is that folder, too
  write("my/own/own.toml", read_file(own));
  std::vector<std::string> words = {"plan", at("my/own/own.toml").string()};
  words.insert(words.end(), places.begin(), places.end());
  const Said said = call(words);
  BOOST_TEST(fs::exists(trace()), said.out << said.err);
}

BOOST_AUTO_TEST_CASE(would_leave_a_trace_if_its_code_were_run) {
  for (const auto put : {put_code_beside, put_code_inside}) {
    const Stranger stranger(put);
    const fs::path folder = put == put_code_inside ? stranger.bundle() : beside(stranger.bundle());
    const Said said = stranger.run({"plugins", "list", "--plugins", folder.string()});
    BOOST_TEST(fs::exists(stranger.trace()), said.out << said.err);
  }
}

BOOST_AUTO_TEST_SUITE_END()
