// The benchmarks that the documents print, with their launches: strides of a copy, layouts of particles, sums, transposes. The kernels are
// our own. Compare `us_batch`, launches back to back as the documents time them, with `us`, which holds the launch overhead.
#include "particles.h"
#include "probe.h"
#include "transposes.h"

// 864 blocks of 256 threads walk over 2^22 floats, whatever the stride.
__global__ void stride_benchmark(const float* __restrict__ in, float* __restrict__ out, int count, int stride) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) out[i] = in[size_t(i) * stride];
}

// A sum: each thread adds up its share, each warp by shuffles; then the warps' sums are added with atomics, the blocks' sums are, or
// the warps' sums are only stored.
enum class Last { kAtomicPerWarp, kAtomicPerBlock, kStorePerWarp };

template <Last last>
__global__ void reduce(const float* in, float* out, size_t count) {
  float sum = 0;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) sum += in[i];
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(~0u, sum, apart);
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  if constexpr (last == Last::kAtomicPerWarp) {
    if (lane == 0) atomicAdd(out, sum);
  } else if constexpr (last == Last::kStorePerWarp) {
    if (lane == 0) out[blockIdx.x * warps + warp] = sum;
  } else {
    __shared__ float sums[32];
    if (lane == 0) sums[warp] = sum;
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (int i = 1; i < warps; i++) sum += sums[i];
    atomicAdd(out, sum);
  }
}

int main(int count, char** words) {
  probe::start(count, words);
  constexpr int kFloats = 1 << 22;
  for (int stride : {1, 2, 4, 8, 16, 32}) {
    float* in = probe::array<float>(size_t(kFloats) * stride);
    float* out = probe::array<float>(kFloats);
    probe::measure("stride_benchmark", stride, 8.0 * kFloats, [&] { stride_benchmark<<<864, 256>>>(in, out, kFloats, stride); });
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }
  for (int particles : {1 << 20, 1 << 25}) {
    int grid = particles / 256;
    float* data = probe::array<float>(size_t(particles) * 8);
    auto field = [&](int i) { return data + size_t(i) * particles; };
    Fields fields{field(0), field(1), field(2), field(3), field(4), field(5)};
    // Six fields are read and three written.
    probe::measure("particles_aos", particles, 36.0 * particles, [&] { particles_aos<<<grid, 256>>>(reinterpret_cast<Particle*>(data), particles, 1e-3f); });
    probe::measure("particles_soa", particles, 36.0 * particles, [&] { particles_soa<<<grid, 256>>>(fields, particles, 1e-3f); });
    probe::measure("particles_aosoa", particles, 36.0 * particles, [&] { particles_aosoa<<<grid, 256>>>(data, particles, 1e-3f); });
    CHECK(cudaFree(data));
  }
  {
    constexpr size_t kCount = size_t(1) << 26;
    float* in = probe::array<float>(kCount);
    float* out = probe::array<float>(kCount / 32);
    for (int blocks : {1056, 16896, int(kCount / 256)}) {
      double bytes = 4.0 * kCount;
      probe::measure("reduce_atomic_per_warp", blocks, bytes, [&] { reduce<Last::kAtomicPerWarp><<<blocks, 256>>>(in, out, kCount); });
      probe::measure("reduce_atomic_per_block", blocks, bytes, [&] { reduce<Last::kAtomicPerBlock><<<blocks, 256>>>(in, out, kCount); });
      probe::measure("reduce_store_per_warp", blocks, bytes, [&] { reduce<Last::kStorePerWarp><<<blocks, 256>>>(in, out, kCount); });
    }
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }
  for (int n : {4096, 8192}) {
    float* in = probe::array<float>(size_t(n) * n);
    float* out = probe::array<float>(size_t(n) * n);
    dim3 grid(n / kTile, n / kTile), block(kTile, kRows);
    auto run = [&](const char* name, void (*kernel)(const float*, float*, int)) {
      probe::measure(name, n, 8.0 * n * n, [&] { kernel<<<grid, block>>>(in, out, n); });
    };
    run("copy_square", copy_square);
    run("transpose_strided_write", transpose_strided_write);
    run("transpose_strided_read", transpose_strided_read);
    run("transpose_tiled", transpose_tile<0, false>);
    run("transpose_padded", transpose_tile<1, false>);
    run("transpose_swizzled", transpose_tile<0, true>);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }
}
