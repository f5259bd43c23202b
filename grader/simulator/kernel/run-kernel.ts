import type { Device } from "../devices.ts";
import { AccessRun, type FollowAccess, type ObserveIndexes } from "./access-run.ts";
import type { ArrayState } from "./array-state.ts";
import { callSites, type CallSite } from "./call-sites.ts";
import { InOutArray, OutputArray, sourceArray, type InitialValue } from "./global-arrays.ts";
import type { CallLoops, StepScope } from "./index-caller.ts";
import {
  NO_LOOP,
  accessesOf,
  checkKernel,
  combines,
  type Access,
  type Combine,
  type Kernel,
  type Move,
  type Pack,
  type Repeat,
  type Step,
} from "./kernel.ts";
import { checkLaunch, positionIn, volume, type Launch } from "./launch.ts";
import { PhaseClock, accessesNeedingRaceCheck } from "./races.ts";
import { Registers } from "./registers.ts";
import type { CallRecord } from "./repeated-calls.ts";
import { SharedArray } from "./shared-array.ts";
import { hashId, sourceIds } from "./source-ids.ts";
import { ThreadCursor, type CallPlace } from "./thread.ts";
import type { Trace } from "./trace.ts";
import { TripCounter } from "./trip-counts.ts";
import { ViolationLog } from "./violation.ts";

export interface RunOptions {
  /** Whether index functions are called twice, in another order, for the threads of the block with this linear number. Default: never. */
  readonly recheckPurity?: (block: number) => boolean;
  /** Takes what index functions return, to be compared with what they return elsewhere. */
  readonly record?: CallRecord;
  /** The loops to call index functions by, where the same answer runs several times. */
  readonly loops?: CallLoops;
  /** Called with the indexes of every access of every block. */
  readonly observe?: ObserveIndexes;
  /** Called after every access of every block, with what it moved. */
  readonly follow?: FollowAccess;
  /** Called after registers were combined or packed, with a flag for each thread of the block that did: null when all did. */
  readonly followRegisters?: (step: Combine | Pack, activeThreads: Uint8Array | null) => void;
  /** Called before the run with a function that says, during the run, for which thread an index function is being called. */
  readonly onStart?: (callPlace: () => CallPlace) => void;
  /** Called after each block, so that a watchdog sees that the run is alive. */
  readonly progress?: () => void;
}

/**
 * Runs a kernel, block after block and step after step: follows every element, counts every request.
 *
 * @throws RangeError for an invalid kernel or launch, IndexRefused for an index function that does not return an index
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
  readonly #arrays: ReadonlyMap<string, ArrayState>;
  readonly #registers: Registers;
  readonly #accessRuns: ReadonlyMap<Access, AccessRun>;
  readonly #tripCounter: TripCounter;
  #barriers = 0;

  constructor(kernel: Kernel, launch: Launch, device: Device, options: RunOptions) {
    this.#kernel = kernel;
    this.#launch = launch;
    this.#options = options;
    this.#cursor = new ThreadCursor(launch);
    this.#arrays = arrayStates(kernel, this.#clock);
    this.#registers = new Registers(kernel, launch);
    const sites = new Map(callSites(kernel.steps, options.loops).map((site) => [site.step, site]));
    const siteOf = (step: Access | Repeat): CallSite => sites.get(step)!;
    this.#tripCounter = new TripCounter(kernel, launch, this.#cursor, siteOf);
    this.#accessRuns = this.#makeAccessRuns(device, siteOf);
  }

  #makeAccessRuns(device: Device, siteOf: (access: Access) => CallSite): Map<Access, AccessRun> {
    const needRaceCheck = accessesNeedingRaceCheck(this.#kernel.steps);
    const runs = new Map<Access, AccessRun>();
    const targets = copyTargets(this.#kernel.steps);
    for (const access of accessesOf(this.#kernel.steps)) {
      const copiesTo = targets.get(access);
      const run = new AccessRun({
        access,
        accessNumber: runs.size,
        state: this.#arrays.get(access.array)!,
        register: this.#registers.of(access),
        tracksLoads: needRaceCheck.has(access),
        kernel: this.#kernel,
        launch: this.#launch,
        device,
        cursor: this.#cursor,
        log: this.#log,
        callSite: siteOf(access),
        observe: this.#options.observe,
        follow: this.#options.follow,
        copiesTo: copiesTo && (() => runs.get(copiesTo)!),
      });
      runs.set(access, run);
    }
    return runs;
  }

  run(): Trace {
    const { gridDim } = this.#launch;
    const blocks = volume(gridDim);
    this.#options.onStart?.(() => this.#cursor.callPlace());
    for (let block = 0; block < blocks; block++) {
      this.#cursor.moveToBlock(positionIn(gridDim, block));
      this.#clock.nextBlock();
      for (const array of this.#arrays.values()) array.startBlock();
      this.#registers.clear();
      const recheckPurity = this.#options.recheckPurity?.(block) ?? false;
      const record = this.#recorderOf(block);
      this.#runSteps(this.#kernel.steps, { loopIndex: NO_LOOP, activeThreads: null, recheckPurity, ...(record && { record }) });
      this.#options.progress?.();
    }
    return this.#trace();
  }

  #recorderOf(block: number): StepScope["record"] {
    const { record } = this.#options;
    if (!record?.includes(block)) return undefined;
    return (site, { loopIndex, activeThreads }, indexes) => record.add({ site, block, loopIndex, activeThreads, indexes });
  }

  #runSteps(steps: readonly Step[], scope: StepScope): void {
    for (const step of steps) {
      switch (step.kind) {
        case "barrier":
          this.#clock.nextPhase();
          this.#barriers++;
          break;
        case "repeat":
          this.#runRepeat(step, scope);
          break;
        case "combine":
          this.#registers.combine(step, scope.activeThreads);
          this.#options.followRegisters?.(step, scope.activeThreads);
          break;
        case "pack":
          this.#registers.pack(step, scope.activeThreads);
          this.#options.followRegisters?.(step, scope.activeThreads);
          break;
        case "move":
          this.#runMove(step, scope);
          break;
        default: {
          const run = this.#runOf(step);
          run.collectIndexes(scope);
          run.perform();
        }
      }
    }
  }

  #runMove(move: Move, scope: StepScope): void {
    const load = this.#runOf(move.load);
    const store = this.#runOf(move.store);
    load.collectIndexes(scope);
    store.collectIndexes(scope);
    AccessRun.intersectActive(load, store);
    load.perform();
    store.perform();
  }

  #runRepeat(repeat: Repeat, scope: StepScope): void {
    const { activeThreads } = scope;
    if (typeof repeat.times === "number" && activeThreads === null) {
      for (let trip = 0; trip < repeat.times; trip++) this.#runSteps(repeat.steps, iterationIn(scope, trip, null));
      return;
    }
    const trips = this.#tripCounter.count(repeat, scope);
    const divergent = trips.most !== trips.fewest || (activeThreads?.includes(0) ?? false);
    const [firstAccess] = accessesOf(repeat.steps);
    if (divergent && firstAccess && hasBarrier(repeat.steps)) {
      const { record: _, ...unrecorded } = scope;
      const first = iterationIn({ ...unrecorded, recheckPurity: false }, 0, trips.activeThreads(0));
      this.#runOf(firstAccess).reportDivergentBarrier(trips.threadWithFewest, first);
    }
    for (let trip = 0; trip < trips.most; trip++) this.#runSteps(repeat.steps, iterationIn(scope, trip, trips.activeThreads(trip)));
  }

  #runOf(access: Access): AccessRun {
    return this.#accessRuns.get(access)!;
  }

  #trace(): Trace {
    for (const [name, array] of this.#arrays)
      array.finish((kind, elementIndex, detail) => this.#log.addMissing(kind, name, elementIndex, detail));
    return { accesses: [...this.#accessRuns.values()].map((run) => run.trace()), violations: this.#log.list(), barriers: this.#barriers };
  }
}

/** The scope of the steps inside a repeat that itself runs in the given scope. */
function iterationIn(scope: StepScope, iteration: number, activeThreads: Uint8Array | null): StepScope {
  return { ...scope, loopIndex: { iteration, outerIteration: scope.loopIndex.iteration }, activeThreads };
}

function hasBarrier(steps: readonly Step[]): boolean {
  return steps.some((step) => step.kind === "barrier" || (step.kind === "repeat" && hasBarrier(step.steps)));
}

/** The store that each load of a `cp.async.cg` is one with. */
function copyTargets(steps: readonly Step[], targets = new Map<Access, Access>()): ReadonlyMap<Access, Access> {
  for (const step of steps) {
    if (step.kind === "repeat") copyTargets(step.steps, targets);
    else if (step.kind === "move" && step.load.instruction === "cp.async.cg") targets.set(step.load, step.store);
  }
  return targets;
}

/** The state of each array of the kernel. Its class depends on how the kernel uses the array. */
function arrayStates({ arrays, steps }: Kernel, clock: PhaseClock): Map<string, ArrayState> {
  const accesses = accessesOf(steps);
  const isStored = (name: string): boolean => accesses.some(({ kind, array }) => kind === "store" && array === name);
  const isLoaded = (name: string): boolean => accesses.some(({ kind, array }) => kind === "load" && array === name);
  const firstIds = sourceIds(arrays);
  const valueOf = combines(steps) ? hashId : undefined;
  const states = new Map<string, ArrayState>();
  for (const [name, { space, length, expected = () => 0, reads = "any" }] of Object.entries(arrays)) {
    const firstId: number | undefined = firstIds[name];
    if (space === "shared") states.set(name, new SharedArray(clock, length));
    else if (firstId !== undefined && !isStored(name)) states.set(name, sourceArray(firstId, length, reads, valueOf));
    else if (firstId === undefined && !isLoaded(name)) states.set(name, new OutputArray(length, expected));
    else states.set(name, new InOutArray(clock, length, initialValues(firstId, valueOf), expected));
  }
  return states;
}

function initialValues(firstId: number | undefined, valueOf = (id: number): number => id): InitialValue | undefined {
  return firstId === undefined ? undefined : (elementIndex) => valueOf(firstId + elementIndex);
}
