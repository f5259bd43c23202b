// Which stores of a warp go on from L1 to L2 as one: those to the same sectors, one after the other, as the fields of a struct are stored.
// Each lane has a struct of `param` bytes, and stores one to four of its fields.
#include "probe.h"

constexpr size_t kLanes = size_t(1) << 22;

// A store that the compiler neither moves nor joins with others.
__device__ void store(float* place, float value) { asm volatile("st.global.f32 [%0], %1;" ::"l"(place), "f"(value) : "memory"); }
__device__ void store(unsigned char* place, float value) { asm volatile("st.global.u8 [%0], %1;" ::"l"(place), "r"(int(value)) : "memory"); }

// With kElsewhere, there is a store to another array in between.
template <typename T, int kFields, bool kElsewhere = false>
__global__ void store_fields(char* structs, float* others, int bytes) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  T* fields = reinterpret_cast<T*>(structs + i * bytes);
#pragma unroll
  for (int k = 0; k < kFields; k++) {
    store(fields + k, float(i + k));
    if (kElsewhere) store(others + i, float(k));
  }
}

int main(int count, char** words) {
  probe::start(count, words);
  char* structs = probe::array<char>(kLanes * 128);
  float* others = probe::array<float>(kLanes);
  auto measured = [&](const char* name, int bytes, int fields, auto kernel, int blocks = kLanes / 256, int threads = 256) {
    probe::measure(name, bytes, double(blocks) * threads * fields * (bytes == 4 ? 1 : 4), [=] { kernel<<<blocks, threads>>>(structs, others, bytes); });
  };
  measured("store_bytes_1", 4, 1, store_fields<unsigned char, 1>);
  measured("store_bytes_4", 4, 4, store_fields<unsigned char, 4>);
  for (int bytes : {16, 20, 24, 28, 32, 40, 48, 64, 128}) {
    measured("store_fields_1", bytes, 1, store_fields<float, 1>);
    measured("store_fields_2", bytes, 2, store_fields<float, 2>);
    measured("store_fields_4", bytes, 4, store_fields<float, 4>);
    measured("store_fields_4_elsewhere", bytes, 4, store_fields<float, 4, true>);
    measured("store_fields_4_1_warp", bytes, 4, store_fields<float, 4>, 132, 32);
  }
}
