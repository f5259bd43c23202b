import { blockTooLarge, launchSymbol } from "../errors/launch-errors.ts";
import { dim3, type Device } from "#simulator";
import { elementRanges } from "../machine/element-ranges.ts";
import type { Fault } from "../machine/fault.ts";
import { Findings, type Finding } from "../machine/findings.ts";
import type { LaunchPlace } from "../machine/launch-place.ts";
import { Memory } from "../machine/memory.ts";
import { RequestStream, type ObserveRequest, type Sanitizers, type SiteCounts } from "../machine/request-stream.ts";
import { dynamicSharedOffset, runProgram, type Executions, type ProgramEvents, type RunOptions } from "../machine/run-program.ts";
import { numberFunctions } from "../numbers/function-table.ts";
import { numberOperations } from "../numbers/operations.ts";
import type { CompiledKernel } from "../compile.ts";
import type { Program, SharedVariable } from "../ir/program.ts";
import type { AccessSite } from "../ir/access-site.ts";
import { eventsOf } from "./event-findings.ts";
import type { KernelLaunch } from "./launch.ts";
import { arrayBytes, fillMemory, placeArguments, type PlacedArray } from "./place-arguments.ts";
import { Printer, type PrintedLine } from "./printer.ts";

export interface LaunchOptions {
  readonly device: Device;
  readonly sanitizers?: Partial<Sanitizers>;
  /** Limit of the launch, in steps of warps. */
  readonly limit?: number;
  /** Limit of its memory, in bytes. */
  readonly memoryBytes?: number;
  /** Called every so often; returns whether to stop. */
  readonly progress?: NonNullable<RunOptions["progress"]>;
  /**
   * Creates the observer of requests, which is called with each one before it is carried out; `place` moves on with the machine. Called
   * again if the launch restarts: forget the requests so far.
   */
  readonly observe?: (place: LaunchPlace, memory: Memory) => ObserveRequest;
  /** Called when all warps of a block have arrived at a barrier. */
  readonly observeBarrier?: () => void;
  /** Receives the output of `print` steps, in place of the result. */
  readonly print?: ProgramEvents["print"];
  /** Runs only the blocks from `from` up to, but without, `to`, by their numbers in the grid. */
  readonly blocks?: { readonly from: number; readonly to: number };
}

/** The outcome of a launch. */
export interface LaunchResult {
  readonly status: "done" | "stopped" | "assertion";
  readonly sites: readonly CountedSite[];
  readonly findings: readonly Finding[];
  /** Findings at places beyond the first `MAX_FINDINGS`. */
  readonly furtherFindings: number;
  /** What would have ended the launch on a GPU. */
  readonly fault: Fault | undefined;
  /** Where the allocations begin that it has stored to, each with the numbers of the sites that did. */
  readonly stored: ReadonlyMap<number, ReadonlySet<number>>;
  readonly executions: readonly Executions[];
  /** Steps of warps, as the limit counts them. */
  readonly steps: number;
  readonly arrays: readonly PlacedArray[];
  readonly memory: Memory;
  readonly printed: readonly PrintedLine[];
  readonly furtherPrinted: number;
}

export interface CountedSite {
  readonly site: AccessSite;
  /** One entry for each memory that the site accessed. */
  readonly counts: readonly SiteCounts[];
}

/** The most threads of a block, on every device (CUDA C++ Programming Guide, compute capabilities). */
const MOST_THREADS = 1024;

/** Grid, block and dynamic shared memory of a launch. */
export type LaunchShape = Pick<KernelLaunch, "grid" | "block" | "sharedBytes">;

/** Memory and the kernel's parameters when a launch starts. */
interface LaunchState {
  readonly memory: Memory;
  /** The value of each register of the program's parameters, in order. */
  readonly values: readonly (number | bigint)[];
  /** Addresses of the program's symbols. */
  readonly symbols: readonly number[];
}

/**
 * Runs a kernel's launch from beginning to end, and counts the cost of every access.
 *
 * @throws RangeError when the launch does not fit the kernel or the machine
 * @throws TooMuchWorkError when it exceeds its limit of steps
 */
export function runLaunch(kernel: CompiledKernel, launch: KernelLaunch, options: LaunchOptions): LaunchResult {
  let arrays: readonly PlacedArray[] = [];
  const result = runOn(kernel, launch, options, () => {
    const placed = placeLaunch(kernel, launch, options.memoryBytes);
    arrays = placed.arrays;
    return placed;
  });
  return { ...result, arrays };
}

/** A launch's memory with the arrays of its arguments. */
export interface PlacedLaunch extends LaunchState {
  readonly arrays: readonly PlacedArray[];
}

/**
 * Memory that holds a launch's arrays and symbols as they are before it runs. @throws RangeError when the launch does not fit the kernel
 */
export function placeLaunch(kernel: CompiledKernel, launch: KernelLaunch, memoryBytes?: number): PlacedLaunch {
  const memory = memoryBytes === undefined ? new Memory() : new Memory(memoryBytes);
  const { symbols, localBytes } = kernel.program;
  memory.expect([...arrayBytes(launch, kernel), ...symbols.map(({ bytes }) => bytes)], {
    localBytesPerThread: localBytes,
    threadsPerBlock: launch.block.reduce((product, extent) => product * extent),
  });
  const placed = placeArguments(launch, kernel, memory);
  return { memory, ...placed, symbols: placeSymbols(kernel, launch, memory) };
}

/** Runs a launch on existing memory. `prepare` is called again if the launch restarts, and then restores the initial contents. */
export function runOn(
  kernel: CompiledKernel,
  shape: LaunchShape,
  options: Omit<LaunchOptions, "memoryBytes">,
  prepare: () => LaunchState,
): Omit<LaunchResult, "arrays"> {
  const { program } = kernel;
  const [x, y, z] = shape.block;
  const threads = x * y * z;
  if (threads > MOST_THREADS) throw blockTooLarge(MOST_THREADS, threads);
  let run = new PreparedRun(kernel, shape, options, prepare());
  const prepared: RunOptions = {
    get memory() {
      return run.memory;
    },
    get stream() {
      return run.stream;
    },
    get events() {
      return run.events;
    },
    functions: numberFunctions,
    operations: numberOperations,
    ...(options.limit !== undefined && { limit: options.limit }),
    ...(options.blocks && { blocks: options.blocks }),
    ...(options.progress && { progress: options.progress }),
    // A fresh run: whatever the first attempt wrote and counted is dropped.
    restart: () => void (run = new PreparedRun(kernel, shape, options, prepare())),
  };
  const { status, steps, executions } = runProgram(
    program,
    { grid: shape.grid, block: shape.block, parameters: run.values, symbols: run.symbols, dynamicSharedBytes: shape.sharedBytes },
    prepared,
  );
  run.stream.endLaunch();
  return {
    status,
    steps,
    executions,
    sites: program.sites.map((site) => ({ site, counts: run.stream.counts(site.number) })),
    findings: run.findings.list.map((finding) => withStoredTwice(finding, run)),
    furtherFindings: run.findings.unlisted,
    fault: run.findings.fault,
    stored: run.stream.stored,
    memory: run.memory,
    printed: run.printer.lines,
    furtherPrinted: run.printer.further,
  };
}

/** A race between stores with the elements that two threads store to at its place, of the array that it is about. */
function withStoredTwice(finding: Finding, { findings, memory }: PreparedRun): Finding {
  const addresses = finding.kind === "race" && finding.space === "global" ? findings.storedTwice(finding.span) : undefined;
  const allocation = addresses && memory.find(finding.address!);
  if (!allocation) return finding;
  const { base, bytes, element } = allocation;
  const within = [...addresses].filter((address) => address >= base && address < base + bytes);
  const numbers = within.map((address) => Math.floor((address - base) / element.bytes));
  return { ...finding, storedTwice: elementRanges(allocation, numbers) };
}

/** The memory, the counters and the findings of one attempt. */
class PreparedRun {
  readonly memory: Memory;
  readonly stream: RequestStream;
  readonly findings = new Findings();
  readonly printer: Printer;
  readonly events: ProgramEvents;
  readonly values: readonly (number | bigint)[];
  readonly symbols: readonly number[];
  #observer: ObserveRequest | undefined;

  constructor({ program }: CompiledKernel, shape: LaunchShape, options: LaunchOptions, state: LaunchState) {
    const { device, sanitizers, observe, observeBarrier, print } = options;
    this.memory = state.memory;
    this.values = state.values;
    this.symbols = state.symbols;
    const [x, y, z] = shape.block;
    this.memory.startLaunch({
      sharedBytes: dynamicSharedOffset(program) + shape.sharedBytes,
      sharedVariables: sharedVariablesOf(program, shape.sharedBytes),
      localBytesPerThread: program.localBytes,
      threadsPerBlock: x * y * z,
    });
    const dimensions = { gridDim: dim3(...shape.grid), blockDim: dim3(x, y, z) };
    this.stream = new RequestStream(this.memory, program.sites, {
      device,
      launch: dimensions,
      findings: this.findings,
      ...(sanitizers && { sanitizers }),
      ...(observe && { observe: (site, mask, addresses, space) => this.#observer?.(site, mask, addresses, space) }),
      ...(observeBarrier && { observeBarrier }),
    });
    this.#observer = observe?.(this.stream.place, this.memory);
    this.printer = new Printer(program.formats, this.stream.place, this.memory);
    this.events = { ...eventsOf(this.findings, this.stream.place, this.printer), ...(print && { print }) };
  }
}

/** The variables in a block's shared memory. @param dynamicBytes dynamic shared memory of the launch */
export function sharedVariablesOf(program: Program, dynamicBytes: number): readonly SharedVariable[] {
  const { sharedVariables, dynamicShared } = program;
  if (dynamicShared === undefined || dynamicBytes === 0) return sharedVariables;
  return [...sharedVariables, dynamicVariable(dynamicShared, dynamicSharedOffset(program), dynamicBytes)];
}

function dynamicVariable(declared: NonNullable<Program["dynamicShared"]>, offset: number, bytes: number): SharedVariable {
  return { ...declared, offset, bytes, lengths: [Math.floor(bytes / Math.max(1, declared.element.bytes))] };
}

function placeSymbols({ program, symbolTypes }: CompiledKernel, launch: KernelLaunch, memory: Memory): number[] {
  const contents = new Map(launch.symbols.map(({ symbol, fill }) => [symbol, fill]));
  for (const name of contents.keys()) {
    if (!program.symbols.some((symbol) => symbol.name === name)) throw launchSymbol(name);
  }
  return program.symbols.map(({ name, memory: kind, bytes, contents: own }) => {
    const address = memory.allocate(name, bytes, "given", { space: kind === "constant" ? "constant" : "global" });
    if (own) memory.u8.set(own, address);
    const fill = contents.get(name);
    if (fill !== undefined) fillMemory(memory, address, symbolTypes.get(name)!, 1, fill);
    return address;
  });
}
