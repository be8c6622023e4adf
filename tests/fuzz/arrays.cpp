// SPDX-License-Identifier: Apache-2.0
#include "base/csv.hpp"
#include "base/safetensors.hpp"
#include "fuzz/reading.hpp"
#include "import/array_file.hpp"
#include "import/npy.hpp"

namespace reseed::fuzz {
namespace {

void look_at(const Array& array) {
  require(static_cast<std::size_t>(array.view.count()) * size_of(array.view.dtype) == array.view.bytes.size(),
          "an array has the bytes that its shape and type want");
  require(array.view.as_doubles().size() == static_cast<std::size_t>(array.view.count()), "a number for each element");
  if (array.length(0) > 0) slice(array, array.length(0) - 1);
}

}  // namespace

Answer safetensors(std::string_view input) {
  static const Scratch scratch;
  const std::filesystem::path file = scratch.put("a.safetensors", input);
  return answer_of([&] {
    const Safetensors tensors(file);
    for (const auto& [name, view] : tensors.tensors()) {
      require(static_cast<std::size_t>(view.count()) * size_of(view.dtype) == view.bytes.size(),
              "a tensor has the bytes that its shape and type want");
      require(view.as_doubles().size() == static_cast<std::size_t>(view.count()), "a number for each element");
      answer_of([&, &held = view] { held.as_integers(); });  // refused for floating-point numbers
    }
  });
}

Answer npy(std::string_view input) {
  return answer_of([&] {
    look_at(parse_npy({reinterpret_cast<const std::byte*>(input.data()), input.size()}, nullptr, "a.npy"));
  });
}

Answer npz(std::string_view input) {
  static const Scratch scratch;
  const std::filesystem::path file = scratch.put("a.npz", input);
  Unpacking unpacking{scratch.folder() / "arrays"};
  const Answer answer = answer_of([&] {
    const auto opened = open_array_file(file, "a.npz", unpacking);
    for (const std::string& name : opened->names()) look_at(opened->array(name));
  });
  std::filesystem::remove_all(unpacking.folder);
  return answer;
}

Answer csv(std::string_view input) {
  static const Scratch scratch;
  const std::filesystem::path file = scratch.put("a.csv", input);
  return answer_of([&] {
    const CsvTable table = parse_csv(input, "a.csv");
    const CsvTable again = parse_csv(write_csv(table), "a.csv");
    require(again.columns == table.columns && again.rows == table.rows, "what is written reads back");
    Unpacking unpacking{scratch.folder()};
    const auto opened = open_array_file(file, "a.csv", unpacking);
    std::string all;
    for (const std::string& name : opened->names()) {
      answer_of([&] { look_at(opened->array(name)); });  // refused where cells are no numbers
      answer_of([&] { look_at(opened->array(name, {"no", "yes"})); });
      answer_of([&] { opened->texts(name); });
      all += (all.empty() ? "" : ",") + name;
    }
    answer_of([&] { look_at(opened->array(all)); });
  });
}

}  // namespace reseed::fuzz
