import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { InputError } from "#classroom/assignment/input-error.ts";
import { arrayBytes } from "#cuda/launch/array-values.ts";
import { parseLaunch, type KernelLaunch } from "#cuda/launch/launch.ts";
import { TooMuchWorkError } from "#cuda/machine/run-program.ts";
import { StoppedError, profileLaunch, type ProfiledLaunch } from "#cuda/profile/profile.ts";
import { SourceError } from "#cuda/source-error.ts";
import { devices } from "#simulator";
import { arrayCsv, arrayJson } from "./array-text.ts";
import { profileText, sourceExcerpt } from "./profile-text.ts";
import { exitCode, readInputFile } from "./usage.ts";

interface ProfileOptions {
  readonly launch?: string;
  readonly kernel?: string;
  readonly device: string;
  readonly json?: boolean;
  readonly out: readonly Output[];
  readonly failOnFinding?: boolean;
  readonly seconds: number;
}

/** An array to be written, and where to. */
interface Output {
  readonly array: string;
  readonly file: string;
}

export function profileCommand(): Command {
  return new Command("profile")
    .description("Runs a CUDA kernel without a GPU, and says what each of its accesses costs and what is wrong with it.")
    .argument("<file.cu>", "a text in CUDA C++ with the kernel in it")
    .option("--launch <file>", "grid, block and arguments as JSON; without it, <file>.json beside the text, or launch.json")
    .option("--kernel <name>", "another kernel of the text than the launch names; a template's with its arguments: 'tiled<16>'")
    .addOption(new Option("--device <id>", "the GPU to count for").choices(Object.keys(devices)).default("h200"))
    .option("--json", "print the profile as JSON, schema coalesce/profile/v1")
    .option(
      "--out <array=file>",
      "write what an array holds afterwards: bytes, or text if the file's name ends in .json or .csv; may be repeated",
      (given: string, before: readonly Output[]) => [...before, outputOf(given)],
      [],
    )
    .option("--fail-on-finding", "exit with 1 if something is wrong with the kernel: out of bounds, a race, …")
    .option("--seconds <n>", "stop a kernel that runs for longer than this", secondsOf, 120)
    .addHelpText(
      "after",
      `
A launch:
  {"kernel":"scale","grid":[256,1,1],"block":[256,1,1],"sharedBytes":0,"arguments":[
    {"array":"in","type":"float","length":65536,"fill":"index"},{"array":"out","type":"float","length":65536},
    {"value":65536,"type":"int"}],"symbols":{"coefficients":{"constant":0.5}}}

  arguments  in the kernel's order: arrays, of any type of the text; values; {"struct":[…],"type":"Points"}
  fill       zero bytes if absent; "index", {"indexModulo":n}, {"constant":c}, {"random":{"seed","from","to"}},
             {"randomUnit":{"seed"}}, {"permutation":{"seed"}}, {"values":[…]}
  symbols    contents of __constant__ and __device__ variables

Without --json: each line of the text with the warps that executed it, and below it its accesses with their requests, sectors
(and the fewest possible) or wavefronts (and bank conflicts); totals; what the sanitizers found; and what to do about costly
accesses. What the kernel prints with printf is shown on standard error.

Examples:
  coalesce profile transpose.cu
  coalesce profile transpose.cu --launch small.json --kernel 'tiled<32>' --out out=transposed.csv
  coalesce profile kernel.cu --json | jq '.accesses[] | select(.space == "shared" and .bankConflicts > 0)'
  coalesce profile kernel.cu --fail-on-finding > /dev/null && echo clean

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

function secondsOf(given: string): number {
  const seconds = Number(given);
  if (!(seconds > 0)) throw new InvalidArgumentError("It must be a number above 0.");
  return seconds;
}

async function profile(file: string, options: ProfileOptions): Promise<void> {
  const text = await readInputFile(file);
  const launch = await readLaunch(file, options);
  const unknown = options.out.find(({ array }) => !arrayNames(launch).includes(array));
  if (unknown) throw new InputError(`the launch has no array "${unknown.array}"; it has ${arrayNames(launch).join(", ") || "none"}`);
  const profiled = run(file, text, launch, options);
  if (profiled === undefined) {
    process.exitCode = exitCode.infrastructure;
    return;
  }
  for (const output of options.out) await writeOutput(output, profiled);
  const { profile } = profiled;
  for (const { text: printed, thread, block } of profile.printed) {
    process.stderr.write(`thread (${thread.join(", ")}) of block (${block.join(", ")}): ${printed}\n`);
  }
  if (profile.furtherPrinted > 0) process.stderr.write(`… and ${profile.furtherPrinted} lines more\n`);
  process.stdout.write(options.json ? `${JSON.stringify(profile, null, 2)}\n` : profileText(profile, { file, text, launch }));
  if (options.failOnFinding && profile.findings.length > 0) process.exitCode = exitCode.found;
}

async function readLaunch(file: string, { launch: given, kernel }: ProfileOptions): Promise<KernelLaunch> {
  const beside = [`${file.replace(/\.[^.]*$/, "")}.json`, path.join(path.dirname(file), "launch.json")];
  const launchFile = given ?? beside.find((candidate) => existsSync(candidate));
  if (launchFile === undefined) {
    throw new InputError(`there is no launch for ${file}: give one with --launch, or write ${beside.join(" or ")} (--help shows one)`);
  }
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

/** Runs the launch. Returns undefined, having said why, if it was stopped. */
function run(file: string, text: string, launch: KernelLaunch, { device, seconds }: ProfileOptions): ProfiledLaunch | undefined {
  const chosen = devices[device];
  if (chosen === undefined) throw new InputError(`there is no device "${device}"`);
  const end = performance.now() + seconds * 1000;
  try {
    return profileLaunch(text, launch, chosen, { progress: () => performance.now() > end });
  } catch (error) {
    if (error instanceof SourceError) throw new InputError(sourceExcerpt(file, text, error.span, error.message));
    if (error instanceof StoppedError) {
      console.error(
        `coalesce: ${launch.kernel} was stopped after ${seconds} s; is there a loop that does not end? (--seconds allows more)`,
      );
      return undefined;
    }
    if (error instanceof TooMuchWorkError) {
      console.error(`coalesce: ${error.step ? sourceExcerpt(file, text, error.step.span, error.message) : error.message}`);
      return undefined;
    }
    if (error instanceof RangeError && !isOfTheEngine(error)) throw new InputError(error.message);
    throw error;
  }
}

/** Whether JavaScript's engine threw it, not the lab. */
function isOfTheEngine({ message }: RangeError): boolean {
  return /^(Maximum call stack|Invalid (typed )?array length|Array buffer allocation|Invalid string length)/.test(message);
}

async function writeOutput({ array, file }: Output, { result }: ProfiledLaunch): Promise<void> {
  const placed = result.arrays.find(({ name }) => name === array);
  if (!placed) throw new InputError(`the launch has no array "${array}"`);
  const { memory } = result;
  const contents = file.endsWith(".json")
    ? arrayJson(placed, memory)
    : file.endsWith(".csv")
      ? arrayCsv(placed, memory)
      : arrayBytes(placed, memory);
  try {
    await writeFile(file, contents);
  } catch (error) {
    throw new InputError(`cannot write ${file}: ${(error as Error).message}`);
  }
}
