// A product goes on beside the threads: before its sums are taken, one asks whether it is done, and what is done with its registers is noted.
__global__ void products(float *out, unsigned long long b, int rounds) {
  float d[4];
  for (int i = 0; i < 4; i++) d[i] = 0;
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  for (int round = 0; round < rounds; round++) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, %5, 1, 1, 1;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(0), "l"(b));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    d[0] *= 2;
  }
  out[threadIdx.x] = d[0] + d[1];
}
