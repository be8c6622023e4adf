// SPDX-License-Identifier: Apache-2.0
#include "reseed/error.hpp"
#include "tokenize/folder.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

tokenize::Parts read_parts(const fs::path& folder, const tokenize::TokenizerConfig& config) {
  if (fs::exists(folder / "tokenizer.json")) return read_tokenizer_json(folder / "tokenizer.json", config);
  if (fs::exists(folder / "vocab.txt")) return read_vocab_txt(folder / "vocab.txt", config);
  if (fs::exists(folder / "vocab.json") && fs::exists(folder / "merges.txt"))
    return read_vocab_and_merges(folder / "vocab.json", folder / "merges.txt", config);
  for (const char* name : {"spiece.model", "spm.model", "sentencepiece.bpe.model", "tokenizer.model"})
    if (fs::exists(folder / name))
      throw Error(ErrorKind::data, (folder / name).string(),
                  "want WordPiece or byte-level BPE: tokenizers of SentencePiece (T5, DeBERTa-v3) are not there yet");
  throw Error(ErrorKind::data, folder.string(),
              "want tokenizer.json, vocab.txt, or vocab.json and merges.txt, found none of them");
}

}  // namespace

std::unique_ptr<Tokenizer> load_tokenizer(const fs::path& folder) {
  if (!fs::is_directory(folder))
    throw Error(ErrorKind::data, folder.string(), "want the folder of a checkpoint, found none");
  const tokenize::TokenizerConfig config = tokenize::read_tokenizer_config(folder);
  tokenize::Parts parts = read_parts(folder, config);
  parts.model_max_length = config.model_max_length;
  parts.pad_left = config.pad_left.value_or(parts.pad_left);
  parts.cut_left = config.cut_left.value_or(parts.cut_left);
  return std::make_unique<tokenize::Pipeline>(std::move(parts), folder.string());
}

}  // namespace reseed
