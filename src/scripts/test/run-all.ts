// npm test: all checks and tests, stage by stage. The last lines name what failed, and count what passed and failed.
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { projectRoot } from "../astro.ts";
import { tallyPlaywright, tallyVitest, type Tally } from "./tally.ts";

/** One command. It counts as one test, or as the tests in its report if it writes one. */
interface Stage {
  readonly title: string;
  /** A program of node_modules/.bin with its arguments. */
  readonly command: readonly [program: string, ...options: string[]];
  readonly report?: Report;
  /** Stages that come first; this one is skipped if one of them failed. */
  readonly needs?: readonly string[];
  /** A stage that comes first, however it ends. */
  readonly after?: string;
}

interface Report {
  readonly file: string;
  /** Counts the tests in the parsed file. */
  readonly tally: (parsed: never) => Tally;
}

const unitTests: Report = { file: ".cache/unit-tests.json", tally: tallyVitest };
const browserTests: Report = { file: ".cache/browser-tests.json", tally: tallyPlaywright };

/** Stages that use all cores as long as they have work for them, one after the other. */
const stages: readonly Stage[] = [
  { title: "build", command: ["astro", "build"] },
  {
    title: "unit and property tests, exercise contract",
    command: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitTests.file}`],
    report: unitTests,
    // Otherwise each test of packages would build the page that they are made of.
    needs: ["build: packages"],
  },
  {
    title: "browser tests",
    command: ["playwright", "test", "--project=pages", "--workers=2"],
    report: browserTests,
    needs: ["build"],
  },
  {
    // These tests depend on time limits, so they have a core to themselves. The other core checks what people have written.
    title: "browser tests: sandbox",
    command: ["playwright", "test", "--project=sandbox", "--workers=1"],
    report: browserTests,
    needs: ["build"],
  },
];

/**
 * Stages of one process each, one after the other. They take the time that the others leave a core idle: see `runProgram`. Most of them come
 * beside the sandbox's tests, which use one core.
 */
const besides: readonly Stage[] = [
  { title: "build: packages", command: ["node", "src/scripts/test/build-packages.ts"] },
  { title: "lock file", command: ["node", "src/scripts/test/check-lock.ts"] },
  { title: "types: simulator", command: typeCheck("grader/simulator") },
  { title: "types: lab", command: typeCheck("grader/cuda") },
  { title: "types: exercises", command: typeCheck("exercises") },
  { title: "types: cells of lessons", command: typeCheck("content/lessons") },
  { title: "format", command: ["oxfmt", "--check", "."] },
  { title: "lint", command: ["oxlint", "."] },
  { title: "links", command: ["node", "src/scripts/test/check-links.ts"], needs: ["build"] },
  { title: "types: site", command: typeCheck("tsconfig.site.json"), needs: ["build"], after: "browser tests" },
  {
    title: "types: pages",
    command: ["astro", "check", "--noSync", "--minimumFailingSeverity", "error", "--tsconfig", "tsconfig.pages.json"],
    needs: ["build"],
  },
  { title: "types: grader", command: typeCheck("grader") },
  { title: "layers and circles", command: ["depcruise", "."] },
  { title: "format: pages", command: ["prettier", "--check", "--log-level", "warn", "**/*.astro"] },
  { title: "lint: pages, command", command: ["eslint", "--max-warnings", "0", "."] },
];

/** TypeScript 7, which takes a fifth of the time. Astro's check of its pages needs TypeScript 5. */
function typeCheck(project: string): Stage["command"] {
  return ["node", "node_modules/typescript-7/bin/tsc", "--singleThreaded", "--project", project];
}

type Outcome = Tally & { readonly note: string };

/** The outcome of each stage that has ended, by its title. */
const outcomes = new Map<string, Outcome>();

/** Resolves to the outcome of each stage, by its title, once it has ended. */
const ends = new Map([...stages, ...besides].map(({ title }) => [title, Promise.withResolvers<Outcome>()]));

/** Runs a stage once those that it needs have ended, unless one of them has failed, and records the outcome. */
async function perform(stage: Stage, isBeside: boolean): Promise<void> {
  const outcome = await outcomeOf(stage, isBeside);
  outcomes.set(stage.title, outcome);
  ends.get(stage.title)?.resolve(outcome);
}

async function outcomeOf(stage: Stage, isBeside: boolean): Promise<Outcome> {
  const { title, needs = [], after, report, command } = stage;
  if (after !== undefined) await ends.get(after)?.promise;
  for (const needed of needs) {
    const { failures } = (await ends.get(needed)?.promise) ?? { failures: [needed] };
    if (failures.length > 0) return { passed: 0, failures: [title], note: `not run: ${needed} failed` };
  }
  const started = performance.now();
  if (report) rmSync(path.join(projectRoot, report.file), { force: true });
  // The output of a stage beside another one is shown when it ends.
  const code = await runProgram(command, isBeside ? (text) => console.log(`\n${title}\n${text}`) : undefined);
  return { ...tallyOf(stage, code), note: `${((performance.now() - started) / 1000).toFixed(1)} s` };
}

/** The tally of a stage that ended with this exit code. A test runner that fails without a failed test counts as one failure. */
function tallyOf({ title, report }: Stage, code: number): Tally {
  const { passed, failures } = report ? tallyIn(report) : { passed: code === 0 ? 1 : 0, failures: [] };
  return { passed, failures: code !== 0 && failures.length === 0 ? [title] : failures };
}

/** The tally of a report. A report that cannot be read counts as one failure: the test runner broke before it wrote one. */
function tallyIn({ file, tally }: NonNullable<Stage["report"]>): Tally {
  try {
    return tally(JSON.parse(readFileSync(path.join(projectRoot, file), "utf8")) as never);
  } catch {
    return { passed: 0, failures: [`${file} cannot be read`] };
  }
}

/**
 * Runs a program of node_modules/.bin at the top of the project.
 *
 * @param onOutput receives the whole output at the end, of a program that gives way to all others; without it, output is shown as it comes
 * @returns its exit code
 */
function runProgram([program, ...options]: Stage["command"], onOutput?: (text: string) => void): Promise<number> {
  const bin = path.join(projectRoot, "node_modules", ".bin");
  // Playwright sets FORCE_COLOR; with NO_COLOR beside it, Node warns.
  const { NO_COLOR: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    PATH: `${bin}${path.delimiter}${inherited.PATH}`,
    ASTRO_TELEMETRY_DISABLED: "1",
    // What Node has compiled serves the next process, too: the workers of a test runner start with the same modules.
    NODE_COMPILE_CACHE: path.join(projectRoot, ".cache", "compiled"),
  };
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = onOutput ? ["ignore", "pipe", "pipe"] : "inherit";
    const child: ChildProcess = spawn(program, options, { cwd: projectRoot, stdio, env, shell: process.platform === "win32" });
    if (onOutput && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const printed: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => printed.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => printed.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      onOutput?.(Buffer.concat(printed).toString());
      resolve(code ?? 1);
    });
  });
}

mkdirSync(path.join(projectRoot, ".cache"), { recursive: true });
const performBesides = async (): Promise<void> => {
  for (const stage of besides) await perform(stage, true);
};
const performStages = async (): Promise<void> => {
  for (const [number, stage] of stages.entries()) {
    console.log(`\n[${number + 1}/${stages.length}] ${stage.title}`);
    await perform(stage, false);
  }
};
await Promise.all([performStages(), performBesides()]);

console.log("");
for (const [title, { passed, failures, note }] of outcomes) {
  const mark = failures.length > 0 ? "FAIL" : "ok  ";
  const counts = `${String(passed).padStart(5)} passed ${String(failures.length).padStart(3)} failed`;
  console.log(`${mark}  ${title.padEnd(44)} ${counts}   ${note}`);
}
const all = [...outcomes.values()];
const failures = all.flatMap((outcome) => outcome.failures);
for (const failure of failures) console.log(`\nfailed: ${failure}`);
console.log(`\n${all.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
