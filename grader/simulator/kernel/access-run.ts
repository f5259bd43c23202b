import type { Device } from "../devices.ts";
import { WARP_SIZE, hasWavefronts, movesMatrices, type WarpRequest } from "../warp-request.ts";
import { accessTotals, type AccessTotals } from "./access-totals.ts";
import type { AccessContext, ArrayState, ReportProblem } from "./array-state.ts";
import type { CallSite } from "./call-sites.ts";
import { INACTIVE, IndexCaller, type StepScope } from "./index-caller.ts";
import { NO_LOOP, arrayOf, shapeOf, type Access, type Kernel, type LoopIndex } from "./kernel.ts";
import { MatrixRegisters } from "./matrix-registers.ts";
import { threadsInWholeWarps, type Dim3, type Launch } from "./launch.ts";
import { requestOf, type LocatedRequest, type RequestLocation } from "./located-request.ts";
import { requestFault, type RequestFault } from "./request-fault.ts";
import type { ThreadCursor } from "./thread.ts";
import type { AccessTrace } from "./trace.ts";
import type { ViolationLog } from "./violation.ts";

/**
 * Called with the indexes of an access for one block: INACTIVE for an inactive thread. The array and the block's coordinates are reused:
 * copy what you keep.
 */
export type ObserveIndexes = (accessNumber: number, indexes: Int32Array, blockIdx: Dim3) => void;

/** One access as all threads of a block carry it out. The arrays are reused: copy what you keep. */
export interface PerformedAccess {
  readonly access: Access;
  /** The results of the index function, thread by thread: INACTIVE for an inactive thread. */
  readonly asked: Int32Array;
  /** The same, with INACTIVE for a thread whose index is out of bounds or misaligned. */
  readonly indexes: Int32Array;
  /**
   * The values that a store stores, or a load has loaded: `elementsPerLane` per thread, in the representation of `KernelArray.expected`.
   */
  readonly register: Int32Array;
  readonly loopIndex: LoopIndex;
}

/** Called after an access was carried out for one block. */
export type FollowAccess = (performed: PerformedAccess) => void;

export interface AccessRunParts {
  readonly access: Access;
  readonly accessNumber: number;
  readonly state: ArrayState;
  readonly register: Int32Array;
  readonly tracksLoads: boolean;
  readonly kernel: Kernel;
  readonly launch: Launch;
  readonly device: Device;
  readonly cursor: ThreadCursor;
  readonly callSite: CallSite;
  readonly log: ViolationLog;
  readonly observe: ObserveIndexes | undefined;
  readonly follow: FollowAccess | undefined;
  /** For the side of a `cp.async.cg` that reads: the run of the store that it is one with. */
  readonly copiesTo: (() => AccessRun) | undefined;
}

/** One access while a kernel runs: gets the indexes of a block, checks them, counts the requests and moves the data. */
export class AccessRun {
  readonly #parts: AccessRunParts;
  readonly #caller: IndexCaller;
  readonly #totals: AccessTotals;
  readonly #indexes: Int32Array;
  readonly #elementsPerLane: number;
  /** Whether a profiler counts its requests, as it doesn't where data come to shared memory on their own. */
  readonly #isCounted: boolean;
  /** The last index that the access may start at. */
  readonly #lastIndex: number;
  readonly #report: ReportProblem;
  readonly #context: AccessContext;
  /** The indexes as the index function returned them: `#indexes` itself, or a copy once an invalid lane was made inactive there. */
  #indexesBeforeChecks: Int32Array;
  readonly #matrices: MatrixRegisters | undefined;
  #inactiveThreads = 0;
  #warp = 0;
  #loopIndex: LoopIndex = NO_LOOP;

  constructor(parts: AccessRunParts) {
    const { access, accessNumber, kernel, launch, device, cursor, callSite, log, register, tracksLoads } = parts;
    const array = arrayOf(access, kernel);
    const threads = threadsInWholeWarps(launch);
    const locate = (): LocatedRequest => this.#locatedRequest();
    this.#isCounted = access.instruction !== "TMA" && hasWavefronts(shapeOf(access, array));
    this.#parts = parts;
    this.#caller = new IndexCaller({ ...callSite, cursor, size: kernel.size, blockDim: launch.blockDim });
    this.#totals = accessTotals(access, array, device, locate);
    this.#indexes = new Int32Array(threads).fill(INACTIVE);
    this.#indexesBeforeChecks = this.#indexes;
    this.#elementsPerLane = access.elementsPerLane ?? 1;
    this.#lastIndex = array.length - this.#elementsPerLane;
    this.#report = (kind, thread, elementIndex, detail) => {
      this.#warp = Math.floor(thread / WARP_SIZE);
      const lane = thread % WARP_SIZE;
      const isFault = kind === "out-of-bounds" || kind === "misaligned";
      const located = isFault ? () => ({ ...locate(), ...this.#fault() }) : locate;
      log.add({ kind, array: access.array, accessNumber, lane, elementIndex, locate: located, detail });
    };
    const isContiguous = new Uint8Array(threads / WARP_SIZE);
    this.#matrices = movesMatrices(access.instruction) ? new MatrixRegisters(access, kernel, register, threads) : undefined;
    const moved = this.#matrices?.rows ?? register;
    this.#context = { elementsPerLane: this.#elementsPerLane, register: moved, tracksLoads, report: this.#report, isContiguous };
  }

  /** Calls the index function for the threads of the block that the cursor is on. */
  collectIndexes(scope: StepScope): void {
    this.#loopIndex = scope.loopIndex;
    this.#indexesBeforeChecks = this.#indexes;
    this.#inactiveThreads = this.#caller.fill(this.#indexes, scope);
  }

  /** Makes a thread that is inactive in one of two accesses inactive in both. */
  static intersectActive(load: AccessRun, store: AccessRun): void {
    if (load.#inactiveThreads === 0 && store.#inactiveThreads === 0) return;
    const loads = load.#indexes;
    const stores = store.#indexes;
    for (let thread = 0; thread < loads.length; thread++) {
      if (loads[thread] === INACTIVE) stores[thread] = INACTIVE;
      else if (stores[thread] === INACTIVE) loads[thread] = INACTIVE;
    }
  }

  /** Counts the collected requests and carries them out. */
  perform(): void {
    const { access, accessNumber, state, observe, follow, cursor } = this.#parts;
    const { register } = this.#context;
    const indexes = this.#indexes;
    observe?.(accessNumber, indexes, cursor.blockIdx);
    for (let firstThread = 0; firstThread < indexes.length; firstThread += WARP_SIZE) {
      this.#warp = firstThread / WARP_SIZE;
      let stride = fullWarpStride(indexes, firstThread);
      if (!this.#isValidStride(firstThread, stride) && this.#deactivateInvalid(firstThread)) stride = undefined;
      this.#context.isContiguous[this.#warp] = stride === 1 && this.#elementsPerLane === 1 ? 1 : 0;
      if (this.#isCounted) this.#totals.add(indexes, firstThread, this.#parts.copiesTo ? undefined : stride);
    }
    if (access.kind === "load") {
      state.load(indexes, this.#context);
      this.#matrices?.toRegister();
    } else {
      this.#matrices?.toRows();
      state.store(indexes, this.#context);
    }
    follow?.({ access, asked: this.#indexesBeforeChecks, indexes, register, loopIndex: this.#loopIndex });
  }

  /**
   * Reports a barrier that the threads of the block do not reach equally often. This access is the first in the loop around it.
   *
   * @param scope of the access in the first iteration of that loop
   */
  reportDivergentBarrier(thread: number, scope: StepScope): void {
    this.collectIndexes(scope);
    this.#report("divergent-barrier", thread, 0);
  }

  trace(): AccessTrace {
    return this.#totals.trace();
  }

  /** The request of the current warp, invalid lanes included. */
  #locatedRequest(): LocatedRequest {
    const { access, kernel } = this.#parts;
    const array = arrayOf(access, kernel);
    const firstThread = this.#warp * WARP_SIZE;
    const indexes = this.#indexesBeforeChecks.subarray(firstThread, firstThread + WARP_SIZE);
    const request = requestOf(shapeOf(access, array), array.bytesPerElement, indexes);
    return { location: this.#location(), request: this.#parts.copiesTo ? this.#copyOf(request) : request };
  }

  /** The current warp's request of a copy, without the lanes that have no place in shared memory. */
  #copyOf(request: WarpRequest): WarpRequest {
    const { kernel, copiesTo } = this.#parts;
    const target = copiesTo!();
    const { bytesPerElement } = arrayOf(target.#parts.access, kernel);
    const indexes = target.#indexes.subarray(this.#warp * WARP_SIZE, (this.#warp + 1) * WARP_SIZE);
    const { activeMask, addresses } = requestOf(
      shapeOf(target.#parts.access, arrayOf(target.#parts.access, kernel)),
      bytesPerElement,
      indexes,
    );
    return { ...request, activeMask: (request.activeMask & activeMask) >>> 0, sharedAddresses: addresses };
  }

  #fault(): { readonly fault?: RequestFault } {
    const { access, kernel } = this.#parts;
    const firstThread = this.#warp * WARP_SIZE;
    const indexes = this.#indexesBeforeChecks.subarray(firstThread, firstThread + WARP_SIZE);
    const fault = requestFault(indexes, { ...arrayOf(access, kernel), elementsPerLane: this.#elementsPerLane });
    return fault === undefined ? {} : { fault };
  }

  #location(): RequestLocation {
    const { access, accessNumber, cursor } = this.#parts;
    const { blockIdx } = cursor.position();
    const { iteration, outerIteration } = this.#loopIndex;
    return { access: access.name, accessNumber, blockIdx, warp: this.#warp, iteration, outerIteration };
  }

  /** Whether all lanes of an evenly spaced warp are in bounds and aligned: it is enough to check its two ends. */
  #isValidStride(firstThread: number, stride: number | undefined): boolean {
    if (stride === undefined) return false;
    const first = this.#indexes[firstThread]!;
    const last = this.#indexes[firstThread + WARP_SIZE - 1]!;
    return Math.max(first, last) <= this.#lastIndex && ((first | stride) & (this.#elementsPerLane - 1)) === 0;
  }

  /** Reports the lanes of a warp that are out of bounds or misaligned and makes them inactive. Returns whether there were any. */
  #deactivateInvalid(firstThread: number): boolean {
    let found = false;
    for (let thread = firstThread; thread < firstThread + WARP_SIZE; thread++) {
      const index = this.#indexes[thread]!;
      if (index === INACTIVE) continue;
      const inBounds = index >= 0 && index <= this.#lastIndex;
      if (inBounds && (index & (this.#elementsPerLane - 1)) === 0) continue;
      if (this.#indexesBeforeChecks === this.#indexes) this.#indexesBeforeChecks = this.#indexes.slice();
      this.#report(inBounds ? "misaligned" : "out-of-bounds", thread, index);
      this.#indexes[thread] = INACTIVE;
      found = true;
    }
    return found;
  }
}

/** The common difference of the indexes of a warp whose 32 lanes are all active and evenly spaced; undefined for any other warp. */
function fullWarpStride(indexes: Int32Array, firstThread: number): number | undefined {
  const end = firstThread + WARP_SIZE;
  const first = indexes[firstThread]!;
  const last = indexes[end - 1]!;
  const stride = (indexes[firstThread + 1]! - first) | 0;
  let expected = first;
  let differences = 0;
  for (let thread = firstThread; thread < end; thread++) {
    differences |= indexes[thread]! ^ expected;
    expected = (expected + stride) | 0;
  }
  if (differences !== 0 || first < 0 || last < 0) return undefined;
  // Up to here modulo 2^32: if the last lane is as far away as 31 strides are, nothing overflowed on the way.
  return last - first === (WARP_SIZE - 1) * stride ? stride : undefined;
}
