import type { Device } from "../devices.ts";
import { WARP_SIZE } from "../warp-request.ts";
import { AccessRun } from "./access-run.ts";
import type { ArrayState } from "./arrays/array-state.ts";
import { InOutArray } from "./arrays/in-out-array.ts";
import { OutputArray } from "./arrays/output-array.ts";
import { PhaseClock } from "./arrays/phase.ts";
import { SharedArray } from "./arrays/shared-array.ts";
import { sourceArray } from "./arrays/source-array.ts";
import { checkKernel, accessesOf } from "./check-kernel.ts";
import type { Access, Combine, Kernel, Move, Pack, Repeat, Step } from "./kernel.ts";
import { checkLaunch, positionIn, volume, type Launch } from "./launch.ts";
import { Participation } from "./participation.ts";
import { sourceIds } from "./source-ids.ts";
import { OUTSIDE, inside, type Passes } from "./passes.ts";
import { ThreadCursor } from "./thread.ts";
import type { Trace } from "./trace.ts";
import { accessesNearOpposites } from "./unordered.ts";
import { combines, hashId } from "./values.ts";
import { ViolationLog } from "./violation-log.ts";

export interface RunOptions {
  /** Whether the index functions are asked again, in another order, about the threads of a block, by its linear number. Default: never. */
  readonly audit?: (block: number) => boolean;
  /** Sees the indexes of every access of every block: INACTIVE for a thread that sits out. The array is used again: copy what is kept. */
  readonly observe?: (accessNumber: number, indexes: Int32Array) => void;
  /** Called after each block, so that a watchdog sees that the run is alive. */
  readonly progress?: () => void;
}

/**
 * Runs a kernel, block after block and step after step: follows every element, counts every request.
 *
 * @throws RangeError for a kernel or launch that could not exist, IndexRefused for an index function that gives no index.
 */
export function runKernel(kernel: Kernel, launch: Launch, device: Device, options: RunOptions = {}): Trace {
  checkLaunch(launch);
  checkKernel(kernel, device);
  return new KernelRun(kernel, launch, device, options).run();
}

class KernelRun {
  readonly #kernel: Kernel;
  readonly #launch: Launch;
  readonly #options: RunOptions;
  readonly #cursor: ThreadCursor;
  readonly #clock = new PhaseClock();
  readonly #log = new ViolationLog();
  readonly #states = new Map<string, ArrayState>();
  readonly #registers = new Map<string, Int32Array>();
  readonly #accessRuns = new Map<Access, AccessRun>();
  readonly #participation: Participation;

  constructor(kernel: Kernel, launch: Launch, device: Device, options: RunOptions) {
    this.#kernel = kernel;
    this.#launch = launch;
    this.#options = options;
    this.#cursor = new ThreadCursor(launch);
    this.#makeArrays();
    this.#makeRegisters();
    this.#participation = new Participation(kernel, launch, this.#cursor);
    const tracked = accessesNearOpposites(kernel.steps);
    for (const access of accessesOf(kernel.steps)) {
      const accessNumber = this.#accessRuns.size;
      const run = new AccessRun({
        access,
        accessNumber,
        array: kernel.arrays[access.array],
        state: this.#states.get(access.array)!,
        register: this.#registers.get(registerOf(access))!,
        tracksReads: tracked.has(access),
        kernel,
        launch,
        device,
        cursor: this.#cursor,
        log: this.#log,
        observe: options.observe,
      });
      this.#accessRuns.set(access, run);
    }
  }

  run(): Trace {
    const { gridDim } = this.#launch;
    const blocks = volume(gridDim);
    for (let block = 0; block < blocks; block++) {
      this.#cursor.moveToBlock(positionIn(gridDim, block));
      this.#clock.nextBlock();
      for (const state of this.#states.values()) state.startBlock();
      for (const register of this.#registers.values()) register.fill(0);
      this.#runSteps(this.#kernel.steps, OUTSIDE, null, this.#options.audit?.(block) ?? false);
      this.#options.progress?.();
    }
    return this.#trace();
  }

  #runSteps(steps: readonly Step[], passes: Passes, takesPart: Uint8Array | null, audit: boolean): void {
    for (const step of steps) {
      switch (step.kind) {
        case "barrier":
          this.#clock.nextPhase();
          break;
        case "repeat":
          this.#runRepeat(step, passes, takesPart, audit);
          break;
        case "combine":
          this.#combine(step, takesPart);
          break;
        case "pack":
          this.#pack(step, takesPart);
          break;
        case "move":
          this.#runMove(step, passes, takesPart, audit);
          break;
        default: {
          const run = this.#accessRuns.get(step)!;
          run.ask(passes, takesPart, audit);
          run.perform();
        }
      }
    }
  }

  #runMove(move: Move, passes: Passes, takesPart: Uint8Array | null, audit: boolean): void {
    const load = this.#accessRuns.get(move.load)!;
    const store = this.#accessRuns.get(move.store)!;
    load.ask(passes, takesPart, audit);
    store.ask(passes, takesPart, audit);
    AccessRun.join(load, store);
    load.perform();
    store.perform();
  }

  #runRepeat(repeat: Repeat, passes: Passes, takesPart: Uint8Array | null, audit: boolean): void {
    if (typeof repeat.times === "number" && takesPart === null) {
      for (let pass = 0; pass < repeat.times; pass++) this.#runSteps(repeat.steps, inside(passes, pass), null, audit);
      return;
    }
    const times = this.#participation.times(repeat, passes, takesPart, audit);
    const divergent = times.most !== times.fewest || (takesPart?.includes(0) ?? false);
    const firstAccess = accessesOf(repeat.steps)[0];
    if (divergent && firstAccess && hasBarrier(repeat.steps)) this.#accessRuns.get(firstAccess)!.reportDivergentBarrier(times.shortest);
    for (let pass = 0; pass < times.most; pass++) this.#runSteps(repeat.steps, inside(passes, pass), times.takesPart(pass), audit);
  }

  #combine({ into, from, times }: Combine, takesPart: Uint8Array | null): void {
    const sums = this.#loadedRegister(into);
    const addends = this.#loadedRegister(from);
    const factors = times === undefined ? undefined : this.#loadedRegister(times);
    const threads = warpThreads(this.#launch);
    const toOneElement = sums.length === threads;
    if ((sums.length !== addends.length && !toOneElement) || (factors && factors.length !== addends.length)) {
      throw new RangeError(
        `registers ${[into, from, times ?? []]
          .flat()
          .map((name) => `"${name}"`)
          .join(", ")} hold vectors of different lengths`,
      );
    }
    const elementsPerThread = addends.length / threads;
    for (let i = 0; i < addends.length; i++) {
      const thread = elementsPerThread === 1 ? i : Math.floor(i / elementsPerThread);
      if (takesPart !== null && takesPart[thread] !== 1) continue;
      const sum = toOneElement ? thread : i;
      sums[sum] = (sums[sum] + (factors ? Math.imul(addends[i], factors[i]) : addends[i])) | 0;
    }
  }

  #pack({ into, from }: Pack, takesPart: Uint8Array | null): void {
    const vectors = this.#loadedRegister(into);
    const elements = from.map((name) => this.#loadedRegister(name));
    const threads = warpThreads(this.#launch);
    if (vectors.length !== from.length * threads || elements.some(({ length }) => length !== threads)) {
      throw new RangeError(
        `register "${into}" does not hold as many elements as there are in ${from.map((name) => `"${name}"`).join(", ")}`,
      );
    }
    for (let thread = 0; thread < threads; thread++) {
      if (takesPart !== null && takesPart[thread] !== 1) continue;
      for (let i = 0; i < from.length; i++) vectors[thread * from.length + i] = elements[i][thread];
    }
  }

  #loadedRegister(name: string): Int32Array {
    const register = this.#registers.get(name);
    if (!register) throw new RangeError(`a step between registers needs ones that are loaded or stored somewhere: there is no "${name}"`);
    return register;
  }

  #makeArrays(): void {
    const stored = new Set(
      accessesOf(this.#kernel.steps)
        .filter((access) => access.kind === "store")
        .map((access) => access.array),
    );
    const loaded = new Set(
      accessesOf(this.#kernel.steps)
        .filter((access) => access.kind === "load")
        .map((access) => access.array),
    );
    const firstIds = sourceIds(this.#kernel.arrays);
    const valueOf = combines(this.#kernel.steps) ? hashId : undefined;
    for (const [name, array] of Object.entries(this.#kernel.arrays)) {
      const { space, length, expected = () => 0, reads = "any" } = array;
      const firstId: number | undefined = firstIds[name];
      if (space === "shared") this.#states.set(name, new SharedArray(this.#clock, length));
      else if (firstId !== undefined && !stored.has(name)) this.#states.set(name, sourceArray(firstId, length, reads, valueOf));
      else if (firstId === undefined && !loaded.has(name)) this.#states.set(name, new OutputArray(length, expected));
      else this.#states.set(name, new InOutArray(this.#clock, length, initialValues(firstId, valueOf), expected));
    }
  }

  #makeRegisters(): void {
    const threads = warpThreads(this.#launch);
    for (const access of accessesOf(this.#kernel.steps)) {
      const length = threads * (access.elementsPerLane ?? 1);
      const known = this.#registers.get(registerOf(access));
      if (known && known.length !== length)
        throw new RangeError(`register "${registerOf(access)}" is used with vectors of different lengths`);
      if (!known) this.#registers.set(registerOf(access), new Int32Array(length));
    }
  }

  #trace(): Trace {
    for (const [name, state] of this.#states)
      state.finish((kind, elementIndex, detail) => this.#log.addMissing(kind, name, elementIndex, detail));
    return { accesses: [...this.#accessRuns.values()].map((run) => run.trace()), violations: this.#log.list() };
  }
}

/** Threads of a block, made up to whole warps. */
function warpThreads({ blockDim }: Launch): number {
  return Math.ceil(volume(blockDim) / WARP_SIZE) * WARP_SIZE;
}

function initialValues(firstId: number | undefined, valueOf = (id: number): number => id): ((elementIndex: number) => number) | undefined {
  return firstId === undefined ? undefined : (elementIndex) => valueOf(firstId + elementIndex);
}

function registerOf(access: Access): string {
  return access.register ?? "value";
}

function hasBarrier(steps: readonly Step[]): boolean {
  return steps.some((step) => step.kind === "barrier" || (step.kind === "repeat" && hasBarrier(step.steps)));
}
