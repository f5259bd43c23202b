import type { Device } from "../devices.ts";
import { WARP_SIZE } from "../warp-request.ts";
import { accessTotals, type AccessTotals } from "./access-totals.ts";
import type { ArrayState, Moves, ReportProblem } from "./arrays/array-state.ts";
import { INACTIVE, indexCaller, type CallOutcome, type IndexCaller } from "./index-caller.ts";
import { IndexRefused } from "./index-refused.ts";
import type { Access, Kernel, KernelArray } from "./kernel.ts";
import { volume, type Dim3, type Launch } from "./launch.ts";
import { OUTSIDE, type Passes } from "./passes.ts";
import type { RunOptions } from "./run-kernel.ts";
import type { ThreadCursor } from "./thread.ts";
import type { AccessTrace, RequestLocation } from "./trace.ts";
import type { ViolationLog } from "./violation-log.ts";

export interface AccessRunParts {
  readonly access: Access;
  readonly accessNumber: number;
  readonly array: KernelArray;
  readonly state: ArrayState;
  readonly register: Int32Array;
  readonly tracksReads: boolean;
  readonly kernel: Kernel;
  readonly launch: Launch;
  readonly device: Device;
  readonly cursor: ThreadCursor;
  readonly log: ViolationLog;
  readonly observe: RunOptions["observe"];
}

/** One access while a kernel runs: asks for the indexes of a block, admits them, counts the requests and moves the data. */
export class AccessRun {
  readonly #parts: AccessRunParts;
  readonly #caller: IndexCaller;
  readonly #totals: AccessTotals;
  readonly #indexes: Int32Array;
  readonly #elementsPerLane: number;
  /** The last index that an access may start at. */
  readonly #lastIndex: number;
  readonly #outcome: CallOutcome = { returned: undefined, satOut: 0 };
  readonly #extent: Dim3;
  readonly #locate: () => RequestLocation;
  readonly #report: ReportProblem;
  readonly #moves: Moves;
  #warp = 0;
  #passes: Passes = OUTSIDE;

  constructor(parts: AccessRunParts) {
    const { access, accessNumber, array, launch, device, cursor, log } = parts;
    this.#parts = parts;
    this.#caller = indexCaller(access.index);
    this.#totals = accessTotals(access, array, device);
    this.#extent = launch.blockDim;
    const warps = Math.ceil(volume(launch.blockDim) / WARP_SIZE);
    this.#indexes = new Int32Array(warps * WARP_SIZE).fill(INACTIVE);
    this.#elementsPerLane = access.elementsPerLane ?? 1;
    this.#lastIndex = array.length - this.#elementsPerLane;
    this.#locate = () => ({
      access: access.name,
      accessNumber,
      blockIdx: cursor.position().blockIdx,
      warp: this.#warp,
      iteration: this.#passes.iteration,
      outerIteration: this.#passes.outerIteration,
    });
    this.#report = (kind, thread, elementIndex, detail) => {
      this.#warp = Math.floor(thread / WARP_SIZE);
      log.add(kind, access.array, accessNumber, thread % WARP_SIZE, elementIndex, this.#locate, detail);
    };
    const { register, tracksReads } = parts;
    this.#moves = { elementsPerLane: this.#elementsPerLane, register, tracksReads, report: this.#report, isRun: new Uint8Array(warps) };
  }

  /** Asks for the indexes of the block that the cursor is on. */
  ask(passes: Passes, takesPart: Uint8Array | null, audit: boolean): void {
    this.#passes = passes;
    const { fill, recall } = this.#caller;
    const thread = this.#guarded(fill, takesPart);
    if (thread >= 0) throw this.#refusal({ kind: "not-an-index", returned: this.#outcome.returned });
    if (!audit) return;
    const changed = this.#guarded(recall, takesPart);
    if (changed < 0) return;
    const before = this.#indexes[changed] === INACTIVE ? null : this.#indexes[changed];
    throw this.#refusal({ kind: "impure", returned: this.#outcome.returned, before });
  }

  /** Lets a thread that sits out one of two accesses sit out both. */
  static join(load: AccessRun, store: AccessRun): void {
    if (load.#outcome.satOut === 0 && store.#outcome.satOut === 0) return;
    const loads = load.#indexes;
    const stores = store.#indexes;
    for (let thread = 0; thread < loads.length; thread++) {
      if (loads[thread] === INACTIVE) stores[thread] = INACTIVE;
      else if (stores[thread] === INACTIVE) loads[thread] = INACTIVE;
    }
  }

  /** Counts and carries out what was asked for. */
  perform(): void {
    const { access, accessNumber, state, observe } = this.#parts;
    const indexes = this.#indexes;
    observe?.(accessNumber, indexes);
    for (let firstThread = 0; firstThread < indexes.length; firstThread += WARP_SIZE) {
      this.#warp = firstThread / WARP_SIZE;
      let stride = fullWarpStride(indexes, firstThread);
      if (!this.#admitsRun(firstThread, stride) && this.#leaveOut(firstThread)) stride = undefined;
      this.#moves.isRun[this.#warp] = stride === 1 && this.#elementsPerLane === 1 ? 1 : 0;
      this.#totals.add(indexes, firstThread, stride, this.#locate);
    }
    if (access.kind === "load") state.load(indexes, this.#moves);
    else state.store(indexes, this.#moves);
  }

  reportDivergentBarrier(thread: number): void {
    this.#report("divergent-barrier", thread, 0);
  }

  trace(): AccessTrace {
    return this.#totals.trace();
  }

  #guarded(loop: IndexCaller["fill"], takesPart: Uint8Array | null): number {
    const { cursor, kernel } = this.#parts;
    const { iteration, outerIteration } = this.#passes;
    try {
      return loop(cursor, this.#indexes, kernel.size, iteration, outerIteration, this.#extent, takesPart, this.#outcome);
    } catch (thrown) {
      throw this.#refusal({ kind: "threw", thrown });
    }
  }

  #refusal(reason: IndexRefused["reason"]): IndexRefused {
    return new IndexRefused(reason, this.#parts.access.name, this.#parts.cursor.position());
  }

  /** Whether the lanes of an evenly spaced warp are in bounds and aligned, which its ends decide. */
  #admitsRun(firstThread: number, stride: number | undefined): boolean {
    if (stride === undefined) return false;
    const first = this.#indexes[firstThread];
    const last = this.#indexes[firstThread + WARP_SIZE - 1];
    return Math.max(first, last) <= this.#lastIndex && ((first | stride) & (this.#elementsPerLane - 1)) === 0;
  }

  /** Reports the lanes of a warp that are out of bounds or misaligned, takes them out of the access, and says whether there were any. */
  #leaveOut(firstThread: number): boolean {
    let found = false;
    for (let thread = firstThread; thread < firstThread + WARP_SIZE; thread++) {
      const index = this.#indexes[thread];
      if (index === INACTIVE) continue;
      const inBounds = index >= 0 && index <= this.#lastIndex;
      if (inBounds && (index & (this.#elementsPerLane - 1)) === 0) continue;
      this.#report(inBounds ? "misaligned" : "out-of-bounds", thread, index);
      this.#indexes[thread] = INACTIVE;
      found = true;
    }
    return found;
  }
}

/** The common difference of the indexes of a warp whose 32 lanes are all active and evenly spaced; undefined for any other. */
function fullWarpStride(indexes: Int32Array, firstThread: number): number | undefined {
  const first = indexes[firstThread];
  const stride = indexes[firstThread + 1] - first;
  let previous = first;
  for (let thread = firstThread + 1; thread < firstThread + WARP_SIZE; thread++) {
    const index = indexes[thread];
    if (index - previous !== stride) return undefined;
    previous = index;
  }
  return first < 0 || previous < 0 ? undefined : stride;
}
