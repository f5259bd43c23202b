import { argumentCount } from "../errors/call-errors.ts";
import { LaunchError, isStackOverflow } from "../errors/error-kind.ts";
import { callsTooDeep, emptyLaunch, entryArguments, entryOnDevice, localStruct } from "../errors/host-errors.ts";
import { noSuchFunction } from "../errors/launch-errors.ts";
import { nestedTooDeep } from "../errors/syntax-errors.ts";
import { noConversion } from "../errors/type-errors.ts";
import type { Device } from "#simulator";
import { firstLaneOf } from "#simulator/warp-request.ts";
import { Memory, type MemorySnapshot } from "../machine/memory.ts";
import { dependOnData } from "../machine/data-dependence.ts";
import type { Finding } from "../machine/findings.ts";
import type { Sanitizers } from "../machine/request-stream.ts";
import { TooMuchWorkError, type RunningBlock } from "../machine/run-program.ts";
import type { CudaError } from "../launch/cuda-error.ts";
import { fillMemory, type PlacedArray } from "../launch/place-arguments.ts";
import { WHOLE_STEPS, runOn, type LaunchOptions, type LaunchResult, type LaunchShape, type PlacedLaunch } from "../launch/run-launch.ts";
import { checkHost, compileKernel, openFile, type CompiledKernel } from "../compile.ts";
import type { Context } from "../check/context.ts";
import type { ProgramSymbol } from "../ir/program.ts";
import {
  bytesOf,
  innermostElement,
  pointerTo,
  scalarType,
  typeName,
  type CudaType,
  type GivenArgument,
  type NumberType,
} from "../check/types.ts";
import type { LaunchFill } from "../numbers/launch-fill.ts";
import { placeAt, SourceError, type Span } from "../source-error.ts";
import { parse } from "../syntax/parse.ts";
import type { FunctionNode, SourceFile } from "../syntax/tree.ts";
import { conversion } from "./arithmetic.ts";
import { HostThrow, uncaught } from "./exceptions.ts";
import { HOST_BASE, HostMemory, NotComputed, READ, WRITE, type Scalar } from "./host-memory.ts";
import { ABORTED, FailedAssertion, HostExit, HostMachine, type AskedLaunch, type PlacedSymbol } from "./host-machine.ts";
import { prelude } from "./prelude.ts";
import { readProgram } from "./read-program.ts";
import { scalarKind } from "./scalars.ts";
import type { EarlyAccess } from "./early-accesses.ts";
import type { UnwrittenResult } from "./unwritten-results.ts";

export interface HostOptions {
  readonly device: Device;
  readonly sanitizers?: Partial<Sanitizers>;
  /** The most steps of warps that all launches together may take. */
  readonly limit?: number;
  /** The most steps of the host: statements, passes of loops, calls. */
  readonly hostLimit?: number;
  /** Steps of warps that a launch may take to be run whole: of a larger one, a sample of the blocks is run. */
  readonly wholeSteps?: number;
  /** The most bytes of the device's memory. */
  readonly memoryBytes?: number;
  /** The function that runs. */
  readonly entry?: string;
  /** The words that a shell would pass to `main` behind the program's name. */
  readonly arguments?: readonly string[];
  /** The arguments of a function other than `main`: numbers, and arrays of the device that are there before it starts. */
  readonly call?: readonly (number | GivenArray)[];
  /** Names of arrays of the device whose last contents are wanted. */
  readonly keep?: Iterable<string>;
  /** Is told of each launch before it is run, or taken for a repetition; what it throws ends the run. */
  readonly beforeLaunch?: (launch: ComingLaunch) => void;
  /** Makes what is told of each request of a launch. */
  readonly observe?: (kernel: CompiledKernel) => NonNullable<LaunchOptions["observe"]>;
  /** Is told what host and kernels print, when they do. */
  readonly onPrint?: (text: string) => void;
  /** Is told of each launch when it has ended. */
  readonly onLaunch?: (launch: HostLaunch) => void;
  /** Called every so often; returns whether to stop. */
  readonly progress?: (progress: HostProgress) => boolean;
}

/** An array of numbers in the device's memory, which a function of the host is called with. */
export interface GivenArray {
  readonly name: string;
  readonly type: NumberType;
  readonly length: number;
  /** What it holds; absent for an array that nothing has written. */
  readonly fill?: LaunchFill;
}

/** A launch that is about to be made. */
export interface ComingLaunch {
  /** Counted from 1. */
  readonly number: number;
  readonly kernel: CompiledKernel;
  readonly shape: LaunchShape;
  /** The arrays that the host has allocated on the device and not freed, in their order; bytes where the text does not say of what. */
  readonly arrays: readonly PlacedArray[];
  /** Everything as it is when the launch starts; brings it back if it has been called before. */
  readonly place: () => PlacedLaunch;
}

/** The progress of a run of the host's code. */
export interface HostProgress {
  /** Steps of the host. */
  readonly hostSteps: number;
  /** Launches that have ended. */
  readonly launches: number;
  /** Place of the running statement in the text. */
  readonly place: Span;
  /** The kernel that runs, and the blocks of it that have ended; undefined while the host runs. */
  readonly running:
    | { readonly kernel: string; readonly blocks: number; readonly ofBlocks: number; readonly block: RunningBlock }
    | undefined;
}

/** A launch that the host made, and what came of it. */
export interface HostLaunch extends Omit<LaunchResult, "arrays" | "memory"> {
  /** Counted from 1, in the order in which the host made them. */
  readonly number: number;
  /** With the arguments of its template: `tiled<16>`. */
  readonly kernel: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
  /** Place of the launch in the text. */
  readonly span: AskedLaunch["span"];
  /** The number of the earlier launch that it does exactly the same as, on the same memory: it was not run again. */
  readonly repeats: number | undefined;
}

/** The result of a whole file. */
export interface HostResult {
  readonly launches: readonly HostLaunch[];
  /** The lines that host and kernels printed, in order. */
  readonly printed: readonly string[];
  /** The function's result, or the argument of `exit`. */
  readonly exitCode: number;
  /** Whether it ended before its entry returned: with `exit`, a failed assertion, or an exception that nothing caught. */
  readonly isAborted: boolean;
  /** Steps of the host. */
  readonly steps: number;
  /** Notes for a reader of the result: no launch, no times. */
  readonly notes: readonly string[];
  /** Where the program was ended because it needs an array that only a sample of a launch's blocks has written to. */
  readonly ended?: { readonly span: Span; readonly array: string; readonly launch: number };
  /** By the names that the device's memory was allocated under; those of variables of the device too. */
  readonly arrays: readonly HostArray[];
  /** The arrays that the function was called with, and the device's memory at the end, in which they are. */
  readonly given: readonly PlacedArray[];
  readonly memory: Memory;
  /** Whether the host could see what kernels wrote: it copied from the device, or has memory that both reach. */
  readonly isTaken: boolean;
  /** Bytes of the sectors that the host's copies within the device's memory read and wrote, or that it set there: no request of a kernel has them. */
  readonly movedBytes: number;
  /** Results that the program took from the device although nothing had written them. */
  readonly unwritten: readonly UnwrittenResult[];
  /** Accesses of the host that did not wait for a launch. */
  readonly early: readonly EarlyAccess[];
}

/** An array of the device's memory at the end, or when it was freed. */
export interface HostArray {
  readonly name: string;
  /** The type of an element; undefined where the text does not say. */
  readonly type: CudaType | undefined;
  /** Undefined for what was freed and is not among those to be kept. */
  readonly bytes: Uint8Array | undefined;
  /** The number of the launch of which only a sample of the blocks has written to it. */
  readonly sampled?: number;
}

/** The run was stopped, by its `progress`, before it ended. */
export class HostStoppedError extends Error {
  constructor() {
    super("the host's code was stopped before it ended");
    this.name = "HostStoppedError";
  }
}

/** Whether a text has a function that the host could start with. @throws SourceError at the place in the text that is not understood */
export function hasHostFunction(text: string, name: string): boolean {
  return entryOf(parse(text), name) !== undefined;
}

/** Where a text defines functions of a name, at its outermost level. @throws SourceError as above */
export function definitionsOf(text: string, name: string): Span[] {
  const { declarations } = parse(text);
  return declarations.flatMap((one) => (one.kind === "function" && one.name === name && one.body !== undefined ? [one.nameSpan] : []));
}

function entryOf({ declarations }: SourceFile, name: string): FunctionNode | undefined {
  return declarations.find(
    (declared): declared is FunctionNode =>
      declared.kind === "function" && declared.name === name && (declared.body !== undefined || declared.refused !== undefined),
  );
}

const NOWHERE = { from: 0, to: 0 };

/** The bytes that a launch costs the host beside the kernel's own steps. */
const LAUNCH_BYTES = 2 ** 16;

/** Steps that a program's launches may take in all to be run whole, and that a launch may take whatever those before it took. */
const WHOLE_STEPS_OF_PROGRAM = 2 * WHOLE_STEPS;
const LEAST_WHOLE_STEPS = 8_000_000;

const DEFAULT_HOST_LIMIT = 1_000_000_000;

/**
 * Runs a function of the host, `main` unless told otherwise, with the launches that it makes.
 *
 * @throws SourceError at the place in the text that is not understood, or that does what it must not
 * @throws TooManyStepsError when the host takes more steps than it may
 * @throws TooMuchWorkError when the kernels do
 * @throws HostStoppedError when `progress` stops it
 * @throws RangeError if the text has no such function
 */
export function runHost(source: string | SourceFile, options: HostOptions): HostResult {
  return new HostRun(typeof source === "string" ? parse(source) : source, options).result();
}

class HostRun {
  readonly #file: SourceFile;
  readonly #options: HostOptions;
  readonly #top: Context;
  readonly #device: Memory;
  readonly #machine: HostMachine;
  readonly #launches: HostLaunch[] = [];
  readonly #kernels = new Map<FunctionNode, Map<string, CompiledKernel>>();
  /** By what was launched with which values: the launch, and the changes to memory that were made before it. */
  readonly #made = new Map<string, { readonly launch: HostLaunch; readonly changes: number | undefined }>();
  readonly #symbols = new Map<string, PlacedSymbol>();
  readonly #placed: PlacedArray[] = [];
  #stepsOfWarps = 0;
  /** An array that each launch has written to, by the launch's number; and the length of what was printed before the last launch. */
  readonly #written = new Map<number, string>();
  #printedBefore = 0;

  constructor(file: SourceFile, options: HostOptions) {
    this.#file = file;
    this.#options = options;
    this.#top = openFile(file, prelude());
    const { device, hostLimit = DEFAULT_HOST_LIMIT, memoryBytes, keep } = options;
    this.#device = memoryBytes === undefined ? new Memory() : new Memory(memoryBytes);
    for (const { name, type, memory, contents } of this.#top.checker.globals)
      if (memory === "device" || memory === "constant") this.#place({ name, memory, bytes: bytesOf(type), contents }, type);
    this.#machine = new HostMachine({
      memory: new HostMemory(this.#device, keep),
      device,
      symbols: this.#symbols,
      limit: hostLimit,
      launch: (asked) => this.#launch(asked),
      poll: () => this.#tell(undefined),
      onPrint: options.onPrint,
    });
  }

  #tell(running: HostProgress["running"]): void {
    const { progress } = this.#options;
    const { steps: hostSteps, place } = this.#machine;
    if (progress?.({ hostSteps, launches: this.#launches.length, place, running })) throw new HostStoppedError();
  }

  /** Variables of the device, and texts and tables that kernels use: those that are new get memory. */
  #place({ name, memory, bytes, contents }: Omit<ProgramSymbol, "align" | "element">, type: CudaType): void {
    if (this.#symbols.has(name)) return;
    const element = innermostElement(type);
    const address = this.#device.allocate(name, bytes, "given", { element, space: memory === "constant" ? "constant" : "global" });
    if (contents) this.#device.u8.set(contents, address);
    this.#symbols.set(name, { name, address, bytes, type });
  }

  result(): HostResult {
    const { entry = "main" } = this.#options;
    const node = entryOf(this.#file, entry);
    if (!node) throw noSuchFunction(entry);
    if (node.runs.global || (node.runs.device && !node.runs.host)) throw entryOnDevice(node.nameSpan, entry);
    const { call } = this.#options;
    if (call && call.length !== node.parameters.length) throw argumentCount(node.nameSpan, entry, [node.parameters.length], call.length);
    if (!call && entry !== "main" && node.parameters.some(({ fallback }) => fallback === undefined)) {
      throw entryArguments(node.nameSpan, entry);
    }
    const machine = this.#machine;
    const run = withinStack(node.nameSpan, () => {
      const program = checkHost(node, this.#file, prelude(), this.#top);
      return readProgram(program, () => (call ? call.map((each) => this.#given(each)) : this.#arguments(node)), machine, node.span);
    });
    let exitCode = 0;
    let ended: NotComputed | undefined;
    let isAborted = false;
    try {
      exitCode = Number(run());
    } catch (error) {
      if (isStackOverflow(error)) throw callsTooDeep(machine.place);
      isAborted = error instanceof HostThrow || error instanceof HostExit;
      if (error instanceof HostThrow) {
        machine.print(uncaught(error, machine));
        exitCode = ABORTED;
      } else if (error instanceof HostExit) {
        if (error instanceof FailedAssertion) machine.print(this.#failed(error));
        exitCode = error.code;
      } else if (error instanceof NotComputed) ended = error;
      else throw error;
    }
    const lines = machine.text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    return {
      launches: this.#launches,
      printed: lines,
      exitCode,
      isAborted,
      steps: machine.steps,
      notes: this.#notes(entry, ended),
      arrays: this.#arrays(),
      given: this.#placed,
      memory: this.#device,
      isTaken: machine.memory.results.isTaken,
      movedBytes: machine.memory.movedBytes,
      unwritten: machine.memory.results.list(({ from }) => placeAt(this.#file.text, from).line),
      early: machine.memory.early.list(),
      ...(ended && { ended: { span: ended.span, array: ended.array, launch: ended.launch } }),
    };
  }

  #arrays(): HostArray[] {
    const { memory, symbols } = this.#machine;
    const bytesAt = (base: number, bytes: number): Uint8Array => this.#device.u8.slice(base, base + bytes);
    const allocated = [...memory.deviceArrays.values()].map(({ name, type, base, bytes, freed }): HostArray => {
      const isThere = this.#device.find(base)?.name === name;
      const sampled = isThere ? memory.incomplete.get(base) : undefined;
      return { name, type, bytes: freed ?? (isThere ? bytesAt(base, bytes) : undefined), ...(sampled !== undefined && { sampled }) };
    });
    const variables = [...symbols.values()].map(({ name, type, address, bytes }): HostArray => {
      return { name, type: type.kind === "array" ? type.of : type, bytes: bytesAt(address, bytes) };
    });
    return [...allocated, ...variables];
  }

  /** The C library's message of an assertion, without its function. */
  #failed({ span }: FailedAssertion): string {
    const { text } = this.#file;
    return `kernel.cu:${placeAt(text, span.from).line}: Assertion \`${text.slice(span.from, span.to)}' failed.\n`;
  }

  /** `argc` and `argv`. */
  #arguments({ parameters }: FunctionNode): number[] {
    if (parameters.length === 0) return [];
    const { memory } = this.#machine;
    const words = ["program", ...(this.#options.arguments ?? [])];
    const list = memory.allocate((words.length + 1) * 8, NOWHERE);
    const places = words.map((word) => memory.text(word, NOWHERE));
    for (const [i, place] of places.entries()) WRITE.ptr(memory.view, list - HOST_BASE + 8 * i, place);
    return [words.length, list];
  }

  /** An argument of a call: a number, or the address of an array. */
  #given(argument: number | GivenArray): number {
    if (typeof argument === "number") return argument;
    const { name, length, fill } = argument;
    const type = scalarType(argument.type);
    const bytes = length * bytesOf(type);
    const address = this.#machine.memory.allocateOnDevice(name, bytes, type);
    if (fill !== undefined) {
      fillMemory(this.#device, address, type, length, fill);
      this.#device.markWritten(address, bytes);
    }
    this.#placed.push({ name, type, length, address });
    return address;
  }

  #notes(entry: string, ended: NotComputed | undefined): string[] {
    const notes = [];
    if (ended)
      notes.push(
        `\`${entry}\` was ended at line ${placeAt(this.#file.text, ended.span.from).line}, which needs \`${ended.array}\`: of launch ${ended.launch}, only a sample of the blocks was run.`,
      );
    if (this.#launches.length === 0) notes.push(`\`${entry}\` launched no kernel.`);
    const takesArguments = entry === "main" && (entryOf(this.#file, entry)?.parameters.length ?? 0) > 0;
    if (this.#launches.length === 0 && takesArguments && !this.#options.arguments?.length)
      notes.push("It was called without arguments: `argc` is 1.");
    const { failed, launchesNotMade } = this.#machine.errors;
    if (failed) notes.push(failedNote(failed.error, placeAt(this.#file.text, failed.span.from).line, launchesNotMade));
    const lost = ended || failed ? undefined : this.#lost();
    if (lost) notes.push(lost);
    if (this.#machine.askedForTime)
      notes.push("The lab counts and does not measure: an elapsed time is not a number, and what is worked out from it prints as nan.");
    const advice = new Set(this.#launches.flatMap((launch) => launch.advice ?? []));
    return [...standInNotes(this.#file), ...notes, ...advice, ...this.#machine.notes];
  }

  /** A note on what launches have written, and no copy brings back to a program that prints after them. */
  #lost(): string | undefined {
    const { results } = this.#machine.memory;
    const hasPrinted = this.#machine.text.length > this.#printedBefore;
    if (!hasPrinted || results.isTaken || !results.isGiven || this.#launches.some(({ printed }) => printed.length > 0)) return undefined;
    const last = this.#launches.findLast(({ number }) => this.#written.has(number));
    if (last === undefined) return undefined;
    const line = placeAt(this.#file.text, last.span.from).line;
    return `What the launch in line ${line} writes to \`${this.#written.get(last.number)!}\` is never copied back (\`cudaMemcpy\` with \`cudaMemcpyDeviceToHost\`): the host doesn't see it.`;
  }

  #launch(asked: AskedLaunch): void {
    const { span, grid, block, sharedBytes, cluster } = asked;
    if ([...grid, ...block].some((count) => count < 1)) throw emptyLaunch(span, grid.join(" × "), block.join(" × "));
    const kernel = this.#compiled(asked);
    const { errors } = this.#machine;
    if (errors.failed) {
      errors.launchesNotMade++;
      return;
    }
    const values = this.#values(kernel, asked);
    const name = nameOf(asked, kernel.templateArguments);
    const key = [
      name,
      ...grid,
      ...block,
      sharedBytes,
      ...(cluster ?? []),
      ...values.map((value) => (Object.is(value, -0) ? "-0" : String(value))),
    ].join();
    const { memory, symbols } = this.#machine;
    this.#machine.work(LAUNCH_BYTES, span);
    const before = this.#made.get(key);
    this.#announce(asked, kernel, values);
    // Nothing has changed since it found memory as it left it.
    const pointers = values.flatMap((value, i) => (kernel.program.parameters[i]?.register.type === "ptr" ? Number(value) : []));
    if (before?.changes === memory.changes) return this.#ended({ ...before.launch, span, repeats: before.launch.number }, kernel, pointers);
    const state = { memory: this.#device, values, symbols: kernel.program.symbols.map(({ name }) => symbols.get(name)!.address) };
    let snapshot: MemorySnapshot | undefined;
    const prepare = () => {
      this.#machine.work(this.#device.top, span);
      if (snapshot) snapshot.restore();
      else snapshot = this.#device.snapshot();
      return state;
    };
    const { device, sanitizers, limit, wholeSteps = WHOLE_STEPS } = this.#options;
    if (limit !== undefined && this.#stepsOfWarps >= limit) throw new TooMuchWorkError(limit, undefined, this.#launches.length);
    const shape = shapeOf(asked);
    const options: LaunchOptions = {
      device,
      ...(sanitizers && { sanitizers }),
      ...(limit !== undefined && { limit: limit - this.#stepsOfWarps }),
      ...this.#observing(kernel, span),
      wholeSteps:
        wholeSteps === Infinity
          ? Infinity
          : Math.max(Math.min(LEAST_WHOLE_STEPS, wholeSteps), Math.min(wholeSteps, WHOLE_STEPS_OF_PROGRAM - this.#stepsOfWarps)),
      progress: (_, blocks, block) => {
        this.#tell({ kernel: name, blocks, ofBlocks: grid[0] * grid[1] * grid[2], block });
        return false;
      },
    };
    const { memory: _, ...result } = located(span, () => runOn(kernel, shape, options, prepare));
    this.#stepsOfWarps += result.steps;
    const number = this.#launches.length + 1;
    for (const base of result.sample?.incomplete ?? []) memory.incomplete.set(base, number);
    const findings = result.findings.map((finding) => this.#ofPointer(finding, asked));
    const launch = { ...result, findings, number, kernel: name, grid, block, sharedBytes, span, repeats: undefined };
    const isSettled = before !== undefined && snapshot?.isUnchanged();
    if (!isSettled) memory.changes++;
    this.#made.set(key, { launch, changes: isSettled ? memory.changes : undefined });
    this.#ended(launch, kernel, pointers);
  }

  /** An observer of each request; a load from an array that is not whole ends the run. */
  #observing(kernel: CompiledKernel, span: Span): Pick<LaunchOptions, "observe"> {
    const observe = this.#options.observe?.(kernel);
    const { memory } = this.#machine;
    if (memory.incomplete.size === 0) return observe ? { observe } : {};
    const { sites } = kernel.program;
    return {
      observe: (place, device, isSample) => {
        const look = observe?.(place, device, isSample);
        const skips = new Float64Array(sites.length);
        return (site, mask, addresses, space) => {
          if (space === "global" && sites[site]!.op !== "store") {
            const base = device.find(addresses[firstLaneOf(mask)]!)?.base;
            if (base !== undefined) memory.needsWhole(base, span);
          }
          if (look && --skips[site]! < 0) skips[site] = look(site, mask, addresses, space) ?? 0;
        };
      },
    };
  }

  #announce(asked: AskedLaunch, kernel: CompiledKernel, values: readonly Scalar[]): void {
    const { beforeLaunch } = this.#options;
    if (!beforeLaunch) return;
    const { symbols, memory } = this.#machine;
    const arrays = [...memory.deviceArrays.values()].flatMap(({ name, type = scalarType("u8"), base, bytes }) =>
      this.#device.find(base)?.name === name ? [{ name, type, address: base, length: Math.floor(bytes / bytesOf(type)) }] : [],
    );
    let snapshot: MemorySnapshot | undefined;
    const place = (): PlacedLaunch => {
      if (snapshot) snapshot.restore();
      else snapshot = this.#device.snapshot();
      return { memory: this.#device, arrays, values, symbols: kernel.program.symbols.map(({ name }) => symbols.get(name)!.address) };
    };
    const shape = shapeOf(asked);
    beforeLaunch({ number: this.#launches.length + 1, kernel, shape, arrays, place });
  }

  /** @param pointers that the launch was given */
  #ended(made: HostLaunch, { program }: CompiledKernel, pointers: readonly number[]): void {
    const launch = { ...made, number: this.#launches.length + 1 };
    const dependsOnData = (base: number): boolean => dependOnData(program, launch.stored.get(base) ?? []);
    const { results, early } = this.#machine.memory;
    results.launched({ ...launch, pointers, dependsOnData });
    early.launched({ number: launch.number, span: launch.span, stored: launch.stored, pointers });
    const { fault, printed, span } = launch;
    if (fault) this.#machine.errors.fail(fault, span);
    for (const { text } of printed) this.#machine.print(`${text}\n`);
    const [written] = [...launch.stored.keys()].flatMap((base) => this.#device.find(base) ?? []);
    if (written?.space === "global") this.#written.set(launch.number, written.name);
    this.#printedBefore = this.#machine.text.length;
    this.#launches.push(launch);
    this.#options.onLaunch?.(launch);
  }

  /** A finding about a pointer that is the host's, or to memory that was freed, with words that say so. */
  #ofPointer(finding: Finding, { kernel, arguments: given, span }: AskedLaunch): Finding {
    const { kind, address } = finding;
    if (kind !== "out-of-bounds" || address === undefined) return finding;
    const freed = finding.left === undefined ? this.#machine.memory.freedAt(address) : undefined;
    if (address < HOST_BASE && freed === undefined) return finding;
    const who = `Thread (${finding.thread.join(", ")}) of block (${finding.block.join(", ")})`;
    const lineOf = ({ from }: Span): number => placeAt(this.#file.text, from).line;
    if (freed)
      return { ...finding, message: `${who} uses \`${freed.name}\`, which was freed in line ${lineOf(freed.span)}, before the launch.` };
    const [own] = given
      .flatMap(({ type, value }, i) =>
        type.kind === "pointer" && Number(value) <= address ? [{ name: kernel.parameters[i]?.name ?? "", value: Number(value) }] : [],
      )
      .sort((a, b) => b.value - a.value);
    const name = own && own.value >= HOST_BASE && own.name !== "" ? `\`${own.name}\`, ` : "";
    return {
      ...finding,
      message: `${who} follows ${name}a pointer to the host's memory, which a kernel cannot access: the launch in line ${lineOf(span)} needs memory from \`cudaMalloc\` there, with the contents copied into it.`,
    };
  }

  #compiled(asked: AskedLaunch): CompiledKernel {
    const kernels = this.#kernels.get(asked.kernel) ?? new Map<string, CompiledKernel>();
    this.#kernels.set(asked.kernel, kernels);
    const name = nameOf(asked);
    let kernel = kernels.get(name);
    if (!kernel) {
      kernel = compileKernel(this.#file, asked.kernel, (top) => asked.given.map((argument) => argument && inContext(argument, top)));
      for (const symbol of kernel.program.symbols) this.#place(symbol, kernel.symbolTypes.get(symbol.name)!);
      kernels.set(name, kernel);
    }
    return kernel;
  }

  /** The values of the registers of the kernel's parameters. */
  #values({ parameters }: CompiledKernel, asked: AskedLaunch): Scalar[] {
    const { memory } = this.#machine;
    return parameters.flatMap(({ type, parts }, i): Scalar[] => {
      const given = asked.arguments[i];
      if (given === undefined) throw argumentCount(asked.span, asked.kernel.name, [parameters.length], asked.arguments.length);
      if (type.kind !== "struct") {
        const change = conversion(scalarKind(given.type, asked.span), scalarKind(type, asked.span));
        return [change ? change(given.value) : given.value];
      }
      if (given.type.kind !== "struct" || typeName(given.type) !== typeName(type) || bytesOf(given.type) !== bytesOf(type))
        throw noConversion(asked.span, typeName(given.type), typeName(type));
      const view = memory.locate(Number(given.value), bytesOf(type), asked.span, false);
      const start = memory.offset;
      return parts.map(({ offset, register }) => READ[register.type](view, start + offset));
    });
  }
}

function shapeOf({ grid, block, sharedBytes, cluster }: AskedLaunch): LaunchShape {
  const extents = (given: readonly [number, number, number]): [number, number, number] => [...given];
  return { grid: extents(grid), block: extents(block), sharedBytes, ...(cluster && { cluster: extents(cluster) }) };
}

function failedNote({ name, code, text }: CudaError, line: number, launchesNotMade: number): string {
  const notMade = launchesNotMade === 0 ? "" : ` ${launchesNotMade === 1 ? "1 launch was" : `${launchesNotMade} launches were`} not made.`;
  if (name === "cudaErrorLaunchTimeout")
    return `The launch in line ${line} never ends: none of its warps can go on. The program goes on here as a watchdog would let it, with \`${name}\` (${code}); without one it waits for good.${notMade}`;
  return `The launch in line ${line} ends with \`${name}\` (${code}, "${text}"), as on a GPU: launches and copies after it fail with the same error.${notMade}`;
}

/** "`wb.h` (line 2) is the lab's stand-in: its inputs are made up." */
function standInNotes({ headers, text }: SourceFile): string[] {
  const standIns = headers.filter(({ kind }) => kind === "stand-in");
  return standIns.map(
    ({ name, span, says }) =>
      `\`${name}\` (line ${placeAt(text, span.from).line}) is the lab's stand-in${says === undefined ? "" : `: ${says}`}.`,
  );
}

function withinStack<T>(span: AskedLaunch["span"], run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (isStackOverflow(error)) throw nestedTooDeep(span);
    throw error;
  }
}

/** A kernel with the arguments of its template. @param all of them, with those that the template itself gives */
function nameOf({ kernel, given }: AskedLaunch, all: readonly GivenArgument[] = []): string {
  if (given.length === 0) return kernel.name;
  const names = given.map((one, i) => {
    const argument = one ?? all[i];
    if (argument === undefined) return "default";
    if (argument.kind === "type") return typeName(argument.type);
    if (argument.kind === "function" || argument.kind === "template") return argument.name;
    return argument.value.kind === "constant" ? String(argument.value.value) : "?";
  });
  return `${kernel.name}<${names.join(", ")}>`;
}

/** A template's argument as the kernel's own reading of the text knows it: its structs are other objects. */
function inContext(argument: GivenArgument, top: Context): GivenArgument {
  if (argument.kind === "type") return { kind: "type", type: typeIn(argument.type, top) };
  if (argument.kind === "value") return argument;
  const { name } = argument;
  if (argument.kind === "template") {
    const template = top.scope.find(name);
    return template?.kind === "struct-template" || template?.kind === "alias-template" ? { kind: "template", template, name } : argument;
  }
  const operand = top.expression({ kind: "name", name, templateArguments: undefined, span: { from: 0, to: 0 } });
  return { kind: "function", operand, name };
}

function typeIn(type: CudaType, top: Context): CudaType {
  if (type.kind === "pointer") return pointerTo(typeIn(type.to, top));
  if (type.kind !== "struct" || type.struct.node === undefined) return type;
  const { span } = type.struct.node;
  const given = (type.struct.given ?? []).map((argument) => inContext(argument, top));
  const entity = top.scope.find(type.struct.name);
  if (entity?.kind !== "struct-template") throw localStruct(span, type.struct.name);
  return top.struct(entity, given, span);
}

function located<T>(span: AskedLaunch["span"], run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError && !(error instanceof TooMuchWorkError))
      throw new SourceError(error.message, span, error instanceof LaunchError ? error.code : undefined);
    throw error;
  }
}
