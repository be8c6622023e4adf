// SPDX-License-Identifier: Apache-2.0
#include "train/pickle.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "reseed/error.hpp"

namespace {

using namespace std::string_literals;

const std::string kBegin = "\x80\x02"s;
const std::string kRebuild = "ctorch._utils\n_rebuild_tensor_v2\n"s;

/// A BINUNICODE instruction.
std::string text(const std::string& word) { return "X"s + static_cast<char>(word.size()) + "\0\0\0"s + word; }

/// A state dict of one tensor w of `shape` and `stride` (tuples as instructions) on a storage of `count` floats.
std::string state_dict(int count, int offset, const std::string& shape, const std::string& stride,
                       const std::string& type = "FloatStorage") {
  const auto integer = [](int value) { return "K"s + static_cast<char>(value); };
  return kBegin + "}" + text("w") + kRebuild + "((" + text("storage") + "ctorch\n" + type + "\n" + text("0") +
         text("cpu") + integer(count) + "tQ" + integer(offset) + shape + stride + "\x89" +
         "ccollections\nOrderedDict\n)RtRs.";
}

const std::string kShape23 = "K\2K\3\x86"s;
const std::string kStride31 = "K\3K\1\x86"s;

void refused(const std::string& pickle, const std::string& word) {
  BOOST_CHECK_EXCEPTION(reseed::read_state_dict(pickle, "file"), reseed::Error, [&](const reseed::Error& error) {
    BOOST_TEST_INFO(error.what());
    BOOST_TEST((error.message().find(word) != std::string::npos));
    return error.kind() == reseed::ErrorKind::data && error.place() == "file";
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pickle)

BOOST_AUTO_TEST_CASE(of_a_state_dict_gives_its_tensors) {
  const auto tensors = reseed::read_state_dict(state_dict(7, 1, kShape23, kStride31), "file");
  const reseed::PickledTensor& tensor = tensors.at("w");
  BOOST_TEST((tensor.shape == std::vector<std::int64_t>{2, 3}));
  BOOST_TEST(tensor.offset == 1);
  BOOST_TEST((tensor.dtype == reseed::DType::f32));
  BOOST_TEST(tensor.contiguous());
}

BOOST_AUTO_TEST_CASE(that_names_a_foreign_global_is_refused_by_name) {
  refused(kBegin + "cos\nsystem\n" + text("echo") + "\x85R.", "os.system");
  refused(kBegin + text("builtins") + text("eval") + "\x93" + ".", "builtins.eval");
}

BOOST_AUTO_TEST_CASE(whose_tensor_leaves_its_storage_is_refused) {
  refused(state_dict(6, 1, kShape23, kStride31), "leaves its storage");
  refused(state_dict(6, 7, kShape23, kStride31), "outside its storage");
  refused(state_dict(6, 0, "J\xff\xff\xff\xffK\3\x86"s, kStride31), "negative");
  refused(state_dict(6, 0, kShape23, "J\xff\xff\xff\xffK\1\x86"s), "leaves its storage");
  refused(state_dict(6, 0, "\x8a\x08\0\0\0\0\0\0\0\x40K\3\x86"s, "K\0K\0\x86"s), "larger than its storage");
}

BOOST_AUTO_TEST_CASE(that_is_cut_anywhere_is_refused) {
  const std::string whole = state_dict(7, 1, kShape23, kStride31);
  for (std::size_t size = 0; size < whole.size(); ++size)
    BOOST_CHECK_THROW(reseed::read_state_dict(whole.substr(0, size), "file"), reseed::Error);
}

BOOST_AUTO_TEST_CASE(with_any_byte_changed_is_read_or_refused) {
  const std::string whole = state_dict(7, 1, kShape23, kStride31);
  std::size_t refused_count = 0;
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const int byte : {0, 40, 46, 82, 104, 128, 255}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(byte);
      try {
        reseed::read_state_dict(changed, "file");
      } catch (const reseed::Error&) {
        ++refused_count;
      }
    }
  BOOST_TEST(refused_count > whole.size());
}

BOOST_AUTO_TEST_CASE(that_nests_without_end_costs_no_stack) {
  std::string deep = kBegin;
  for (int i = 0; i < 300'000; ++i) deep += ']';
  for (int i = 0; i < 299'999; ++i) deep += 'a';
  refused(deep + '.', "want a state dict");
}

BOOST_AUTO_TEST_SUITE_END()
