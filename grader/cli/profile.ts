import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { InputError } from "#classroom/assignment/input-error.ts";
import { arrayCsv, arrayJson } from "#cuda/launch/array-text.ts";
import { arrayBytes } from "#cuda/launch/array-values.ts";
import { parseLaunch, type KernelLaunch } from "#cuda/launch/launch.ts";
import { launchLines, proposedLaunch } from "#cuda/launch/proposed-launch.ts";
import { remedyOf } from "#cuda/host/missing-definition.ts";
import { TooManyStepsError } from "#cuda/errors/host-errors.ts";
import { HostStoppedError, hasHostFunction, type HostProgress } from "#cuda/host/run-host.ts";
import type { PlacedArray } from "#cuda/launch/place-arguments.ts";
import type { Memory } from "#cuda/machine/memory.ts";
import { TooMuchWorkError } from "#cuda/machine/run-program.ts";
import { briefText } from "#cuda/profile/brief.ts";
import { StoppedError } from "#cuda/profile/launch-report.ts";
import { sampleOfBlocks } from "#cuda/profile/sample-words.ts";
import { profileLaunch } from "#cuda/profile/profile.ts";
import { SourceError, placeAt, type Span } from "#cuda/source-error.ts";
import type { LaunchComparison } from "#cuda/measured/compare-launch.ts";
import { comparisonBrief, measuredProfile } from "#cuda/measured/comparison-words.ts";
import { REPORT_COMMAND } from "#cuda/measured/measured-launch.ts";
import type { HostLaunchProfile } from "#cuda/profile/profile-schema.ts";
import { FETCH_GRANULARITIES, deviceNamed, devices, dim3, volume, type Device } from "#simulator";
import { count } from "#pictures/format.ts";
import { arrayOfHost, hostPages, hostProfile, runHostCode } from "./profile-host.ts";
import { launchCount } from "./profile-host-text.ts";
import { processorTimer } from "./processor-timer.ts";
import { comparableIn, comparedWith, comparisonText, openReport, type ProfilerReport } from "./profile-measured.ts";
import { profileText, sourceExcerpt } from "./profile-text.ts";
import { say, sayJson, warn } from "./terminal.ts";
import { exitCode, readInputFile, secondsOf } from "./usage.ts";

interface ProfileOptions {
  readonly launch?: string;
  /** The function of the host; true: `main`. */
  readonly host?: string | true;
  readonly kernel?: string;
  readonly launchNumber?: number;
  readonly device: string;
  readonly fetchGranularity?: string;
  readonly json?: boolean;
  readonly brief?: boolean;
  readonly ncu?: string;
  readonly ncuId?: number;
  readonly out: readonly Output[];
  readonly failOnFinding?: boolean;
  readonly seconds: number;
  readonly whole?: boolean;
}

/** An array to write, and its file. */
interface Output {
  readonly array: string;
  readonly file: string;
}

export function profileCommand(): Command {
  return new Command("profile")
    .description("Runs a CUDA kernel without a GPU, and says what each of its accesses costs and what is wrong with it.")
    .argument("<file.cu>", "a text in CUDA C++ with the kernel in it")
    .argument("[arguments...]", "what main is called with, behind -- where one begins with a dash")
    .option("--launch <file>", "grid, block and arguments as JSON; without it, <file>.json beside the text, or launch.json, or else main")
    .option("--host [function]", "run host code of the text, main unless another function is named, and profile the launches it makes")
    .option("--kernel <name>", "another kernel of the text than the launch names; a template's with its arguments: 'tiled<16>'")
    .option("--launch-number <n>", "of the launches that host code makes, the one to show, counted from 1", launchNumberOf)
    .addOption(new Option("--device <id>", "the GPU to count for").choices(Object.keys(devices)).default("h200"))
    .addOption(
      new Option("--fetch-granularity <bytes>", "what L2 reads from DRAM at a time, as cudaLimitMaxL2FetchGranularity sets it").choices(
        FETCH_GRANULARITIES.map(String),
      ),
    )
    .option("--json", "print the profile as JSON, schema coalesce/profile/v1")
    .addOption(
      new Option("--brief", "print at most 40 lines of plain text: findings, costly accesses, what was tried on them").conflicts("json"),
    )
    .option("--ncu <report>", "compare the counts with a report of Nsight Compute: report.ncu-rep, or CSV that ncu exported")
    .option("--ncu-id <n>", "of the launches in the report, the one to compare with, as ncu counts them, from 0", reportIdOf)
    .option(
      "--out <array=file>",
      "write what an array holds afterwards: bytes, or text if the file's name ends in .json or .csv; may be repeated",
      (given: string, before: readonly Output[]) => [...before, outputOf(given)],
      [],
    )
    .option("--fail-on-finding", "exit with 1 if something is wrong with the kernel: out of bounds, a race, …")
    .option("--whole", "run all blocks of a launch that is too large for the lab, instead of a sample of them (with more --seconds)")
    .option("--seconds <n>", "stop after this much processor time", secondsOf, 120)
    .addHelpText(
      "after",
      `
A launch:
  {"kernel":"scale","grid":[256,1,1],"block":[256,1,1],"sharedBytes":0,"arguments":[
    {"array":"in","type":"float","length":65536,"fill":"index"},{"array":"out","type":"float","length":65536},
    {"value":65536,"type":"int"}],"symbols":{"coefficients":{"constant":0.5}}}

  arguments  in the kernel's order: arrays, of any type of the text; values; {"struct":[…],"type":"Points"}
             {"array":…,"tensorMap":{"sizes":[64,128],"box":[64,8],"swizzle":"128B"}} for a CUtensorMap of the array
  fill       zero bytes if absent; "index", {"indexModulo":n}, {"constant":c}, {"random":{"seed","from","to"}},
             {"randomUnit":{"seed"}}, {"permutation":{"seed"}}, {"values":[…]}
  symbols    contents of __constant__ and __device__ variables

A whole program needs no launch: its main runs, with cudaMalloc, cudaMemcpy, streams, events, std::vector and printf. All its
launches are listed, those that do exactly the same once, and of each kernel, the first launch with findings is shown
line by line, or else its first. With --json the profile is of the first that is shown, or of what --launch-number and --kernel
choose, and "host" has all launches, what was printed, and the exit code. Elapsed times are nan, because nothing is measured. --out then takes the name of the variable that cudaMalloc set;
the array is written as it was at the end, or when it was freed.

Elements that a program copies back, or reads in managed memory, and that nothing has written are a finding of the launch that left
them; a launch file says neither what is read afterwards nor what else was written, so there they are none.

After a fault a program sees what a GPU would return, from the first call that waits for the device: 716 for a misaligned address,
710 for an assertion, 719 for __trap, 700 for shared memory beyond the block's (rounded up to 128 bytes) and for an address that is not
mapped. A GPU maps memory in pieces of 2 MiB, which allocations share, and small ones lie in a larger region: an access beyond an array is a
finding here, but no error unless it is in no allocation's piece and over 64 MiB from every small one, about as an H200 had it
(grader/hardware/probes/faults.cu). The error stays, as on a GPU: no launch and no copy is made after it.

Headers of courses, books and samples (wb.h, book.h, common.h, gputimer.h, support.h, cutil.h, helper_cuda.h, …) are stand-ins of the
lab's, which say what they made up. A launch that is too large is counted by a sample of its blocks, scaled to all, and says so;
main then ends where it needs what the other blocks would have written. --whole runs all blocks, which needs more --seconds.

Without --json: each line of the text with the warps that executed it, and below it its accesses with their requests, sectors
(and the fewest possible) or wavefronts (and bank conflicts); totals; what hits L1 and L2 and what DRAM moves, from cold caches;
the time of a launch by estimate, with its parts (hardware/REPORT.md says how far both agree with a GPU); what the sanitizers
found, with what ends it, tried on the launch where it can be; and what to do about costly accesses. What the program prints is shown on standard error.

With --ncu, a table has what the profiler measured beside what the lab counted, line by line, and why they differ. Its launch is
that of the same kernel, with the same template arguments and sizes if there are several. For lines, compile with nvcc -lineinfo and
profile with \`${REPORT_COMMAND}\`.

Examples:
  coalesce profile transpose.cu
  coalesce profile transpose.cu --launch small.json --kernel 'tiled<32>' --out out=transposed.csv
  coalesce profile kernel.cu --json | jq '.accesses[] | select(.space == "shared" and .bankConflicts > 0)'
  coalesce profile program.cu --kernel transpose --out d_out=transposed.csv
  coalesce profile program.cu 1024 100
  coalesce profile program.cu --json | jq '.host.launches[] | [.number, .kernel, .totals.global.load.sectors]'
  coalesce profile kernel.cu --fail-on-finding > /dev/null && echo clean
  coalesce profile program.cu --ncu report.ncu-rep
  coalesce profile program.cu --brief              what to tell an assistant, or a colleague

Exit codes: 0 ran · 1 with --fail-on-finding, found something · 2 usage, or a text or launch that is not understood or asks for
more than the lab has · 3 stopped after --seconds or too many steps, or the command itself failed`,
    )
    .action(profile);
}

function outputOf(given: string): Output {
  const [, array, file] = /^([^=]+)=(.+)$/.exec(given) ?? [];
  if (array === undefined || file === undefined) throw new InvalidArgumentError("Write it as array=file.");
  return { array, file };
}

function launchNumberOf(given: string): number {
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError("It must be a whole number from 1 on.");
  return number;
}

function reportIdOf(given: string): number {
  const id = Number(given);
  if (!/^\d+$/.test(given) || !Number.isSafeInteger(id)) throw new InvalidArgumentError("It must be a whole number from 0 on.");
  return id;
}

async function profile(file: string, words: readonly string[], options: ProfileOptions): Promise<void> {
  const text = await readInputFile(file);
  if (options.host !== undefined && options.launch !== undefined) {
    throw new InputError("a launch comes from a file or from host code: give --launch or --host, not both");
  }
  const launch = options.host === undefined ? await readLaunch(file, options) : undefined;
  const entry = typeof options.host === "string" ? options.host : "main";
  if (words.length > 0 && (launch || entry !== "main"))
    throw new InputError(`only main takes arguments: nothing here is called with "${words.join(" ")}"`);
  if (launch) return profileOfLaunch(file, text, launch, options);
  const hasEntry = attempt(
    file,
    text,
    entry,
    () => "stopped",
    () => hasHostFunction(text, entry),
  );
  if (hasEntry === false) {
    throw new InputError(
      options.host === undefined
        ? `there is no launch for ${file}: give one with --launch, or write ${launchFiles(file).join(" or ")} (--help shows one), or a main that launches the kernel${proposal(file, text, options)}`
        : `${file} has no function ${entry}${/^[\d.-]/.test(entry) ? `; what main is called with stands behind --: coalesce profile ${file} -- ${[entry, ...words].join(" ")}` : ""}`,
    );
  }
  if (hasEntry) await profileOfHost(file, text, entry, words, options);
}

async function profileOfLaunch(file: string, text: string, launch: KernelLaunch, options: ProfileOptions): Promise<void> {
  if (options.launchNumber !== undefined)
    throw new InputError("--launch-number chooses among the launches of host code; this launch is the only one");
  const unknown = options.out.find(({ array }) => !arrayNames(launch).includes(array));
  if (unknown) throw new InputError(`the launch has no array "${unknown.array}"; it has ${arrayNames(launch).join(", ") || "none"}`);
  const report = await reportOf(options);
  const { isOver, how } = stopAfter(options, text);
  const profiled = attempt(file, text, launch.kernel, how, () =>
    profileLaunch(text, launch, deviceOf(options), {
      progress: (_, blocks, { loop }) => isOver({ blocks, loop: loop?.span, ofBlocks: volume(dim3(...launch.grid)) }),
      ...(options.whole && { wholeSteps: Infinity }),
    }),
  );
  if (profiled === undefined) return;
  const { profile, result } = profiled;
  if (result.sample && options.out.length > 0)
    throw new InputError(`only ${sampleOfBlocks(result.sample)} were run: no array is whole (--whole runs all)`);
  for (const output of options.out) {
    const placed = result.arrays.find(({ name }) => name === output.array)!;
    await writeArray(output.file, placed, result.memory);
  }
  for (const { text: printed, thread, block } of profile.printed) {
    warn(`thread (${thread.join(", ")}) of block (${block.join(", ")}): ${printed}\n`);
  }
  if (profile.furtherPrinted > 0) warn(`… and ${profile.furtherPrinted} lines more\n`);
  const { grid, block } = launch;
  const profiledText = { file, text, device: profile.device, grid, block };
  const comparison = report && comparedWith(report, { text, profile, grid, block, gpu: deviceOf(options).name });
  if (options.json) sayJson(jsonText({ ...profile, ...(comparison && { measured: measuredProfile(comparison) }) }));
  else {
    say(options.brief ? briefText(profile, profiledText) : profileText(profile, profiledText));
    if (comparison) sayComparison(comparison, report, options);
  }
  if (options.failOnFinding && profile.findings.length > 0) process.exitCode = exitCode.found;
}

async function profileOfHost(file: string, text: string, entry: string, words: readonly string[], options: ProfileOptions): Promise<void> {
  const { kernel, launchNumber, out } = options;
  const { isOver, how } = stopAfter(options, text);
  const device = deviceOf(options);
  const run = {
    file,
    text,
    device,
    entry,
    words,
    kernel,
    launchNumber,
    arrays: out.map(({ array }) => array),
    isWhole: options.whole ?? false,
    progress: ({ place, launches, running }: HostProgress) =>
      isOver(
        running
          ? { launches, kernel: running.kernel, blocks: running.blocks, ofBlocks: running.ofBlocks, loop: running.block.loop?.span }
          : { launches, loop: place },
      ),
  };
  const report = await reportOf(options);
  const host = attempt(
    file,
    text,
    entry,
    how,
    () => runHostCode(run),
    () => proposal(file, text, options),
  );
  if (host === undefined) return;
  const arrays = out.map((output) => ({ output, ...arrayOfHost(output.array, host, !/\.(json|csv)$/.test(output.file)) }));
  for (const { output, placed, memory } of arrays) await writeArray(output.file, placed, memory);
  const compare = (launch: HostLaunchProfile): LaunchComparison =>
    comparedWith(report!, { text, profile: launch, grid: launch.grid, block: launch.block, gpu: device.name });
  if (options.json)
    sayJson(
      jsonText({ ...hostProfile(host, run), ...(report && { measured: measuredProfile(compare(comparableIn(report, host.shown)[0]!)) }) }),
    );
  else if (options.brief)
    say(
      host.shown
        .map((launch) => briefText(launch, { file, text, device: device.id, notes: host.profiled.result.notes, ...launch }))
        .join("\n"),
    );
  else say(hostPages(host, run));
  if (report && !options.json) for (const launch of comparableIn(report, host.shown)) sayComparison(compare(launch), report, options);
  const isChosen = kernel !== undefined || launchNumber !== undefined;
  const judged = isChosen ? host.shown : host.profiled.launches;
  if (options.failOnFinding && judged.some(({ findings }) => findings.length > 0)) process.exitCode = exitCode.found;
}

async function reportOf({ ncu, ncuId }: ProfileOptions): Promise<ProfilerReport | undefined> {
  if (ncu !== undefined) return openReport(ncu, ncuId);
  if (ncuId !== undefined) throw new InputError("--ncu-id chooses among the launches of a report: give it with --ncu");
  return undefined;
}

function sayComparison(comparison: LaunchComparison, report: ProfilerReport, { brief }: ProfileOptions): void {
  say(brief ? comparisonBrief(comparison, report.file) : `\n${comparisonText(comparison, report)}\n`);
}

function jsonText(profile: object): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}

function deviceOf({ device, fetchGranularity }: ProfileOptions): Device {
  const chosen = deviceNamed(fetchGranularity === undefined ? device : `${device}@${fetchGranularity}`);
  if (chosen === undefined) throw new InputError(`there is no device "${device}"`);
  return chosen;
}

/** The files in which a launch is searched. */
function launchFiles(file: string): string[] {
  return [`${file.replace(/\.[^.]*$/, "")}.json`, path.join(path.dirname(file), "launch.json")];
}

/** Undefined if there is none. */
async function readLaunch(file: string, { launch: given, kernel }: ProfileOptions): Promise<KernelLaunch | undefined> {
  const launchFile = given ?? launchFiles(file).find((candidate) => existsSync(candidate));
  if (launchFile === undefined) return undefined;
  const json = await readInputFile(launchFile);
  let launch: KernelLaunch;
  try {
    launch = parseLaunch(JSON.parse(json));
  } catch (error) {
    throw new InputError(`${launchFile}: ${(error as Error).message}`);
  }
  return kernel === undefined ? launch : { ...launch, kernel };
}

function arrayNames({ arguments: given }: KernelLaunch): string[] {
  const namesOf = (argument: KernelLaunch["arguments"][number]): string[] =>
    "array" in argument ? [argument.array] : "struct" in argument ? argument.struct.flatMap(namesOf) : [];
  return given.flatMap(namesOf);
}

/** A launch of a kernel alone, to be saved and given back: what opens a text whose main cannot be run. Empty if no kernel compiles. */
function proposal(file: string, text: string, { kernel }: ProfileOptions): string {
  const launch = proposedLaunch(text, kernel);
  if (launch === undefined) return "";
  return `\n\nTo profile ${launch.kernel} alone, save this as ${launchFiles(file)[0]}; its sizes are guesses, correct them:\n${launchLines(launch)}`;
}

/** Where a run is. */
interface RunPlace {
  /** Host code's launches that have ended, and the kernel that runs, if the host does not. */
  readonly launches?: number;
  readonly kernel?: string;
  /** Blocks that have ended. */
  readonly blocks?: number;
  readonly ofBlocks?: number;
  /** The loop that a warp is in, or the statement of the host. */
  readonly loop: Span | undefined;
}

/** Says when a run has taken its processor time, and how far it was then. Whether it would have ended, nobody knows. */
function stopAfter({ seconds }: ProfileOptions, text: string): { isOver: (place: RunPlace) => boolean; how: () => string } {
  const isOver = processorTimer(seconds);
  let last: RunPlace | undefined;
  return {
    isOver: (place) => {
      last = place;
      return isOver();
    },
    how: () => {
      const { launches, kernel, blocks, ofBlocks = 0, loop } = last ?? { loop: undefined };
      const parts = [
        ...(loop ? [`it was at line ${placeAt(text, loop.from).line}`] : []),
        ...(launches === undefined ? [] : [`${launchCount(launches)} had ended`]),
        ...(blocks === undefined
          ? []
          : [`${count(blocks)} of ${count(ofBlocks)} blocks${kernel === undefined ? "" : ` of ${kernel}`} had ended`]),
      ];
      return `stopped after ${seconds} s of processor time (--seconds allows more)${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`;
    },
  };
}

/** Calls a run. If it was stopped, reports why, sets the exit code and returns undefined. */
function attempt<T>(
  file: string,
  text: string,
  name: string,
  how: () => string,
  run: () => T,
  wayOut: () => string = () => "",
): T | undefined {
  const stopped = (message: string): undefined => {
    warn(`coalesce: ${message}\n`);
    process.exitCode = exitCode.infrastructure;
    return undefined;
  };
  try {
    return run();
  } catch (error) {
    if (error instanceof TooManyStepsError) return stopped(sourceExcerpt(file, text, error.span, error.message));
    if (error instanceof SourceError)
      throw new InputError(withRemedy(sourceExcerpt(file, text, error.span, error.message), error, text) + wayOut());
    if (error instanceof StoppedError || error instanceof HostStoppedError) {
      return stopped(`${name} was ${how()}`);
    }
    if (error instanceof TooMuchWorkError)
      return stopped(error.step ? sourceExcerpt(file, text, error.step.span, error.message) : error.message);
    if (error instanceof RangeError && !isOfTheEngine(error)) throw new InputError(error.message);
    throw error;
  }
}

/** An excerpt, followed by a definition to paste if the text lacks one. */
function withRemedy(excerpt: string, error: SourceError, text: string): string {
  const { advice, definition } = remedyOf(error, text) ?? {};
  return [excerpt, advice, definition]
    .filter((part) => part !== undefined)
    .join("\n\n")
    .trimEnd();
}

/** Whether the JavaScript engine threw it, not the lab. */
function isOfTheEngine({ message }: RangeError): boolean {
  return /^(Maximum call stack|Invalid (typed )?array length|Array buffer allocation|Invalid string length)/.test(message);
}

async function writeArray(file: string, array: PlacedArray, memory: Memory): Promise<void> {
  const contents = file.endsWith(".json")
    ? arrayJson(array, memory)
    : file.endsWith(".csv")
      ? arrayCsv(array, memory)
      : arrayBytes(array, memory);
  try {
    await writeFile(file, contents);
  } catch (error) {
    throw new InputError(`cannot write ${file}: ${(error as Error).message}`);
  }
}
