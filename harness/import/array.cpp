// SPDX-License-Identifier: Apache-2.0
#include "import/array.hpp"

#include "reseed/error.hpp"

namespace reseed {

Array slice(const Array& array, std::int64_t position) {
  if (position < 0 || position >= array.length(0))
    throw Error(ErrorKind::internal, array.place, "a slice beyond the first axis was asked for");
  Array part = array;
  part.view.shape.erase(part.view.shape.begin());
  const std::size_t bytes = static_cast<std::size_t>(part.view.count()) * size_of(part.view.dtype);
  part.view.bytes = array.view.bytes.subspan(static_cast<std::size_t>(position) * bytes, bytes);
  return part;
}

std::string shape_text(const Array& array) {
  std::string text = "[";
  for (const std::int64_t side : array.view.shape) text += (text.size() > 1 ? ", " : "") + std::to_string(side);
  return text + "] " + std::string(to_string(array.view.dtype));
}

}  // namespace reseed
