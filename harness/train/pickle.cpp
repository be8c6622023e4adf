// SPDX-License-Identifier: Apache-2.0
#include "train/pickle.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>
#include <variant>

#include "reseed/error.hpp"

namespace reseed {
namespace {

// Values live in one arena and refer to each other by index: nesting of any depth, and cycles, cost no stack.
using Index = std::size_t;

enum class Known { ordered_dict, rebuild_tensor, rebuild_parameter, storage };

struct None {};
struct Mark {};
struct Global {
  Known what;
  DType dtype = DType::f32;
};
struct Sequence {  // tuple or list
  std::vector<Index> elements;
};
struct Dict {
  std::vector<std::pair<Index, Index>> entries;
};
struct Storage {
  std::string key;
  DType dtype;
  std::int64_t count;
};
using Value = std::variant<None, Mark, bool, std::int64_t, std::string, Global, Sequence, Dict, Storage, PickledTensor>;

struct StorageType {
  std::string_view name;
  DType dtype;
};
constexpr std::array<StorageType, 10> kStorageTypes = {{{"FloatStorage", DType::f32},
                                                        {"DoubleStorage", DType::f64},
                                                        {"HalfStorage", DType::f16},
                                                        {"BFloat16Storage", DType::bf16},
                                                        {"LongStorage", DType::i64},
                                                        {"IntStorage", DType::i32},
                                                        {"ShortStorage", DType::i16},
                                                        {"CharStorage", DType::i8},
                                                        {"ByteStorage", DType::u8},
                                                        {"BoolStorage", DType::boolean}}};

class Machine {
 public:
  Machine(std::string_view bytes, const std::string& place) : bytes_(bytes), place_(place) {}

  /// The value on top of the stack when the stream stops.
  const Value& run() {
    while (!step()) {
    }
    return at(pop());
  }

  const Value& at(Index index) const { return arena_[index]; }

  [[noreturn]] void fail(const std::string& message) const { throw Error(ErrorKind::data, place_, message); }

 private:
  std::string_view take(std::size_t count) {
    if (count > bytes_.size() - next_) fail("truncated: the pickle ends inside a value; fetch the file again");
    const std::string_view piece = bytes_.substr(next_, count);
    next_ += count;
    return piece;
  }

  /// A little-endian unsigned integer of `size` bytes.
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    std::memcpy(&value, take(size).data(), size);
    return value;
  }

  std::string line() {
    const std::size_t end = bytes_.find('\n', next_);
    if (end == std::string_view::npos) fail("truncated: the pickle ends inside a name; fetch the file again");
    const std::string text(bytes_.substr(next_, end - next_));
    next_ = end + 1;
    return text;
  }

  void push(Value value) {
    arena_.push_back(std::move(value));
    stack_.push_back(arena_.size() - 1);
  }

  Index pop() {
    if (stack_.empty()) fail("damaged: the pickle takes from an empty stack");
    const Index index = stack_.back();
    stack_.pop_back();
    if (std::holds_alternative<Mark>(arena_[index])) fail("damaged: a mark stands where a value belongs");
    return index;
  }

  /// Everything above the topmost mark, which goes too.
  std::vector<Index> pop_to_mark() {
    std::size_t begin = stack_.size();
    while (begin > 0 && !std::holds_alternative<Mark>(arena_[stack_[begin - 1]])) --begin;
    if (begin == 0) fail("damaged: no mark on the stack");
    std::vector<Index> values(stack_.begin() + static_cast<std::ptrdiff_t>(begin), stack_.end());
    stack_.resize(begin - 1);
    return values;
  }

  template <class T>
  const T& want(Index index, const char* what) const {
    if (const T* value = std::get_if<T>(&arena_[index])) return *value;
    fail(std::string("damaged: want ") + what + ", found a value of another type");
  }

  template <class T>
  T& top(const char* what) {
    if (stack_.empty()) fail(std::string("damaged: want ") + what + ", found an empty stack");
    if (T* value = std::get_if<T>(&arena_[stack_.back()])) return *value;
    fail(std::string("damaged: want ") + what + ", found a value of another type");
  }

  void global(const std::string& module, const std::string& name) {
    if (module == "collections" && name == "OrderedDict") return push(Global{Known::ordered_dict});
    if (module == "torch._utils" && name == "_rebuild_tensor_v2") return push(Global{Known::rebuild_tensor});
    if (module == "torch._utils" && name == "_rebuild_parameter") return push(Global{Known::rebuild_parameter});
    if (module == "torch")
      for (const StorageType& type : kStorageTypes)
        if (type.name == name) return push(Global{Known::storage, type.dtype});
    fail("want tensors, storages and OrderedDict only, found the global \"" + module + "." + name +
         "\", which could run code; convert the file to model.safetensors where you trust it");
  }

  void persistent_id() {
    const auto& id = want<Sequence>(pop(), "a storage's description").elements;
    if (id.size() != 5 || want<std::string>(id[0], "the word storage") != "storage")
      fail("damaged: want a storage's description of five values");
    const auto& type = want<Global>(id[1], "a storage type");
    if (type.what != Known::storage) fail("damaged: want a storage type");
    const std::int64_t count = want<std::int64_t>(id[4], "a storage's length");
    if (count < 0) fail("damaged: a storage has a negative length");
    push(Storage{want<std::string>(id[2], "a storage's key"), type.dtype, count});
  }

  std::vector<std::int64_t> integers(Index index, const char* what) const {
    std::vector<std::int64_t> values;
    for (const Index element : want<Sequence>(index, what).elements)
      values.push_back(want<std::int64_t>(element, what));
    return values;
  }

  /// Checks the window against its storage; products cannot overflow: they are compared by division.
  PickledTensor tensor(const std::vector<Index>& arguments) const {
    if (arguments.size() < 4) fail("damaged: a tensor needs storage, offset, shape and stride");
    const auto& storage = want<Storage>(arguments[0], "a storage");
    PickledTensor tensor{storage.key,
                         storage.dtype,
                         storage.count,
                         want<std::int64_t>(arguments[1], "an offset"),
                         integers(arguments[2], "a shape"),
                         integers(arguments[3], "a stride")};
    if (tensor.shape.size() != tensor.stride.size()) fail("damaged: shape and stride differ in length");
    if (tensor.offset < 0 || tensor.offset > storage.count) fail("damaged: a tensor begins outside its storage");
    std::int64_t room = storage.count - tensor.offset;  // elements from the first one on
    std::int64_t count = 1;
    bool empty = false;
    for (const std::int64_t side : tensor.shape) {
      if (side < 0) fail("damaged: a tensor has a negative side");
      empty = empty || side == 0;
    }
    if (empty) return tensor;
    if (room < 1) fail("damaged: a tensor leaves its storage");
    room -= 1;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
      const std::int64_t steps = tensor.shape[i] - 1;
      const std::int64_t stride = tensor.stride[i];
      if (stride < 0 || (steps > 0 && stride > room / steps)) fail("damaged: a tensor leaves its storage");
      room -= steps * stride;
      // A stride of 0 repeats elements: the copy must not become larger than the storage it is made from.
      if (tensor.shape[i] > storage.count / count) fail("damaged: a tensor is larger than its storage");
      count *= tensor.shape[i];
    }
    return tensor;
  }

  void reduce() {
    const auto arguments = want<Sequence>(pop(), "arguments").elements;
    const auto callee = want<Global>(pop(), "something to call");
    switch (callee.what) {
      case Known::ordered_dict: {
        if (!arguments.empty()) fail("damaged: want an empty OrderedDict that is filled afterwards");
        return push(Dict{});
      }
      case Known::rebuild_tensor: return push(tensor(arguments));
      case Known::rebuild_parameter: {
        if (arguments.empty()) fail("damaged: a parameter needs its tensor");
        return push(want<PickledTensor>(arguments[0], "a tensor"));
      }
      case Known::storage: fail("damaged: a storage type cannot be called");
    }
  }

  void set_items(const std::vector<Index>& values) {
    if (values.size() % 2 != 0) fail("damaged: a key has no value");
    auto& dict = top<Dict>("a dictionary");
    for (std::size_t i = 0; i < values.size(); i += 2) dict.entries.emplace_back(values[i], values[i + 1]);
  }

  void append(const std::vector<Index>& values) {
    auto& list = top<Sequence>("a list");
    list.elements.insert(list.elements.end(), values.begin(), values.end());
  }

  void tuple_of(std::size_t count) {
    Sequence tuple;
    for (std::size_t i = 0; i < count; ++i) tuple.elements.push_back(pop());
    std::reverse(tuple.elements.begin(), tuple.elements.end());
    push(std::move(tuple));
  }

  void remember(std::uint64_t key) {
    if (stack_.empty()) fail("damaged: nothing to remember");
    memo_[key] = stack_.back();
  }

  void recall(std::uint64_t key) {
    const auto found = memo_.find(key);
    if (found == memo_.end()) fail("damaged: the pickle recalls what it never stored");
    stack_.push_back(found->second);
  }

  std::int64_t long_integer() {
    const std::size_t size = number(1);
    if (size > 8) fail("damaged: an integer of more than 64 bits");
    const std::uint64_t bits = number(size);
    if (size == 0 || size == 8) return static_cast<std::int64_t>(bits);
    const auto shift = static_cast<unsigned>(64 - 8 * size);
    return static_cast<std::int64_t>(bits << shift) >> shift;
  }

  /// One instruction; true at the end of the stream.
  bool step() {
    const auto opcode = static_cast<unsigned char>(take(1)[0]);
    switch (opcode) {
      case 0x80: {  // PROTO
        const std::uint64_t protocol = number(1);
        if (protocol < 2 || protocol > 5) fail("want pickle protocol 2 to 5, found " + std::to_string(protocol));
        break;
      }
      case 0x95: take(8); break;  // FRAME: a hint only
      case '.': return true;
      case '(': push(Mark{}); break;
      case 'N': push(None{}); break;
      case 0x88: push(true); break;
      case 0x89: push(false); break;
      case 'K': push(static_cast<std::int64_t>(number(1))); break;
      case 'M': push(static_cast<std::int64_t>(number(2))); break;
      case 'J': push(std::int64_t{static_cast<std::int32_t>(number(4))}); break;
      case 0x8a: push(long_integer()); break;
      case 'G': take(8), push(None{}); break;  // a float: no tensor needs one
      case 'X': push(std::string(take(number(4)))); break;
      case 0x8c: push(std::string(take(number(1)))); break;
      case 'U': push(std::string(take(number(1)))); break;
      case '}': push(Dict{}); break;
      case ']':
      case ')': push(Sequence{}); break;
      case 't': push(Sequence{pop_to_mark()}); break;
      case 0x85: tuple_of(1); break;
      case 0x86: tuple_of(2); break;
      case 0x87: tuple_of(3); break;
      case 's': {
        const Index value = pop();
        const Index key = pop();
        set_items({key, value});
        break;
      }
      case 'u': set_items(pop_to_mark()); break;
      case 'a': append({pop()}); break;
      case 'e': append(pop_to_mark()); break;
      case 'c': {
        const std::string module = line();
        global(module, line());
        break;
      }
      case 0x93: {  // STACK_GLOBAL
        const std::string name = want<std::string>(pop(), "a name");
        global(want<std::string>(pop(), "a module"), name);
        break;
      }
      case 'Q': persistent_id(); break;
      case 'R': reduce(); break;
      case 'b':  // BUILD: only an OrderedDict has a state here, its _metadata
        pop();
        top<Dict>("an OrderedDict");
        break;
      case 'q': remember(number(1)); break;
      case 'r': remember(number(4)); break;
      case 0x94: remember(memo_.size()); break;
      case 'h': recall(number(1)); break;
      case 'j': recall(number(4)); break;
      case '0': pop(); break;
      default: fail("the pickle holds an instruction that no state dict needs (opcode " + std::to_string(opcode) + ")");
    }
    return false;
  }

  std::string_view bytes_;
  const std::string& place_;
  std::size_t next_ = 0;
  std::vector<Value> arena_;
  std::vector<Index> stack_;
  std::map<std::uint64_t, Index> memo_;
};

}  // namespace

bool PickledTensor::contiguous() const {
  std::int64_t want = 1;
  for (std::size_t i = shape.size(); i-- > 0; want *= shape[i])
    if (shape[i] != 1 && stride[i] != want) return false;
  return true;
}

std::map<std::string, PickledTensor> read_state_dict(std::string_view pickle, const std::string& place) {
  Machine machine(pickle, place);
  const Value& root = machine.run();
  const Dict* dict = std::get_if<Dict>(&root);
  if (dict == nullptr) machine.fail("want a state dict, found something else");
  std::map<std::string, PickledTensor> tensors;
  for (const auto& [key, value] : dict->entries) {
    const std::string* name = std::get_if<std::string>(&machine.at(key));
    if (name == nullptr) machine.fail("want names as keys of the state dict");
    const PickledTensor* tensor = std::get_if<PickledTensor>(&machine.at(value));
    if (tensor == nullptr) machine.fail("want a tensor, found something else under \"" + *name + "\"");
    if (!tensors.emplace(*name, *tensor).second) machine.fail("tensor \"" + *name + "\" twice");
  }
  return tensors;
}

}  // namespace reseed
