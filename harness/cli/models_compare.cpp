// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/json.hpp"
#include "base/number.hpp"
#include "cli/models.hpp"
#include "reseed/error.hpp"
#include "worker/client.hpp"

namespace reseed::cli {
namespace {

using nlohmann::json;

struct Question {
  std::vector<std::string> files;  ///< checkpoint folder and golden file
  double tolerance = 1e-5;
  std::string precision = "float32";
  bool as_json = false;
};

Question read_words(const Arguments& arguments) {
  Question question;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string word = arguments[i];
    std::optional<std::string> given;
    if (const std::size_t equals = word.find('='); word.starts_with("--") && equals != std::string::npos) {
      given = word.substr(equals + 1);
      word.resize(equals);
    }
    const auto value = [&]() -> std::string {
      if (given) return *given;
      if (++i == arguments.size()) throw Error(ErrorKind::usage, word, "want a value, found none");
      return arguments[i];
    };
    if (word == "--json" && !given)
      question.as_json = true;
    else if (word == "--precision")
      question.precision = value();
    else if (word == "--tolerance") {
      const std::string text = value();
      const auto number = parse_double(text);
      if (!number || *number < 0.0)
        throw Error(ErrorKind::usage, word, "want a number of at least 0, found \"" + text + "\"");
      question.tolerance = *number;
    } else if (word.starts_with("--")) {
      throw Error(ErrorKind::usage, word,
                  "models compare has no such option; it has --tolerance, --precision and --json");
    } else {
      question.files.push_back(word);
    }
  }
  if (question.precision != "float32" && question.precision != "float64" && question.precision != "bfloat16")
    throw Error(ErrorKind::usage, "--precision",
                "want float32, float64 or bfloat16, found \"" + question.precision + "\"");
  if (question.files.size() != 2)
    throw Error(
        ErrorKind::usage, "models compare",
        "want a checkpoint's folder and a safetensors file, found " + std::to_string(question.files.size()) + " words");
  return question;
}

std::string scientific(double number) {
  std::ostringstream text;
  text << std::scientific << std::setprecision(2) << number;
  return text.str();
}

/// A value that JSON has no number for (a difference from NaN) arrives as null.
double number_or_infinity(const json& value) {
  return value.is_number() ? value.get<double>() : std::numeric_limits<double>::infinity();
}

void print(const json& result) {
  std::size_t width = 6;
  for (const json& output : result.at("outputs"))
    width = std::max(width, output.at("name").get_ref<const std::string&>().size());
  std::cout << std::left << std::setw(static_cast<int>(width)) << "output"
            << "  largest difference  relative\n";
  for (const json& output : result.at("outputs"))
    std::cout << std::left << std::setw(static_cast<int>(width)) << output.at("name").get<std::string>() << "  "
              << std::setw(18) << scientific(number_or_infinity(output.at("difference"))) << "  "
              << scientific(number_or_infinity(output.at("relative")))
              << (output.at("within").get<bool>() ? "" : "  larger than the tolerance") << '\n';
  for (const json& remark : result.at("not_compared"))
    std::cout << remark.at("name").get<std::string>() << ": not compared: " << remark.at("reason").get<std::string>()
              << '\n';
  std::cout << (result.at("within").get<bool>() ? "all within " : "not all within ")
            << shortest(result.at("tolerance").get<double>()) << " of the largest recorded value ("
            << result.at("precision").get<std::string>() << ")\n";
}

}  // namespace

int models_compare(const Arguments& arguments) {
  const Question question = read_words(arguments);
  WorkerProcess worker({worker_program("reseed-train"), {}, {}, {}});
  const json result = result_of(worker.call({{"request", "compare"},
                                             {"folder", question.files[0]},
                                             {"golden", question.files[1]},
                                             {"precision", question.precision},
                                             {"tolerance", question.tolerance}}),
                                question.files[0]);
  if (question.as_json)
    std::cout << dump_json(result) << '\n';
  else
    print(result);
  return result.at("within").get<bool>() ? 0 : 1;
}

}  // namespace reseed::cli
