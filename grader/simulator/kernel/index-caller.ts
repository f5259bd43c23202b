import { compileApart } from "./compile-apart.ts";
import type { Dim3 } from "./launch.ts";
import type { Access, IndexFunction, LoopIndex, Repeat } from "./kernel.ts";
import { place, placeX, type CallPlace, type ThreadCursor } from "./thread.ts";

/** Marks an inactive thread in a buffer of indexes: the one 32-bit integer that an index function must not return. */
export const INACTIVE = -0x80000000;

/** Why a call of an index function was refused. */
export type RefusalReason =
  /** It returned something that is neither a 32-bit integer nor null. */
  | { readonly kind: "not-an-index"; readonly returned: unknown }
  /** It threw. */
  | { readonly kind: "threw"; readonly thrown: unknown }
  /** Called again for the same thread, in another order, it returned something else. */
  | { readonly kind: "impure"; readonly returned: unknown; readonly before: number | null }
  /** The same, where it is not known for which thread. */
  | { readonly kind: "out-of-order" };

/** Ends a run because of what an index function returned or threw. */
export class IndexRefused extends Error {
  override name = "IndexRefused";
  readonly reason: RefusalReason;
  readonly access: string;
  readonly blockIdx: Dim3;
  readonly threadIdx: Dim3;
  /** Whether the function gives the trip count of a repeat, not an index. */
  readonly isTripCount: boolean;

  constructor(reason: RefusalReason, access: string, place: { readonly blockIdx: Dim3; readonly threadIdx: Dim3 }, isTripCount = false) {
    super(`the index function of "${access}" was refused: ${reason.kind}`);
    this.reason = reason;
    this.access = access;
    this.blockIdx = place.blockIdx;
    this.threadIdx = place.threadIdx;
    this.isTripCount = isTripCount;
  }
}

/** The context in which a step of the kernel runs. */
export interface StepScope {
  readonly loopIndex: LoopIndex;
  /** One flag per thread of the block, 0 for those that do not reach the step; null when all do. */
  readonly activeThreads: Uint8Array | null;
  /** Whether index functions are called again, in another order, to see that they depend on nothing but their arguments. */
  readonly recheckPurity: boolean;
  /** Called with what each index function returned for the threads of the block. The array is reused: copy what you keep. */
  readonly record?: (site: number, scope: StepScope, indexes: Int32Array) => void;
}

export interface IndexCallerParts {
  /** The name of the access or trip count, for refusals. */
  readonly name: string;
  readonly index: IndexFunction;
  readonly cursor: ThreadCursor;
  readonly size: unknown;
  readonly blockDim: Dim3;
  /** The step that it is called for. */
  readonly step?: Access | Repeat;
  /** Number of the call site in its kernel. Default 0. */
  readonly site?: number;
  /** The loops to call it by; the function's own where they are absent. */
  readonly loops?: LoopsOfSite;
}

/** Calls one index function for every thread of the block that the cursor is on. */
export class IndexCaller {
  readonly #name: string;
  readonly #cursor: ThreadCursor;
  readonly #site: number;
  readonly #loops: LoopsOfSite;
  readonly #kind: CallPlace["kind"];
  readonly #call: IndexCall;

  constructor({ name, index, cursor, size, blockDim, step, site = 0, loops = loopsOf(index) }: IndexCallerParts) {
    this.#name = name;
    this.#kind = step?.kind;
    this.#cursor = cursor;
    this.#site = site;
    this.#loops = loops;
    this.#call = {
      index,
      cursor,
      size,
      blockDim,
      indexes: NO_INDEXES,
      iteration: 0,
      outerIteration: 0,
      activeThreads: null,
      returned: undefined,
      inactiveThreads: 0,
      threads: NO_INDEXES,
      firstThread: 0,
    };
  }

  /**
   * Fills `indexes`, x fastest, with what the function returns: INACTIVE for null and for threads that do not reach the step.
   *
   * @returns how many threads are inactive
   * @throws IndexRefused when the function throws, returns anything but a 32-bit integer or null, or is found to be impure
   */
  fill(indexes: Int32Array, scope: StepScope): number {
    const call = this.#callFor(indexes, scope);
    if (this.#run(this.#loops.fill) >= 0) throw this.refusal({ kind: "not-an-index", returned: call.returned });
    if (scope.recheckPurity) this.#recheckPurity(indexes);
    scope.record?.(this.#site, scope, indexes);
    return call.inactiveThreads;
  }

  /**
   * Calls the function for the threads in this order, beginning with one in the middle of it.
   *
   * @param threads numbers of all threads of the block
   * @returns whether it returned the same for each of them, and did not throw
   */
  repeatsAlike(indexes: Int32Array, scope: StepScope, threads: Int32Array, firstThread: number): boolean {
    const call = this.#callFor(indexes, scope);
    call.threads = threads;
    call.firstThread = firstThread;
    try {
      return this.#loops.repeat(call) < 0;
    } catch {
      return false;
    }
  }

  #callFor(indexes: Int32Array, { loopIndex, activeThreads }: StepScope): IndexCall {
    const call = this.#call;
    call.indexes = indexes;
    call.iteration = loopIndex.iteration;
    call.outerIteration = loopIndex.outerIteration;
    call.activeThreads = activeThreads;
    this.#cursor.name = this.#name;
    this.#cursor.kind = this.#kind;
    return call;
  }

  /** The refusal of the function for the thread that the cursor is on. */
  refusal(reason: RefusalReason): IndexRefused {
    return new IndexRefused(reason, this.#name, this.#cursor.position(), this.#kind === "repeat");
  }

  #recheckPurity(indexes: Int32Array): void {
    this.#cursor.isRecheck = true;
    const changed = this.#run(this.#loops.recheckPurity);
    this.#cursor.isRecheck = false;
    if (changed < 0) return;
    const before = indexes[changed]!;
    throw this.refusal({ kind: "impure", returned: this.#call.returned, before: before === INACTIVE ? null : before });
  }

  #run(loop: CallLoop): number {
    try {
      return loop(this.#call);
    } catch (thrown) {
      throw this.refusal({ kind: "threw", thrown });
    }
  }
}

const NO_INDEXES = new Int32Array(0);

/** Inputs and outputs of a call loop. One object per caller, reused for every block. */
interface IndexCall {
  readonly index: IndexFunction;
  readonly cursor: ThreadCursor;
  readonly size: unknown;
  readonly blockDim: Dim3;
  indexes: Int32Array;
  iteration: number;
  outerIteration: number;
  activeThreads: Uint8Array | null;
  /** For `repeat`: the order of the threads, and where in it to begin. */
  threads: Int32Array;
  firstThread: number;
  /** Out: the value that the loop stopped for. */
  returned: unknown;
  /** Out: how many threads are inactive. */
  inactiveThreads: number;
}

/** Calls an index function for the threads of a block. Returns the number of the thread that it stopped at, or -1. */
type CallLoop = (call: IndexCall) => number;

/** The loops around the calls of one call site. */
export interface LoopsOfSite {
  /** Fills the indexes, and stops at a value that is neither a 32-bit integer nor null. */
  readonly fill: CallLoop;
  /** Calls the function again, last thread first, and stops at the first value that differs. */
  readonly recheckPurity: CallLoop;
  /** Calls the function again in another order, and stops at the first value that differs. */
  readonly repeat: CallLoop;
}

const loopsOfFunctions = new WeakMap<IndexFunction, LoopsOfSite>();

/**
 * The loops are compiled separately for each index function. If they were shared, the engine would see many functions at one call
 * site and could not inline any: calls through shared loops take ten times as long (npm run bench).
 */
function loopsOf(index: IndexFunction): LoopsOfSite {
  let loops = loopsOfFunctions.get(index);
  if (!loops) loopsOfFunctions.set(index, (loops = newLoops()));
  return loops;
}

/** Each loop is compiled when it is first needed: where nothing is called twice, only one is. */
function newLoops(): LoopsOfSite {
  let [fill, recheckPurity, repeat]: (CallLoop | undefined)[] = [];
  return {
    get fill() {
      return (fill ??= compile(FILL));
    },
    get recheckPurity() {
      return (recheckPurity ??= compile(RECHECK_PURITY));
    },
    get repeat() {
      return (repeat ??= compile(REPEAT));
    },
  };
}

/**
 * The loops of an answer that is loaded several times: the engine knows the functions of all its copies by the place in the source that
 * they come from, and keeps what it has optimized for one of them.
 */
export class CallLoops {
  readonly #bySite = new Map<string, LoopsOfSite>();

  /** The loops of a call site, by its number and its name. */
  at(site: number, name: string): LoopsOfSite {
    const key = `${site} ${name}`;
    const loops = this.#bySite.get(key) ?? newLoops();
    this.#bySite.set(key, loops);
    return loops;
  }
}

function compile(loop: string): CallLoop {
  return compileApart(loop, { place, placeX, INACTIVE });
}

// Reading threadIdx where the function will read it, and setting x alone, saves the engine from storing and loading coordinates in each call.
const FILL = `function fill(call) {
  const { index, cursor, indexes, size, iteration, outerIteration, activeThreads } = call;
  const { thread } = cursor;
  const { threadIdx } = thread;
  const { x: width, y: height, z: depth } = call.blockDim;
  let number = 0;
  let inactiveThreads = 0;
  for (let z = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      place(threadIdx, 0, y, z);
      for (let x = 0; x < width; x++, number++) {
        if (activeThreads !== null && activeThreads[number] === 0) {
          indexes[number] = INACTIVE;
          inactiveThreads++;
          continue;
        }
        placeX(threadIdx, x);
        const value = index(thread, size, iteration, outerIteration);
        if (typeof value === "number" && (value | 0) === value && value > INACTIVE && (value !== 0 || 1 / value > 0)) {
          indexes[number] = value;
        } else if (value === null) {
          indexes[number] = INACTIVE;
          inactiveThreads++;
        } else {
          call.returned = value;
          return number;
        }
      }
    }
  }
  call.inactiveThreads = inactiveThreads;
  return -1;
}`;

const RECHECK_PURITY = `function recheckPurity(call) {
  const { index, cursor, indexes, size, iteration, outerIteration, activeThreads } = call;
  const { thread, threadIdx } = cursor;
  const { x: width, y: height, z: depth } = call.blockDim;
  let number = width * height * depth;
  for (let z = depth - 1; z >= 0; z--) {
    for (let y = height - 1; y >= 0; y--) {
      for (let x = width - 1; x >= 0; x--) {
        number--;
        if (activeThreads !== null && activeThreads[number] === 0) continue;
        place(threadIdx, x, y, z);
        const value = index(thread, size, iteration, outerIteration);
        const expected = indexes[number];
        if (value !== (expected === INACTIVE ? null : expected)) {
          call.returned = value;
          return number;
        }
      }
    }
  }
  return -1;
}`;

const REPEAT = `function repeat(call) {
  const { index, cursor, indexes, size, iteration, outerIteration, activeThreads, threads, firstThread } = call;
  const { thread, threadIdx } = cursor;
  const { x: width, y: height } = call.blockDim;
  const count = threads.length;
  for (let i = 0, next = firstThread; i < count; i++) {
    const number = threads[next];
    next = next + 1 === count ? 0 : next + 1;
    if (activeThreads !== null && activeThreads[number] === 0) continue;
    const x = number % width;
    const row = (number - x) / width;
    const y = row % height;
    place(threadIdx, x, y, (row - y) / height);
    const value = index(thread, size, iteration, outerIteration);
    const expected = indexes[number];
    if (value !== (expected === INACTIVE ? null : expected)) {
      call.returned = value;
      return number;
    }
  }
  return -1;
}`;
