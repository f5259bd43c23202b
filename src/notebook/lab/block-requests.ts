import { deviceNamed, h200, volume } from "#simulator";
import { launchedKernel } from "#cuda/launch/launched-kernel.ts";
import {
  placeLaunch,
  runOn,
  sharedVariablesOf,
  type LaunchOptions,
  type LaunchResult,
  type LaunchShape,
  type PlacedLaunch,
} from "#cuda/launch/run-launch.ts";
import type { PlacedArray } from "#cuda/launch/place-arguments.ts";
import type { Memory } from "#cuda/machine/memory.ts";
import { compileProgram, type CompiledKernel } from "#cuda/compile.ts";
import { bytesOf, typeName, type CudaType } from "#cuda/check/types.ts";
import type { Span } from "#cuda/source-error.ts";
import type { SourceFile } from "#cuda/syntax/tree.ts";
import type { BlockArray } from "./block-arrays.ts";
import {
  BlockRecorder,
  TooManyRequests,
  evaluationOf,
  keptValues,
  type WatchedPrint,
  type BlockBarrier,
  type BlockRequest,
} from "./block-recorder.ts";
import { dimensionsOf } from "./lab-kernel.ts";
import { MEMORY_BYTES, type LabRun } from "./profile.ts";
import { watchProgram } from "./watched-program.ts";

/** What one block's warps ask memory for, and the barriers between, in the order in which the machine runs them. */
export interface BlockRequests {
  /** Number of the block in the grid. */
  readonly block: number;
  readonly requests: readonly BlockRequest[];
  readonly barriers: readonly BlockBarrier[];
  /** The arrays that requests can point into, and the variables in shared memory. */
  readonly arrays: readonly BlockArray[];
  /** Bytes from the local memory of a thread to that of the next, in the machine. */
  readonly localBytesPerThread: number;
  /** Where the access of each site stands in the text. */
  readonly spans: readonly Span[];
  /** Requests beyond those that are kept. */
  readonly further: number;
  /** Whether the block was left before its end, because even those were too many to count. */
  readonly isCut: boolean;
  /** Why the launch goes no further than to this block, or not as far. */
  readonly end?: Exclude<LaunchResult["status"], "done">;
}

/**
 * Runs a launch as far as a block, watches that block, and keeps what its warps ask memory for.
 *
 * @param progress see `LaunchOptions`
 * @param isAlone whether no block is run before it: of a launch that is too large for the lab, all before it take too long
 * @param print of the text, that is watched, too
 */
export function requestsOfBlock(
  run: LabRun,
  block: number,
  progress?: LaunchOptions["progress"],
  isAlone = false,
  print?: WatchedPrint,
): BlockRequests {
  const { source, launch, device } = run;
  const { file, name, templateArguments } = launchedKernel(source, launch.kernel);
  const kernel = compileProgram(file, name, templateArguments);
  const place = (): PlacedLaunch => placeLaunch(kernel, launch, MEMORY_BYTES);
  return watchedBlock(
    { source, file, kernel, shape: launch, device, place, isAlone, ...(progress && { progress }), ...(print && { print }) },
    block,
  );
}

/** A launch of which a block can be watched. */
export interface WatchableLaunch {
  readonly source: string;
  readonly file: SourceFile;
  readonly kernel: CompiledKernel;
  readonly shape: LaunchShape;
  /** Key of a device in `devices`. */
  readonly device: string;
  /** Everything as it is when the launch starts. */
  readonly place: () => PlacedLaunch;
  readonly progress?: LaunchOptions["progress"];
  /** Whether no block is run before the one that is watched. */
  readonly isAlone?: boolean;
  /** A `print` of the text whose values are told. */
  readonly print?: WatchedPrint;
}

export function watchedBlock(
  { source, file, kernel, shape, device, place, progress, isAlone, print }: WatchableLaunch,
  block: number,
): BlockRequests {
  const { gridDim } = dimensionsOf(shape);
  if (!(block >= 0 && block < volume(gridDim))) throw new RangeError(`The launch has no block ${block}.`);
  const options: Omit<LaunchOptions, "memoryBytes"> = {
    device: deviceNamed(device) ?? h200,
    sanitizers: { memcheck: false, initcheck: false, racecheck: false },
    ...(progress && { progress }),
  };
  const watched = watchProgram(kernel.program, source, file);
  let recorder = new BlockRecorder(source);
  let end: BlockRequests["end"];
  /** Everything as it is when the block starts. */
  const begin = (): PlacedLaunch => {
    recorder = new BlockRecorder(source);
    let placed = place();
    if (block === 0 || isAlone) return placed;
    let isPlaced = false;
    const before = { ...options, blocks: { from: 0, to: block } };
    const { status } = runOn(kernel, shape, before, () => {
      if (isPlaced) placed = place();
      isPlaced = true;
      return placed;
    });
    end = endOf(status);
    return placed;
  };
  let state = begin();
  if (end === undefined) {
    let isFirst = true;
    try {
      const { status } = runOn(
        { ...kernel, program: watched.program },
        shape,
        {
          ...options,
          blocks: { from: block, to: block + 1 },
          observe: (place, memory) => (site, activeMask, addresses, space) => {
            if (space !== "bulk" && place.block === block) recorder.request(site, place.warp, activeMask, addresses, space, memory);
          },
          observeBarrier: () => recorder.barrier(),
          print: (step, warp, mask, operands) => {
            const watch = watched.watchOf(step);
            if (watch) recorder.tell(watch, warp, operands);
            else if (print && step.span.from >= print.span.from && step.span.to <= print.span.to)
              print.tell(evaluationOf(step, mask, keptValues(operands[0]!)), warp, recorder.requests.length);
          },
        },
        () => {
          if (!isFirst) state = begin();
          isFirst = false;
          return state;
        },
      );
      end = endOf(status);
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
    }
  }
  const { requests, barriers, further, isCut } = recorder;
  const arrays = arraysIn(state.memory, { arrays: state.arrays, kernel, sharedBytes: shape.sharedBytes });
  const spans = kernel.program.sites.map(({ span }) => span);
  return {
    block,
    requests,
    barriers,
    arrays,
    spans,
    localBytesPerThread: state.memory.localBytesPerThread,
    further,
    isCut,
    ...(end && { end }),
  };
}

function endOf(status: LaunchResult["status"]): BlockRequests["end"] {
  return status === "done" ? undefined : status;
}

/** The arrays of a launch, its symbols, and the shared variables of its kernel, wherever in memory they lie. */
function arraysIn({ allocations, sharedBase }: Memory, { arrays, kernel, sharedBytes }: ArraysInput): BlockArray[] {
  const { program, symbolTypes } = kernel;
  const symbols = program.symbols.flatMap(({ name, memory }): BlockArray[] => {
    const allocation = allocations.find((one) => one.name === name);
    const type = symbolTypes.get(name);
    if (allocation === undefined || type === undefined) return [];
    return [arrayOf(name, memory === "constant" ? "constant" : "global", type, allocation.base)];
  });
  const shared = sharedVariablesOf(program, sharedBytes).map(({ name, offset, element, lengths = [] }): BlockArray => {
    return { name, space: "shared", type: element.name, elementBytes: element.bytes, lengths, base: sharedBase + offset };
  });
  const global = arrays.map(({ name, type, length, address }) =>
    arrayOf(name, "global", { kind: "array" as const, of: type, length }, address),
  );
  return [...global, ...symbols, ...shared];
}

interface ArraysInput {
  readonly arrays: readonly PlacedArray[];
  readonly kernel: CompiledKernel;
  /** Dynamic shared memory of the launch. */
  readonly sharedBytes: number;
}

function arrayOf(name: string, space: BlockArray["space"], type: CudaType, base: number): BlockArray {
  const lengths: number[] = [];
  let element = type;
  for (; element.kind === "array"; element = element.of) lengths.push(element.length);
  return { name, space, type: typeName(element), elementBytes: bytesOf(element), lengths, base };
}
