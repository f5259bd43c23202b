// What loads from constant memory take whose index only the launch knows: how many an SM carries out per clock, how long a warp waits for
// one, and how much of constant memory is near. And what a multiplication by a double in the middle of floats takes.
#include "probe.h"

constexpr int kSms = 132, kPasses = 1024;
__constant__ float near[8192];
__constant__ float4 nearVectors[2048];

// Each of `kLoads` loads is of an array of `size` elements of its own, at the index that all threads have.
template <int kLoads>
__global__ void same_index(float* out, int size, int passes) {
  float sum = 0;
  for (int pass = 0, i = 0; pass < passes; pass++, i = i + 1 < size ? i + 1 : 0)
#pragma unroll
    for (int k = 0; k < kLoads; k++) sum += near[i + k * size];
  if (sum == 12345) out[0] = sum;
}

__global__ void same_index_vectors(float* out, int size, int passes) {
  float sum = 0;
  for (int pass = 0, i = 0; pass < passes; pass++, i = i + 1 < size ? i + 1 : 0) {
    float4 v = nearVectors[i];
    sum += v.x * v.y + v.z * v.w;
  }
  if (sum == 12345) out[0] = sum;
}

// The same from global memory.
__global__ void same_index_global(const float* __restrict__ in, float* out, int size, int passes) {
  float sum = 0;
  for (int pass = 0, i = 0; pass < passes; pass++, i = i + 1 < size ? i + 1 : 0) sum += in[i];
  if (sum == 12345) out[0] = sum;
}

// As a loop over all elements of `kArrays` arrays, which the compiler unrolls by four.
template <int kArrays>
__global__ void counted(float* out, int size, int passes) {
  float sum = 0, x = threadIdx.x;
  for (int pass = 0; pass < passes; pass += size)
    for (int i = 0; i < size; i++)
#pragma unroll
      for (int k = 0; k < kArrays; k++) sum += near[i + k * 1024] * x;
  if (sum == 12345) out[0] = sum;
}

// At an index that the compiler cannot know to be the same for all lanes, of elements of 4, 8 and 16 bytes.
template <typename T>
__global__ void by_lane(float* out, int size, int passes) {
  const T* elements = reinterpret_cast<const T*>(near);
  float sum = 0;
  for (int pass = 0, i = threadIdx.x >> 10; pass < passes; pass++, i = i + 1 < size ? i + 1 : 0) {
    T element = elements[i];
    for (int k = 0; k < sizeof(T) / 4; k++) sum += reinterpret_cast<float*>(&element)[k];
  }
  if (sum == 12345) out[0] = sum;
}

// Lanes want `kLanes` different elements.
template <int kLanes>
__global__ void different_indexes(float* out, int passes) {
  float sum = 0;
  for (int pass = 0; pass < passes; pass++) sum += near[(pass & 255) + threadIdx.x % kLanes];
  if (sum == 12345) out[0] = sum;
}

// Each load says where the next one is.
__global__ void chain(float* out, int passes) {
  int i = 0;
  for (int pass = 0; pass < passes; pass++) i = __float_as_int(near[i]) & 255;
  if (i == 12345) out[0] = i;
}

// `phase` in floats; or times a double, as `2 * PI` is in most programs.
template <typename T>
__global__ void phases(const float* __restrict__ m, float* out, T turn, int size, int passes) {
  float re = 0, im = 0, x = threadIdx.x * 0.001f;
  for (int pass = 0, i = 0; pass < passes; pass++, i = i + 1 < size ? i + 1 : 0) {
    float phase = turn * (m[i] * x + m[i + size] * x);
    re += __cosf(phase);
    im += __sinf(phase);
  }
  if (re == 12345) out[0] = re + im;
}

template <typename Launch>
void both(const char* name, long param, Launch launch) {
  char label[64];
  snprintf(label, sizeof label, "%s_full", name);
  probe::measure(label, param, 0, [=] { launch(kSms * 8, 256); });
  snprintf(label, sizeof label, "%s_1_warp", name);
  probe::measure(label, param, 0, [=] { launch(kSms, 32); });
}

int main(int count, char** words) {
  probe::start(count, words);
  float* out = probe::array<float>(1);
  float* in = probe::array<float>(8192);
  for (int size : {64, 256, 1024, 2048}) {
    both("constant_1", size, [=](int blocks, int threads) { same_index<1><<<blocks, threads>>>(out, size, kPasses); });
    both("constant_vector", size, [=](int blocks, int threads) { same_index_vectors<<<blocks, threads>>>(out, size, kPasses); });
    both("global", size, [=](int blocks, int threads) { same_index_global<<<blocks, threads>>>(in, out, size, kPasses); });
  }
  for (int size : {16, 64, 256, 1024}) {
    both("constant_2", size, [=](int blocks, int threads) { same_index<2><<<blocks, threads>>>(out, size, kPasses); });
    both("constant_3", size, [=](int blocks, int threads) { same_index<3><<<blocks, threads>>>(out, size, kPasses); });
    both("constant_4", size, [=](int blocks, int threads) { same_index<4><<<blocks, threads>>>(out, size, kPasses); });
  }
  for (int size : {16, 64, 128, 256, 1024}) {
    both("constant_counted_1", size, [=](int blocks, int threads) { counted<1><<<blocks, threads>>>(out, size, kPasses); });
    both("constant_counted_2", size, [=](int blocks, int threads) { counted<2><<<blocks, threads>>>(out, size, kPasses); });
    both("constant_counted_3", size, [=](int blocks, int threads) { counted<3><<<blocks, threads>>>(out, size, kPasses); });
    both("constant_counted_4", size, [=](int blocks, int threads) { counted<4><<<blocks, threads>>>(out, size, kPasses); });
    both("constant_by_lane_4", size, [=](int blocks, int threads) { by_lane<float><<<blocks, threads>>>(out, size, kPasses); });
    both("constant_by_lane_8", size, [=](int blocks, int threads) { by_lane<float2><<<blocks, threads>>>(out, size, kPasses); });
    both("constant_by_lane_16", size, [=](int blocks, int threads) { by_lane<float4><<<blocks, threads>>>(out, size, kPasses); });
  }
  both("constant_lanes", 2, [=](int blocks, int threads) { different_indexes<2><<<blocks, threads>>>(out, kPasses); });
  both("constant_lanes", 8, [=](int blocks, int threads) { different_indexes<8><<<blocks, threads>>>(out, kPasses); });
  both("constant_lanes", 32, [=](int blocks, int threads) { different_indexes<32><<<blocks, threads>>>(out, kPasses); });
  both("constant_chain", 1, [=](int blocks, int threads) { chain<<<blocks, threads>>>(out, kPasses); });
  both("phase_float", 1, [=](int blocks, int threads) { phases<float><<<blocks, threads>>>(in, out, 6.2831853f, 256, kPasses); });
  both("phase_double", 1, [=](int blocks, int threads) { phases<double><<<blocks, threads>>>(in, out, 6.283185307179586, 256, kPasses); });
}
