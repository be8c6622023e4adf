// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.hpp"

namespace reseed::test {

/// The first program of $PATH that is Chromium; empty where there is none.
inline std::filesystem::path find_browser() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
      std::filesystem::path program = std::filesystem::path(folder) / name;
      if (std::filesystem::exists(program)) return program;
    }
  return {};
}

/// Precondition of a test that opens a page.
inline boost::test_tools::assertion_result has_browser(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result result(!find_browser().empty());
  result.message() << "no chromium in $PATH";
  return result;
}

/// What a browser saw of a page.
struct Seen {
  nlohmann::json facts;              ///< what the probe returned; null when the page never came to its end
  std::vector<std::string> console;  ///< messages, warnings and errors alike
};

/// A browser without a window whose profile lies in `folder`, ended after two minutes: the begin of a shell command.
inline std::string browser_command(const std::filesystem::path& folder) {
  return "timeout 120 '" + find_browser().string() +
         "' --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --enable-logging=stderr --user-data-dir='" +
         (folder / "profile").string() + "' ";
}

/// Opens a page in a frame `width` pixels wide and evaluates `probe`, the body of a JavaScript function that returns
/// an object, once the page has loaded and was drawn, half a second later. (A frame, because a window has a least width
/// of its own.) `flags`: further words for the browser.
inline Seen see(const std::string& page, int width, const std::string& probe, const std::string& flags = "") {
  const TemporaryFolder folder;
  const std::string report = "<script>addEventListener('load',function(){setTimeout(function(){var facts=(function(){" +
                             probe + "})();parent.postMessage(JSON.stringify(facts),'*')},500)})</script>";
  write_file(folder.path() / "page.html", page + report);
  write_file(folder.path() / "frame.html",
             "<!DOCTYPE html><meta charset=utf-8><meta name=color-scheme content='light dark'><script>"
             "addEventListener('message',function(e){"
             "document.documentElement.setAttribute('data-facts',encodeURIComponent(e.data))})</script>"
             "<iframe src=page.html style='border:0;width:" +
                 std::to_string(width) + "px;height:800px'></iframe>");
  const std::string command = browser_command(folder.path()) + flags +
                              " --virtual-time-budget=20000 --dump-dom 'file://" +
                              (folder.path() / "frame.html").string() + "' >'" + (folder.path() / "dom").string() +
                              "' 2>'" + (folder.path() / "log").string() + "'";
  BOOST_TEST_REQUIRE(std::system(command.c_str()) == 0, "the browser failed");
  Seen seen;
  std::istringstream log(read_file(folder.path() / "log"));
  for (std::string line; std::getline(log, line);)
    if (line.find(":CONSOLE") != std::string::npos) seen.console.push_back(line);
  const std::string dom = read_file(folder.path() / "dom");
  const std::string_view name = "data-facts=\"";
  const auto from = dom.find(name);
  if (from == std::string::npos) return seen;
  std::string facts;
  for (std::size_t i = from + name.size(); i < dom.size() && dom[i] != '"'; ++i) {
    if (dom[i] != '%')
      facts += dom[i];
    else {
      facts += static_cast<char>(std::stoi(dom.substr(i + 1, 2), nullptr, 16));
      i += 2;
    }
  }
  seen.facts = nlohmann::json::parse(facts);
  return seen;
}

/// Milliseconds from the beginning of the navigation until the page with all of its styles and scripts has loaded and
/// was laid out, on the browser's own clock; negative when it never did.
inline double load_milliseconds(const std::string& page) {
  const TemporaryFolder folder;
  write_file(
      folder.path() / "page.html",
      page +
          "<script>addEventListener('load',function(){var height=document.body.offsetHeight;"
          "document.documentElement.setAttribute('data-loaded',performance.now().toFixed(1)+';'+height)})</script>");
  const std::string command = browser_command(folder.path()) + "--dump-dom 'file://" +
                              (folder.path() / "page.html").string() + "' >'" + (folder.path() / "dom").string() +
                              "' 2>/dev/null";
  if (std::system(command.c_str()) != 0) return -1.0;
  const std::string dom = read_file(folder.path() / "dom");
  const std::string_view name = "data-loaded=\"";
  const auto from = dom.find(name);
  return from == std::string::npos ? -1.0 : std::stod(dom.substr(from + name.size()));
}

/// Prints a page to PDF and gives the file's content; empty when the browser failed.
inline std::string printed(const std::string& page) {
  const TemporaryFolder folder;
  write_file(folder.path() / "page.html", page);
  const std::string command = browser_command(folder.path()) + "--no-pdf-header-footer --print-to-pdf='" +
                              (folder.path() / "page.pdf").string() + "' 'file://" +
                              (folder.path() / "page.html").string() + "' >'" + (folder.path() / "out").string() +
                              "' 2>&1";
  if (std::system(command.c_str()) != 0 || !std::filesystem::exists(folder.path() / "page.pdf")) return "";
  return read_file(folder.path() / "page.pdf");
}

}  // namespace reseed::test
