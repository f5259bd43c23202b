// A product adds to its sums unless its scale-d is 0: what gives them a value is noted, and to fence them by a copy to themselves is not.
__global__ void products(float *out, unsigned long long b, int rounds, bool isFirst) {
  float d[4];
  for (int i = 0; i < 4; i++) asm volatile("" : "+f"(d[i])::"memory");
  if (isFirst)
    for (int i = 0; i < 4; i++) d[i] = 0;
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  for (int round = 0; round < rounds; round++)
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, %5, 1, 1, 1;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(0), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  out[threadIdx.x] = d[0] + d[1];
}
