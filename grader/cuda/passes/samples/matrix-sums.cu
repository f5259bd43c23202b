// The first product adds to registers that nothing has set, and the one behind it to its sums; those of the loop may have been set.
__global__ void products(float *out, const unsigned *in, int rounds) {
  float c[4], d[4];
  unsigned a = in[threadIdx.x];
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a));
  for (int round = 0; round < rounds; round++) {
    if (round == 0)
      for (int i = 0; i < 4; i++) d[i] = 0;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a));
  }
  out[threadIdx.x] = c[0] + d[0];
}
