/** Copies 16 bytes to shared memory, past L1 and past the registers. */
__device__ void copy16(float* to, const float* from) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(address), "l"(from) : "memory");
}

/** Waits until this thread's copies have landed; those of the others, after the barrier that follows. */
__device__ void waitForCopies() {
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;" : : : "memory");
}

__global__ void operandOfTiles(const float* in, float* out, int tiles) {
  __shared__ alignas(128) float tile[32 * 32];
  const int firstOfTile = blockIdx.x * 32 * 32;
  for (int pass = 0; pass < 2; pass++) {
    const int item = pass * 128 + threadIdx.x;
    const int row = item / 8;
    const int column = item % 8 * 4;
    copy16(&tile[{{offset(row, column)}}], &in[firstOfTile + row * 32 + column]);
  }
  waitForCopies();
  __syncthreads();
  for (int pass = 0; pass < 8; pass++) {
    const int piece = pass * 4 + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int row = piece / 8 * 8 + lane / 4;
    const int column = piece % 8 * 4 + lane % 4;
    out[firstOfTile + pass * 128 + threadIdx.x] = tile[{{offset(row, column)}}];
  }
}
