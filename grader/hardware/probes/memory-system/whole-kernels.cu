// Whole kernels, each a pattern of the lessons at several settings: copies at strides, offsets and widths, layouts of particles,
// transposes, SAXPY, sparse reads, gathers and scatters, sums along rows and columns, strides in shared memory. Arrays are larger than L2
// wherever the name does not say otherwise.
#include <random>

#include "particles.h"
#include "probe.h"
#include "transposes.h"

constexpr int kBlock = 256;
constexpr size_t kCount = size_t(1) << 26;

__device__ inline size_t thread() { return blockIdx.x * size_t(blockDim.x) + threadIdx.x; }
inline int blocksFor(size_t threads) { return int((threads + kBlock - 1) / kBlock); }

template <typename T>
__global__ void copy_stride(const T* in, T* out, size_t count, int stride) {
  size_t i = thread();
  if (i < count) out[i] = in[i * stride];
}

__global__ void write_stride(const float* in, float* out, size_t count, int stride) {
  size_t i = thread();
  if (i < count) out[i * stride] = in[i];
}

__global__ void copy_offset(const float* in, float* out, size_t count, int offset) {
  size_t i = thread();
  if (i < count) out[i] = in[i + offset];
}

__global__ void aos_x(const Particle* particles, float* out, int count) {
  size_t i = thread();
  if (i < count) out[i] = particles[i].x;
}

// A float4 per thread and turn; neighbouring threads along a row, or down a column.
template <bool isDown>
__global__ void saxpy(const float4* x, float4* y, uint32_t side, float a) {
  uint32_t vectors = side * (side / 4);
  for (uint32_t i = uint32_t(thread()); i < vectors; i += gridDim.x * kBlock) {
    uint32_t at = isDown ? i % side * (side / 4) + i / side : i;
    float4 u = x[at], v = y[at];
    y[at] = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
  }
}

// What is read leaves by a store that hardly ever happens.
__global__ void sparse4(const float* in, float* out, size_t count, int apartBytes) {
  size_t i = thread();
  float value = in[i * (apartBytes / 4)];
  if (value == 1.5f) *out = value;
}

__global__ void gather(const float* in, const int* indices, float* out, int count) {
  size_t i = thread();
  if (i < count) out[i] = in[indices[i]];
}

__global__ void scatter(const float* in, const int* indices, float* out, int count) {
  size_t i = thread();
  if (i < count) out[indices[i]] = in[i];
}

// One thread per column, and one per row.
__global__ void column_sum(const float* in, float* out, int side) {
  size_t column = thread();
  float sum = 0;
  for (int row = 0; row < side; row++) sum += in[size_t(row) * side + column];
  out[column] = sum;
}

__global__ void row_sum(const float* in, float* out, int side) {
  size_t row = thread();
  float sum = 0;
  for (int column = 0; column < side; column++) sum += in[row * side + column];
  out[row] = sum;
}

// Each thread adds up its share, each warp by shuffles, and the warps' sums by atomics.
__global__ void reduce(const float* in, float* out, int count) {
  float sum = 0;
  for (int i = int(thread()); i < count; i += gridDim.x * blockDim.x) sum += in[i];
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(~0u, sum, apart);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

constexpr int kWords = 2048, kLoads = 256;

__global__ void smem_stride_f32(float* out, int stride) {
  __shared__ float words[kWords];
  for (int i = threadIdx.x; i < kWords; i += kBlock) words[i] = i;
  __syncthreads();
  float total = 0;
  int at = (threadIdx.x % 32) * stride;
  for (int i = 0; i < kLoads; i++) total += words[(at + i) & (kWords - 1)];
  if (total == 1.5f) *out = total;
}

// A copy of 2^26 elements that reads every `stride`-th one.
template <typename T>
void copies(const char* name, long param, int stride = 1, size_t count = kCount) {
  T* in = probe::array<T>(count * stride);
  T* out = probe::array<T>(count);
  probe::measure(name, param, 2.0 * sizeof(T) * count, [&] { copy_stride<<<blocksFor(count), kBlock>>>(in, out, count, stride); });
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}

void stridesAndOffsets() {
  for (int stride : {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32}) copies<float>("copy_stride", stride, stride);
  float* in = probe::array<float>(kCount + 64);
  for (int stride : {1, 2, 4, 8, 16, 32}) {
    float* out = probe::array<float>(kCount * stride);
    probe::measure("write_stride", stride, 8.0 * kCount, [&] { write_stride<<<blocksFor(kCount), kBlock>>>(in, out, kCount, stride); });
    CHECK(cudaFree(out));
  }
  for (int stride : {1, 2, 4, 8, 16, 32}) copies<float>("copy_stride_4M", stride, stride, size_t(1) << 22);
  float* out = probe::array<float>(kCount);
  for (int offset : {0, 1, 2, 4, 7, 8, 16, 24, 25, 31, 32})
    probe::measure("copy_offset", offset, 8.0 * kCount, [&] { copy_offset<<<blocksFor(kCount), kBlock>>>(in, out, kCount, offset); });
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}

void widths() {
  copies<char>("copy_char", 1);
  copies<short>("copy_half", 2);
  copies<float>("copy_float", 4);
  copies<float2>("copy_float2", 8);
  copies<float4>("copy_float4", 16);
  copies<float4>("copy_float4_samebytes", 16, 1, kCount / 4);
  copies<char>("stride2_char", 1, 2);
  copies<short>("stride2_half", 2, 2);
  copies<double>("stride2_double", 8, 2);
  copies<float4>("stride2_float4", 16, 2);
}

void layouts() {
  for (int particles : {1 << 20, 1 << 25}) {
    int grid = blocksFor(particles);
    float* data = probe::array<float>(size_t(particles) * 8);
    float* out = probe::array<float>(particles);
    auto field = [&](int i) { return data + size_t(i) * particles; };
    Fields fields{field(0), field(1), field(2), field(3), field(4), field(5)};
    Particle* records = reinterpret_cast<Particle*>(data);
    probe::measure("aos", particles, 36.0 * particles, [&] { particles_aos<<<grid, kBlock>>>(records, particles, 1e-3f); });
    probe::measure("soa", particles, 36.0 * particles, [&] { particles_soa<<<grid, kBlock>>>(fields, particles, 1e-3f); });
    probe::measure("aosoa", particles, 36.0 * particles, [&] { particles_aosoa<<<grid, kBlock>>>(data, particles, 1e-3f); });
    probe::measure("aos_x", particles, 8.0 * particles, [&] { aos_x<<<grid, kBlock>>>(records, out, particles); });
    CHECK(cudaFree(data));
    CHECK(cudaFree(out));
  }
}

void transposes() {
  for (int side : {4096, 8192, 16384}) {
    float* in = probe::array<float>(size_t(side) * side);
    float* out = probe::array<float>(size_t(side) * side);
    dim3 grid(side / kTile, side / kTile), block(kTile, kRows);
    auto run = [&](const char* name, void (*kernel)(const float*, float*, int)) {
      probe::measure(name, side, 8.0 * side * side, [&] { kernel<<<grid, block>>>(in, out, side); });
    };
    run("mcopy", copy_square);
    run("tr_naive", transpose_strided_write);
    run("tr_naive_wr", transpose_strided_read);
    run("tr_tile", transpose_tile<0, false>);
    run("tr_tile_pad1", transpose_tile<1, false>);
    run("tr_tile_pad2", transpose_tile<2, false>);
    run("tr_swizzle", transpose_tile<0, true>);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }
}

void matrixWalks() {
  for (int side : {4096, 16384}) {
    size_t vectors = size_t(side) * side / 4;
    float4* x = probe::array<float4>(vectors);
    float4* y = probe::array<float4>(vectors);
    probe::measure("saxpy_coalesced", side, 48.0 * vectors, [&] { saxpy<false><<<132 * 8, kBlock>>>(x, y, side, 2); });
    probe::measure("saxpy_strided", side, 48.0 * vectors, [&] { saxpy<true><<<132 * 8, kBlock>>>(x, y, side, 2); });
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
  }
}

void sparseReads() {
  constexpr size_t kLanes = size_t(1) << 24;
  float* in = probe::array<float>(kLanes * 128);
  float* out = probe::array<float>(1);
  for (int apart : {4, 8, 16, 32, 64, 96, 128, 256, 512})
    probe::measure("sparse4", apart, 4.0 * kLanes, [&] { sparse4<<<blocksFor(kLanes), kBlock>>>(in, out, kLanes, apart); });
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}

void indexed() {
  constexpr int kIndices = 1 << 25;
  std::mt19937 random(12345);
  std::vector<int> identity(kIndices), shuffled, drawn(kIndices), sorted;
  for (int i = 0; i < kIndices; i++) identity[i] = i;
  shuffled = identity;
  for (int warp = 0; warp < kIndices; warp += 32)
    for (int i = 31; i > 0; i--) std::swap(shuffled[warp + i], shuffled[warp + random() % (i + 1)]);
  for (int& index : drawn) index = int(random() % kIndices);
  sorted = drawn;
  std::sort(sorted.begin(), sorted.end());
  float* in = probe::array<float>(kIndices);
  float* out = probe::array<float>(kIndices);
  int* indices = probe::array<int>(kIndices);
  auto both = [&](const char* order, const std::vector<int>& chosen) {
    CHECK(cudaMemcpy(indices, chosen.data(), kIndices * sizeof(int), cudaMemcpyHostToDevice));
    for (auto [name, kernel] : {std::pair("gather", gather), std::pair("scatter", scatter)}) {
      char label[64];
      snprintf(label, sizeof label, "%s_%s", name, order);
      probe::measure(label, kIndices, 12.0 * kIndices, [&, kernel = kernel] { kernel<<<blocksFor(kIndices), kBlock>>>(in, indices, out, kIndices); });
    }
  };
  both("identity", identity);
  both("shuffled_in_warp", shuffled);
  both("random", drawn);
  both("sorted_random", sorted);
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(indices));
}

void sums() {
  constexpr int kSide = 16384, kSummed = 1 << 26;
  float* in = probe::array<float>(size_t(kSide) * kSide);
  float* out = probe::array<float>(kSide);
  probe::measure("column_sum", kSide, 4.0 * kSide * kSide, [&] { column_sum<<<kSide / kBlock, kBlock>>>(in, out, kSide); });
  probe::measure("row_sum", kSide, 4.0 * kSide * kSide, [&] { row_sum<<<kSide / kBlock, kBlock>>>(in, out, kSide); });
  // The first document's launch.
  probe::measure("reduce", kSummed, 4.0 * kSummed, [&] { reduce<<<864, kBlock>>>(in, out, kSummed); });
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}

void sharedStrides() {
  constexpr int kBlocks = 1056;
  float* out = probe::array<float>(1);
  for (int stride = 1; stride <= 33; stride++)
    probe::measure("smem_stride_f32", stride, 4.0 * kLoads * kBlock * kBlocks, [&] { smem_stride_f32<<<kBlocks, kBlock>>>(out, stride); });
  CHECK(cudaFree(out));
}

int main(int count, char** words) {
  probe::start(count, words);
  stridesAndOffsets();
  widths();
  layouts();
  transposes();
  matrixWalks();
  sparseReads();
  indexed();
  sums();
  sharedStrides();
}
