// SPDX-License-Identifier: Apache-2.0
// Small tokenizers made by hand: what their flags do, and what is refused.
#include "tokenize/tokenizer.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "reseed/error.hpp"
#include "support/fixtures.hpp"

namespace {

using Ids = std::vector<std::int64_t>;
using Offsets = std::vector<std::pair<std::size_t, std::size_t>>;
using nlohmann::json;

/// A folder with these files.
struct Folder {
  Folder(std::initializer_list<std::pair<const char*, std::string>> files) {
    for (const auto& [name, content] : files) reseed::write_file(folder.path() / name, content);
  }
  std::unique_ptr<reseed::Tokenizer> load() const { return reseed::load_tokenizer(folder.path()); }
  reseed::TemporaryFolder folder;
};

const std::string kVocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n##b\ncaf\u00e9\ncafe\n!\n";

json wordpiece() {
  json vocabulary;
  int id = 0;
  for (const char* token : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", "##b", "caf\u00e9", "cafe", "!"})
    vocabulary[token] = id++;
  return {{"version", "1.0"},
          {"truncation", nullptr},
          {"padding", nullptr},
          {"added_tokens", json::array({{{"id", 4}, {"content", "[MASK]"}, {"special", true}, {"normalized", false}}})},
          {"normalizer", {{"type", "BertNormalizer"}, {"lowercase", true}, {"strip_accents", nullptr}}},
          {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
          {"post_processor", {{"type", "BertProcessing"}, {"sep", {"[SEP]", 3}}, {"cls", {"[CLS]", 2}}}},
          {"decoder", nullptr},
          {"model", {{"type", "WordPiece"}, {"unk_token", "[UNK]"}, {"vocab", vocabulary}}}};
}

Ids ids(const json& tokenizer, const std::string& text) {
  return Folder({{"tokenizer.json", tokenizer.dump()}}).load()->encode(text).ids;
}

/// Checks that loading is refused at a place that ends so.
void refused(const Folder& folder, const std::string& place_end) {
  BOOST_CHECK_EXCEPTION(folder.load(), reseed::Error, [&](const reseed::Error& error) {
    BOOST_TEST((error.kind() == reseed::ErrorKind::data));
    BOOST_TEST(error.place().ends_with(place_end), error.what());
    return std::string(error.what()).find('\n') == std::string::npos;
  });
}

void refused(const json& tokenizer, const std::string& place_end) {
  refused(Folder({{"tokenizer.json", tokenizer.dump()}}), place_end);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tokenizer)

BOOST_AUTO_TEST_CASE(lower_case_wordpiece_strips_accents) {
  const auto bert = reseed::load_tokenizer(reseed::test::golden_folder() / "tokenizers" / "bert-base-uncased");
  BOOST_TEST(bert->encode("Gospi\u0107").ids == (Ids{101, 2175, 13102, 2594, 102}), boost::test_tools::per_element());
  BOOST_TEST(bert->token(bert->encode("caf\u00e8").ids[1]) == "cafe");
  BOOST_TEST(bert->token(bert->encode("\u00c6thelbald").ids[1]).starts_with("\u00e6"));
  BOOST_TEST(bert->vocabulary_size() == 30522);
  BOOST_TEST(bert->largest_id() == 30521);
  BOOST_TEST(bert->special_tokens(true) == 3);
}

BOOST_AUTO_TEST_CASE(wordpiece_keeps_accents_when_told_so) {
  const Folder accents({{"vocab.txt", kVocabulary}, {"tokenizer_config.json", R"({"strip_accents": false})"}});
  BOOST_TEST(accents.load()->encode("CAF\u00c9").ids == (Ids{2, 8, 3}), boost::test_tools::per_element());
  const Folder cased({{"vocab.txt", kVocabulary}, {"tokenizer_config.json", R"({"do_lower_case": false})"}});
  BOOST_TEST(cased.load()->encode("caf\u00e9 A").ids == (Ids{2, 8, 1, 3}), boost::test_tools::per_element());
  BOOST_TEST(cased.load()->assumptions().empty());
}

BOOST_AUTO_TEST_CASE(byte_level_words_differ_with_the_blank_in_front) {
  const auto folder = reseed::test::golden_folder() / "tokenizers" / "roberta-base";
  const auto roberta = reseed::load_tokenizer(folder);
  BOOST_TEST(roberta->encode("Hello world").ids == (Ids{0, 31414, 232, 2}), boost::test_tools::per_element());
  BOOST_TEST(roberta->encode(" Hello world").ids == (Ids{0, 20920, 232, 2}), boost::test_tools::per_element());
  BOOST_TEST(roberta->encode("world").ids == (Ids{0, 8331, 2}), boost::test_tools::per_element());
  BOOST_TEST(!roberta->has_type_ids());
  const Folder prefix({{"vocab.json", reseed::read_file(folder / "vocab.json")},
                       {"merges.txt", reseed::read_file(folder / "merges.txt")},
                       {"tokenizer_config.json", R"({"add_prefix_space": true})"}});
  BOOST_TEST(prefix.load()->encode("world").ids == (Ids{0, 232, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_empty_second_text_is_a_second_text) {
  const Folder folder({{"vocab.txt", kVocabulary}});
  const auto encoding = folder.load()->encode("a", "");
  BOOST_TEST(encoding.ids == (Ids{2, 5, 3, 3}), boost::test_tools::per_element());
  BOOST_TEST(encoding.type_ids == (Ids{0, 0, 0, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_word_of_more_than_100_code_points_is_unknown) {
  const auto bert = Folder({{"vocab.txt", kVocabulary}}).load();
  BOOST_TEST(bert->encode(std::string(100, 'b')).ids.size() == 102u);
  BOOST_TEST(bert->encode(std::string(101, 'b')).ids == (Ids{2, 1, 3}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(special_tokens_in_a_text_count_in_exact_case_only) {
  const auto bert = Folder({{"vocab.txt", kVocabulary}}).load();
  const auto encoding = bert->encode("a[MASK]b");
  BOOST_TEST(encoding.ids == (Ids{2, 5, 4, 6, 3}), boost::test_tools::per_element());
  BOOST_TEST((encoding.offsets == Offsets{{0, 0}, {0, 1}, {1, 7}, {7, 8}, {0, 0}}));
  BOOST_TEST(bert->encode("[mask]").ids == (Ids{2, 1, 1, 1, 3}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(added_tokens_obey_their_flags) {
  json tokenizer = wordpiece();
  auto& token = tokenizer["added_tokens"].emplace_back(json{{"id", 11}, {"content", "Ab"}, {"normalized", true}});
  BOOST_TEST(ids(tokenizer, "xAB b") == (Ids{2, 1, 11, 6, 3}), boost::test_tools::per_element());
  token["single_word"] = true;
  BOOST_TEST(ids(tokenizer, "xAB aB!") == (Ids{2, 1, 11, 10, 3}), boost::test_tools::per_element());
  token["normalized"] = false;
  BOOST_TEST(ids(tokenizer, "AB Ab") == (Ids{2, 5, 7, 11, 3}), boost::test_tools::per_element());
  token["rstrip"] = true;
  const auto trimmed = Folder({{"tokenizer.json", tokenizer.dump()}}).load()->encode("Ab  b");
  BOOST_TEST((trimmed.offsets == Offsets{{0, 0}, {0, 4}, {4, 5}, {0, 0}}));
}

BOOST_AUTO_TEST_CASE(truncation_and_padding_obey_max_length) {
  const auto bert = Folder({{"vocab.txt", kVocabulary}}).load();
  const reseed::EncodeOptions five{
      .max_length = 5, .truncation = reseed::Truncation::longest_first, .pad_to_max_length = true};
  BOOST_TEST(bert->encode("a a a a a", std::nullopt, five).ids == (Ids{2, 5, 5, 5, 3}),
             boost::test_tools::per_element());
  BOOST_TEST(bert->encode("a", std::nullopt, five).ids == (Ids{2, 5, 3, 0, 0}), boost::test_tools::per_element());
  BOOST_TEST(bert->encode("a", std::nullopt, five).attention_mask == (Ids{1, 1, 1, 0, 0}),
             boost::test_tools::per_element());
  for (const reseed::EncodeOptions& options :
       {reseed::EncodeOptions{.max_length = 1, .truncation = reseed::Truncation::longest_first},
        reseed::EncodeOptions{.max_length = -1}, reseed::EncodeOptions{.pad_to_max_length = true}})
    BOOST_CHECK_EXCEPTION(bert->encode("a", std::nullopt, options), reseed::Error,
                          [](const reseed::Error& error) { return error.kind() == reseed::ErrorKind::data; });
}

BOOST_AUTO_TEST_CASE(settings_of_tokenizer_config_go_before_tokenizer_json_and_are_told) {
  const Folder folder(
      {{"tokenizer.json", wordpiece().dump()}, {"tokenizer_config.json", R"({"do_lower_case": false})"}});
  BOOST_TEST(folder.load()->encode("A").ids == (Ids{2, 1, 3}), boost::test_tools::per_element());
  BOOST_REQUIRE(folder.load()->assumptions().size() == 1u);
}

BOOST_AUTO_TEST_CASE(unknown_kinds_and_flags_are_refused_by_name) {
  json tokenizer = wordpiece();
  tokenizer["normalizer"]["fancy"] = true;
  refused(tokenizer, "tokenizer.json: normalizer.fancy");
  tokenizer = wordpiece();
  tokenizer["normalizer"] = {{"type", "Sequence"}, {"normalizers", json::array({{{"type", "NFKC"}}})}};
  refused(tokenizer, "tokenizer.json: normalizer.normalizers[0].type");
  tokenizer = wordpiece();
  tokenizer["pre_tokenizer"]["type"] = "Metaspace";
  refused(tokenizer, "tokenizer.json: pre_tokenizer.type");
  tokenizer = wordpiece();
  tokenizer["post_processor"] = {{"type", "TemplateProcessing"},
                                 {"single", json::array()},
                                 {"pair", json::array()},
                                 {"special_tokens", json::object()}};
  refused(tokenizer, "tokenizer.json: post_processor.single");
  tokenizer = wordpiece();
  tokenizer["model"]["type"] = "Unigram";
  refused(tokenizer, "tokenizer.json: model.type");
  tokenizer = wordpiece();
  tokenizer["model"]["dropout"] = 0.1;
  refused(tokenizer, "tokenizer.json: model.dropout");
}

BOOST_AUTO_TEST_CASE(values_of_a_wrong_type_are_refused_by_name) {
  for (const char* key :
       {"added_tokens", "normalizer", "pre_tokenizer", "post_processor", "model", "padding", "truncation"}) {
    json tokenizer = wordpiece();
    tokenizer[key] = 3;
    refused(tokenizer, std::string("tokenizer.json: ") + key);
  }
  json tokenizer = wordpiece();
  tokenizer["normalizer"]["lowercase"] = "yes";
  refused(tokenizer, "normalizer.lowercase");
  for (const json& id : {json(-1), json(1e3), json("7"), json(1ull << 40), json()}) {
    tokenizer = wordpiece();
    tokenizer["model"]["vocab"]["zzz"] = id;
    refused(tokenizer, "model.vocab.zzz");
  }
  tokenizer = wordpiece();
  tokenizer["model"]["vocab"]["zzz"] = 5;  // the id of another token
  refused(tokenizer, "model.vocab");
  tokenizer["model"]["vocab"] = json::object();
  refused(tokenizer, "model.vocab");
}

BOOST_AUTO_TEST_CASE(a_file_cut_anywhere_is_refused) {
  const std::string whole = wordpiece().dump();
  for (std::size_t length = 0; length < whole.size(); length += 7)
    refused(Folder({{"tokenizer.json", whole.substr(0, length)}}), "tokenizer.json");
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_refused) {
  std::string deep = R"({"type": "BertNormalizer"})";
  for (int i = 0; i < 5000; ++i) deep = R"({"type": "Sequence", "normalizers": [)" + deep + "]}";
  refused(Folder({{"tokenizer.json", R"({"model": {}, "normalizer": )" + deep + "}"}}), "tokenizer.json");
}

BOOST_AUTO_TEST_CASE(vocabularies_that_do_not_hold_together_are_refused) {
  refused(Folder({{"vocab.txt", ""}}), "vocab.txt");
  refused(Folder({{"vocab.txt", kVocabulary + "a\n"}}), "vocab.txt:12");
  refused(Folder({{"vocab.txt", "a\n\xff\n"}}), "vocab.txt:2 byte 0");
  refused(Folder({{"vocab.txt", "[PAD]\n[UNK]\n[CLS]\na\n"}}), "vocab.txt");
  const std::string vocabulary =
      R"({"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3, "<mask>": 4, "a": 5, "b": 6, "ab": 7})";
  BOOST_TEST(Folder({{"vocab.json", vocabulary}, {"merges.txt", "#version: 0.2\na b\n"}}).load()->encode("ab").ids ==
                 (Ids{0, 7, 2}),
             boost::test_tools::per_element());
  refused(Folder({{"vocab.json", vocabulary}, {"merges.txt", "#version: 0.2\na c\n"}}), "merge 1 (a c)");
  refused(Folder({{"vocab.json", vocabulary}, {"merges.txt", "#version: 0.2\na b\na b\n"}}), "merge 2 (a b)");
  refused(Folder({{"vocab.json", vocabulary}, {"merges.txt", "#version: 0.2\nab\n"}}), "merges.txt:2");
  refused(Folder({{"vocab.json", "{}"}, {"merges.txt", "#version: 0.2\n"}}), "vocab.json");
  refused(Folder({{"vocab.json", R"({"a": 0})"}, {"merges.txt", "#version: 0.2\n"}}), "vocab.json");
}

BOOST_AUTO_TEST_CASE(long_byte_level_words_are_cut_as_short_ones_are) {
  const auto roberta = reseed::load_tokenizer(reseed::test::golden_folder() / "tokenizers" / "roberta-base");
  // One word of 4000 letters in one go, and the same letters in the reference's tokens: the joined tokens are the word.
  std::string word;
  for (int i = 0; i < 500; ++i) word += "internat";
  std::string joined;
  for (const std::int64_t id : roberta->encode(word).ids)
    if (id > 2) joined += roberta->token(id);
  BOOST_TEST(joined == word);
}

BOOST_AUTO_TEST_CASE(folders_without_a_tokenizer_and_families_not_there_yet_are_refused) {
  refused(Folder({{"config.json", "{}"}}), "");
  refused(Folder({{"spiece.model", "x"}}), "spiece.model");
  refused(Folder({{"vocab.txt", kVocabulary}, {"tokenizer_config.json", R"({"tokenizer_class": "MPNetTokenizer"})"}}),
          "vocab.txt");
  BOOST_CHECK_EXCEPTION(reseed::load_tokenizer("/nowhere"), reseed::Error,
                        [](const reseed::Error& error) { return error.place() == "/nowhere"; });
}

BOOST_AUTO_TEST_SUITE_END()
