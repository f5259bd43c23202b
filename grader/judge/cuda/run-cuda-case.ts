import { profileHost } from "#cuda/host/profile-host.ts";
import { definitionsOf, hasHostFunction, runHost, type HostLaunch } from "#cuda/host/run-host.ts";
import { compileLaunched } from "#cuda/launch/launched-kernel.ts";
import type { KernelLaunch } from "#cuda/launch/launch.ts";
import type { PlacedArray } from "#cuda/launch/place-arguments.ts";
import { runLaunch, type LaunchOptions } from "#cuda/launch/run-launch.ts";
import type { Program } from "#cuda/ir/program.ts";
import type { Memory } from "#cuda/machine/memory.ts";
import { profileLaunch } from "#cuda/profile/profile.ts";
import type { LaunchProfile } from "#cuda/profile/profile-schema.ts";
import { halfFromBits } from "#cuda/numbers/half.ts";
import { filledArray, type FilledType } from "#cuda/numbers/launch-fill.ts";
import type { Coordinates } from "#cuda/machine/findings.ts";
import { placeAt, type Span } from "#cuda/source-error.ts";
import { h200, type Device } from "#simulator";
import type { CudaSize, CudaTask, Numbers, TaskArray } from "./cuda-task.ts";
import type { ElementWriter } from "./cuda-verdict.ts";

/** A case that was run: its launches with their counts and findings, and the arrays at the end. */
export interface CaseRun {
  /** Launches that did exactly the same at the same place are one, with their number. */
  readonly launches: readonly RunLaunch[];
  readonly arrays: readonly PlacedArray[];
  readonly memory: Memory;
  /** Whether the host could see what kernels wrote. */
  readonly isTaken: boolean;
  /** Whether the host's code ended the program instead of returning. */
  readonly isAborted: boolean;
  /** Bytes of the sectors that the host's copies within the device read and wrote, or that it set there. */
  readonly movedBytes: number;
}

/** A launch of a case, with its profile. */
export interface RunLaunch {
  readonly profile: LaunchProfile;
  readonly grid: Coordinates;
  readonly block: Coordinates;
  readonly times: number;
}

/** The most steps of a case: a few seconds' work, whatever the machine does besides. */
const MOST_WARP_STEPS = 6_000_000;
const MOST_HOST_STEPS = 400_000;
/** The most bytes of the device's memory. */
const MOST_BYTES = 2 ** 26;

/** The text that is compiled: the learner's, and behind it the task's own host code. */
function wholeText({ driver }: Pick<CudaTask, "driver">, text: string): string {
  if (driver === undefined) return text;
  // The learner's macros end with the learner's text: the task's code says what it says. A backslash at the end takes the empty line.
  const names = new Set(driver.match(/[A-Za-z_]\w*/g));
  return `${text}\n\n${[...names].map((name) => `#undef ${name}\n`).join("")}${driver}`;
}

const deviceOf = ({ device }: CudaTask): Device => device ?? h200;

/**
 * Runs one case of a task with an answer, and counts it.
 *
 * @param progress called every so often while it runs
 * @throws SourceError, RangeError, TooMuchWorkError as the lab does
 */
export function runCudaCase(task: CudaTask, text: string, size: CudaSize, progress: () => void): CaseRun {
  const whole = wholeText(task, text);
  const device = deviceOf(task);
  const going = (): boolean => {
    progress();
    return false;
  };
  const limits = { wholeSteps: Infinity, limit: task.steps?.warps ?? MOST_WARP_STEPS, memoryBytes: MOST_BYTES, progress: going };
  const launch = launchOf(task, size);
  if (launch) {
    const { profile, result } = profileLaunch(whole, launch, device, limits);
    const { grid, block } = launch;
    const own = { isTaken: false, isAborted: false, movedBytes: 0 };
    return { launches: [{ profile, grid, block, times: 1 }], arrays: result.arrays, memory: result.memory, ...own };
  }
  const options = { entry: task.entry, call: task.call?.(size) ?? [], hostLimit: task.steps?.host ?? MOST_HOST_STEPS };
  const { launches, result } = profileHost(whole, device, { ...limits, ...options, beforeLaunch: progress });
  const { given, memory, isTaken, isAborted, movedBytes } = result;
  const made = launches.map((profile): RunLaunch => ({ profile, grid: profile.grid, block: profile.block, times: profile.times }));
  return { launches: made, arrays: given, memory, isTaken, isAborted, movedBytes };
}

/** Where a text defines the function that the task's own host code defines, if it does. @throws SourceError where it is not understood */
export function takenEntry(task: CudaTask, text: string): Span | undefined {
  if (task.driver === undefined) return undefined;
  return definitionsOf(wholeText(task, text), task.entry).find(({ from }) => from < text.length);
}

/** Whether the text has the function of the host that a task calls, or the task calls none. @throws SourceError where it is not understood */
export function hasEntry(task: CudaTask, text: string): boolean {
  return task.launch !== undefined || task.wholeLaunch !== undefined || hasHostFunction(wholeText(task, text), task.entry);
}

/** The launch that a task makes of its kernel; undefined where the learner's own host code launches. */
function launchOf(task: CudaTask, size: CudaSize): KernelLaunch | undefined {
  if (task.wholeLaunch) return task.wholeLaunch(size);
  if (task.launch === undefined) return undefined;
  const { grid, block, sharedBytes = 0 } = task.launch(size);
  return {
    kernel: task.entry,
    grid: [...grid],
    block: [...block],
    sharedBytes,
    arguments: (task.call?.(size) ?? []).map((argument) => {
      if (typeof argument === "number") return { value: argument, type: "number" };
      const { name, type, length, fill } = argument;
      return { array: name, type: TYPE_NAMES[type] ?? type, length, ...(fill !== undefined && { fill: fill as NonNullable<Fill> }) };
    }),
    symbols: [],
  };
}

type Fill = Extract<KernelLaunch["arguments"][number], { array: string }>["fill"];

/** The name of a number's type in C++, and of the array that its fill makes. */
const TYPE_NAMES: { readonly [type in TaskArray["type"]]?: string } = {
  f16: "half",
  f32: "float",
  f64: "double",
  i32: "int",
  u32: "unsigned int",
};
const FILLED: { readonly [type in TaskArray["type"]]?: FilledType } = {
  f16: "half",
  f32: "float",
  f64: "double",
  i32: "int32",
  u32: "uint32",
};

/** The contents of a case's inputs when it starts, by name: for the reference. */
export function caseInputs(task: CudaTask, size: CudaSize): Record<string, Numbers> {
  const arrays = (task.call?.(size) ?? []).filter((argument): argument is TaskArray => typeof argument !== "number");
  return Object.fromEntries(
    arrays.flatMap(({ name, type, length, fill }) => {
      const filled = FILLED[type];
      if (filled === undefined) throw new TypeError(`the array ${name} is of ${type}: declare it as f16, f32, f64, i32 or u32`);
      if (fill === undefined) return [];
      const values = filledArray(fill, filled, length) as Numbers;
      return [[name, filled === "half" ? Float64Array.from(values, halfFromBits) : values] as const];
    }),
  );
}

/**
 * The thread that was the last to write to an address in a case, which is run once more for it; undefined if none was.
 *
 * @param bytes of the element there
 */
export function lastWriter(task: CudaTask, text: string, size: CudaSize, address: number, bytes: number): ElementWriter | undefined {
  const whole = wholeText(task, text);
  const device = deviceOf(task);
  const limits = { wholeSteps: Infinity, limit: task.steps?.warps ?? MOST_WARP_STEPS, memoryBytes: MOST_BYTES };
  let writer: (Omit<ElementWriter, "line"> & { readonly from: number }) | undefined;
  const observing =
    (program: Program, kernel: string): NonNullable<LaunchOptions["observe"]> =>
    (place) =>
    (number, activeMask, addresses, space) => {
      const site = program.sites[number]!;
      if (space !== "global" || site.op === "load") return;
      for (let lane = 0; lane < 32; lane++) {
        const at = addresses[lane]!;
        if (((activeMask >>> lane) & 1) === 0 || at >= address + bytes || at + site.bytesPerLane <= address) continue;
        const thread = place.threadCoordinates(place.threadOf(lane));
        writer = { thread, block: place.blockCoordinates(place.block), kernel, from: site.span.from };
      }
    };
  const launch = launchOf(task, size);
  if (launch) {
    const compiled = compileLaunched(whole, task.entry);
    runLaunch(compiled, launch, { ...limits, device, observe: observing(compiled.program, task.entry) });
  } else {
    // A launch has its name when it has ended.
    runHost(whole, {
      ...limits,
      device,
      entry: task.entry,
      call: task.call?.(size) ?? [],
      hostLimit: task.steps?.host ?? MOST_HOST_STEPS,
      observe: ({ program }) => observing(program, ""),
      onLaunch: (launch: HostLaunch) => {
        if (writer?.kernel === "") writer = { ...writer, kernel: launch.kernel };
      },
    });
  }
  if (writer === undefined) return undefined;
  const { from, ...rest } = writer;
  return { ...rest, ...(from < text.length && { line: placeAt(text, from).line }) };
}
