// Products of warpgroups, right ones and some as people get them wrong: c (64 x 32) = a (64 x 64) b (64 x 32) of halves, by m64n32k16.
//
// nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a -O2 -o warpgroup-products warpgroup-products.cu && ./warpgroup-products
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr int THREADS = 128;
constexpr int M = 64, N = 32, K = 64;

__device__ uint32_t shared_address(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ void fence_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

__device__ void fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }

__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }

template <int PENDING> __device__ void wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(PENDING) : "memory"); }

/** Rows of 128 bytes, swizzled: eight of them are 1,024 bytes. */
__device__ uint64_t describe(const half *rows) {
  return (uint64_t)((shared_address(rows) & 0x3ffff) >> 4) | (uint64_t)(1024 >> 4) << 32 | (uint64_t)1 << 62;
}

/** Where the swizzle puts an element of a tile whose rows have 64 halves. */
__device__ int place(int row, int column) { return row * 64 + (column ^ row % 8 * 8); }

/** Both matrices in shared memory; b lies as n x k. */
__device__ void multiply(float (&c)[16], uint64_t a, uint64_t b) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 "
               "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, %16, %17, p, 1, 1, 0, 0;\n}"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7]), "+f"(c[8]), "+f"(c[9]), "+f"(c[10]), "+f"(c[11]), "+f"(c[12]), "+f"(c[13]), "+f"(c[14]), "+f"(c[15])
               : "l"(a), "l"(b));
}

/** A in registers. */
__device__ void multiply(float (&c)[16], const uint32_t (&a)[4], uint64_t b) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 "
               "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19}, %20, p, 1, 1, 0;\n}"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7]), "+f"(c[8]), "+f"(c[9]), "+f"(c[10]), "+f"(c[11]), "+f"(c[12]), "+f"(c[13]), "+f"(c[14]), "+f"(c[15])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

struct Tiles {
  half a[M * K], b[N * K];
};

__device__ void fill(Tiles &tiles, const half *a, const half *b) {
  for (int i = threadIdx.x; i < M * K; i += THREADS) tiles.a[place(i / K, i % K)] = a[i];
  for (int i = threadIdx.x; i < N * K; i += THREADS) tiles.b[place(i / K, i % K)] = b[i];
}

__device__ void add_all(float (&c)[16], const Tiles &tiles) {
  for (int k = 0; k < K; k += 16) multiply(c, describe(tiles.a + k), describe(tiles.b + k));
}

__device__ void store(float *out, const float (&c)[16]) {
  int lane = threadIdx.x % 32, top = threadIdx.x / 32 * 16 + lane / 4;
  for (int i = 0; i < 16; i++) out[(top + i / 2 % 2 * 8) * N + i / 4 * 8 + lane % 4 * 2 + i % 2] = c[i];
}

// Right: the threads fill the tiles, fence, and wait for the products.
__global__ void in_shared_memory(const half *a, const half *b, float *out) {
  __shared__ alignas(1024) Tiles tiles;
  float c[16] = {};
  fill(tiles, a, b);
  fence_proxy();
  __syncthreads();
  fence();
  add_all(c, tiles);
  commit();
  wait<0>();
  store(out, c);
}

// Right: the same with a in registers.
__global__ void a_in_registers(const half *a, const half *b, float *out) {
  __shared__ alignas(1024) Tiles tiles;
  float c[16] = {};
  uint32_t held[4][4];
  int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  for (int step = 0; step < 4; step++)
    for (int i = 0; i < 4; i++) held[step][i] = *reinterpret_cast<const uint32_t *>(&a[(row + i % 2 * 8) * K + step * 16 + i / 2 * 8 + column]);
  fill(tiles, a, b);
  fence_proxy();
  __syncthreads();
  fence();
  for (int step = 0; step < 4; step++) multiply(c, held[step], describe(tiles.b + step * 16));
  commit();
  wait<0>();
  store(out, c);
}

// Right: two groups, and the first sums are used while the second products go on.
__global__ void two_groups(const half *a, const half *b, float *out) {
  __shared__ alignas(1024) Tiles tiles;
  float c[16] = {}, d[16] = {};
  fill(tiles, a, b);
  fence_proxy();
  __syncthreads();
  fence();
  for (int k = 0; k < K / 2; k += 16) multiply(c, describe(tiles.a + k), describe(tiles.b + k));
  commit();
  for (int k = K / 2; k < K; k += 16) multiply(d, describe(tiles.a + k), describe(tiles.b + k));
  commit();
  wait<1>();
  store(out, c);
  wait<0>();
  for (int i = 0; i < 16; i++) c[i] += d[i];
  store(out, c);
}

// Right: the tile is overwritten when the products are done, and multiplied again.
__global__ void filled_twice(const half *a, const half *b, float *out) {
  __shared__ alignas(1024) Tiles tiles;
  float c[16] = {};
  for (int round = 0; round < 2; round++) {
    if (round == 0) fill(tiles, b, b);
    else fill(tiles, a, b);
    fence_proxy();
    __syncthreads();
    for (int i = 0; i < 16; i++) c[i] = 0;
    fence();
    add_all(c, tiles);
    commit();
    wait<0>();
    __syncthreads();
  }
  store(out, c);
}

// Wrong: the products may not see what the threads have written.
__global__ void no_proxy_fence(const half *a, const half *b, float *out) {
  __shared__ alignas(1024) Tiles tiles;
  float c[16] = {};
  fill(tiles, a, b);
  __syncthreads();
  fence();
  add_all(c, tiles);
  commit();
  wait<0>();
  store(out, c);
}

// Wrong: the sums are taken while the products may still go on.
__global__ void no_wait(const half *a, const half *b, float *out) {
  __shared__ alignas(1024) Tiles tiles;
  float c[16] = {};
  fill(tiles, a, b);
  fence_proxy();
  __syncthreads();
  fence();
  add_all(c, tiles);
  commit();
  store(out, c);
  wait<0>();
}

// Wrong: one group may still go on, and it is the only one.
__global__ void waits_for_less(const half *a, const half *b, float *out) {
  __shared__ alignas(1024) Tiles tiles;
  float c[16] = {};
  fill(tiles, a, b);
  fence_proxy();
  __syncthreads();
  fence();
  add_all(c, tiles);
  commit();
  wait<1>();
  store(out, c);
  wait<0>();
}

// Wrong: the products are in no group, so the wait is for none.
__global__ void no_commit(const half *a, const half *b, float *out) {
  __shared__ alignas(1024) Tiles tiles;
  float c[16] = {};
  fill(tiles, a, b);
  fence_proxy();
  __syncthreads();
  fence();
  add_all(c, tiles);
  wait<0>();
  store(out, c);
}

// Wrong: the sums are set, and no fence stands between that and the products.
__global__ void no_fence(const half *a, const half *b, float *out) {
  __shared__ alignas(1024) Tiles tiles;
  float c[16] = {};
  fill(tiles, a, b);
  fence_proxy();
  __syncthreads();
  add_all(c, tiles);
  commit();
  wait<0>();
  store(out, c);
}

// Wrong: the tiles are overwritten while the products may still read them.
__global__ void overwritten(const half *a, const half *b, float *out) {
  __shared__ alignas(1024) Tiles tiles;
  float c[16] = {};
  fill(tiles, a, b);
  fence_proxy();
  __syncthreads();
  fence();
  for (int round = 0; round < 16; round++) {
    add_all(c, tiles);
    commit();
  }
  for (int i = threadIdx.x; i < M * K; i += THREADS) tiles.a[i] = half(0);
  wait<0>();
  for (int i = 0; i < 16; i++) c[i] /= 16;
  store(out, c);
}

constexpr int RESULTS = M * N;
half ofA[M * K], ofB[N * K];
float expected[RESULTS], output[RESULTS];

template <typename Launch> void run(const char *name, float *out, Launch launch) {
  cudaMemset(out, 0, sizeof(output));
  launch();
  cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(output, out, sizeof(output), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < RESULTS; i++) wrong += output[i] != expected[i];
  printf("%s,%d,%d,%s\n", name, RESULTS, wrong, cudaGetErrorName(error));
}

int main() {
  for (int i = 0; i < M * K; i++) ofA[i] = __float2half((float)(i * 7 % 11 - 5));
  for (int i = 0; i < N * K; i++) ofB[i] = __float2half((float)(i * 5 % 13 - 6));
  for (int i = 0; i < RESULTS; i++) {
    expected[i] = 0;
    for (int k = 0; k < K; k++) expected[i] += __half2float(ofA[i / N * K + k]) * __half2float(ofB[i % N * K + k]);
  }
  half *a, *b;
  float *out;
  cudaMalloc(&a, sizeof(ofA));
  cudaMalloc(&b, sizeof(ofB) * 2);
  cudaMalloc(&out, sizeof(output));
  cudaMemcpy(a, ofA, sizeof(ofA), cudaMemcpyHostToDevice);
  cudaMemcpy(b, ofB, sizeof(ofB), cudaMemcpyHostToDevice);
  cudaMemcpy(b + N * K, ofB, sizeof(ofB), cudaMemcpyHostToDevice);

  printf("kernel,results,wrong,error\n");
  run("in_shared_memory", out, [&] { in_shared_memory<<<1, THREADS>>>(a, b, out); });
  run("a_in_registers", out, [&] { a_in_registers<<<1, THREADS>>>(a, b, out); });
  run("two_groups", out, [&] { two_groups<<<1, THREADS>>>(a, b, out); });
  run("filled_twice", out, [&] { filled_twice<<<1, THREADS>>>(a, b, out); });
  run("no_proxy_fence", out, [&] { no_proxy_fence<<<1, THREADS>>>(a, b, out); });
  run("no_wait", out, [&] { no_wait<<<1, THREADS>>>(a, b, out); });
  run("waits_for_less", out, [&] { waits_for_less<<<1, THREADS>>>(a, b, out); });
  run("no_commit", out, [&] { no_commit<<<1, THREADS>>>(a, b, out); });
  run("no_fence", out, [&] { no_fence<<<1, THREADS>>>(a, b, out); });
  run("overwritten", out, [&] { overwritten<<<1, THREADS>>>(a, b, out); });
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
}
