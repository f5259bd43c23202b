// Kernels whose copies go on by themselves: barrier objects, bulk copies and tensor copies of TMA, clusters. Half of them are wrong, as people
// get them wrong. No wait is endless: one that takes longer than a tenth of a second gives up and says so.
//
// nvcc -std=c++17 -arch=sm_90a -O2 -o asynchronous-copies asynchronous-copies.cu && ./asynchronous-copies
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cooperative_groups.h>
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int THREADS = 64;
constexpr int TILE = 1024;
constexpr long long PATIENCE = 200'000'000;

__device__ int hung;

__device__ uint32_t shared_address(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ void init(uint64_t *bar, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(count) : "memory");
}

__device__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

__device__ void fence_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

__device__ void expect(uint64_t *bar, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(bar)), "r"(bytes) : "memory");
}

__device__ void arrive(uint64_t *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(bar)) : "memory");
}

/** Waits for a phase by its parity. Returns false if it takes too long. */
__device__ bool wait(uint64_t *bar, uint32_t parity) {
  long long start = clock64();
  for (;;) {
    uint32_t done;
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
                 : "=r"(done) : "r"(shared_address(bar)), "r"(parity) : "memory");
    if (done) return true;
    if (clock64() - start > PATIENCE) {
      hung = 1;
      return false;
    }
  }
}

__device__ void load(void *to, const void *from, int bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(to)),
               "l"(from), "r"(bytes), "r"(shared_address(bar)) : "memory");
}

__device__ void store(void *to, const void *from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(shared_address(from)), "r"(bytes) : "memory");
}

__device__ void store_and_wait(void *to, const void *from, int bytes) {
  store(to, from, bytes);
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

// Right: a tile comes, is changed, and goes back.
__global__ void there_and_back(const float *in, float *out) {
  __shared__ alignas(128) float tile[TILE];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) { init(&bar, 1); fence_init(); }
  __syncthreads();
  if (threadIdx.x == 0) { expect(&bar, sizeof(tile)); load(tile, in, sizeof(tile), &bar); }
  if (!wait(&bar, 0)) return;
  for (int i = threadIdx.x; i < TILE; i += THREADS) tile[i] += 1;
  fence_proxy();
  __syncthreads();
  if (threadIdx.x == 0) store_and_wait(out, tile, sizeof(tile));
}

// Right: a warp brings tiles in three stages, two others add them up.
__global__ void three_stages(const float *in, float *out) {
  constexpr int STAGES = 3, PART = 256, PARTS = 12;
  __shared__ alignas(128) float tile[STAGES][PART];
  __shared__ uint64_t full[STAGES], empty[STAGES];
  if (threadIdx.x == 0) {
    for (int s = 0; s < STAGES; s++) { init(&full[s], 1); init(&empty[s], 2); }
    fence_init();
  }
  __syncthreads();
  if (threadIdx.x >= THREADS) {
    if (threadIdx.x != THREADS) return;
    for (int t = 0; t < PARTS; t++) {
      int s = t % STAGES;
      if (!wait(&empty[s], t / STAGES % 2 ^ 1)) return;
      expect(&full[s], PART * 4);
      load(tile[s], in + t * PART, PART * 4, &full[s]);
    }
    return;
  }
  for (int i = threadIdx.x; i < TILE; i += THREADS) out[i] = 0;
  for (int t = 0; t < PARTS; t++) {
    int s = t % STAGES;
    if (!wait(&full[s], t / STAGES % 2)) return;
    for (int i = threadIdx.x; i < PART; i += THREADS) out[i] += tile[s][i];
    __syncwarp();
    if (threadIdx.x % 32 == 0) arrive(&empty[s]);
  }
}

// Right: a box of a matrix lands swizzled, and is read where the swizzle put it.
__global__ void swizzled_box(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) { init(&bar, 1); fence_init(); }
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(tile));
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
                     shared_address(tile)), "l"(&map), "r"(8), "r"(40), "r"(shared_address(&bar)) : "memory");
  }
  if (!wait(&bar, 0)) return;
  for (int i = threadIdx.x; i < TILE; i += THREADS) {
    int row = i % 32, column = i / 32;
    out[row * 32 + column] = tile[row][((column / 4) ^ (row % 8)) * 4 + column % 4];
  }
}

// Right: two blocks add to each other's sums, and meet before and after.
__global__ void __cluster_dims__(2, 1, 1) neighbours(const float *in, float *out) {
  __shared__ float sums[THREADS];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  sums[threadIdx.x] = in[rank * THREADS + threadIdx.x];
  cluster.sync();
  float *theirs = cluster.map_shared_rank(sums, rank ^ 1);
  out[rank * THREADS + threadIdx.x] = theirs[THREADS - 1 - threadIdx.x];
  cluster.sync();
}

// Right: one copy lands in both blocks of a cluster.
__global__ void __cluster_dims__(2, 1, 1) in_both_blocks(const float *in, float *out) {
  __shared__ alignas(128) float tile[TILE];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) { init(&bar, 1); fence_init(); }
  cluster.sync();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(tile));
    if (cluster.block_rank() == 0)
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(
                       shared_address(tile)), "l"(in), "r"((int)sizeof(tile)), "r"(shared_address(&bar)), "h"((unsigned short)3) : "memory");
  }
  bool came = wait(&bar, 0);
  if (came)
    for (int i = threadIdx.x; i < TILE / 2; i += THREADS) out[cluster.block_rank() * TILE / 2 + i] = tile[2 * i];
  cluster.sync();
}

// Wrong: nobody waits for the copy before the tile is read.
__global__ void no_wait(const float *in, float *out) {
  __shared__ alignas(128) float tile[TILE];
  __shared__ uint64_t bar;
  for (int i = threadIdx.x; i < TILE; i += THREADS) tile[i] = -1;
  if (threadIdx.x == 0) { init(&bar, 1); fence_init(); }
  fence_proxy();
  __syncthreads();
  if (threadIdx.x == 0) { expect(&bar, sizeof(tile)); load(tile, in, sizeof(tile), &bar); }
  __syncthreads();
  for (int i = threadIdx.x; i < TILE; i += THREADS) out[i] = tile[i];
  wait(&bar, 0);
}

// Wrong: the first phase has parity 0, and the wait for 1 passes at once.
__global__ void wrong_parity(const float *in, float *out) {
  __shared__ alignas(128) float tile[TILE];
  __shared__ uint64_t bar;
  for (int i = threadIdx.x; i < TILE; i += THREADS) tile[i] = -1;
  if (threadIdx.x == 0) { init(&bar, 1); fence_init(); }
  fence_proxy();
  __syncthreads();
  if (threadIdx.x == 0) { expect(&bar, sizeof(tile)); load(tile, in, sizeof(tile), &bar); }
  if (!wait(&bar, 1)) return;
  for (int i = threadIdx.x; i < TILE; i += THREADS) out[i] = tile[i];
  wait(&bar, 0);
}

// Wrong: the copy back may not see what the threads have written.
__global__ void no_fence(const float *in, float *out) {
  __shared__ alignas(128) float tile[TILE];
  for (int i = threadIdx.x; i < TILE; i += THREADS) tile[i] = in[i] + 1;
  __syncthreads();
  if (threadIdx.x == 0) store_and_wait(out, tile, sizeof(tile));
}

// Wrong: the barrier object expects twice the bytes that come.
__global__ void too_many_bytes(const float *in, float *out) {
  __shared__ alignas(128) float tile[TILE];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) { init(&bar, 1); fence_init(); }
  __syncthreads();
  if (threadIdx.x == 0) { expect(&bar, 2 * sizeof(tile)); load(tile, in, sizeof(tile), &bar); }
  if (!wait(&bar, 0)) return;
  for (int i = threadIdx.x; i < TILE; i += THREADS) out[i] = tile[i];
}

// Wrong: the next tile lands while the second warp, which is slow, still reads the last one.
__global__ void no_empty_barrier(const float *in, float *out) {
  __shared__ alignas(128) float tile[TILE];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) { init(&bar, 1); fence_init(); }
  __syncthreads();
  for (int k = 0; k < 2; k++) {
    if (threadIdx.x == 0) { expect(&bar, sizeof(tile)); load(tile, in + k * TILE, sizeof(tile), &bar); }
    if (!wait(&bar, k)) return;
    if (threadIdx.x >= 32 && k == 0) __nanosleep(100000);
    if (k == 0)
      for (int i = threadIdx.x; i < TILE; i += THREADS) out[i] = tile[i];
  }
}

// Wrong: the first phase expects the bytes of the first copy. If the second lands before it, the phase never has just these.
__global__ void order_matters(const float *in, float *out) {
  __shared__ alignas(128) float large[TILE * 8];
  __shared__ alignas(128) float small[64];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) { init(&bar, 1); fence_init(); }
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, sizeof(large));
    load(large, in, sizeof(large), &bar);
    load(small, in, sizeof(small), &bar);
  }
  if (!wait(&bar, 0)) return;
  for (int i = threadIdx.x; i < TILE; i += THREADS) out[i] = large[i];
  __syncthreads();
  if (threadIdx.x == 0) expect(&bar, sizeof(small));
  if (!wait(&bar, 1)) return;
  if (threadIdx.x == 0) out[0] = small[0];
}

// Wrong: the other block may not have written yet, or may have ended.
__global__ void __cluster_dims__(2, 1, 1) no_meeting(const float *in, float *out) {
  __shared__ float sums[THREADS];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  if (rank == 1) __nanosleep(100000);
  sums[threadIdx.x] = in[rank * THREADS + threadIdx.x];
  __syncthreads();
  float *theirs = cluster.map_shared_rank(sums, rank ^ 1);
  out[rank * THREADS + threadIdx.x] = theirs[THREADS - 1 - threadIdx.x];
}

constexpr int ELEMENTS = TILE * 16;
float input[ELEMENTS], output[TILE];

/** Runs a kernel, and prints how many of its results are wrong and whether a wait gave up. */
template <typename Launch, typename Expected>
void run(const char *name, float *in, float *out, int results, Launch launch, Expected expected) {
  int zero = 0, gave_up = 0;
  cudaMemcpyToSymbol(hung, &zero, sizeof(int));
  cudaMemset(out, 0, TILE * sizeof(float));
  launch();
  cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&gave_up, hung, sizeof(int));
  cudaMemcpy(output, out, sizeof(output), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < results; i++) wrong += output[i] != expected(i);
  printf("%s,%d,%d,%d,%s\n", name, results, wrong, gave_up, cudaGetErrorName(error));
}

int main() {
  float *in, *out;
  for (int i = 0; i < ELEMENTS; i++) input[i] = i % 1000;
  cudaMalloc(&in, sizeof(input));
  cudaMalloc(&out, TILE * sizeof(float));
  cudaMemcpy(in, input, sizeof(input), cudaMemcpyHostToDevice);

  void *entry = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &found);
  auto encode = reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(entry);
  CUtensorMap map;
  cuuint64_t sizes[2] = {64, 128}, strides[1] = {64 * sizeof(float)};
  cuuint32_t box[2] = {32, 32}, steps[2] = {1, 1};
  CUresult encoded = encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, in, sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                            CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (encoded != CUDA_SUCCESS) { printf("no tensor map: %d\n", encoded); return 1; }

  printf("kernel,results,wrong,gave_up,error\n");
  auto same = [](int i) { return input[i]; };
  auto one_more = [](int i) { return input[i] + 1; };
  auto twelve = [](int i) { float sum = 0; for (int t = 0; t < 12; t++) sum += input[t * 256 + i]; return sum; };
  auto of_box = [](int i) { return input[(40 + i / 32) * 64 + 8 + i % 32]; };
  auto of_neighbour = [](int i) { return input[(1 - i / THREADS) * THREADS + THREADS - 1 - i % THREADS]; };
  auto every_other = [](int i) { return input[2 * (i % (TILE / 2))]; };
  run("there_and_back", in, out, TILE, [&] { there_and_back<<<1, THREADS>>>(in, out); }, one_more);
  run("three_stages", in, out, 256, [&] { three_stages<<<1, 96>>>(in, out); }, twelve);
  run("swizzled_box", in, out, TILE, [&] { swizzled_box<<<1, THREADS>>>(map, out); }, of_box);
  run("neighbours", in, out, 2 * THREADS, [&] { neighbours<<<2, THREADS>>>(in, out); }, of_neighbour);
  run("in_both_blocks", in, out, TILE, [&] { in_both_blocks<<<2, THREADS>>>(in, out); }, every_other);
  run("no_wait", in, out, TILE, [&] { no_wait<<<1, THREADS>>>(in, out); }, same);
  run("wrong_parity", in, out, TILE, [&] { wrong_parity<<<1, THREADS>>>(in, out); }, same);
  run("no_fence", in, out, TILE, [&] { no_fence<<<1, THREADS>>>(in, out); }, one_more);
  run("no_empty_barrier", in, out, TILE, [&] { no_empty_barrier<<<1, THREADS>>>(in, out); }, same);
  run("order_matters", in, out, TILE, [&] { order_matters<<<1, THREADS>>>(in, out); }, same);
  run("too_many_bytes", in, out, TILE, [&] { too_many_bytes<<<1, THREADS>>>(in, out); }, same);
  // Behind it, the device answers nothing any more.
  run("no_meeting", in, out, 2 * THREADS, [&] { no_meeting<<<2, THREADS>>>(in, out); }, of_neighbour);
  cudaFree(in);
  cudaFree(out);
}
