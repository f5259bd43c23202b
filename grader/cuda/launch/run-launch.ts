import { blockTooLarge, clusterGrid, clusterTooLarge, launchSymbol, launchTooLong } from "../errors/launch-errors.ts";
import { WARP_SIZE, dim3, type Device } from "#simulator";
import { elementRanges } from "../machine/element-ranges.ts";
import type { Fault } from "../machine/fault.ts";
import { Findings, type Finding } from "../machine/findings.ts";
import type { LaunchPlace } from "../machine/launch-place.ts";
import { Memory } from "../machine/memory.ts";
import { RequestStream, type ObserveRequest, type Sanitizers, type SiteCounts } from "../machine/request-stream.ts";
import { dynamicSharedOffset, runProgram, type Executions, type ProgramEvents, type RunOptions } from "../machine/run-program.ts";
import type { ChooseLanding } from "../machine/bulk-copies.ts";
import { InstructionMachine } from "../machine/instruction-machine.ts";
import type { AsynchronousReports } from "../machine/race-check.ts";
import { WarpOrder } from "../machine/warp-order.ts";
import { siteArrays, type SiteArrays } from "../machine/site-arrays.ts";
import { bfloat16ToBits, halfToBits } from "../numbers/half.ts";
import { numberFunctions } from "../numbers/function-table.ts";
import { numberOperations } from "../numbers/operations.ts";
import type { CompiledKernel } from "../compile.ts";
import { SCALAR_BYTES, type MemoryVariable, type Program, type ScalarType } from "../ir/program.ts";
import { eachStep } from "../ir/walk.ts";
import type { AccessSite } from "../ir/access-site.ts";
import { eventsOf } from "./event-findings.ts";
import type { KernelLaunch } from "./launch.ts";
import { arrayBytes, fillMemory, placeArguments, type PlacedArray } from "./place-arguments.ts";
import { LaunchSampling } from "./launch-sampling.ts";
import { LandingRecord, MOST_STEPS_TO_EXPLORE, hangInAnotherOrder } from "./landing-orders.ts";
import { Printer, type PrintedLine } from "./printer.ts";
import { SampledCounts } from "./sampled-counts.ts";
import { smallerSizes, type SmallerSize } from "./smaller-size.ts";

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
   *
   * @param isSample whether only a sample of the blocks is run
   */
  readonly observe?: (place: LaunchPlace, memory: Memory, isSample: boolean) => ObserveRequest;
  /** Called when all warps of a block have arrived at a barrier. */
  readonly observeBarrier?: () => void;
  /** Receives the output of `print` steps, in place of the result. */
  readonly print?: ProgramEvents["print"];
  /** Runs only the blocks from `from` up to, but without, `to`, by their numbers in the grid. */
  readonly blocks?: { readonly from: number; readonly to: number };
  /** Steps of warps that a launch may take, in all, to be run whole: of a larger one, a sample of the blocks is run. */
  readonly wholeSteps?: number;
  /** Which of several copies on their way lands next; not given, the first that was begun. */
  readonly chooseLanding?: ChooseLanding;
}

/** A launch that was too large to be run whole: some of its blocks were, and their counts scaled. */
export interface LaunchSample {
  /** Blocks that were run, each of them whole. */
  readonly blocks: number;
  readonly ofBlocks: number;
  /** Whether blocks in like places of the grid counted the same: the scaled counts are exact if all others do. */
  readonly isUniform: boolean;
  /** Steps of warps that the whole launch takes: of the blocks that were run, scaled. */
  readonly steps: number;
  /** Sizes with which all blocks would be run. */
  readonly smaller: readonly SmallerSize[];
  /** Where the allocations begin that the launch may write to: what the other blocks would have written is missing there. */
  readonly incomplete: readonly number[];
}

/** The outcome of a launch. */
export interface LaunchResult {
  readonly status: "done" | "stopped" | "assertion" | "deadlock";
  readonly sites: readonly CountedSite[];
  readonly findings: readonly Finding[];
  /** Findings at places beyond the first `MAX_FINDINGS`. */
  readonly furtherFindings: number;
  /** The fault that would have ended the launch on a GPU. */
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
  /** Undefined for a launch that was run whole. */
  readonly sample?: LaunchSample;
  /** Sentences on what is no fault and better done otherwise. */
  readonly advice?: readonly string[];
}

export interface CountedSite {
  readonly site: AccessSite;
  /** One entry for each memory that the site accessed. */
  readonly counts: readonly SiteCounts[];
}

/** The most threads of a block, on every device (CUDA C++ Programming Guide, compute capabilities). */
const MOST_THREADS = 1024;
const MOST_THREADS_ALONG_Z = 64;
/** Along x, y and z. */
const MOST_BLOCKS: readonly number[] = [2 ** 31 - 1, 65_535, 65_535];

/** Grid, block and dynamic shared memory of a launch. */
export type LaunchShape = Pick<KernelLaunch, "grid" | "block" | "sharedBytes" | "cluster">;

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

/** Steps of warps that a launch may take to be run whole: about a minute's. */
export const WHOLE_STEPS = 500_000_000;
/** From so many steps on, the blocks that have ended tell how many the launch will take: roughly, and surely. */
const TELLING_STEPS = 4_000_000;
const tellingSteps = (wholeSteps: number): readonly [roughly: number, surely: number] => [
  Math.min(TELLING_STEPS, wholeSteps / 8),
  wholeSteps / 8,
];
/** Steps after which a block that has not ended is given up. */
const BLOCK_STEPS = 1_000_000_000;

/** Thrown out of a launch that turns out to be too large to be run whole. */
class TooLarge extends Error {
  /** The average of the blocks that have ended; undefined if the first one alone has told. */
  readonly stepsPerBlock: number | undefined;

  constructor(stepsPerBlock: number | undefined) {
    super("too large to be run whole");
    this.stepsPerBlock = stepsPerBlock;
  }
}

/**
 * Runs a launch on existing memory: whole, or a sample of its blocks if it would take more than `wholeSteps`. `prepare` is called again if
 * the launch restarts, and then restores the initial contents.
 */
export function runOn(
  kernel: CompiledKernel,
  shape: LaunchShape,
  options: Omit<LaunchOptions, "memoryBytes">,
  prepare: () => LaunchState,
): Omit<LaunchResult, "arrays"> {
  const [x, y, z] = shape.block;
  const threads = x * y * z;
  if (threads > MOST_THREADS) throw blockTooLarge(MOST_THREADS, threads);
  for (const [axis, name] of ["x", "y", "z"].entries()) {
    if (shape.grid[axis]! > MOST_BLOCKS[axis]!) throw launchTooLong("grid", MOST_BLOCKS[axis]!, `blocks along ${name}`, shape.grid[axis]!);
  }
  if (z > MOST_THREADS_ALONG_Z) throw launchTooLong("block", MOST_THREADS_ALONG_Z, "threads along z", z);
  const cluster = clusterOf(kernel, shape);
  const { wholeSteps = WHOLE_STEPS, blocks, limit = BLOCK_STEPS } = options;
  if (blocks || wholeSteps === Infinity) return attempt(kernel, shape, options, prepare);
  const bounded = { ...options, limit };
  // The blocks of a cluster run together: there is no sample of them.
  if (cluster !== undefined) return explored(kernel, shape, bounded, prepare, attempt);
  return hasInstructions(kernel.program)
    ? explored(kernel, shape, bounded, prepare, wholeOrSample)
    : wholeOrSample(kernel, shape, bounded, prepare);
}

/** Runs a launch whole, or a sample of its blocks if it would take more than `wholeSteps`. */
function wholeOrSample(
  kernel: CompiledKernel,
  shape: LaunchShape,
  bounded: Omit<LaunchOptions, "memoryBytes">,
  prepare: () => LaunchState,
): Omit<LaunchResult, "arrays"> {
  const { wholeSteps = WHOLE_STEPS, progress } = bounded;
  const ofBlocks = shape.grid.reduce((product, extent) => product * extent);
  const [roughly, surely] = tellingSteps(wholeSteps);
  try {
    return attempt(
      kernel,
      shape,
      {
        ...bounded,
        progress: (steps, ended, running) => {
          // While the first block runs, it is known to take so many at least.
          const expected = (steps / Math.max(1, ended)) * ofBlocks;
          const isTooLarge = (steps >= roughly && expected > 2 * wholeSteps) || (ended > 0 && steps >= surely && expected > wholeSteps);
          if (ofBlocks > 1 && isTooLarge) throw new TooLarge(ended > 0 ? steps / ended : undefined);
          return progress?.(steps, ended, running) ?? false;
        },
      },
      prepare,
    );
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const result = attempt(kernel, shape, bounded, prepare, new LaunchSampling(shape.grid, wholeSteps, error.stepsPerBlock));
    // The first blocks were not like the others.
    const isSmall = result.status === "done" && result.sample!.steps <= wholeSteps;
    return isSmall ? attempt(kernel, shape, bounded, prepare) : result;
  }
}

/** A launch with more memory is not run again with its copies in other orders. */
const MOST_BYTES_TO_EXPLORE = 16 * 2 ** 20;
/** The most blocks of a cluster on every device that has them, and on an H100 if the kernel asks for it. */
const MOST_BLOCKS_OF_CLUSTER = 16;

/** The blocks of a cluster along x, y and z: of the launch, or else of the kernel; undefined without clusters. */
function clusterOf(kernel: CompiledKernel, { grid, cluster: asked }: LaunchShape): readonly [number, number, number] | undefined {
  const cluster = asked ?? kernel.cluster;
  if (cluster === undefined) return undefined;
  if (cluster[0] * cluster[1] * cluster[2] > MOST_BLOCKS_OF_CLUSTER) throw clusterTooLarge(MOST_BLOCKS_OF_CLUSTER, cluster);
  if (cluster.some((extent, axis) => grid[axis]! % extent !== 0)) throw clusterGrid(cluster, grid);
  return cluster;
}

/** Whether warps of a program meet at more than the barrier of a block, or copies go on by themselves. */
function hasInstructions({ body }: Program): boolean {
  let has = false;
  eachStep(body, ({ kind }) => (has ||= kind === "instruction" || kind === "warpgroupProduct"));
  return has;
}

/** Runs a launch, and a small one again with its copies in other orders: a finding says with which one it hangs. */
function explored(
  kernel: CompiledKernel,
  shape: LaunchShape,
  options: Omit<LaunchOptions, "memoryBytes">,
  prepare: () => LaunchState,
  run: typeof wholeOrSample,
): Omit<LaunchResult, "arrays"> {
  const started = (record: LandingRecord) => (): LaunchState => {
    record.start();
    return prepare();
  };
  const record = new LandingRecord();
  const result = run(kernel, shape, { ...options, chooseLanding: record.choose }, started(record));
  const isSmall =
    !result.sample && result.status === "done" && result.steps <= MOST_STEPS_TO_EXPLORE && result.memory.top <= MOST_BYTES_TO_EXPLORE;
  if (!isSmall || record.counts.length === 0) return result;
  const after = result.memory.snapshot();
  const { device, limit, sanitizers } = options;
  const alone = { device, ...(limit !== undefined && { limit }), ...(sanitizers && { sanitizers }) };
  const hang = hangInAnotherOrder(record.counts, (tried) =>
    attempt(kernel, shape, { ...alone, chooseLanding: tried.choose }, started(tried)),
  );
  after.restore();
  return hang ? { ...result, findings: [...result.findings, hang] } : result;
}

/** Runs a launch's blocks, or those of a sample. */
function attempt(
  kernel: CompiledKernel,
  shape: LaunchShape,
  options: Omit<LaunchOptions, "memoryBytes">,
  prepare: () => LaunchState,
  sampling?: LaunchSampling,
): Omit<LaunchResult, "arrays"> {
  const { program } = kernel;
  const sample = sampling?.blocks;
  let run = new PreparedRun(kernel, shape, options, prepare(), sample !== undefined);
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
    get instructions() {
      return run.instructions;
    },
    functions: numberFunctions,
    operations: numberOperations,
    ...(options.limit !== undefined && { limit: options.limit }),
    ...(options.blocks && { blocks: options.blocks }),
    ...(options.progress && { progress: options.progress }),
    ...(sample && {
      sample,
      sampled: (position: number, steps: number) => {
        run.sampled?.add(run.stream, sample[position]!);
        sampling!.ended(position, steps);
      },
    }),
    // A fresh run: whatever the first attempt wrote and counted is dropped.
    restart: () => void (run = new PreparedRun(kernel, shape, options, prepare(), sample !== undefined)),
  };
  const { status, steps, wholeSteps, executions } = runProgram(
    program,
    {
      grid: shape.grid,
      block: shape.block,
      parameters: run.values,
      symbols: run.symbols,
      dynamicSharedBytes: shape.sharedBytes,
      cluster: run.cluster,
    },
    prepared,
  );
  run.stream.endLaunch();
  const { sampled } = run;
  return {
    status,
    steps,
    executions,
    sites: sampled?.sites() ?? program.sites.map((site) => ({ site, counts: run.stream.counts(site.number) })),
    findings: (sampled ? run.sampledFindings(program) : run.findings.list).map((finding) => withStoredTwice(finding, run)),
    furtherFindings: run.findings.unlisted,
    fault: run.findings.fault,
    stored: run.stream.stored,
    memory: run.memory,
    printed: run.printer.lines,
    furtherPrinted: run.printer.further,
    ...(run.instructions && run.instructions.advice.length > 0 && { advice: run.instructions.advice }),
    ...(sampled && { sample: { ...sampleOf(kernel, shape, run, options.wholeSteps ?? WHOLE_STEPS, wholeSteps), blocks: sample!.length } }),
  };
}

function sampleOf(
  { parameters, program }: CompiledKernel,
  shape: LaunchShape,
  run: PreparedRun,
  mostSteps: number,
  steps: number,
): Omit<LaunchSample, "blocks"> {
  const { sampled, values } = run;
  const ofBlocks = shape.grid.reduce((product, extent) => product * extent);
  const warps = ofBlocks * Math.ceil(shape.block.reduce((product, extent) => product * extent) / WARP_SIZE);
  const integers = parameters.flatMap(({ name, parts }) =>
    parts.flatMap(({ register }) => {
      const value = values[program.parameters.findIndex((parameter) => parameter.register === register)];
      return /^[iu]\d/.test(register.type) && value !== undefined ? [{ name, value: Number(value) }] : [];
    }),
  );
  // A block whose result depends on those before it, as the last one of a sum, is not like the others.
  const isOrdered = program.sites.some(({ op }) => op === "atomic");
  return {
    ofBlocks,
    isUniform: sampled!.isUniform && !isOrdered,
    steps: Math.round(steps),
    smaller: smallerSizes({ shape, parameters: integers, excess: steps / mostSteps, stepsPerWarp: steps / warps }),
    incomplete: [...run.writable(program)],
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
  /** For a program that has some, or runs in clusters. */
  readonly instructions: InstructionMachine | undefined;
  readonly cluster: readonly [number, number, number] | undefined;
  /** A sample's scaled counts. */
  readonly sampled: SampledCounts | undefined;
  readonly #arrays: SiteArrays;
  #observer: ObserveRequest | undefined;

  constructor(kernel: CompiledKernel, shape: LaunchShape, options: LaunchOptions, state: LaunchState, isSample: boolean) {
    const { program } = kernel;
    const { device, sanitizers, observe, observeBarrier, print } = options;
    this.sampled = isSample ? new SampledCounts(program.sites) : undefined;
    this.memory = state.memory;
    this.values = state.values;
    this.symbols = state.symbols;
    const [x, y, z] = shape.block;
    this.cluster = clusterOf(kernel, shape);
    const blocksPerCluster = (this.cluster ?? [1]).reduce((product, extent) => product * extent, 1);
    const warpsPerBlock = Math.ceil((x * y * z) / WARP_SIZE);
    const isTogether = this.cluster !== undefined || hasInstructions(program);
    const order = isTogether && (sanitizers?.racecheck ?? true) ? new WarpOrder(blocksPerCluster * warpsPerBlock) : undefined;
    const reports: AsynchronousReports = {
      copy: (...found) => this.instructions!.reports.copy(...found),
      cluster: (...found) => this.instructions!.reports.cluster(...found),
      bulk: (...found) => this.instructions!.reports.bulk(...found),
    };
    this.memory.startLaunch({
      sharedBytes: dynamicSharedOffset(program) + shape.sharedBytes,
      sharedVariables: sharedVariablesOf(program, shape.sharedBytes),
      localBytesPerThread: program.localBytes,
      threadsPerBlock: x * y * z,
      blocksPerCluster,
    });
    this.#setParameterSymbols(program);
    const dimensions = { gridDim: dim3(...shape.grid), blockDim: dim3(x, y, z) };
    this.#arrays = siteArrays(program, this.memory, { ...state, dynamicShared: dynamicSharedOf(program, shape.sharedBytes) });
    this.stream = new RequestStream(this.memory, program.sites, {
      device,
      launch: dimensions,
      arrays: this.#arrays,
      findings: this.findings,
      ...(sanitizers && { sanitizers }),
      ...(observe && { observe: (site, mask, addresses, space) => this.#observer?.(site, mask, addresses, space) }),
      ...(observeBarrier && { observeBarrier }),
      ...(order && { together: { blocks: blocksPerCluster, warpsPerBlock, order, reports } }),
    });
    this.instructions = isTogether
      ? new InstructionMachine({
          memory: this.memory,
          stream: this.stream,
          findings: this.findings,
          place: this.stream.place,
          order,
          choose: options.chooseLanding,
          lineOf: kernel.lineOf,
          grid: shape.grid,
          block: shape.block,
          cluster: this.cluster ?? [1, 1, 1],
        })
      : undefined;
    this.#observer = observe?.(this.stream.place, this.memory, isSample);
    this.printer = new Printer(program.formats, this.stream.place, this.memory);
    this.events = { ...eventsOf(this.findings, this.stream.place, this.printer), ...(print && { print }) };
  }

  /** Writes parameters that are in constant memory there. */
  #setParameterSymbols({ parameterSymbols = [], symbols, parameters }: Program): void {
    const view = new DataView(this.memory.buffer);
    for (const { symbol, parts } of parameterSymbols) {
      const address = this.symbols[symbols.findIndex(({ name }) => name === symbol)]!;
      for (const { register, offset } of parts) {
        const value = this.values[parameters.findIndex((parameter) => parameter.register === register)]!;
        writeScalar(view, address + offset, register.type, value);
      }
    }
  }

  /** Where the allocations of global memory begin that the program's stores and atomics may write to, whichever block makes them. */
  writable({ sites }: Program): ReadonlySet<number> {
    const arrays = sites.flatMap(({ number, op }) => (op === "load" ? [] : [this.#arrays[number]]));
    // An address that was read from memory may lead anywhere.
    if (arrays.includes(undefined)) return new Set(this.memory.allocations.map(({ base }) => base));
    const written = arrays.flatMap((each) => each!.map(({ allocation }) => allocation));
    return new Set([...written.filter(({ space }) => space === "global").map(({ base }) => base), ...this.stream.stored.keys()]);
  }

  /** The findings of a sample: of elements that nothing has written, those that no other block would have written. */
  sampledFindings(program: Program): readonly Finding[] {
    const writable = this.writable(program);
    return this.findings.list.filter(({ kind, space, address }) => {
      const base = kind === "uninitialized" && space === "global" ? this.memory.find(address!)?.base : undefined;
      return base === undefined || !writable.has(base);
    });
  }
}

function writeScalar(view: DataView, at: number, type: ScalarType, value: number | bigint): void {
  switch (SCALAR_BYTES[type]) {
    case 1:
      return view.setUint8(at, Number(value));
    case 2:
      return view.setUint16(
        at,
        type === "f16" ? halfToBits(Number(value)) : type === "bf16" ? bfloat16ToBits(Number(value)) : Number(value),
        true,
      );
    case 4:
      return type === "f32" ? view.setFloat32(at, Number(value), true) : view.setUint32(at, Number(value), true);
    default:
      return type === "f64" ? view.setFloat64(at, Number(value), true) : view.setBigUint64(at, BigInt.asUintN(64, BigInt(value)), true);
  }
}

/** The variables in a block's shared memory. @param dynamicBytes dynamic shared memory of the launch */
export function sharedVariablesOf(program: Program, dynamicBytes: number): readonly MemoryVariable[] {
  const { sharedVariables, dynamicShared } = program;
  if (dynamicShared === undefined || dynamicBytes === 0) return sharedVariables;
  return [...sharedVariables, dynamicSharedOf(program, dynamicBytes)];
}

/** Dynamic shared memory under the name that the text declares for it. */
function dynamicSharedOf(program: Program, bytes: number): MemoryVariable {
  const undeclared = { name: "dynamic shared memory", element: { name: "byte", bytes: 1 }, isArray: true };
  const { name, element, isArray, fields } = program.dynamicShared ?? { ...undeclared, fields: undefined };
  const offset = dynamicSharedOffset(program);
  const lengths = isArray ? { lengths: [Math.floor(bytes / Math.max(1, element.bytes))] } : {};
  const placed = fields?.map((field) => ({ ...field, offset: offset + field.offset }));
  return { name, element, offset, bytes, ...lengths, ...(placed && { fields: placed }) };
}

function placeSymbols({ program, symbolTypes }: CompiledKernel, launch: KernelLaunch, memory: Memory): number[] {
  const contents = new Map(launch.symbols.map(({ symbol, fill }) => [symbol, fill]));
  for (const name of contents.keys()) {
    if (!program.symbols.some((symbol) => symbol.name === name)) throw launchSymbol(name);
  }
  return program.symbols.map(({ name, memory: kind, bytes, element, contents: own }) => {
    const address = memory.allocate(name, bytes, "given", { element, space: kind === "constant" ? "constant" : "global" });
    if (own) memory.u8.set(own, address);
    const fill = contents.get(name);
    if (fill !== undefined) fillMemory(memory, address, symbolTypes.get(name)!, 1, fill);
    return address;
  });
}
