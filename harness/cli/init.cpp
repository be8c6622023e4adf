// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/program_options.hpp>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/number.hpp"
#include "cli/commands.hpp"
#include "data/guess.hpp"
#include "data/task.hpp"
#include "manifest/check.hpp"
#include "manifest/expand.hpp"
#include "plugin/catalog.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

/// Letters, digits, '_' and '-' of a file's name: what may stand as study id and file name.
std::string plain_name(const fs::path& file) {
  std::string name;
  for (const char letter : file.stem().string()) {
    const auto c = static_cast<unsigned char>(letter);
    name += (c < 0x80 && std::isalnum(c)) || c == '_' || (c == '-' && !name.empty()) ? letter : '_';
  }
  return name.empty() ? "study" : name;
}

/// What the model's configuration says about a sensible start.
struct ModelHints {
  double learning_rate = 2e-5;
  std::int64_t max_length = 128;
  std::string reason;
};

ModelHints hints_of(const fs::path& folder) {
  const fs::path file = folder / "config.json";
  const nlohmann::json config = parse_json(read_file(file), file.string());
  const auto integer = [&](const char* key, std::int64_t otherwise) {
    return config.is_object() && config.contains(key) && config.at(key).is_number_integer()
               ? config.at(key).get<std::int64_t>()
               : otherwise;
  };
  const std::int64_t width = integer("hidden_size", 768);
  ModelHints hints;
  hints.learning_rate = width <= 256 ? 5e-4 : width < 768 ? 3e-4 : width < 1024 ? 5e-5 : 2e-5;
  // Two positions are spared: some families begin to count at 2.
  hints.max_length = std::min<std::int64_t>(128, integer("max_position_embeddings", 512) - 2);
  hints.reason = "learning rate " + shortest(hints.learning_rate) + " for a model of width " + std::to_string(width) +
                 ": a first guess, to be tried with --set training.learning_rate=...";
  return hints;
}

struct Sizes {
  std::int64_t train, validation, test;
};

/// Half for training, a fifth for validation, the rest for the test; large data sets are cut to what takes minutes.
Sizes sizes_of(std::int64_t items) {
  return {std::min<std::int64_t>(items / 2, 1000), std::min<std::int64_t>(items / 5, 200),
          std::min<std::int64_t>(items - items / 2 - items / 5, 500)};
}

/// The study that is for groups and measures; the first by id.
std::string study_kind(const PluginCatalog& catalog) {
  for (const PluginSpec& plugin : catalog.plugins())
    if (plugin.kind == PluginKind::study &&
        std::find(plugin.needs.begin(), plugin.needs.end(), "measures") != plugin.needs.end())
      return plugin.id;
  throw Error(ErrorKind::plugin, "init", "want a study plugin for groups and measures, found none");
}

std::string group_text(const std::string& mitigation, const std::string& mark) {
  return '\n' + mark + "[[groups]]\n" + mark + "models     = [\"model\"]\n" + mark + "tasks      = [\"task\"]\n" +
         mark + "mitigation = { id = " + toml_string(mitigation) + " }\n" + mark +
         "seeds      = { first = 0, count = 5 }\n";
}

std::string manifest_text(const std::string& name, const std::string& model, const fs::path& data,
                          const GuessedDataset& guess, const ModelHints& hints, const PluginCatalog& catalog) {
  const Sizes sizes = sizes_of(guess.items);
  const std::string root = data.has_parent_path() ? data.parent_path().string() : ".";
  std::string text =
      "# Fine-tunes one model on one data set with several seeds and measures how much the results differ.\nschema = "
      "1\n\n[study]\nid   = " +
      toml_string(name) + "\nkind = " + toml_string(study_kind(catalog)) +
      "\n\n[models.model]\ncheckpoint = " + toml_string(model) +
      "\nhead       = \"new\"\n\n[tasks.task]\ndataset = " + toml_string(name + "-data.toml") +
      "\nroot    = " + toml_string(root) + "\nmetric  = " + (guess.classes == 2 ? "\"accuracy\"" : "\"macro_f1\"") +
      "\nsplit   = { seed = 0, train = " + std::to_string(sizes.train) +
      ", validation = " + std::to_string(sizes.validation) + ", test = " + std::to_string(sizes.test) +
      ", by = \"item\" }\n\n[training]\nepochs        = 3\nlearning_rate = " + shortest(hints.learning_rate) +
      "\nmax_length    = " + std::to_string(hints.max_length) + '\n';
  // The baseline first; the other methods wait in comments.
  const PluginSpec* plain = catalog.plain_mitigation();
  if (plain == nullptr)
    throw Error(ErrorKind::plugin, "init", "want one plugin that is plain fine-tuning, found none or several");
  text += group_text(plain->id, "");
  for (const std::string& id : catalog.ids(PluginKind::mitigation))
    if (id != plain->id) text += group_text(id, "# ");
  for (const PluginSpec& plugin : catalog.plugins()) {
    if (plugin.kind != PluginKind::measure) continue;
    text += "\n[[measures]]\nid = " + toml_string(plugin.id) + '\n';
    if (plugin.measure && plugin.measure->reads == Reads::representations) text += "layers = \"all\"\n";
  }
  return text + "\n[execution]\ndouble_run = true\n";
}

}  // namespace

int init(const Arguments& arguments) {
  po::options_description options;
  options.add_options()("model", po::value<std::string>())("data", po::value<std::string>())(
      "text", po::value<std::string>()->default_value(""))("label", po::value<std::string>()->default_value(""));
  po::variables_map given;
  constexpr const char* kWant = "want --model DIR --data FILE [--text COL] [--label COL]";
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(arguments).options(options).positional({}).style(style).run(), given);
    po::notify(given);
  } catch (const po::error& error) {
    throw Error(ErrorKind::usage, "init", std::string(kWant) + ", found: " + error.what());
  }
  if (given.count("model") == 0 || given.count("data") == 0) throw Error(ErrorKind::usage, "init", kWant);
  const std::string model = given["model"].as<std::string>();
  const fs::path data = given["data"].as<std::string>();
  checkpoint_files(model);  // refuses a folder that is no checkpoint
  if (!fs::is_regular_file(data))
    throw Error(ErrorKind::data, data.string(), "want a file of labelled texts, found none");

  const std::string name = plain_name(data);
  const fs::path here = fs::current_path();
  const fs::path manifest_file = here / (name + ".toml");
  const fs::path descriptor_file = here / (name + "-data.toml");
  for (const fs::path& file : {manifest_file, descriptor_file})
    if (fs::exists(file))
      throw Error(ErrorKind::usage, file.string(),
                  "want a name that is free, found a file; move it away or work in another folder");

  const GuessedDataset guess =
      guess_dataset(data, name, given["text"].as<std::string>(), given["label"].as<std::string>());
  constexpr std::int64_t kFewest = 20;
  if (guess.items < kFewest)
    throw Error(ErrorKind::data, data.string(),
                "want at least " + std::to_string(kFewest) + " items, found " + std::to_string(guess.items));
  const ModelHints hints = hints_of(model);
  const PluginCatalog catalog = search_plugins(plugin_folders({}, {}));
  const std::string text = manifest_text(name, model, data, guess, hints, catalog);

  // Ready to run, or nothing is left behind: both are checked as `run` will.
  write_file(descriptor_file, guess.descriptor);
  try {
    const Manifest manifest = check_manifest(parse_manifest(text, manifest_file), catalog);
    load_task(located(manifest.tasks.at(0), manifest, {}));
    write_file(manifest_file, text);
  } catch (...) {
    fs::remove(descriptor_file);
    throw;
  }
  std::cout << "wrote " << manifest_file.filename().string() << " and " << descriptor_file.filename().string()
            << ". Assumed:\n";
  for (const std::string& line : guess.assumptions) std::cout << "  - " << line << '\n';
  std::cout << "  - " << hints.reason << "\nNext: reseed run " << manifest_file.filename().string() << '\n';
  return 0;
}

}  // namespace reseed::cli
