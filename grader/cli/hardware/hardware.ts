import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Command } from "commander";
import { InputError } from "#classroom/assignment/input-error.ts";
import type { TimeAccuracy } from "#clock/accuracy.ts";
import { courseRoot, packedCourse } from "#kit/installation.ts";
import { pluralize } from "#pictures/format.ts";
import type { ComparedLaunch } from "#hardware/compared-launches.ts";
import { probeFileName, probeText, readGpuProbe } from "#hardware/gpu-probe.ts";
import { fileNameOf, measuredGpuOf, parseMeasuredGpu, type MeasuredGpu } from "#hardware/measured-gpu.ts";
import { say, warn } from "../terminal.ts";
import { exitCode, readInputFile } from "../usage.ts";

const hardware = `${courseRoot}grader/hardware/`;
/** The folder of measurements of readers' GPUs: the site shows them beside ours. */
const imported = `${courseRoot}content/hardware/`;
/** The folder of what readers' GPUs showed in a browser: the atlas shows them. */
const atlas = `${courseRoot}content/gpus/`;

export function hardwareCommand(): Command {
  return new Command("hardware")
    .description("Measures a GPU, adds what was measured to the course, and reports how the model compares with it.")
    .addCommand(
      new Command("run")
        .description("Compiles, times and counts the gallery's kernels on this machine's GPU.")
        .requiredOption("--out <file.json>", "where the measurements go, schema coalesce/hardware/v1")
        .addHelpText(
          "after",
          `
Needs an NVIDIA GPU with nvcc, g++, python3 and Nsight Compute's ncu on the path, with access to the GPU's performance counters.
It takes a minute or two. Nothing leaves this machine.

  coalesce hardware run --out my-gpu.json && coalesce hardware import my-gpu.json

Exit codes: 0 measured · 2 usage, or a tool is missing · 3 the probes failed`,
        )
        .action(run),
    )
    .addCommand(
      new Command("probes")
        .description("Builds, checks, times and counts on this machine's GPU everything that the course has measured.")
        .argument("<folder>", "where the files go; they have the names of those in hardware/data")
        .argument("[parts...]", "only these, such as requests or memory-system; all.py in hardware/probes lists them")
        .addHelpText(
          "after",
          `
Needs what \`coalesce hardware run\` needs, and takes minutes. Parts that need PyTorch are left out without it.

Exit codes: 0 measured · 2 usage, or a tool is missing · 3 a part failed`,
        )
        .action(probes),
    )
    .addCommand(
      new Command("import")
        .description("Adds measurements of a GPU to the course: its pages show them beside ours.")
        .argument("<file.json>", 'what `coalesce hardware run` wrote, or the page "My GPU" exported')
        .action(importFile),
    )
    .addCommand(
      new Command("report")
        .description("Runs every measured launch through the model; writes hardware/REPORT.md and hardware/data/model.json. Takes minutes.")
        .action(report),
    );
}

/** The exit code of all.py for an unknown part. */
const USAGE = 2;
const TOOLS = ["python3", "nvcc", "g++", "ncu", "nvidia-smi"];

/** @throws InputError if a tool is missing */
async function findTools(): Promise<void> {
  for (const tool of TOOLS) {
    if ((await exitOf(tool, ["--version"], "ignore")) === undefined) {
      throw new InputError(`${tool} is not on the path: to measure a GPU, ${TOOLS.join(", ")} are needed`);
    }
  }
}

async function probes(folder: string, parts: readonly string[]): Promise<void> {
  await findTools();
  const code = await exitOf("python3", [`${hardware}probes/all.py`, folder, ...parts], "inherit");
  process.exitCode = code === 0 ? exitCode.done : code === USAGE ? exitCode.usage : exitCode.infrastructure;
}

async function run({ out }: { readonly out: string }): Promise<void> {
  await findTools();
  const folder = await mkdtemp(path.join(tmpdir(), "coalesce-hardware-"));
  try {
    const script = `${hardware}probes/memory-system/measure.py`;
    const code = await exitOf("python3", [script, folder, `${courseRoot}content/kernels`], "inherit", { PROBES: "none", ARCH: "native" });
    if (code !== 0) {
      warn(`coalesce: the probes ended with ${code ?? "a signal"}; what they printed stands above\n`);
      process.exitCode = exitCode.infrastructure;
      return;
    }
    const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(path.join(folder, name), "utf8")) as unknown;
    const measured = measuredGpuOf(await read("kernels-memory.json"), await read("machine.json"));
    await writeFile(out, asText(measured));
    say(`${pluralize(Object.keys(measured.kernels).length, "kernel")} measured on ${measured.gpu}: ${out}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The exit code of a program; undefined if it could not be started or was ended by a signal. */
function exitOf(
  program: string,
  given: readonly string[],
  stdio: "ignore" | "inherit",
  environment: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, given, { stdio, env: { ...process.env, ...environment } });
    child.on("error", () => resolve(undefined));
    child.on("close", (code) => resolve(code ?? undefined));
  });
}

/** @throws InputError in an installed package: measurements are added to the course's repository */
function refuseInPackage(): void {
  if (packedCourse !== undefined) throw new InputError("this changes the course: run it in a clone of the project, not from a package");
}

async function importFile(file: string): Promise<void> {
  refuseInPackage();
  const text = await readInputFile(file);
  try {
    if (isGpuProbe(text)) await importProbe(text);
    else await importMeasurements(text);
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) {
      throw new InputError(`${file}: ${error instanceof SyntaxError ? "it is no JSON" : error.message}`);
    }
    throw error;
  }
}

/** Whether a text says that it is of the page "My GPU". What else is wrong with it, its reader says. */
function isGpuProbe(text: string): boolean {
  return text.includes('"coalesce/gpu/v');
}

/** @throws RangeError for a file that is not in order */
async function importProbe(text: string): Promise<void> {
  const probe = readGpuProbe(text);
  await mkdir(atlas, { recursive: true });
  const name = probeFileName(probe);
  await writeFile(atlas + name, probeText(probe));
  const what = probe.software === undefined ? probe.gpu : `${probe.gpu}, which is no GPU but a program,`;
  say(`${what} is part of the course: content/gpus/${name}. The page "Atlas" shows it at the next start.\n`);
}

/** @throws RangeError for a file that is not in order; SyntaxError for one that is no JSON */
async function importMeasurements(text: string): Promise<void> {
  const measured = parseMeasuredGpu(JSON.parse(text));
  await mkdir(imported, { recursive: true });
  const name = fileNameOf(measured);
  await writeFile(imported + name, asText(measured));
  say(`${measured.gpu} is part of the course: content/hardware/${name}. The page "Measurements" shows it at the next start.\n`);
}

function asText(measured: MeasuredGpu): string {
  return `${JSON.stringify(measured, undefined, 1)}\n`;
}

async function report(): Promise<void> {
  refuseInPackage();
  const [{ compareAll }, { modelReport }, { chosenByOthers }, { agreementOf, heldOutLaunches, lastHeldOutLaunches }] = await Promise.all([
    import("./model-comparison.ts"),
    import("./model-report.ts"),
    import("./calibration.ts"),
    import("#hardware/compared-launches.ts"),
  ]);
  const launches = compareAll((name) => warn(`${name}\n`));
  const byOthers = chosenByOthers(heldOutLaunches(), launches);
  await writeFile(`${hardware}REPORT.md`, modelReport(launches, heldOutLaunches(), byOthers));
  const accuracyOf = (compared: readonly ComparedLaunch[]): TimeAccuracy => {
    const { launches: number, meanTimeError, medianTimeError, worstTimeRatio } = agreementOf(compared);
    return {
      launches: number,
      meanTimeError: rounded(meanTimeError),
      medianTimeError: rounded(medianTimeError),
      worstTimeRatio: rounded(worstTimeRatio),
    };
  };
  const last = lastHeldOutLaunches();
  const gpu = [...new Set(last.map(({ device }) => device.toUpperCase()))].join(" and ");
  const accuracy = { predicted: { gpu, ...accuracyOf(last) }, byOthers: accuracyOf(byOthers) };
  await writeFile(`${courseRoot}grader/clock/accuracy.json`, `${JSON.stringify(accuracy, undefined, 2)}\n`);
  await writeFile(`${hardware}data/model.json`, `[\n${launches.map((launch) => JSON.stringify(launch)).join(",\n")}\n]\n`);
  process.exitCode = exitCode.done;
}

/** To three digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
