// What a kernel does wrong while it runs, as compute-sanitizer's four tools find it: memcheck, initcheck, racecheck, synccheck.

/** A kind of finding, and what it is called. */
export interface FindingName<Kind extends string> {
  readonly kind: Kind;
  readonly name: string;
}

/** Declares a kind of finding. Its doc comment is its entry in the list of errors: see `errorKind`. */
function findingKind<Kind extends string>(kind: Kind, name: string): FindingName<Kind> {
  return { kind, name };
}

/**
 * A thread goes beyond the array that its pointer was made from, whatever lies there: an allocation, a variable in shared or local memory, a
 * table of constants; or it follows a null pointer, or a pointer to the host's memory. The access is left out, and what only follows from it
 * is not reported. Parts of dynamic shared memory have no bounds between them. A program is told of it
 * as on a GPU, by error 700: of shared memory beyond the block's, rounded up to 128 bytes; of global memory only far away from all that is
 * mapped, which for small arrays is over 64 MiB.
 *
 * Compare the index with the length before the access: `if (i < n)`; check the bytes of `cudaMalloc` and the order of the launch's arguments.
 *
 * @example
 * __global__ void fill(int *out) { ▸out[threadIdx.x]▸ = 1; }
 * int main() { int *d; cudaMalloc(&d, 31 * sizeof(int)); fill<<<1, 32>>>(d); }
 */
export const outOfBounds = findingKind("out-of-bounds", "Out of bounds");

/**
 * A subscript leaves the row of a two-dimensional array, or the array of a struct, and ends up in what lies behind it. The access is carried
 * out, as on a GPU. An array that a thread has in registers is only held to its whole length.
 *
 * Compare the subscript with the row's length: `if (x + 1 < WIDTH)`; or make the rows longer by what is read beyond them. Whoever walks a
 * whole array as one row writes `tile[0][i]`, or takes a pointer to its first element.
 *
 * @example
 * __global__ void right(float *out) {
 *   __shared__ float tile[2][16];
 *   tile[threadIdx.y][threadIdx.x] = 1;
 *   __syncthreads();
 *   out[16 * threadIdx.y + threadIdx.x] = ▸tile[threadIdx.y][threadIdx.x + 1]▸;
 * }
 * int main() { float *d; cudaMalloc(&d, 128); right<<<1, dim3(16, 2)>>>(d); }
 */
export const outOfRow = findingKind("out-of-row", "Out of its row");

/**
 * An access is wider than its address allows: a `float4` starts at a multiple of 16 bytes. A GPU ends the launch with error 716, and all that
 * the program asks of it afterwards fails, too.
 *
 * Start at an address that is a multiple of the size, load the parts one by one, or copy them with `memcpy`.
 *
 * @example
 * __global__ void load(float *in, float4 *out) { out[0] = ▸*(float4 *)(in + 1)▸; }
 * int main() { float *in; float4 *out; cudaMalloc(&in, 64); cudaMemset(in, 0, 64); cudaMalloc(&out, 16); load<<<1, 1>>>(in, out); }
 */
export const misaligned = findingKind("misaligned", "Misaligned");

/**
 * A thread reads memory that nothing has written, or adds to a variable that has no value.
 *
 * Copy or set it first: `cudaMemcpy`, `cudaMemset`; zero a shared array before adding to it; declare `float sum = 0;`.
 *
 * @example
 * __global__ void copy(int *in, int *out) { out[0] = ▸in[0]▸; }
 * int main() { int *in, *out; cudaMalloc(&in, 4); cudaMalloc(&out, 4); copy<<<1, 1>>>(in, out); }
 */
export const uninitialized = findingKind("uninitialized", "Read before written");

/**
 * A program copies elements back from the device, or reads them in managed memory, that nothing has written: no kernel, no copy, no
 * `cudaMemset`. It stands at the launch that left them.
 *
 * Round the grid up, `(n + 255) / 256` blocks of 256 threads for `n` elements, and guard the kernel with `if (i < n)`; or copy fewer elements.
 *
 * @example
 * __global__ void fill(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
 * int main() { int h[40], *d; cudaMalloc(&d, sizeof(h)); ▸fill<<<40 / 32, 32>>>(d)▸; cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost); return h[39]; }
 */
export const unwritten = findingKind("unwritten", "Never written");

/**
 * Two threads use the same memory, at least one of them writes, and nothing says who comes first. One of them may be the host's: a launch
 * returns before its kernel has ended, and managed memory is the kernel's until then.
 *
 * Put `__syncthreads()` between the two, or make both an atomic. Blocks run in any order: write to a second array, or read in a second kernel.
 * Before the host uses managed memory: `cudaDeviceSynchronize()`.
 *
 * @example
 * __global__ void turn(int *a) { a[threadIdx.x] = ▸a[63 - threadIdx.x]▸; }
 * int main() { int *a; cudaMalloc(&a, 256); cudaMemset(a, 0, 256); turn<<<1, 64>>>(a); }
 */
export const race = findingKind("race", "Race");

/**
 * Some threads of a block wait at a barrier that others do not reach.
 *
 * Move `__syncthreads()` out of the condition.
 *
 * @example
 * __global__ void wait() { if (threadIdx.x < 16) ▸__syncthreads()▸; __syncthreads(); }
 * int main() { wait<<<1, 32>>>(); }
 */
export const divergentBarrier = findingKind("divergent-barrier", "Barrier in divergent code");

/**
 * A mask of a shuffle or a vote names a lane that does not take part, or leaves out one that does.
 *
 * Compute the mask before the condition: `__ballot_sync(0xffffffff, i < n)`.
 *
 * @example
 * __global__ void sum(int *out) { if (threadIdx.x < 16) out[0] = ▸__shfl_down_sync(0xffffffff, 1, 8)▸; }
 * int main() { int *out; cudaMalloc(&out, 4); sum<<<1, 32>>>(out); }
 */
export const mismatchedMask = findingKind("mismatched-mask", "Mismatched mask");

/**
 * Some threads of a warp run an instruction that takes the whole warp, such as `mma.sync`, while others don't. On a GPU, what it does then is
 * undefined.
 *
 * Move it out of conditions that differ from thread to thread, start blocks of a multiple of 32 threads, and let no thread return before it.
 *
 * @example
 * __global__ void add(float *d) {
 *   float s[4] = {1, 2, 3, 4};
 *   if (threadIdx.x < 16)
 *     asm volatile("▸mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, %2, %3}▸;"
 *       : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]) : "r"(0));
 *   d[threadIdx.x] = s[0];
 * }
 * int main() { float *d; cudaMalloc(&d, 128); add<<<1, 32>>>(d); }
 */
export const partialWarp = findingKind("partial-warp", "Not the whole warp");

/**
 * An `assert` of the kernel does not hold.
 *
 * Look at what it tests, and at the thread that is named.
 *
 * @example
 * #include <cassert>
 * __global__ void check(int n) { ▸assert(threadIdx.x < n)▸; }
 * int main() { check<<<1, 32>>>(16); }
 */
export const assertion = findingKind("assertion", "Assertion failed");

export const FINDINGS = [
  outOfBounds,
  outOfRow,
  misaligned,
  uninitialized,
  unwritten,
  race,
  divergentBarrier,
  mismatchedMask,
  partialWarp,
  assertion,
] as const;

/** The kinds of findings of compute-sanitizer's four tools, and a failed assertion. */
export type FindingKind = (typeof FINDINGS)[number]["kind"];
