// How many neighbouring lanes must stay side by side for a float4 walk down the columns of a matrix to be fast?
// Also: whether a load's cache hint changes what it moves, and how cudaMalloc aligns.
//
//   nvcc -O3 -arch=sm_90 -o column-walk column-walk.cu
//   ./column-walk > column-walk-h100.csv
//   ncu --csv --page raw --kernel-name regex:walk_ --metrics "$METRICS" ./column-walk once
//
// One CSV line a launch, as in data/whole-kernels-h100.csv: name, param, microseconds (median of 15 launches, device events),
// useful bytes, GB/s. For walk_* the parameter is the number of lanes that read one contiguous piece of a row, 16 bytes each;
// the next lanes go on in the row below. With as many lanes as a row has vectors, the walk is row-major.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    cudaError_t status = (call);                                                           \
    if (status != cudaSuccess) {                                                           \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));      \
      exit(1);                                                                             \
    }                                                                                      \
  } while (0)

constexpr int kBlock = 256;
constexpr int kLaunches = 15;

// A walk over a matrix whose sides are powers of two, so that finding a place costs shifts and no divisions.
struct Walk {
  uint32_t vectors;       // 16-byte vectors in the matrix
  uint32_t pitchVectors;  // from one row to the next
  uint32_t rowsLog2;
  uint32_t togetherLog2;  // neighbouring lanes that share a row

  // Panels of `together` columns, each walked row by row.
  __device__ uint32_t place(uint32_t i) const {
    uint32_t panel = i >> (rowsLog2 + togetherLog2);
    uint32_t row = (i >> togetherLog2) & ((1u << rowsLog2) - 1);
    return row * pitchVectors + (panel << togetherLog2) + (i & ((1u << togetherLog2) - 1));
  }
};

__global__ void walk_saxpy(float4* x, const float4* y, Walk walk, float a) {
  for (uint32_t i = blockIdx.x * kBlock + threadIdx.x; i < walk.vectors; i += gridDim.x * kBlock) {
    uint32_t at = walk.place(i);
    float4 u = x[at], v = y[at];
    u.x = a * u.x + v.x;
    u.y = a * u.y + v.y;
    u.z = a * u.z + v.z;
    u.w = a * u.w + v.w;
    x[at] = u;
  }
}

// The same walk without a store: what is read leaves by a store that never happens.
__global__ void walk_read(float4* x, const float4* y, Walk walk, float a) {
  float sum = 0;
  for (uint32_t i = blockIdx.x * kBlock + threadIdx.x; i < walk.vectors; i += gridDim.x * kBlock) {
    float4 v = y[walk.place(i)];
    sum += v.x + v.y + v.z + v.w;
  }
  if (sum == a) x[0].x = sum;
}

enum class Hint { plain, readOnly, l2Only };

template <Hint hint>
__device__ float loadHinted(const float* p) {
  if constexpr (hint == Hint::readOnly) return __ldg(p);
  if constexpr (hint == Hint::l2Only) return __ldcg(p);
  return *p;
}

template <Hint hint>
__device__ void copyHinted(float* out, const float* in, size_t count, int stride) {
  size_t i = blockIdx.x * static_cast<size_t>(kBlock) + threadIdx.x;
  if (i < count) out[i] = loadHinted<hint>(in + i * stride);
}
__global__ void walk_hint_plain(float* out, float* in, size_t count, int stride) { copyHinted<Hint::plain>(out, in, count, stride); }
__global__ void walk_hint_ldg(float* out, const float* __restrict__ in, size_t count, int stride) {
  copyHinted<Hint::readOnly>(out, in, count, stride);
}
__global__ void walk_hint_ldcg(float* out, float* in, size_t count, int stride) { copyHinted<Hint::l2Only>(out, in, count, stride); }

template <typename Launch>
void measure(const char* name, int param, double usefulBytes, bool once, Launch launch) {
  if (once) {
    launch();
    CHECK(cudaDeviceSynchronize());
    return;
  }
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int i = 0; i < kLaunches + 3; i++) {
    CHECK(cudaEventRecord(start));
    launch();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    if (i >= 3) times.push_back(milliseconds * 1000);
  }
  CHECK(cudaGetLastError());
  std::sort(times.begin(), times.end());
  float us = times[times.size() / 2];
  printf("%s,%d,%.2f,%.0f,%.1f\n", name, param, us, usefulBytes, usefulBytes / us / 1000);
}

uint32_t log2Of(uint32_t power) { return __builtin_ctz(power); }

void walks(uint32_t side, uint32_t padFloats, bool once) {
  uint32_t pitchVectors = (side + padFloats) / 4;
  size_t bytes = static_cast<size_t>(pitchVectors) * side * sizeof(float4);
  float4 *x, *y;
  CHECK(cudaMalloc(&x, bytes));
  CHECK(cudaMalloc(&y, bytes));
  std::vector<float> random(bytes / sizeof(float));
  uint32_t state = 12345;
  for (float& value : random) value = static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) / 16777216.0f;
  CHECK(cudaMemcpy(x, random.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(y, random.data(), bytes, cudaMemcpyHostToDevice));
  double matrixBytes = 4.0 * side * side;
  int grid = 132 * 8;
  char name[64];
  const char* pad = padFloats ? "_pad" : "";
  for (uint32_t together : {1u, 2u, 4u, 8u, 16u, 32u, 64u, side / 4}) {
    Walk walk{side * (side / 4), pitchVectors, log2Of(side), log2Of(together)};
    snprintf(name, sizeof name, "walk_saxpy_%u%s", side, pad);
    measure(name, together, 3 * matrixBytes, once,
            [&] { walk_saxpy<<<grid, kBlock>>>(x, y, walk, 1e-6f); });
    snprintf(name, sizeof name, "walk_read_%u%s", side, pad);
    measure(name, together, matrixBytes, once,
            [&] { walk_read<<<grid, kBlock>>>(x, y, walk, -1.0f); });
  }
  CHECK(cudaFree(x));
  CHECK(cudaFree(y));
}

void hints(bool once) {
  size_t count = 1 << 24;
  for (int stride : {1, 2, 8}) {
    float *in, *out;
    CHECK(cudaMalloc(&in, count * stride * sizeof(float)));
    CHECK(cudaMalloc(&out, count * sizeof(float)));
    CHECK(cudaMemset(in, 1, count * stride * sizeof(float)));
    int grid = count / kBlock;
    double useful = 2.0 * count * sizeof(float);
    measure("hint_plain", stride, useful, once, [&] { walk_hint_plain<<<grid, kBlock>>>(out, in, count, stride); });
    measure("hint_ldg", stride, useful, once, [&] { walk_hint_ldg<<<grid, kBlock>>>(out, in, count, stride); });
    measure("hint_ldcg", stride, useful, once, [&] { walk_hint_ldcg<<<grid, kBlock>>>(out, in, count, stride); });
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }
}

// The largest power of two that divides every address of many allocations of odd sizes.
void alignment() {
  uintptr_t seen = 0;
  for (int i = 0; i < 1000; i++) {
    void* p;
    CHECK(cudaMalloc(&p, 1 + i * 37 % 5000));
    seen |= reinterpret_cast<uintptr_t>(p);
  }
  fprintf(stderr, "cudaMalloc: all of 1000 addresses are multiples of %llu\n", static_cast<unsigned long long>(seen & -seen));
}

int main(int argc, char** argv) {
  bool once = argc > 1 && !strcmp(argv[1], "once");
  if (!once) printf("name,param,us,useful_bytes,GBps\n");
  for (uint32_t side : {4096, 16384})
    for (uint32_t pad : {0, 32}) walks(side, pad, once);
  hints(once);
  if (!once) alignment();
}
