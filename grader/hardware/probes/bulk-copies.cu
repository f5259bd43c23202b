// One bulk copy by TMA between global and shared memory, without a tensor map: `bulk-copies` lists the copies, `bulk-copies 3 7` makes those
// (numbers of the list), each a launch of its own, for a profiler.
//
// nvcc -O3 -std=c++17 -arch=sm_90a -o bulk-copies bulk-copies.cu
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int MOST = 8192;
struct Copy { bool is_load; int bytes, global_offset, shared_offset; };

__global__ void copy(char *global, Copy c) {
  __shared__ alignas(1024) char room[MOST + 1024];
  __shared__ uint64_t bar;
  uint32_t b = (uint32_t)__cvta_generic_to_shared(&bar), to = (uint32_t)__cvta_generic_to_shared(room + c.shared_offset);
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\nfence.mbarrier_init.release.cluster;" ::"r"(b) : "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  if (c.is_load) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(b), "r"(c.bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "l"(global + c.global_offset),
                 "r"(c.bytes), "r"(b) : "memory");
    for (uint32_t done = 0; !done;)
      asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(b) : "memory");
  } else {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(global + c.global_offset), "r"(to), "r"(c.bytes) : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  }
}

int main(int count, char **words) {
  static Copy copies[256];
  int all = 0;
  const int sizes[] = {16, 32, 48, 112, 128, 256, 1024, 4096, 8192};
  const int offsets[][2] = {{0, 0}, {16, 0}, {0, 16}, {16, 16}, {32, 0}, {0, 48}, {96, 32}, {112, 112}};
  for (int is_load = 1; is_load >= 0; is_load--)
    for (int bytes : sizes)
      for (auto &offset : offsets) copies[all++] = {is_load == 1, bytes, offset[0], offset[1]};
  if (count == 1)
    for (int i = 0; i < all; i++) {
      const Copy &c = copies[i];
      printf("{\"direction\":\"%s\",\"bytes\":%d,\"globalOffset\":%d,\"sharedOffset\":%d}\n", c.is_load ? "load" : "store", c.bytes, c.global_offset, c.shared_offset);
    }
  char *global;
  cudaMalloc(&global, MOST + 1024);
  cudaMemset(global, 1, MOST + 1024);
  for (int i = 1; i < count; i++) copy<<<1, 1>>>(global, copies[atoi(words[i])]);
  return cudaDeviceSynchronize() != cudaSuccess;
}
