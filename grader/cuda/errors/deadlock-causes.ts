import { counted, listed } from "./wording.ts";

// Why a launch hangs, where the lab can tell: the second half of what it says of a finding `deadlock`.

/** A cause of a launch that hangs, with what the lab says of it. */
export interface DeadlockCause<Words extends readonly unknown[]> {
  readonly code: string;
  readonly says: (...words: Words) => string;
}

/** Declares a cause. Its doc comment is its entry in the list of errors: see `errorKind`. */
function deadlockCause<Words extends readonly unknown[]>(code: string, says: (...words: Words) => string): DeadlockCause<Words> {
  return { code, says };
}

/**
 * A barrier object expects more bytes than the copies of the phase bring.
 *
 * Let `expect_tx` name just the bytes of its copies, those of tensor copies with what lies beyond the edges: the whole box. Or begin the copy
 * that is missing.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * namespace cde = cuda::device::experimental;
 * __global__ void f(const int *in) {
 *   __shared__ alignas(16) int tile[64];
 *   __shared__ barrier bar;
 *   if (threadIdx.x == 0) { init(&bar, 1); cde::fence_proxy_async_shared_cta(); }
 *   __syncthreads();
 *   if (threadIdx.x == 0) {
 *     cde::cp_async_bulk_global_to_shared(tile, in, 128, bar);
 *     cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
 *   }
 *   ▸bar.wait_parity(0)▸;
 * }
 * int main() { int *in; cudaMalloc(&in, 256); cudaMemset(in, 0, 256); f<<<1, 32>>>(in); }
 */
export const bytesMissing = deadlockCause(
  "bytes-missing",
  ({ name, missing, landed, line }: { name: string; missing: number; landed: number; line: number | undefined }) => {
    const which = line === undefined ? "expect" : `let line ${line} expect`;
    return landed === 0
      ? `No copy that brings bytes here has begun: begin it, with ${name} as its barrier, before anyone waits.`
      : `No copy that could bring the other ${many(missing, "byte")} is on its way: ${which} ${many(landed, "byte")}, which is what the copies of the phase bring, or begin the copy that is missing.`;
  },
);

/**
 * A copy brings its bytes to a barrier object other than the one that expects them, often that of another stage.
 *
 * Give the copy the barrier object of its stage: the one that `expect_tx` is called with.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * namespace cde = cuda::device::experimental;
 * __global__ void f(const int *in) {
 *   __shared__ alignas(16) int tile[2][32];
 *   __shared__ barrier full[2];
 *   if (threadIdx.x == 0) { init(&full[0], 1); init(&full[1], 1); cde::fence_proxy_async_shared_cta(); }
 *   __syncthreads();
 *   if (threadIdx.x == 0)
 *     for (int s = 0; s < 2; s++) {
 *       cde::cp_async_bulk_global_to_shared(tile[s], in + 32 * s, 128, full[0]);
 *       cuda::device::barrier_arrive_tx(full[s], 1, 128);
 *     }
 *   full[0].wait_parity(0);
 *   ▸full[1].wait_parity(0)▸;
 * }
 * int main() { int *in; cudaMalloc(&in, 256); cudaMemset(in, 0, 256); f<<<1, 32>>>(in); }
 */
export const bytesElsewhere = deadlockCause(
  "bytes-elsewhere",
  ({ name, other, bytes, line }: { name: string; other: string; bytes: number; line: number }) =>
    `No copy is on its way here, but the copy in line ${line} has brought ${many(bytes, "byte")} to ${other}, which does not expect them: give it ${name}.`,
);

/**
 * More bytes have landed in a phase of a barrier object than it expects: it completes only when exactly the expected ones have landed.
 *
 * Let `expect_tx` name the bytes of all copies that complete in the phase.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * namespace cde = cuda::device::experimental;
 * __global__ void f(const int *in) {
 *   __shared__ alignas(16) int tile[64];
 *   __shared__ barrier bar;
 *   if (threadIdx.x == 0) { init(&bar, 1); cde::fence_proxy_async_shared_cta(); }
 *   __syncthreads();
 *   if (threadIdx.x == 0) {
 *     cde::cp_async_bulk_global_to_shared(tile, in, sizeof(tile), bar);
 *     cuda::device::barrier_arrive_tx(bar, 1, 64 * sizeof(char));
 *   }
 *   ▸bar.wait_parity(0)▸;
 * }
 * int main() { int *in; cudaMalloc(&in, 256); cudaMemset(in, 0, 256); f<<<1, 32>>>(in); }
 */
export const bytesUnexpected = deadlockCause(
  "bytes-unexpected",
  ({ surplus, landed, line }: { surplus: number; landed: number; line: number | undefined }) =>
    line === undefined
      ? "Bytes land here that nobody expects: `mbarrier.arrive.expect_tx` takes the number of bytes that the copies of the phase bring."
      : `Copies bring ${many(surplus, "byte")} more than are expected: let line ${line} expect ${many(landed, "byte")} in all.`,
);

/**
 * A barrier object counts more arrivals than come.
 *
 * Let `init` count who arrives: each thread that calls `arrive`, and the one that calls `arrive.expect_tx`, once for each phase.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * __global__ void f() {
 *   __shared__ barrier bar;
 *   if (threadIdx.x == 0) init(&bar, 33);
 *   __syncthreads();
 *   ▸bar.arrive_and_wait()▸;
 * }
 * int main() { f<<<1, 32>>>(); }
 */
export const arrivalsMissing = deadlockCause(
  "arrivals-missing",
  ({
    arrived,
    absent,
    line,
    expected,
    later,
  }: {
    arrived: number;
    absent: number;
    line: number | undefined;
    expected: number;
    later: readonly number[];
  }) => {
    const come = `${many(arrived, "arrival")} ${arrived === 1 ? "has" : "have"} come`;
    if (later.length > 0) return `${come}. Others stand behind waits that don't end (${lines(later)}): arrive before you wait.`;
    const rest = absent > 0 ? `, and ${many(absent, "other thread")} ${absent === 1 ? "waits" : "wait"} without one` : "";
    return `${come}${rest}: count those that arrive${line === undefined ? "" : ` (line ${line} counts ${expected.toLocaleString("en-US")})`}, or let the others arrive.`;
  },
);

/**
 * Threads that a barrier object counts have ended before they arrived.
 *
 * Let each thread arrive before it returns; `mbarrier.arrive_drop` (`bar.arrive_and_drop()`) also takes it out of the phases to come. Or count only
 * the threads that stay.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * __global__ void f(int n) {
 *   __shared__ barrier bar;
 *   if (threadIdx.x == 0) init(&bar, blockDim.x);
 *   __syncthreads();
 *   if (threadIdx.x >= n) return;
 *   ▸bar.arrive_and_wait()▸;
 * }
 * int main() { f<<<1, 64>>>(50); }
 */
export const endedBefore = deadlockCause(
  "ended-before-arrival",
  ({ ended, arrived, line }: { ended: number; arrived: number; line: number | undefined }) =>
    `${many(ended, "thread")} ${ended === 1 ? "has" : "have"} ended without an arrival: let each thread that is counted${line === undefined ? "" : ` in line ${line}`} arrive before it returns (\`mbarrier.arrive_drop\` also takes it out of later phases), or count only the ${arrived.toLocaleString("en-US")} that arrive.`,
);

/**
 * A thread waits for what begins after its wait: for a copy that it is to begin itself, or for an arrival that comes later in the text.
 *
 * Begin the copy, and arrive, before the wait.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * namespace cde = cuda::device::experimental;
 * __global__ void f(const int *in) {
 *   __shared__ alignas(16) int tile[32];
 *   __shared__ barrier bar;
 *   if (threadIdx.x == 0) { init(&bar, 1); cde::fence_proxy_async_shared_cta(); }
 *   __syncthreads();
 *   ▸bar.wait_parity(0)▸;
 *   if (threadIdx.x == 0) {
 *     cde::cp_async_bulk_global_to_shared(tile, in, sizeof(tile), bar);
 *     cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
 *   }
 * }
 * int main() { int *in; cudaMalloc(&in, 128); cudaMemset(in, 0, 128); f<<<1, 32>>>(in); }
 */
export const waitsFirst = deadlockCause(
  "waits-first",
  ({ name, later }: { name: string; later: readonly number[] }) =>
    `Nobody has arrived at ${name} so far, and no copy has begun that completes bytes there. Arrivals or copies to come stand behind waits that don't end (${lines(later)}): move them before the wait.`,
);

/**
 * Whoever fills a stage waits until it is empty, whoever empties it until it is full, and nobody begins. The producer's first wait has parity 0: for the
 * first phase of `empty`, which ends when a consumer arrives.
 *
 * A stage is empty at first. Let the producer's first wait name parity 1, which stands for the phase before the first and passes at once:
 * `wait(&empty[s], phase ^ 1)`.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * __global__ void f(int *out) {
 *   __shared__ int stage;
 *   __shared__ barrier full, empty;
 *   if (threadIdx.x == 0) { init(&full, 1); init(&empty, 1); }
 *   __syncthreads();
 *   if (threadIdx.x == 0) {
 *     ▸empty.wait_parity(0)▸;
 *     stage = 7;
 *     full.arrive();
 *   } else if (threadIdx.x == 32) {
 *     full.wait_parity(0);
 *     out[0] = stage;
 *     empty.arrive();
 *   }
 * }
 * int main() { int *out; cudaMalloc(&out, 4); f<<<1, 64>>>(out); }
 */
export const waitsInCircle = deadlockCause(
  "waits-in-circle",
  ({ name, other }: { name: string; other: string }) =>
    `Nobody has arrived at ${name} or at ${other}: each side waits for the other. A stage is empty at first: the first wait of whoever fills it names parity 1, which passes at once.`,
);

/**
 * Nobody ever arrives at a barrier object that somebody waits for: a stage is read and never given back, or the line that arrives is left out.
 *
 * Whoever has read a stage arrives at its `empty`, whoever has written one at its `full`: `mbarrier.arrive`, by each thread that `init` counts.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * __global__ void f(int *out) {
 *   __shared__ int stage;
 *   __shared__ barrier full, empty;
 *   if (threadIdx.x == 0) { init(&full, 1); init(&empty, 1); }
 *   __syncthreads();
 *   for (int k = 0; k < 2; k++) {
 *     if (threadIdx.x == 0) {
 *       ▸empty.wait_parity(k & 1 ^ 1)▸;
 *       stage = k;
 *       full.arrive();
 *     } else if (threadIdx.x == 32) {
 *       full.wait_parity(k & 1);
 *       out[k] = stage;
 *     }
 *   }
 * }
 * int main() { int *out; cudaMalloc(&out, 8); f<<<1, 64>>>(out); }
 */
export const neverArrives = deadlockCause(
  "never-arrives",
  ({ name }: { name: string }) =>
    `Nobody has arrived at ${name}, no copy completes bytes there, and no line that is left would: let whoever fills or empties the stage arrive at its barrier.`,
);

/**
 * A thread waits for a phase that nobody begins: it waits once more than the stage is filled, or its parity flips too early.
 *
 * Wait once for each phase. Flip the parity when the ring starts over, not with each stage.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * namespace cde = cuda::device::experimental;
 * __global__ void f(const int *in) {
 *   __shared__ alignas(16) int tile[32];
 *   __shared__ barrier bar;
 *   if (threadIdx.x == 0) { init(&bar, 1); cde::fence_proxy_async_shared_cta(); }
 *   __syncthreads();
 *   if (threadIdx.x == 0) {
 *     cde::cp_async_bulk_global_to_shared(tile, in, sizeof(tile), bar);
 *     cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
 *   }
 *   bar.wait_parity(0);
 *   ▸bar.wait_parity(1)▸;
 * }
 * int main() { int *in; cudaMalloc(&in, 128); cudaMemset(in, 0, 128); f<<<1, 32>>>(in); }
 */
export const phaseNotBegun = deadlockCause(
  "phase-not-begun",
  ({ phase, did, hasWaited }: { phase: number; did: string; hasWaited: boolean }) =>
    `Phase ${phase - 1} is over${did === "" ? "" : `: ${did}`}. For phase ${phase}, nobody has arrived, and no copy has begun. ${hasWaited ? "Wait once for each phase, and flip the parity only when the next one is to come." : `If phase ${phase - 1} is meant, its parity is ${(phase - 1) % 2}.`}`,
);

/**
 * Two phases of a barrier object have gone by between two waits of a thread, and the parity that it waits for is that of the phase to come again.
 *
 * Let `init` count all that arrive for a stage, so that a phase lasts until they have; and let nobody arrive before a wait of its own has passed.
 *
 * @example
 * #include <cuda/barrier>
 * using barrier = cuda::barrier<cuda::thread_scope_block>;
 * __global__ void f(int *out) {
 *   __shared__ barrier empty;
 *   if (threadIdx.x == 64) init(&empty, 1);
 *   __syncthreads();
 *   if (threadIdx.x == 0 || threadIdx.x == 32) empty.arrive();
 *   __syncthreads();
 *   if (threadIdx.x == 64) ▸empty.wait_parity(0)▸;
 * }
 * int main() { f<<<1, 96>>>(nullptr); }
 */
export const phaseOvertaken = deadlockCause(
  "phase-overtaken",
  ({ meant, expected, line }: { meant: number; expected: number; line: number | undefined }) =>
    `The wait comes when phase ${meant}, which has the same parity, and phase ${meant + 1} are over. Each took ${many(expected, "arrival")}${line === undefined ? "" : ` (line ${line})`}: either more arrive for each stage, and all of them are to be counted, or somebody arrives without having waited.`,
);

/**
 * Warps wait at a numbered barrier of the block (`bar.sync 1, 64`) for more threads than come.
 *
 * All that meet give the same number and the same count: that of the threads that arrive, those of `bar.arrive` included.
 *
 * @example
 * __global__ void f() {
 *   if (threadIdx.x < 32) asm volatile("bar.arrive 1, 64;");
 *   else asm volatile("▸bar.sync 2, 64▸;");
 * }
 * int main() { f<<<1, 64>>>(); }
 */
export const barrierShort = deadlockCause(
  "barrier-short",
  ({
    number,
    missing,
    expected,
    ended,
    others,
  }: {
    number: number;
    missing: number;
    expected: number;
    ended: number;
    others: readonly { number: number; arrived: number; line: number }[];
  }) => {
    const gone = ended > 0 ? `${many(ended, "thread")} of the block ${ended === 1 ? "has" : "have"} ended. ` : "";
    const [other] = others;
    if (other)
      return `At barrier ${other.number}, ${many(other.arrived, "thread")} ${other.arrived === 1 ? "has" : "have"} arrived (line ${other.line}): those that are to meet name the same number.`;
    return `${gone}All that meet at barrier ${number} give it the same count, ${expected.toLocaleString("en-US")} here: let ${many(missing, "more thread")} arrive, or count only those that do.`;
  },
);

/**
 * Threads meet at different barriers: some at `__syncthreads()`, others at the cluster's barrier.
 *
 * Let all threads that have not ended reach the same barrier, in the same order.
 *
 * @example
 * #include <cooperative_groups.h>
 * namespace cg = cooperative_groups;
 * __global__ void __cluster_dims__(2, 1, 1) f() {
 *   if (threadIdx.x < 32) ▸cg::this_cluster().sync()▸;
 *   else __syncthreads();
 * }
 * int main() { f<<<2, 64>>>(); }
 */
export const barriersDiffer = deadlockCause(
  "barriers-differ",
  ({ name }: { name: string }) =>
    `Other threads don't come to ${name}, and have not ended: let all threads reach the same barriers in the same order.`,
);

/** "1,024 bytes" */
function many(count: number, noun: string): string {
  return counted(count.toLocaleString("en-US"), noun);
}

/** "line 7", "lines 4 and 9" */
function lines(numbers: readonly number[]): string {
  const distinct = [...new Set(numbers)].sort((a, b) => a - b).map(String);
  return `${distinct.length === 1 ? "line" : "lines"} ${listed(distinct)}`;
}
