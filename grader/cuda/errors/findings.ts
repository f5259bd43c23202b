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
 * A thread reads memory that nothing has written. Or a product of matrices adds to sums that nothing has set: one of `mma.sync`, of `mma_sync`, or
 * of `wgmma` whose scale-d is 1.
 *
 * Copy or set it first: `cudaMemcpy`, `cudaMemset`; zero a shared array before adding to it. Declare the sums of products `float sums[4] = {};`, or
 * set them by `wmma::fill_fragment`; the first product of `wgmma` may take 0 as scale-d instead.
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

/**
 * A thread, or another copy, reads memory that a copy is to fill, and has not waited for it: for the right phase of its barrier object, or for
 * its group. The copy may have landed by then, or may not. Of a copy to global memory, `cp.async.bulk.wait_group.read` only says that it has
 * read its source.
 *
 * Wait before you read. A thread waits for its own `cp.async` copies, whose group it has committed: `cp.async.wait_group` with the number of
 * groups that may still be on their way; then comes `__syncthreads()` for those of the others. For a bulk copy: `bar.wait(token)`, or a wait
 * for the parity of the phase that the copy completes, which begins with 0 and flips with each phase. For one to global memory:
 * `cp.async.bulk.wait_group 0` by its own thread, then a barrier for the others.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * __global__ void f(const int *in, int *out) {
 *   __shared__ alignas(16) int tile[32];
 *   __shared__ barrier bar;
 *   if (threadIdx.x == 0) { init(&bar, 32); cuda::device::experimental::fence_proxy_async_shared_cta(); }
 *   __syncthreads();
 *   barrier::arrival_token token;
 *   if (threadIdx.x == 0) {
 *     cuda::device::experimental::cp_async_bulk_global_to_shared(tile, in, sizeof(tile), bar);
 *     token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
 *   } else token = bar.arrive();
 *   out[threadIdx.x] = ▸tile[threadIdx.x]▸;
 *   bar.wait(std::move(token));
 * }
 * int main() { int *in, *out; cudaMalloc(&in, 128); cudaMalloc(&out, 128); cudaMemset(in, 0, 128); f<<<1, 32>>>(in, out); }
 */
export const earlyRead = findingKind("early-read", "Read before it landed");

/**
 * A copy lands in memory, or reads from it, that is still used: threads may not have read what was there, or another copy is on its way to it
 * or from it. Or a thread writes there. In global memory, two reductions of `cp.reduce.async.bulk` may meet: each is atomic.
 *
 * Let whoever used it last arrive at a barrier, and wait at it before the copy begins: `__syncthreads()`, or a barrier object for each stage
 * that is empty. Before a thread writes what a copy reads, `cp.async.bulk.wait_group.read`; before it writes where a copy to global memory lands,
 * `cp.async.bulk.wait_group`.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * __global__ void f(const int *in, int *out) {
 *   __shared__ alignas(16) int tile[32];
 *   __shared__ barrier bar;
 *   if (threadIdx.x == 0) { init(&bar, 64); cuda::device::experimental::fence_proxy_async_shared_cta(); }
 *   __syncthreads();
 *   for (int k = 0; k < 2; k++) {
 *     barrier::arrival_token token;
 *     if (threadIdx.x == 0) {
 *       ▸cuda::device::experimental::cp_async_bulk_global_to_shared(tile, in + 32 * k, sizeof(tile), bar)▸;
 *       token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
 *     } else token = bar.arrive();
 *     bar.wait(std::move(token));
 *     out[64 * k + threadIdx.x] = tile[threadIdx.x % 32];
 *   }
 * }
 * int main() { int *in, *out; cudaMalloc(&in, 256); cudaMalloc(&out, 512); cudaMemset(in, 0, 256); f<<<1, 64>>>(in, out); }
 */
export const copyOverwritten = findingKind("copy-overwritten", "Overwritten too early");

/**
 * A bulk copy reads memory that threads have written, or writes over it in global memory, and no proxy fence stands between the two. Copies of
 * TMA go another way to memory than stores do, the async proxy: a barrier alone does not make stores visible to it.
 *
 * After its stores, each thread that writes calls `fence_proxy_async_shared_cta()` (`fence.proxy.async.shared::cta`), then the block meets at
 * `__syncthreads()`, then one thread begins the copy. For stores to global memory the fence is `fence.proxy.async.global`, or `fence.proxy.async`
 * for both memories.
 *
 * @example
 * #include <cuda/barrier>
 * namespace cde = cuda::device::experimental;
 * __global__ void f(int *out) {
 *   __shared__ alignas(16) int tile[32];
 *   tile[threadIdx.x] = threadIdx.x;
 *   __syncthreads();
 *   if (threadIdx.x == 0) {
 *     ▸cde::cp_async_bulk_shared_to_global(out, tile, sizeof(tile))▸;
 *     cde::cp_async_bulk_commit_group();
 *     cde::cp_async_bulk_wait_group_read<0>();
 *   }
 * }
 * int main() { int *out; cudaMalloc(&out, 128); f<<<1, 32>>>(out); }
 */
export const proxyFence = findingKind("proxy-fence", "Missing proxy fence");

/**
 * Nobody can go on: every warp waits for a barrier, a phase or a copy, and nothing that would end it can still happen. Often a barrier object
 * expects more bytes or more arrivals than will ever come. On a GPU the launch never ends. For a small launch, the lab also tries the orders
 * in which copies may land, and says with which one it hangs. The message says what has come to the barrier and what is missing, with its lines,
 * where the other warps wait, and the cause if the lab knows it: causes have a list of their own.
 *
 * Expect just the bytes that the copies bring, and count whoever arrives: the number of the barrier's `init`. Give each phase the parity that
 * its wait names.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * __global__ void f(int *out) {
 *   __shared__ barrier bar;
 *   if (threadIdx.x == 0) init(&bar, 33);
 *   __syncthreads();
 *   ▸bar.arrive_and_wait()▸;
 * }
 * int main() { f<<<1, 32>>>(nullptr); }
 */
export const deadlock = findingKind("deadlock", "Waits for ever");

/**
 * A thread uses the shared memory of another block of its cluster, which may not have started yet, or may have ended; or it begins a copy to it,
 * or arrives at a barrier object there.
 *
 * Let the blocks of the cluster meet before the first such access and after the last: `cluster.sync()`.
 *
 * @example
 * #include <cooperative_groups.h>
 * namespace cg = cooperative_groups;
 * __global__ void __cluster_dims__(2, 1, 1) f(int *out) {
 *   __shared__ int mine;
 *   cg::cluster_group cluster = cg::this_cluster();
 *   mine = cluster.block_rank();
 *   cluster.sync();
 *   out[blockIdx.x] = ▸*cluster.map_shared_rank(&mine, 1 - cluster.block_rank())▸;
 * }
 * int main() { int *out; cudaMalloc(&out, 8); f<<<2, 1>>>(out); }
 */
export const clusterMemory = findingKind("cluster-memory", "Block not there");

/**
 * A block ends while a copy still reads its shared memory or lands there, and nobody has waited for it.
 *
 * Wait before the end of the kernel, and before you read what the copy brings: `cp.async.commit_group` and `cp.async.wait_group 0`; `cp_async_bulk_commit_group()` and `cp_async_bulk_wait_group_read<0>()` for copies to global memory, the
 * barrier object for those to shared memory.
 *
 * @example
 * #include <cuda/barrier>
 * namespace cde = cuda::device::experimental;
 * __global__ void f(int *out) {
 *   __shared__ alignas(16) int tile[32];
 *   tile[threadIdx.x] = threadIdx.x;
 *   cde::fence_proxy_async_shared_cta();
 *   __syncthreads();
 *   if (threadIdx.x == 0) ▸cde::cp_async_bulk_shared_to_global(out, tile, sizeof(tile))▸;
 * }
 * int main() { int *out; cudaMalloc(&out, 128); f<<<1, 32>>>(out); }
 */
export const unfinishedCopy = findingKind("unfinished-copy", "Copy not waited for");

/**
 * An instruction of barrier objects, bulk copies or clusters gets what it does not take: a barrier object that nobody has initialized, that is
 * initialized while it is in use, or whose bytes something else writes; more arrivals than it expects, an address or a size that is no multiple of
 * 16, a tensor map that isn't one; a numbered barrier that two groups share, or that is given two counts; more registers by `setmaxnreg.inc` than
 * a block of so many threads can have.
 *
 * The message says what is wrong, and what it takes.
 *
 * @example
 * #include <cuda/barrier>
 * __global__ void f() {
 *   __shared__ cuda::barrier<cuda::thread_scope_block> bar;
 *   ▸bar.arrive()▸;
 * }
 * int main() { f<<<1, 32>>>(); }
 */
export const misusedInstruction = findingKind("misused-instruction", "Instruction misused");

/**
 * The four warps of a warpgroup don't run the same products of `wgmma`: a lane or a warp leaves one out, the block ends in the middle of a
 * warpgroup, or threads give different matrix descriptors. On a GPU, what happens then is undefined.
 *
 * Start blocks of a multiple of 128 threads, choose by `threadIdx.x / 128` what a warpgroup does, and make descriptors from what is the same for
 * all of its threads.
 *
 * @example
 * __global__ void f(float *out) {
 *   float d[4] = {};
 *   asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
 *   asm volatile("▸wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, %5, 0, 1, 1▸;"
 *     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(0), "l"(0x0000000800080040ull));
 *   asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
 *   asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
 *   out[threadIdx.x] = d[0];
 * }
 * int main() { float *d; cudaMalloc(&d, 256); f<<<1, 64, 1024>>>(d); }
 */
export const partialWarpgroup = findingKind("partial-warpgroup", "Not the whole warpgroup");

/**
 * A warpgroup begins a product of `wgmma`, and no `wgmma.fence` stands between it and what the threads have last done with its registers: those of
 * the sums, or of a. The first product needs one, too. Products that add to the same sums need none between them.
 *
 * Put `wgmma.fence.sync.aligned` before the products, after the last access to their registers. nvcc adds one where it is missing, and says so
 * (C7519); PTX promises nothing.
 *
 * @example
 * __global__ void f(float *out) {
 *   __shared__ alignas(128) float zeros[64];
 *   if (threadIdx.x < 64) zeros[threadIdx.x] = 0;
 *   asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
 *   __syncthreads();
 *   unsigned long long b = (unsigned)__cvta_generic_to_shared(zeros) / 16 | 0x0000000800080000ull;
 *   float d[4] = {};
 *   asm volatile("▸wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, %5, 1, 1, 1▸;"
 *     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(0), "l"(b));
 *   asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
 *   asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
 *   out[threadIdx.x] = d[0];
 * }
 * int main() { float *d; cudaMalloc(&d, 512); f<<<1, 128>>>(d); }
 */
export const registerFence = findingKind("register-fence", "Missing register fence");

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
  earlyRead,
  copyOverwritten,
  proxyFence,
  deadlock,
  clusterMemory,
  unfinishedCopy,
  misusedInstruction,
  partialWarpgroup,
  registerFence,
] as const;

/** The kinds of findings of compute-sanitizer's four tools, and a failed assertion. */
export type FindingKind = (typeof FINDINGS)[number]["kind"];
