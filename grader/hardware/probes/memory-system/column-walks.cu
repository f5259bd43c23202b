// The walk down the columns of a matrix of 16-byte vectors, taken apart: load only, store only, both; in memory and in L2. `param` is
// the number of neighbouring lanes that stay together in a row.
#include "probe.h"

constexpr int kBlock = 256;

struct Walk {
  uint32_t vectors;
  uint32_t pitchVectors;
  uint32_t rowsLog2;
  uint32_t togetherLog2;

  __device__ uint32_t place(uint32_t i) const {
    uint32_t panel = i >> (rowsLog2 + togetherLog2);
    uint32_t row = (i >> togetherLog2) & ((1u << rowsLog2) - 1);
    return row * pitchVectors + (panel << togetherLog2) + (i & ((1u << togetherLog2) - 1));
  }
};

__device__ inline float sum(float4 v) { return v.x + v.y + v.z + v.w; }

__global__ void walk_read(float4* x, const float4*, Walk walk) {
  float total = 0;
  for (uint32_t i = blockIdx.x * kBlock + threadIdx.x; i < walk.vectors; i += gridDim.x * kBlock) total += sum(x[walk.place(i)]);
  if (total == 1.5f) x[0].x = total;
}

__global__ void walk_read_two(float4* x, const float4* y, Walk walk) {
  float total = 0;
  for (uint32_t i = blockIdx.x * kBlock + threadIdx.x; i < walk.vectors; i += gridDim.x * kBlock) {
    uint32_t at = walk.place(i);
    total += sum(x[at]) + sum(y[at]);
  }
  if (total == 1.5f) x[0].x = total;
}

__global__ void walk_write(float4* x, const float4*, Walk walk) {
  for (uint32_t i = blockIdx.x * kBlock + threadIdx.x; i < walk.vectors; i += gridDim.x * kBlock) x[walk.place(i)] = make_float4(i, i, i, i);
}

__global__ void walk_scale(float4* x, const float4*, Walk walk) {
  for (uint32_t i = blockIdx.x * kBlock + threadIdx.x; i < walk.vectors; i += gridDim.x * kBlock) {
    uint32_t at = walk.place(i);
    float4 u = x[at];
    x[at] = make_float4(2 * u.x, 2 * u.y, 2 * u.z, 2 * u.w);
  }
}

__global__ void walk_saxpy(float4* x, const float4* y, Walk walk) {
  for (uint32_t i = blockIdx.x * kBlock + threadIdx.x; i < walk.vectors; i += gridDim.x * kBlock) {
    uint32_t at = walk.place(i);
    float4 u = x[at], v = y[at];
    x[at] = make_float4(2 * u.x + v.x, 2 * u.y + v.y, 2 * u.z + v.z, 2 * u.w + v.w);
  }
}

int main(int count, char** words) {
  probe::start(count, words);
  // 1,024: 4 MiB per matrix, which L2 holds. 4,096: 64 MiB. 16,384: 1 GiB.
  for (uint32_t side : {1024, 4096, 16384}) {
    for (uint32_t padFloats : {0, 32}) {
      uint32_t pitch = (side + padFloats) / 4;
      float4* x = probe::array<float4>(size_t(pitch) * side);
      float4* y = probe::array<float4>(size_t(pitch) * side);
      double bytes = 4.0 * side * side;
      for (uint32_t together : {1u, 2u, 4u, 8u, 32u, side / 4}) {
        Walk walk{side * (side / 4), pitch, uint32_t(__builtin_ctz(side)), uint32_t(__builtin_ctz(together))};
        auto run = [&](const char* name, double matrices, void (*kernel)(float4*, const float4*, Walk)) {
          char label[64];
          snprintf(label, sizeof label, "%s_%u%s", name, side, padFloats ? "_pad" : "");
          probe::measure(label, together, matrices * bytes, [&] { kernel<<<132 * 8, kBlock>>>(x, y, walk); });
        };
        run("walk_read", 1, walk_read);
        run("walk_read_two", 2, walk_read_two);
        run("walk_write", 1, walk_write);
        run("walk_scale", 2, walk_scale);
        run("walk_saxpy", 3, walk_saxpy);
      }
      CHECK(cudaFree(x));
      CHECK(cudaFree(y));
    }
  }
}
