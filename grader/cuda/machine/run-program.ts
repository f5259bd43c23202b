import type { WarpFactors } from "#simulator/warpgroup-product.ts";
import { WARP_SIZE, firstLaneOf } from "#simulator/warp-request.ts";
import { isStackOverflow } from "../errors/error-kind.ts";
import { kernelTooDeep, tooMuchWork } from "../errors/launch-errors.ts";
import type { Program, RegisterArray, Step, Value } from "../ir/program.ts";
import type { NumberOperation } from "../emit/scalar.ts";
import { exchangeHalves } from "./matrix-exchange.ts";
import { emit, type Emitted, type StoredLanes, type Stretch } from "../emit/emit.ts";
import {
  address64,
  differ,
  lanesEqual,
  lanesLess,
  lanesOn,
  offset64,
  outOfRow,
  outOfRowLanes,
  sourceLane,
  spread,
  vote,
} from "./run-program-lanes.ts";
import type { Instruction, LaneOperand, StuckSlot, Waiting } from "./instruction-context.ts";
import type { WarpgroupStep } from "./warpgroup-products.ts";
import type { RowExit } from "./row-exit.ts";
import { Analyses } from "../analysis/analyses.ts";
import { twosOf, type LaunchKind, type ParameterFacts } from "./shapes.ts";

/** The memory that a program runs on: typed views of one buffer, and the addresses of the windows. */
interface ProgramMemory {
  readonly i8: Int8Array;
  readonly u8: Uint8Array;
  readonly i16: Int16Array;
  readonly u16: Uint16Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly sharedBase: number;
  /** Local memory of thread 0 of a block; thread t's starts t × `localBytesPerThread` later. */
  readonly localBase: number;
  readonly localBytesPerThread: number;
  /** The windows of a block of a cluster, by its rank; the first one's are `sharedBase` and `localBase`. */
  windowsOf?(rank: number): { readonly sharedBase: number; readonly localBase: number };
}

/** Receives every access and barrier. Masks are 32-bit integers, bit i for lane i. */
export interface ProgramStream {
  startBlock(linearBlock: number): void;
  /** The blocks of a cluster start; then each block of it runs on in turn. */
  startCluster?(linearBlocks: readonly number[]): void;
  enterBlock?(rank: number, linearBlock: number): void;
  /** A warp starts, or resumes after a barrier. */
  startWarp(warp: number): void;
  blockBarrier(): void;
  warpBarrier(warp: number, mask: number): void;
  fence(): void;
  /** Both return the mask of the lanes that may proceed. */
  access(site: number, mask: number, addresses: Float64Array): number;
  run(site: number, mask: number, first: number, stride: number): number;
  /** The same for addresses that are offsets from pointers, one for all lanes or one for each, which say what array they are to be in. */
  from(site: number, mask: number, addresses: Float64Array, pointers: number | Float64Array): number;
  /** The same for a request some of whose lanes leave a row of their array; an entry is undefined for a subscript that stays inside. */
  leaving(site: number, mask: number, addresses: Float64Array, exits: readonly (RowExit | undefined)[]): number;
  /** For programs with `cp.async`: see `RequestStream`. */
  copy?(source: number, destination: number, mask: number, from: Float64Array, to: Float64Array, sizes?: Float64Array): void;
  commitCopies?(mask: number): void;
  awaitCopies?(mask: number, pending?: number | Float64Array): void;
  /** Lanes of the last store whose bytes a higher lane of it overwrote. */
  readonly overwrittenLanes: number;
  /** Called after a store with those of them that stored another value. */
  lostValues(lanes: number): void;
}

/** Carries out instructions, and what goes on beside the warps: see `InstructionMachine`. */
export interface ProgramInstructions {
  /** The blocks of the cluster that runs, by their numbers in the grid. */
  blocks: readonly number[];
  readonly blocked: Waiting | undefined;
  readonly changes: number;
  startCluster(): void;
  execute(
    rank: number,
    step: Instruction,
    warp: number,
    mask: number,
    live: number,
    operands: readonly LaneOperand[],
    results: readonly Float64Array[],
  ): boolean;
  product(
    rank: number,
    step: WarpgroupStep,
    warp: number,
    mask: number,
    operands: readonly LaneOperand[],
    held: Float64Array | undefined,
  ): (WarpFactors & { readonly adds: boolean }) | undefined;
  blockBarrier(rank: number): void;
  endWarp(rank: number, warp: number): void;
  endBlock(rank: number): void;
  endCluster(): void;
  land(): boolean;
  deadlock(stuck: readonly StuckSlot[], steps: readonly Step[]): void;
}

/** Receives the program's other events. Lanes are given as masks, warps by their number in the current block. */
export interface ProgramEvents {
  /** Lanes that wait in `step`, those that its mask names, and those that have not exited. */
  mismatchedMask?(step: Step, warp: number, waiting: number, named: number, live: number): void;
  /** An instruction of a whole warp, such as `mma.sync`, is run by some of its lanes only. */
  partialWarp?(step: Step, warp: number, mask: number): void;
  /** A product of matrices adds to a variable that nothing has set. */
  unsetSums?(step: Step & { kind: "matrixProduct" }, warp: number, mask: number): void;
  /** Not all lanes of the warp that have not exited have arrived at the barrier, or warps have arrived at different ones. */
  divergentBarrier?(step: Step, warp: number, arrived: number, live: number): void;
  /** An index beyond the end of an array that is held in registers. */
  outsideArray?(step: Step, array: RegisterArray, lane: number, index: number | bigint): void;
  /** An operand is one value for all lanes, or 32. */
  print?(
    step: Step & { kind: "print" },
    warp: number,
    mask: number,
    operands: readonly (number | bigint | readonly (number | bigint)[])[],
  ): void;
  failedAssertion?(step: Step & { kind: "assert" }, warp: number, mask: number): void;
}

export interface ProgramLaunch {
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  /** A value for each parameter of the program, in the forms of `ScalarType`. */
  readonly parameters: readonly (number | bigint)[];
  /** Address of each of the program's symbols. */
  readonly symbols: readonly number[];
  readonly dynamicSharedBytes: number;
  /** Blocks of a cluster along x, y and z; not given, each block is one of its own. */
  readonly cluster?: readonly [number, number, number] | undefined;
}

/** A block of a sample: its number in the grid, and how many blocks it stands for. */
export interface WeightedBlock {
  readonly block: number;
  readonly weight: number;
}

/** The current block's position and state. */
export interface RunningBlock {
  /** Steps that its warps have taken. */
  readonly steps: number;
  /** The loop that the warp is in; undefined where it begins. */
  readonly loop: Step | undefined;
}

export interface RunOptions {
  readonly memory: ProgramMemory;
  readonly stream: ProgramStream;
  /** Functions by the names that values of kind `function` have. */
  readonly functions: Readonly<Record<string, (...operands: never[]) => number | bigint>>;
  readonly operations: Readonly<Record<Exclude<NumberOperation, "address64" | "offset64">, (...operands: never[]) => unknown>>;
  readonly events?: ProgramEvents;
  /** For a program that has instructions, or runs in clusters. */
  readonly instructions?: ProgramInstructions | undefined;
  /** Runs only the blocks from `from` up to, but without, `to`, by their numbers in the grid. */
  readonly blocks?: { readonly from: number; readonly to: number };
  /** Runs only these blocks, in this order, and counts each step as often as the block weighs. The array may grow while they run. */
  readonly sample?: readonly WeightedBlock[];
  /** Called when a block of the sample has ended, by its place in the sample, after so many steps of its own. */
  readonly sampled?: (position: number, steps: number) => void;
  /** Limit of the launch, in steps of warps. */
  readonly limit?: number;
  /** Called every so often; returns whether to stop. */
  readonly progress?: (steps: number, blocks: number, running: RunningBlock) => boolean;
  /**
   * Called before the launch restarts from its first block: restores memory, the stream and the events to their initial state, or replaces
   * them. They are looked up again.
   */
  readonly restart: () => void;
  /** For tests: whether values may be stored as base and step. */
  readonly affine?: boolean;
}

export interface RunResult {
  /** `deadlock`: nobody could go on. */
  readonly status: "done" | "stopped" | "assertion" | "deadlock";
  /** Steps of warps, as the limit counts them. */
  readonly steps: number;
  /** Those of the whole launch: of a sample, as many as its blocks stand for. */
  readonly wholeSteps: number;
  /** For every step that a warp ran: how often, and by how many lanes in total. */
  readonly executions: readonly Executions[];
}

export interface Executions {
  readonly steps: readonly Step[];
  readonly warps: number;
  readonly lanes: number;
}

/** The launch exceeds its limit of steps. */
export class TooMuchWorkError extends Error {
  /** The loop that was running; undefined if none was. */
  readonly step: Step | undefined;
  /** By which the catalogue lists it. */
  readonly code: string;

  constructor(limit: number, step: Step | undefined, endedBlocks: number) {
    const { message, code } = tooMuchWork(limit.toLocaleString("en-US"), endedBlocks);
    super(message);
    this.name = "TooMuchWorkError";
    this.code = code;
    this.step = step;
  }
}

const FULL_MASK = -1;
/** Steps between two checks of the clock, the limit and the stop flag. */
const STEPS_PER_POLL = 1_000_000;
const DEFAULT_LIMIT = 20_000_000_000;
/** So often all warps that only look whether something has come may do so in vain. */
const MOST_LOOKS = 64;
/** After so many restarts, no value is stored as base and step. */
const MOST_RESTARTS = 8;

/** Thrown by generated code when a value that was assumed to be base + step × lane is not. */
class WrappedAround {
  readonly check: number;
  constructor(check: number) {
    this.check = check;
  }
}

/** Thrown to end the launch. */
class Ended {
  readonly status: "stopped" | "assertion" | "deadlock";
  constructor(status: "stopped" | "assertion" | "deadlock") {
    this.status = status;
  }
}

/** A program compiled for launches of a kind. */
interface CompiledProgram {
  readonly program: Program;
  readonly kind: LaunchKind;
  readonly emitted: Emitted;
  readonly make: (environment: object) => WarpFunction;
}

type WarpFunction = (
  bx: number,
  by: number,
  bz: number,
  warp: number,
  storage: readonly unknown[],
) => Iterator<undefined, void> | undefined;

export function compileProgram(
  program: Program,
  kind: LaunchKind,
  refused: ReadonlySet<Value> = new Set(),
  affine = true,
): CompiledProgram {
  const emitted = emit(program, Analyses.of(program).laneShapes(kind, refused, affine));
  // The text has only names and numbers of the emitter's making.
  return { program, kind, emitted, make: new Function("E", emitted.source) as CompiledProgram["make"] };
}

/** The code for launches of a kind, and which values turned out not to be base + step × lane. */
interface Attempts {
  readonly refused: Set<Value>;
  affine: boolean;
  compiled: CompiledProgram;
}

/** The code that ran for each program and each kind of launch. */
const known = new WeakMap<Program, Map<string, Attempts>>();
/** How many kinds of launches are cached for a program. */
const MOST_KINDS = 16;

function attemptsFor(program: Program, kind: LaunchKind, affine: boolean): Attempts {
  let kinds = known.get(program);
  if (!kinds || kinds.size > MOST_KINDS) known.set(program, (kinds = new Map()));
  const key = JSON.stringify([kind, affine]);
  let attempts = kinds.get(key);
  if (!attempts) kinds.set(key, (attempts = { refused: new Set(), affine, compiled: compileProgram(program, kind, new Set(), affine) }));
  return attempts;
}

/** Runs a launch to its end, and counts how often each step ran. */
export function runProgram(program: Program, launch: ProgramLaunch, options: RunOptions): RunResult {
  try {
    return runAttempts(program, launch, options);
  } catch (error) {
    // The engine reads nested code by calls within calls: the kernel itself makes none.
    if (isStackOverflow(error)) throw kernelTooDeep();
    throw error;
  }
}

function runAttempts(program: Program, launch: ProgramLaunch, options: RunOptions): RunResult {
  const kind = kindOf(launch);
  const attempts = attemptsFor(program, kind, options.affine ?? true);
  const { refused } = attempts;
  for (;;) {
    try {
      return new Run(attempts.compiled, launch, options).run();
    } catch (error) {
      if (!(error instanceof WrappedAround) || !attempts.affine) throw error;
      const value = attempts.compiled.emitted.checks[error.check];
      if (!value || refused.has(value) || refused.size === MOST_RESTARTS) attempts.affine = false;
      else refused.add(value);
      attempts.compiled = compileProgram(program, kind, refused, attempts.affine);
      options.restart();
    }
  }
}

/** The kind of a launch: the facts that code is specialized for. */
export function kindOf({ grid, block, parameters }: ProgramLaunch): LaunchKind {
  return { grid, block, parameters: parameters.map(factsOf) };
}

/** Shared memory is aligned to so many bytes at most, whatever the text says. */
const MOST_SHARED_ALIGNMENT = 1024;

/** Where dynamic shared memory begins in a block's shared memory: after the static one, at a multiple of 16 or of its own alignment. */
export function dynamicSharedOffset({ sharedBytes, dynamicShared }: Pick<Program, "sharedBytes" | "dynamicShared">): number {
  const align = Math.min(MOST_SHARED_ALIGNMENT, Math.max(16, dynamicShared?.align ?? 1));
  return Math.ceil(sharedBytes / align) * align;
}

/** Bounds rounded up, so that launches of other sizes can reuse the same code. */
function factsOf(value: number | bigint): ParameterFacts {
  if (typeof value === "bigint" || !Number.isSafeInteger(value)) return { twos: 0, low: -Infinity, high: Infinity };
  const magnitude = Math.abs(value);
  // Most sizes are an int.
  const bound =
    [2 ** 8 - 1, 2 ** 16 - 1, 2 ** 24 - 1, 2 ** 31 - 1, 2 ** 32 - 1, 2 ** 40 - 1].find((most) => magnitude <= most) ??
    Number.MAX_SAFE_INTEGER;
  return { twos: Math.min(twosOf(value), 5), low: value < 0 ? -bound - 1 : 0, high: value < 0 ? -1 : bound };
}

interface Slot {
  readonly storage: readonly unknown[];
  running: Iterator<undefined, void> | undefined;
  // The barrier that the warp waits at:
  step: number;
  mask: number;
  live: number;
  holds: number;
  /** What it waits for in an instruction; undefined at a barrier of the block. */
  waiting: Waiting | undefined;
}

/** State that a warp writes when it arrives at a barrier, and reads when it resumes. */
interface BarrierState {
  step: number;
  mask: number;
  live: number;
  holds: number;
  /** Whether the warp waits in an instruction, and not at a barrier of the block. */
  isWaiting: boolean;
  count: number;
  and: number;
  or: number;
}

class Run {
  readonly #emitted: Emitted;
  readonly #launch: ProgramLaunch;
  readonly #options: RunOptions;
  readonly #stream: ProgramStream;
  readonly #events: ProgramEvents;
  readonly #warps: number;
  readonly #work = new Float64Array(1);
  readonly #executions: Float64Array;
  readonly #lanes: Float64Array;
  readonly #weighted: WeightedExecutions | undefined;
  readonly #barrier: BarrierState = { step: 0, mask: 0, live: 0, holds: 0, isWaiting: false, count: 0, and: 0, or: 0 };
  /** For each block of a cluster, by its rank. */
  readonly #warpOf: readonly WarpFunction[];
  readonly #limit: number;
  /** Steps of the polls so far. */
  #granted = 0;
  #blocks = 0;
  /** Steps that had been taken when the current block began. */
  #stepsBefore = 0;

  constructor({ emitted, make, program }: CompiledProgram, launch: ProgramLaunch, options: RunOptions) {
    this.#emitted = emitted;
    this.#launch = launch;
    this.#options = options;
    this.#stream = options.stream;
    this.#events = options.events ?? {};
    this.#limit = options.limit ?? DEFAULT_LIMIT;
    const [x, y, z] = launch.block;
    const threads = x * y * z;
    this.#warps = Math.ceil(threads / WARP_SIZE);
    this.#executions = new Float64Array(emitted.stretches.length);
    this.#lanes = new Float64Array(emitted.stretches.length);
    if (options.sample) this.#weighted = new WeightedExecutions(this.#executions, this.#lanes);
    this.#grant();
    const { memory, stream, operations, functions } = options;
    const warps = Array.from({ length: this.#warps }, (_, warp) => warp);
    const makeFor = (rank: number): WarpFunction => {
      const { sharedBase, localBase } = memory.windowsOf?.(rank) ?? memory;
      return make({
        ...environment,
        sharedBase,
        localBase,
        dynamicSharedBase: sharedBase + dynamicSharedOffset(program),
        helpers: this.#helpers(rank),
      });
    };
    const environment = {
      memory,
      stream,
      operations: { ...operations, address64, offset64 },
      functions: emitted.functions.map((name) => functionNamed(functions, name)),
      parameters: launch.parameters,
      symbols: launch.symbols,
      executions: this.#executions,
      lanes: this.#lanes,
      work: this.#work,
      barrier: this.#barrier,
      dynamicSharedBytes: launch.dynamicSharedBytes,
      localBytesPerThread: memory.localBytesPerThread,
      startMasks: Int32Array.from(warps, (warp) =>
        threads - warp * WARP_SIZE >= WARP_SIZE ? FULL_MASK : (1 << (threads - warp * WARP_SIZE)) - 1,
      ),
      threads: threadsOfWarps(warps.length, x, y),
    };
    const [clusterX, clusterY, clusterZ] = launch.cluster ?? [1, 1, 1];
    this.#warpOf = Array.from({ length: clusterX * clusterY * clusterZ }, (_, rank) => makeFor(rank));
  }

  run(): RunResult {
    let status: RunResult["status"] = "done";
    try {
      const [blocksX, blocksY, blocksZ] = this.#launch.grid;
      const { sample, sampled, blocks = { from: 0, to: blocksX * blocksY * blocksZ } } = this.#options;
      if (this.#options.instructions) {
        this.#clusters(this.#options.instructions);
        return this.#result("done");
      }
      const slots = this.#emitted.isGenerator ? Array.from({ length: this.#warps }, () => newSlot(this.#emitted.storage)) : [];
      for (this.#blocks = blocks.from; this.#blocks < (sample?.length ?? blocks.to); this.#blocks++) {
        const { block, weight } = sample?.[this.#blocks] ?? { block: this.#blocks, weight: 1 };
        const bx = block % blocksX;
        const by = Math.floor(block / blocksX) % blocksY;
        const bz = Math.floor(block / (blocksX * blocksY));
        this.#stream.startBlock(block);
        this.#stepsBefore = this.#granted - this.#work[0]!;
        if (this.#emitted.isGenerator) this.#blockWithBarriers(bx, by, bz, slots);
        else this.#block(bx, by, bz);
        const steps = this.#granted - this.#work[0]! - this.#stepsBefore;
        this.#weighted?.add(weight, steps);
        if (sample) sampled?.(this.#blocks, steps);
      }
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      status = error.status;
    }
    return this.#result(status);
  }

  #result(status: RunResult["status"]): RunResult {
    const steps = this.#granted - this.#work[0]!;
    const { executions, lanes, steps: wholeSteps } = this.#weighted ?? { executions: this.#executions, lanes: this.#lanes, steps };
    return {
      status,
      steps,
      wholeSteps,
      executions: this.#emitted.stretches.map(({ steps, isFull }: Stretch, index) => {
        const warps = Math.round(executions[index]!);
        return { steps, warps, lanes: isFull ? warps * WARP_SIZE : Math.round(lanes[index]!) };
      }),
    };
  }

  #block(bx: number, by: number, bz: number): void {
    const stream = this.#stream;
    for (let warp = 0; warp < this.#warps; warp++) {
      stream.startWarp(warp);
      this.#warpOf[0]!(bx, by, bz, warp, NO_STORAGE);
    }
  }

  /** Runs the grid cluster by cluster, the blocks of each together. */
  #clusters(instructions: ProgramInstructions): void {
    const { grid, cluster = [1, 1, 1] } = this.#launch;
    const { sample, sampled, blocks = { from: 0, to: grid[0] * grid[1] * grid[2] } } = this.#options;
    const ranks = this.#warpOf.length;
    const slots = Array.from({ length: ranks * this.#warps }, () => newSlot(this.#emitted.storage));
    const done = new Set<number>();
    for (this.#blocks = blocks.from; this.#blocks < (sample?.length ?? blocks.to); this.#blocks++) {
      const { block, weight } = sample?.[this.#blocks] ?? { block: this.#blocks, weight: 1 };
      const members = clusterOf(block, grid, cluster);
      // Each cluster runs with the first of its blocks.
      if (!done.has(members[0]!)) {
        done.add(members[0]!);
        this.#stepsBefore = this.#granted - this.#work[0]!;
        this.#cluster(members, slots, instructions);
      }
      const steps = this.#granted - this.#work[0]! - this.#stepsBefore;
      this.#weighted?.add(weight, steps);
      if (sample) sampled?.(this.#blocks, steps);
    }
  }

  /** Runs the blocks of a cluster, each warp until it has to wait; what nobody can go on without lands then. */
  #cluster(members: readonly number[], slots: readonly Slot[], instructions: ProgramInstructions): void {
    const [blocksX, blocksY] = this.#launch.grid;
    const stream = this.#stream;
    const warps = this.#warps;
    instructions.blocks = members;
    instructions.startCluster();
    stream.startCluster!(members);
    const running = members.map(() => warps);
    for (const [at, slot] of slots.entries()) {
      const block = members[Math.floor(at / warps)]!;
      const rank = Math.floor(at / warps);
      const start = (): Iterator<undefined, void> | undefined =>
        this.#warpOf[rank]!(
          block % blocksX,
          Math.floor(block / blocksX) % blocksY,
          Math.floor(block / (blocksX * blocksY)),
          at % warps,
          slot.storage,
        );
      // Without a place to wait, the whole warp runs when it starts.
      slot.running = this.#emitted.isGenerator ? start() : { next: () => (start(), { done: true, value: undefined }) };
      slot.waiting = undefined;
      slot.step = -1;
    }
    let looks = 0;
    for (;;) {
      let hasRun = false;
      const before = instructions.changes;
      for (const [at, slot] of slots.entries()) {
        if (!slot.running || (slot.step >= 0 && !slot.waiting?.isReady())) continue;
        const rank = Math.floor(at / warps);
        const isLook = slot.waiting?.isPoll === true;
        const lookedIn = slot.step;
        stream.enterBlock!(rank, members[rank]!);
        stream.startWarp(at % warps);
        const isDone = slot.running.next().done === true;
        const { step, mask, live, holds, isWaiting } = this.#barrier;
        this.#barrier.isWaiting = false;
        Object.assign(slot, isDone ? { running: undefined, step: -1, waiting: undefined } : { step, mask, live, holds, waiting: isWaiting ? instructions.blocked : undefined }); // prettier-ignore
        if (!(isLook && slot.waiting?.isPoll && slot.step === lookedIn)) hasRun = true;
        if (!isDone) continue;
        instructions.endWarp(rank, at % warps);
        if (--running[rank]! === 0) instructions.endBlock(rank);
      }
      for (const [rank, block] of members.entries()) {
        const own = slots.slice(rank * warps, (rank + 1) * warps);
        const waiting = own.filter((slot) => slot.running);
        if (waiting.length === 0 || waiting.some((slot) => slot.waiting)) continue;
        stream.enterBlock!(rank, block);
        this.#endBarrier(own);
        stream.blockBarrier();
        instructions.blockBarrier(rank);
        for (const slot of waiting) slot.step = -1;
        hasRun = true;
      }
      if (running.every((left) => left === 0)) return instructions.endCluster();
      if (hasRun || instructions.changes > before) {
        looks = 0;
        continue;
      }
      if (instructions.land()) continue;
      if (slots.some(({ waiting }) => waiting?.isPoll) && ++looks < MOST_LOOKS) continue;
      const { steps } = this.#emitted;
      const stuck = slots.flatMap(({ waiting, running: isRunning, live, step }, at): StuckSlot[] =>
        isRunning ? [{ waiting, live, step: steps[step]!, rank: Math.floor(at / warps), warp: at % warps }] : [],
      );
      instructions.deadlock(stuck, steps);
      throw new Ended("deadlock");
    }
  }

  #blockWithBarriers(bx: number, by: number, bz: number, slots: readonly Slot[]): void {
    const stream = this.#stream;
    for (const [warp, slot] of slots.entries()) slot.running = this.#warpOf[0]!(bx, by, bz, warp, slot.storage);
    for (;;) {
      let waiting = 0;
      for (let warp = 0; warp < slots.length; warp++) {
        const slot = slots[warp]!;
        if (!slot.running) continue;
        stream.startWarp(warp);
        if (slot.running.next().done) {
          slot.running = undefined;
          continue;
        }
        const { step, mask, live, holds } = this.#barrier;
        slot.step = step;
        slot.mask = mask;
        slot.live = live;
        slot.holds = holds;
        waiting++;
      }
      if (waiting === 0) return;
      this.#endBarrier(slots);
      stream.blockBarrier();
    }
  }

  #endBarrier(slots: readonly Slot[]): void {
    let arrived = 0;
    let count = 0;
    const first = slots.find(({ running }) => running)!.step;
    for (const [warp, { running, step, mask, live, holds }] of slots.entries()) {
      if (!running) continue;
      arrived += lanesOn(mask);
      count += lanesOn(holds);
      if (mask !== live || step !== first) this.#events.divergentBarrier?.(this.#emitted.steps[step]!, warp, mask, live);
    }
    this.#barrier.count = count;
    this.#barrier.and = count === arrived ? 1 : 0;
    this.#barrier.or = count > 0 ? 1 : 0;
  }

  #grant(): void {
    const steps = Math.min(STEPS_PER_POLL, this.#limit - this.#granted);
    this.#granted += steps;
    this.#work[0] = this.#work[0]! + steps;
  }

  /** @param rank of the block that calls them in its cluster */
  #helpers(rank: number): object {
    const { steps, indexed } = this.#emitted;
    const events = this.#events;
    const stream = this.#stream;
    const inside = (index: number | bigint, length: number, lane: number, place: number): boolean => {
      if (index >= 0 && index < length) return true;
      const { step, array } = indexed[place]!;
      events.outsideArray?.(step, array, lane, index);
      return false;
    };
    const sync = (step: number, warp: number, named: number, waiting: number, live: number): void => {
      if ((named & live) !== waiting) events.mismatchedMask?.(steps[step]!, warp, waiting, named >>> 0, live);
      stream.warpBarrier(warp, named & waiting);
    };
    return {
      lanesLess,
      lanesEqual,
      lanesOn,
      sourceLane,
      vote,
      differ,
      spread,
      outOfRow,
      outOfRowLanes,
      inside,
      sync,
      element: (array: ArrayLike<number | bigint>, index: number, length: number, lane: number, place: number) =>
        inside(index, length, lane, place) ? array[index * WARP_SIZE + lane] : 0,
      /** Lanes with different masks wait for different lanes. */
      syncEach: (step: number, warp: number, named: Int32Array, waiting: number, live: number): void => {
        for (let rest = waiting; rest !== 0;) {
          const mask = named[firstLaneOf(rest)]!;
          let group = 0;
          for (let lane = 0; lane < WARP_SIZE; lane++) if ((rest >>> lane) & 1 && named[lane] === mask) group |= 1 << lane;
          sync(step, warp, mask, group, live);
          rest &= ~group;
        }
      },
      instruct: (
        step: number,
        warp: number,
        mask: number,
        live: number,
        operands: readonly LaneOperand[],
        results: readonly Float64Array[],
      ): boolean => this.#options.instructions!.execute(rank, steps[step] as Instruction, warp, mask, live, operands, results),
      whole: (value: number | bigint, check: number): number => {
        if (typeof value === "bigint") throw new WrappedAround(check);
        return value;
      },
      wrappedAround: (check: number): never => {
        throw new WrappedAround(check);
      },
      poll: (step: number): void => {
        const { progress } = this.#options;
        const taken = this.#granted - this.#work[0]!;
        if (progress?.(taken, this.#blocks, { steps: taken - this.#stepsBefore, loop: steps[step] })) throw new Ended("stopped");
        while (this.#work[0]! < 0) {
          if (this.#granted >= this.#limit) throw new TooMuchWorkError(this.#limit, steps[step], this.#blocks);
          this.#grant();
        }
      },
      multiply: (step: number, warp: number, mask: number, ...matrices: Float64Array[]): void => {
        const own = steps[step] as Step & { kind: "matrixProduct" };
        const { product } = own;
        if (mask !== FULL_MASK) events.partialWarp?.(own, warp, mask);
        if (own.unset !== undefined) events.unsetSums?.(own, warp, mask);
        const multiply = this.#options.operations.multiplyMatrices as (...operands: unknown[]) => void;
        multiply(product, ...matrices);
      },
      multiplyGroup: (
        step: number,
        warp: number,
        mask: number,
        operands: readonly LaneOperand[],
        held: Float64Array | undefined,
        c: Float64Array,
        d: Float64Array,
      ): void => {
        const own = steps[step] as WarpgroupStep;
        const factors = this.#options.instructions!.product(rank, own, warp, mask, operands, held);
        if (!factors) return void d.set(c);
        const multiply = this.#options.operations.multiplyWarpgroup as (...operands: unknown[]) => void;
        multiply(own.product, factors, factors.adds ? c : undefined, d);
      },
      exchange: (step: number, warp: number, mask: number, given: Uint32Array, taken: Uint32Array): void => {
        if (mask !== FULL_MASK) events.partialWarp?.(steps[step]!, warp, mask);
        stream.warpBarrier(warp, mask);
        exchangeHalves((steps[step] as Step & { kind: "exchange" }).exchange, given, taken);
      },
      print: (step: number, warp: number, mask: number, operands: (number | bigint | (number | bigint)[])[]): void =>
        events.print?.(steps[step] as Step & { kind: "print" }, warp, mask, operands),
      failed: (step: number, warp: number, mask: number): never => {
        events.failedAssertion?.(steps[step] as Step & { kind: "assert" }, warp, mask);
        throw new Ended("assertion");
      },
    };
  }
}

type Extents = readonly [number, number, number];

/** The blocks of the cluster that a block belongs to, by their numbers in the grid, in the order of their ranks. */
function clusterOf(block: number, [gridX, gridY]: Extents, [x, y, z]: Extents): number[] {
  const first = [block % gridX, Math.floor(block / gridX) % gridY, Math.floor(block / (gridX * gridY))].map(
    (at, axis) => at - (at % [x, y, z][axis]!),
  );
  return Array.from({ length: x * y * z }, (_, rank) => {
    const at = [first[0]! + (rank % x), first[1]! + (Math.floor(rank / x) % y), first[2]! + Math.floor(rank / (x * y))];
    return at[0]! + gridX * (at[1]! + gridY * at[2]!);
  });
}

/** The executions of a sample's blocks, each times what it weighs. */
class WeightedExecutions {
  readonly executions: Float64Array;
  readonly lanes: Float64Array;
  steps = 0;
  readonly #counted: readonly [now: Float64Array, before: Float64Array, sum: Float64Array][];

  /** @param executions and lanes as the run counts them */
  constructor(executions: Float64Array, lanes: Float64Array) {
    this.executions = new Float64Array(executions.length);
    this.lanes = new Float64Array(lanes.length);
    this.#counted = [
      [executions, new Float64Array(executions.length), this.executions],
      [lanes, new Float64Array(lanes.length), this.lanes],
    ];
  }

  /** A block has ended, after so many steps of its own. */
  add(weight: number, steps: number): void {
    this.steps += weight * steps;
    for (const [now, before, sum] of this.#counted) {
      for (let index = 0; index < now.length; index++) sum[index]! += weight * (now[index]! - before[index]!);
      before.set(now);
    }
  }
}

const NO_STORAGE: readonly unknown[] = [];

function functionNamed(functions: RunOptions["functions"], name: string): unknown {
  if (!Object.hasOwn(functions, name)) throw new Error(`there is no function ${name}`);
  return functions[name];
}

function newSlot(storage: readonly StoredLanes[]): Slot {
  return { storage: storage.map(newLanes), running: undefined, step: 0, mask: 0, live: 0, holds: 0, waiting: undefined };
}

function newLanes({ array, length }: StoredLanes): unknown {
  switch (array) {
    case "Int32Array":
      return new Int32Array(length);
    case "Uint32Array":
      return new Uint32Array(length);
    case "Float32Array":
      return new Float32Array(length);
    case "Float64Array":
      return new Float64Array(length);
    case "Array":
      return new Array<number>(length).fill(0);
  }
}

/** Coordinates of the lanes of each of so many warps, in arrays for x, y and z. All share one buffer: to allocate one takes longer than to fill it. */
function threadsOfWarps(warps: number, x: number, y: number): readonly Uint32Array[][] {
  const threads = warps * WARP_SIZE;
  const along = new Uint32Array(3 * threads);
  for (let thread = 0; thread < threads; thread++) {
    along[thread] = thread % x;
    along[threads + thread] = Math.floor(thread / x) % y;
    along[2 * threads + thread] = Math.floor(thread / (x * y));
  }
  const ofWarp = (dimension: number, warp: number): Uint32Array => {
    const start = dimension * threads + warp * WARP_SIZE;
    return along.subarray(start, start + WARP_SIZE);
  };
  return Array.from({ length: warps }, (_, warp) => [0, 1, 2].map((dimension) => ofWarp(dimension, warp)));
}
