// SPDX-License-Identifier: Apache-2.0
#include "train/classifier.hpp"

#include <ATen/ATen.h>

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <ostream>

#include "support/made_checkpoint.hpp"
#include "support/plain_bert.hpp"
#include "train/dropout.hpp"

namespace {

using reseed::Classifier;
using reseed::ModelOptions;
using reseed::Pass;
using reseed::Tokens;
using reseed::test::MadeCheckpoint;

const MadeCheckpoint::Sizes kSizes[] = {{"bert", 12, 3, 2, 20, 17, 9, 2, 3},
                                        {"bert", 10, 1, 1, 7, 30, 12, 2, 5},
                                        {"roberta", 8, 2, 3, 24, 19, 11, 1, 5},
                                        {"roberta", 15, 5, 1, 6, 23, 8, 1, 2}};

std::unique_ptr<Classifier> load(const MadeCheckpoint& made, ModelOptions options) {
  const reseed::TemporaryFolder folder;
  made.write(folder.path());
  return reseed::load_classifier(std::make_shared<const reseed::Checkpoint>(folder.path()), options);
}

ModelOptions stored_head(std::int64_t labels, reseed::Precision precision = reseed::Precision::float64) {
  ModelOptions options;
  options.head = reseed::Head::checkpoint;
  options.labels = labels;
  options.precision = precision;
  return options;
}

/// Texts of lengths 1, 3, the longest, 3 and 2, without padding ids.
std::vector<Tokens> some_texts(const Classifier& model) {
  std::vector<Tokens> texts;
  for (const std::int64_t length :
       {std::int64_t{1}, std::int64_t{3}, model.longest(), std::int64_t{3}, std::int64_t{2}}) {
    Tokens text;
    for (std::int64_t t = 0; t < length; ++t) {
      text.input_ids.push_back(2 +
                               (7 * t + 3 * static_cast<std::int64_t>(texts.size())) % (model.vocabulary_size() - 2));
      text.token_type_ids.push_back(model.report().family == "bert" && t > 1 ? 1 : 0);
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

reseed::Batch batch_of(const Classifier& model, const std::vector<Tokens>& texts,
                       std::vector<std::int64_t> items = {}) {
  std::vector<const Tokens*> pointers;
  for (const Tokens& text : texts) pointers.push_back(&text);
  return model.make_batch(pointers, {}, items);
}

Pass training(std::uint32_t step = 0) {
  Pass pass;
  pass.gradients = true;
  pass.dropout = reseed::DropoutSource{reseed::Stream(5, "dropout"), step};
  return pass;
}

double largest(const at::Tensor& difference) { return difference.detach().abs().max().item<double>(); }

/// Central differences at the largest element of every parameter's gradient.
void check_gradients(const MadeCheckpoint& made) {
  const auto model = load(made, stored_head(made.sizes.labels));
  const auto batch = batch_of(*model, some_texts(*model));
  const auto loss = [&] { return at::cross_entropy_loss(model->forward(batch, training()).logits, batch.labels); };
  loss().backward();
  constexpr double kStep = 1e-5;
  for (reseed::Parameter& parameter : model->parameters()) {
    const at::Tensor flat = parameter.value.detach().view(-1);
    const at::Tensor gradient = parameter.value.grad().view(-1);
    const std::int64_t at = gradient.abs().argmax().item<std::int64_t>();
    const double value = flat[at].item<double>();
    flat[at].fill_(value + kStep);
    const double above = loss().item<double>();
    flat[at].fill_(value - kStep);
    const double below = loss().item<double>();
    flat[at].fill_(value);
    BOOST_TEST(std::abs((above - below) / (2 * kStep) - gradient[at].item<double>()) < 1e-7, parameter.name);
  }
}

struct Spoiled {
  const char* what;
  std::function<void(MadeCheckpoint&)> spoil;
  const char* named;  ///< must stand in the message
};
std::ostream& operator<<(std::ostream& out, const Spoiled& spoiled) { return out << spoiled.what; }

const Spoiled kSpoiled[] = {
    {"an unknown architecture", [](MadeCheckpoint& made) { made.config["model_type"] = "gpt2"; }, "\"gpt2\""},
    {"no architecture", [](MadeCheckpoint& made) { made.config.erase("model_type"); }, "model_type"},
    {"an activation that is not supported", [](MadeCheckpoint& made) { made.config["hidden_act"] = "swish"; },
     "\"swish\""},
    {"a position type that is not supported",
     [](MadeCheckpoint& made) { made.config["position_embedding_type"] = "relative_key"; }, "\"relative_key\""},
    {"a missing size", [](MadeCheckpoint& made) { made.config.erase("hidden_size"); }, "hidden_size"},
    {"heads that do not divide the width", [](MadeCheckpoint& made) { made.config["num_attention_heads"] = 5; },
     "num_attention_heads"},
    {"a missing encoder tensor",
     [](MadeCheckpoint& made) { made.tensors.erase("bert.encoder.layer.1.output.dense.bias"); },
     "bert.encoder.layer.1.output.dense.bias"},
    {"a head of which one tensor is missing", [](MadeCheckpoint& made) { made.tensors.erase("classifier.bias"); },
     "classifier.bias"},
    {"a tensor that nothing explains",
     [](MadeCheckpoint& made) { made.add("bert.encoder.layer.2.output.dense.bias", {12}); },
     "bert.encoder.layer.2.output.dense.bias"},
    {"a gamma that belongs to no LayerNorm",
     [](MadeCheckpoint& made) { made.rename("bert.pooler.dense.weight", "bert.pooler.dense.gamma"); },
     "missing tensors: bert.pooler.dense.weight"},
    {"a gamma too many", [](MadeCheckpoint& made) { made.add("bert.pooler.gamma", {12}); }, "bert.pooler.gamma"},
    {"gamma and weight of one LayerNorm",
     [](MadeCheckpoint& made) { made.add("bert.embeddings.LayerNorm.gamma", {12}); }, "LayerNorm.gamma"},
    {"a tensor of another shape", [](MadeCheckpoint& made) { made.config["intermediate_size"] = 21; }, "[21,12]"},
    {"a vocabulary that does not fit the embedding", [](MadeCheckpoint& made) { made.config["vocab_size"] = 18; },
     "word_embeddings"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(classifier)

BOOST_DATA_TEST_CASE(agrees_with_the_formulas_of_the_papers, boost::unit_test::data::xrange(4), n) {
  const MadeCheckpoint made(kSizes[n]);
  const auto model = load(made, stored_head(made.sizes.labels));
  const auto texts = some_texts(*model);
  const auto batch = batch_of(*model, texts);
  const at::Tensor logits = model->forward(batch, {}).logits;
  const reseed::test::PlainBert plain(made);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::vector<std::int64_t> positions(texts[i].input_ids.size());
    for (std::size_t t = 0; t < positions.size(); ++t)
      positions[t] = static_cast<std::int64_t>(t) + (made.sizes.family == "roberta" ? 2 : 0);
    const auto expected = plain.logits(texts[i].input_ids, texts[i].token_type_ids, positions);
    for (std::size_t c = 0; c < expected.size(); ++c)
      BOOST_TEST(std::abs(logits[static_cast<std::int64_t>(i)][static_cast<std::int64_t>(c)].item<double>() -
                          expected[c]) < 1e-11);
  }
}

BOOST_DATA_TEST_CASE(gives_a_text_the_same_outputs_alone_and_in_a_batch, boost::unit_test::data::xrange(4), n) {
  const MadeCheckpoint made(kSizes[n]);
  for (const auto& [precision, tolerance] :
       {std::pair(reseed::Precision::float32, 1e-5), std::pair(reseed::Precision::float64, 1e-12)}) {
    const auto model = load(made, stored_head(made.sizes.labels, precision));
    const auto texts = some_texts(*model);
    const at::Tensor together = model->forward(batch_of(*model, texts), {}).logits;
    for (std::size_t i = 0; i < texts.size(); ++i)
      BOOST_TEST(largest(model->forward(batch_of(*model, {texts[i]}), {}).logits[0] -
                         together[static_cast<std::int64_t>(i)]) < tolerance);
  }
}

BOOST_AUTO_TEST_CASE(drops_the_same_elements_for_any_packing) {
  const MadeCheckpoint made;
  const auto model = load(made, stored_head(3));
  const auto texts = some_texts(*model);
  const at::Tensor together = model->forward(batch_of(*model, texts, {40, 41, 42, 43, 44}), training()).logits;
  const at::Tensor reversed = model->forward(batch_of(*model, {texts[3], texts[1]}, {43, 41}), training()).logits;
  BOOST_TEST(largest(reversed[0] - together[3]) < 1e-12);
  BOOST_TEST(largest(reversed[1] - together[1]) < 1e-12);
  BOOST_TEST(largest(model->forward(batch_of(*model, {texts[3]}, {41}), training()).logits[0] - together[3]) > 1e-3);
  BOOST_TEST(largest(model->forward(batch_of(*model, {texts[3]}, {43}), training(1)).logits[0] - together[3]) > 1e-3);
}

BOOST_AUTO_TEST_CASE(drops_nothing_at_rate_0_and_in_evaluation) {
  const MadeCheckpoint made;
  const auto model = load(made, stored_head(3));
  const auto batch = batch_of(*model, some_texts(*model));
  const at::Tensor plain = model->forward(batch, {}).logits;
  model->set_encoder_dropout(0.0);
  model->set_head_dropout(0.0);
  BOOST_TEST(largest(model->forward(batch, training()).logits - plain) == 0.0);
}

BOOST_DATA_TEST_CASE(has_the_gradient_of_its_loss_with_dropout, boost::unit_test::data::xrange(4), n) {
  check_gradients(MadeCheckpoint(kSizes[n]));
}

BOOST_AUTO_TEST_CASE(gives_first_tokens_and_all_tokens_alike) {
  const MadeCheckpoint made;
  const auto model = load(made, stored_head(3));
  const auto batch = batch_of(*model, some_texts(*model));
  Pass pass;
  pass.layers = {0, 1, 2};
  const auto first = model->forward(batch, pass);
  pass.first_tokens = false;
  const auto all = model->forward(batch, pass);
  BOOST_TEST(largest(first.logits - all.logits) < 1e-12);
  for (const std::int64_t layer : pass.layers)
    for (std::int64_t i = 0; i < first.logits.size(0); ++i)
      BOOST_TEST(largest(first.hidden_states.at(layer)[i] -
                         all.hidden_states.at(layer)[batch.offsets[static_cast<std::size_t>(i)]]) < 1e-12);
}

BOOST_AUTO_TEST_CASE(is_exact_with_a_compacted_vocabulary) {
  const MadeCheckpoint made;
  const reseed::TemporaryFolder folder;
  made.write(folder.path());
  const auto checkpoint = std::make_shared<const reseed::Checkpoint>(folder.path());
  ModelOptions options = stored_head(3);
  const auto whole = reseed::load_classifier(checkpoint, options);
  options.rows = {2, 5, 9, 16};
  const auto compact = reseed::load_classifier(checkpoint, options);
  const std::vector<Tokens> texts = {{{2, 9, 5}, {}}, {{16}, {}}};
  BOOST_TEST(largest(compact->forward(batch_of(*compact, texts), {}).logits -
                     whole->forward(batch_of(*whole, texts), {}).logits) == 0.0);
  BOOST_TEST(compact->parameters()[compact->word_embedding()].value.size(0) == 4);
  const at::Tensor all = whole->expanded_word_embedding(1.0);
  BOOST_TEST(largest(compact->expanded_word_embedding(1.0) - all) == 0.0);
  BOOST_TEST(largest(compact->expanded_word_embedding(0.5)[3] - 0.5 * all[3]) == 0.0);
  BOOST_TEST(largest(compact->expanded_word_embedding(0.5)[5] - all[5]) == 0.0);
  BOOST_CHECK_THROW(batch_of(*compact, {{{3}, {}}}), reseed::Error);
}

BOOST_AUTO_TEST_CASE(draws_a_new_head_by_seed) {
  const MadeCheckpoint made;
  ModelOptions options;
  options.labels = 4;
  const auto head = [&](std::uint64_t seed) {
    options.head_init = reseed::Stream(seed, "head_init");
    const auto model = load(made, options);
    BOOST_TEST(model->report().fresh.size() == 2u);
    return model->parameters()[model->parameters().size() - 2].value.detach();
  };
  BOOST_TEST(largest(head(1) - head(1)) == 0.0);
  BOOST_TEST(largest(head(1) - head(2)) > 0.0);
  BOOST_TEST(head(1).size(0) == 4);
}

BOOST_AUTO_TEST_CASE(draws_a_missing_pooler_and_says_so) {
  MadeCheckpoint made;
  made.tensors.erase("bert.pooler.dense.weight");
  made.tensors.erase("bert.pooler.dense.bias");
  const auto model = load(made, stored_head(3));
  BOOST_TEST(model->report().fresh.size() == 2u);
  BOOST_TEST(model->report().missing.size() == 2u);
}

BOOST_AUTO_TEST_CASE(reads_every_way_of_naming_alike) {
  const MadeCheckpoint plain;
  MadeCheckpoint older;
  for (const char* norm : {"bert.embeddings.LayerNorm", "bert.encoder.layer.0.output.LayerNorm"}) {
    older.rename(std::string(norm) + ".weight", std::string(norm) + ".gamma");
    older.rename(std::string(norm) + ".bias", std::string(norm) + ".beta");
  }
  for (const auto& [name, tensor] : plain.tensors)
    if (name.starts_with("bert.pooler")) older.rename(name, name.substr(5));
  const auto model = load(plain, stored_head(3));
  const auto other = load(older, stored_head(3));
  const auto texts = some_texts(*model);
  BOOST_TEST(largest(model->forward(batch_of(*model, texts), {}).logits -
                     other->forward(batch_of(*other, texts), {}).logits) == 0.0);
}

BOOST_DATA_TEST_CASE(refuses_what_does_not_fit, boost::unit_test::data::make(kSpoiled), spoiled) {
  MadeCheckpoint made;
  spoiled.spoil(made);
  BOOST_CHECK_EXCEPTION(load(made, stored_head(3)), reseed::Error, [&](const reseed::Error& error) {
    BOOST_TEST_INFO(error.what());
    BOOST_TEST((error.message().find(spoiled.named) != std::string::npos));
    return error.kind() == reseed::ErrorKind::data && !error.place().empty();
  });
}

BOOST_AUTO_TEST_CASE(refuses_a_stored_head_of_another_number_of_labels) {
  BOOST_CHECK_THROW(load(MadeCheckpoint(), stored_head(2)), reseed::Error);
}

BOOST_AUTO_TEST_CASE(counts_roberta_positions_from_the_padding_id_on) {
  const auto model = load(MadeCheckpoint(kSizes[2]), stored_head(5));
  const auto batch = batch_of(*model, {{{0, 5, 6, 2, 1, 1}, {}}});
  BOOST_TEST((at::equal(batch.position_ids, at::tensor(std::vector<std::int64_t>{2, 3, 4, 5, 1, 1}, at::kLong))));
}

BOOST_AUTO_TEST_CASE(states_the_limit_of_a_text_that_is_too_long) {
  MadeCheckpoint::Sizes sizes = kSizes[2];
  sizes.positions = 514;
  const auto model = load(MadeCheckpoint(sizes), stored_head(5));
  const Tokens fits{std::vector<std::int64_t>(512, 3), {}};
  const Tokens too_long{std::vector<std::int64_t>(513, 3), {}};
  BOOST_TEST(batch_of(*model, {fits}).offsets.back() == 512);
  BOOST_CHECK_EXCEPTION(batch_of(*model, {fits, too_long}), reseed::Error, [](const reseed::Error& error) {
    return error.kind() == reseed::ErrorKind::data && error.place() == "text 1" &&
           error.message().find("at most 512 tokens") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(refuses_ids_outside_the_vocabulary) {
  const auto model = load(MadeCheckpoint(), stored_head(3));
  BOOST_CHECK_THROW(batch_of(*model, {{{17}, {}}}), reseed::Error);
  BOOST_CHECK_THROW(batch_of(*model, {{{-1}, {}}}), reseed::Error);
  BOOST_CHECK_THROW(batch_of(*model, {{{1}, {2}}}), reseed::Error);
  BOOST_CHECK_THROW(batch_of(*model, {{{}, {}}}), reseed::Error);
  BOOST_CHECK_THROW(reseed::check_vocabulary(*model, 18, "tokenizer.json"), reseed::Error);
}

BOOST_AUTO_TEST_CASE(computes_with_a_replaced_weight_until_it_is_reset) {
  const auto model = load(MadeCheckpoint(), stored_head(3));
  const auto batch = batch_of(*model, some_texts(*model));
  const at::Tensor before = model->forward(batch, {}).logits;
  for (std::size_t i = 0; i < model->parameters().size(); ++i) {
    if (model->parameters()[i].kind != reseed::Parameter::Kind::linear_weight) {
      BOOST_CHECK_THROW(model->set_effective_weight(i, model->parameters()[i].value), reseed::Error);
      continue;
    }
    model->set_effective_weight(i, model->parameters()[i].value * 1.5);
    BOOST_TEST(largest(model->forward(batch, {}).logits - before) > 1e-6, model->parameters()[i].name);
    model->set_effective_weight(i, at::Tensor());
  }
  BOOST_TEST(largest(model->forward(batch, {}).logits - before) == 0.0);
}

BOOST_AUTO_TEST_CASE(in_bfloat16_is_near_float32) {
  const auto single = load(MadeCheckpoint(), stored_head(3, reseed::Precision::float32));
  const auto mixed = load(MadeCheckpoint(), stored_head(3, reseed::Precision::bfloat16));
  const auto texts = some_texts(*single);
  const at::Tensor logits = mixed->forward(batch_of(*mixed, texts), {}).logits;
  BOOST_TEST((logits.scalar_type() == at::kFloat));
  const double difference = largest(logits - single->forward(batch_of(*single, texts), {}).logits);
  BOOST_TEST(difference < 0.1);
  BOOST_TEST(difference > 0.0);
}

BOOST_AUTO_TEST_CASE(that_needs_an_absent_gpu_is_a_device_error) {
  ModelOptions options = stored_head(3);
  options.device = "cuda:99";
  BOOST_CHECK_EXCEPTION(load(MadeCheckpoint(), options), reseed::Error,
                        [](const reseed::Error& error) { return error.kind() == reseed::ErrorKind::device; });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(dropout)

BOOST_AUTO_TEST_CASE(masks_follow_the_words_of_the_stream) {
  const reseed::DropoutSource source{reseed::Stream(9, "dropout"), 7};
  reseed::Batch batch;
  batch.offsets = {0, 2, 5};
  batch.items = {100, 3};
  const at::Tensor like = at::empty({0}, at::kDouble);
  const at::Tensor masks = reseed::token_masks(source, reseed::DropoutSite::attention_output(1), 0.3, batch, 70, like);
  for (std::int64_t row = 0; row < 5; ++row)
    for (std::uint32_t e = 0; e < 70; ++e) {
      const std::uint32_t word = source.stream.words(7, 5, row < 2 ? 100 : 3,
                                                     static_cast<std::uint32_t>(row < 2 ? row : row - 2), e / 4)[e % 4];
      const double factor = reseed::unit_interval(word) >= 0.3 ? 1.0 / 0.7 : 0.0;
      if (masks[row][e].item<double>() != factor) BOOST_ERROR("row " << row << ", element " << e);
    }
}

BOOST_AUTO_TEST_CASE(masks_of_attention_count_head_times_length_plus_key) {
  const reseed::DropoutSource source{reseed::Stream(9, "dropout"), 0};
  const std::vector<std::int64_t> items = {4, 8};
  const at::Tensor masks = reseed::attention_masks(source, reseed::DropoutSite::attention_probabilities(0), 0.5, items,
                                                   3, 5, 5, at::empty({0}, at::kDouble));
  for (std::int64_t s = 0; s < 2; ++s)
    for (std::uint32_t head = 0; head < 3; ++head)
      for (std::uint32_t query = 0; query < 5; ++query)
        for (std::uint32_t key = 0; key < 5; ++key) {
          const std::uint32_t e = head * 5 + key;
          const std::uint32_t word = source.stream.words(0, 1, s == 0 ? 4 : 8, query, e / 4)[e % 4];
          if (masks[s][head][query][key].item<double>() != (reseed::unit_interval(word) >= 0.5 ? 2.0 : 0.0))
            BOOST_ERROR("head " << head << ", query " << query << ", key " << key);
        }
}

BOOST_AUTO_TEST_SUITE_END()
