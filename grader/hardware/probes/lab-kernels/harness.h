// What a generated wrapper needs around one kernel: filled arrays, one launch, its time, its results.
#pragma once

#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace harness {

inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  printf("{\"error\": \"%s: %s\"}\n", what, cudaGetErrorString(status));
  fflush(stdout);
  _Exit(1);
}

// The scalar type of an element's components. Structs of the gallery hold floats only.
template <typename E>
using Scalar = std::conditional_t<
    std::is_arithmetic_v<E> || std::is_same_v<E, __half>, E,
    std::conditional_t<std::is_same_v<E, __half2>, __half,
                       std::conditional_t<std::is_same_v<E, uchar3> || std::is_same_v<E, uchar4>, unsigned char, float>>>;

struct Xorshift {
  uint32_t state;
  uint32_t next() {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
  }
};

// A fill gives component k = element * components + component; it is asked for k = 0, 1, 2 …
inline auto zero() { return [](uint64_t) { return 0.0; }; }
inline auto index() { return [](uint64_t k) { return double(k); }; }
inline auto indexModulo(uint64_t m) { return [m](uint64_t k) { return double(k % m); }; }
inline auto constant(double c) { return [c](uint64_t) { return c; }; }
inline auto random(uint32_t seed, int64_t from, int64_t to) {
  return [=, x = Xorshift{seed}](uint64_t) mutable { return double(from + int64_t(x.next() % uint32_t(to - from))); };
}
inline auto randomUnit(uint32_t seed) {
  return [x = Xorshift{seed}](uint64_t) mutable { return x.next() / 4294967296.0; };
}
inline auto permutation(uint32_t seed, uint64_t count) {
  Xorshift x{seed};
  std::vector<uint32_t> p(count);
  for (uint64_t i = 0; i < count; i++) p[i] = uint32_t(i);
  for (uint64_t i = count - 1; i > 0; i--) std::swap(p[i], p[x.next() % (i + 1)]);
  return [p](uint64_t k) { return double(p[k]); };
}
inline auto values(std::vector<double> v) {
  return [v](uint64_t k) { return k < v.size() ? v[k] : 0.0; };
}

template <typename E, typename Fill>
std::vector<char> filled(uint64_t count, Fill fill) {
  std::vector<char> bytes(count * sizeof(E));
  auto* components = reinterpret_cast<Scalar<E>*>(bytes.data());
  for (uint64_t k = 0; k < bytes.size() / sizeof(Scalar<E>); k++) {
    if constexpr (std::is_arithmetic_v<Scalar<E>>) components[k] = static_cast<Scalar<E>>(fill(k));
    else components[k] = __float2half(static_cast<float>(fill(k)));
  }
  return bytes;
}

struct Array {
  std::string name;
  char* device;
  std::vector<char> before;
};

struct Data {
  std::vector<Array> arrays;

  template <typename E, typename Fill>
  E* array(const char* name, uint64_t count, Fill fill) {
    char* device;
    std::vector<char> bytes = filled<E>(count, fill);
    check(cudaMalloc(&device, bytes.size()), "cudaMalloc");
    check(cudaMemcpy(device, bytes.data(), bytes.size(), cudaMemcpyHostToDevice), "cudaMemcpy");
    arrays.push_back({name, device, std::move(bytes)});
    return reinterpret_cast<E*>(device);
  }
  ~Data() {
    for (Array& array : arrays) cudaFree(array.device);
  }
};

template <typename E>
constexpr CUtensorMapDataType tensorType() {
  if constexpr (std::is_same_v<E, __half>) return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  else if constexpr (std::is_same_v<E, int>) return CU_TENSOR_MAP_DATA_TYPE_INT32;
  else return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
}

// A tensor map of a whole array.
template <typename E>
CUtensorMap tensorMap(E* device, std::vector<cuuint64_t> sizes, std::vector<cuuint32_t> box, CUtensorMapSwizzle swizzle) {
  static_assert(std::is_same_v<E, __half> || std::is_same_v<E, int> || std::is_same_v<E, float>);
  void* function;
  cudaDriverEntryPointQueryResult found;
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found), "driver");
  std::vector<cuuint64_t> strides;
  std::vector<cuuint32_t> elementStrides(sizes.size(), 1);
  cuuint64_t bytes = sizeof(E);
  for (size_t axis = 0; axis + 1 < sizes.size(); axis++) strides.push_back(bytes *= sizes[axis]);
  CUtensorMap map;
  const CUresult status = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function)(
      &map, tensorType<E>(), sizes.size(), device, sizes.data(), strides.data(), box.data(), elementStrides.data(),
      CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  check(status == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue, "tensor map");
  return map;
}

inline void write(const std::string& path, const std::vector<char>& bytes) {
  FILE* file = fopen(path.c_str(), "wb");
  if (!file || fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size() || fclose(file) != 0) _Exit(1);
}

// mode: "once", "time", "anew", or a folder, which gets each array before and after one launch. "anew" times launches that each find the
// arrays as they were filled, for kernels whose work depends on what they have changed.
template <typename Launch>
void run(const std::string& mode, Data& data, Launch launch) {
  std::vector<char*> copies;
  if (mode == "anew") {
    for (Array& array : data.arrays) {
      char* copy;
      check(cudaMalloc(&copy, array.before.size()), "cudaMalloc");
      check(cudaMemcpy(copy, array.device, array.before.size(), cudaMemcpyDeviceToDevice), "cudaMemcpy");
      copies.push_back(copy);
    }
  } else if (mode != "time") {
    launch();
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "run");
    if (mode != "once") {
      for (Array& array : data.arrays) {
        std::vector<char> after(array.before.size());
        check(cudaMemcpy(after.data(), array.device, after.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
        write(mode + "/" + array.name + ".before", array.before);
        write(mode + "/" + array.name + ".after", after);
      }
    }
    printf("{}\n");
    return;
  }
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start), "event");
  check(cudaEventCreate(&stop), "event");
  std::vector<float> microseconds;
  for (int i = 0; i < 115; i++) {  // 100 to raise the clocks, 15 to measure
    float milliseconds;
    for (size_t k = 0; k < copies.size(); k++)
      check(cudaMemcpyAsync(data.arrays[k].device, copies[k], data.arrays[k].before.size(), cudaMemcpyDeviceToDevice), "cudaMemcpy");
    cudaEventRecord(start);
    launch();
    cudaEventRecord(stop);
    check(cudaGetLastError(), "launch");
    check(cudaEventSynchronize(stop), "run");
    cudaEventElapsedTime(&milliseconds, start, stop);
    if (i >= 100) microseconds.push_back(milliseconds * 1000);
  }
  for (char* copy : copies) cudaFree(copy);
  std::sort(microseconds.begin(), microseconds.end());
  printf("{\"us\": %.3f}\n", microseconds[microseconds.size() / 2]);
}

}  // namespace harness
