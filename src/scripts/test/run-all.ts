// npm test: all checks and tests, stage by stage. The last lines name what failed, and count what passed and failed.
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../astro.ts";
import { tallyPlaywright, tallyVitest, type Tally } from "./tally.ts";

/** One command. It counts as one test, or as the tests in its report if it writes one. */
interface Stage {
  readonly title: string;
  /** A program of node_modules/.bin with its arguments. */
  readonly command: readonly [program: string, ...options: string[]];
  readonly report?: Report;
  /** The title of an earlier stage; this one is skipped if that one failed. */
  readonly needs?: string;
  /** Stages that run while this one does, on the core that it leaves free, and then on both: the longest first. */
  readonly beside?: readonly Stage[];
}

interface Report {
  readonly file: string;
  /** Counts the tests in the parsed file. */
  readonly tally: (parsed: never) => Tally;
}

const unitTests: Report = { file: ".cache/unit-tests.json", tally: tallyVitest };
const browserTests: Report = { file: ".cache/browser-tests.json", tally: tallyPlaywright };

/** TypeScript in Go, which needs a fifth of the time, on one core. Astro's checker of pages needs the one in JavaScript. */
const typeCheck = (project: string): Stage["command"] => [
  "node",
  "node_modules/typescript-7/bin/tsc",
  "--singleThreaded",
  "--project",
  project,
];

/** All stages, in order. A stage without others beside it uses all cores. */
const stages: readonly Stage[] = [
  {
    title: "build",
    command: ["astro", "build"],
    beside: [
      { title: "format", command: ["prettier", "--check", "--log-level", "warn", "."] },
      { title: "build: packages", command: ["node", "src/scripts/test/build-packages.ts"] },
      { title: "lock file", command: ["node", "src/scripts/test/check-lock.ts"] },
      { title: "types: simulator", command: typeCheck("grader/simulator") },
      { title: "types: lab", command: typeCheck("grader/cuda") },
      { title: "types: grader", command: typeCheck("grader") },
      { title: "types: exercises", command: typeCheck("exercises") },
    ],
  },
  {
    title: "unit and property tests, exercise contract",
    command: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitTests.file}`],
    report: unitTests,
  },
  {
    title: "browser tests",
    command: ["playwright", "test", "--project=pages", "--workers=2"],
    report: browserTests,
    needs: "build",
  },
  {
    // These tests depend on time limits, so they have a core to themselves.
    title: "browser tests: sandbox",
    command: ["playwright", "test", "--project=sandbox", "--workers=1"],
    report: browserTests,
    needs: "build",
    beside: [
      { title: "types: site", command: typeCheck("tsconfig.site.json"), needs: "build" },
      {
        title: "types: pages",
        command: ["astro", "check", "--noSync", "--minimumFailingSeverity", "error", "--tsconfig", "tsconfig.pages.json"],
        needs: "build",
      },
      { title: "lint", command: ["eslint", "--max-warnings", "0", "."] },
      { title: "layers and circles", command: ["depcruise", "."] },
      { title: "links", command: ["node", "src/scripts/test/check-links.ts"], needs: "build" },
    ],
  },
];

/** The outcome of each stage, by its title. */
const outcomes = new Map<string, Tally & { readonly note: string }>();

/** Runs a stage, unless the stage that it needs has failed, and records the outcome. */
async function perform(stage: Stage, onOutput?: (text: string) => void): Promise<void> {
  if (stage.needs && outcomes.get(stage.needs)?.failures.length) {
    outcomes.set(stage.title, { passed: 0, failures: [stage.title], note: `not run: ${stage.needs} failed` });
    return;
  }
  const started = performance.now();
  if (stage.report) rmSync(path.join(projectRoot, stage.report.file), { force: true });
  const tally = tallyOf(stage, await runProgram(stage.command, onOutput));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  outcomes.set(stage.title, { ...tally, note: `${seconds} s` });
}

/** Runs a stage and those beside it, two at a time: a core that has nothing left to do takes the next of them. */
async function performAll(stage: Stage): Promise<void> {
  const waiting = [...(stage.beside ?? [])];
  const core = async (): Promise<void> => {
    // The output of each is shown when it ends, because another stage prints at the same time.
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { title } = next;
      await perform(next, (text) => console.log(`\n${title}\n${text}`));
    }
  };
  await Promise.all([perform(stage).then(core), core()]);
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
 * @param onOutput receives the whole output at the end; without it, output is shown as it comes
 * @returns its exit code
 */
function runProgram([program, ...options]: Stage["command"], onOutput?: (text: string) => void): Promise<number> {
  const bin = path.join(projectRoot, "node_modules", ".bin");
  // Playwright sets FORCE_COLOR; with NO_COLOR beside it, Node warns.
  const { NO_COLOR: _, ...inherited } = process.env;
  const env = { ...inherited, PATH: `${bin}${path.delimiter}${inherited.PATH}`, ASTRO_TELEMETRY_DISABLED: "1" };
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = onOutput ? ["ignore", "pipe", "pipe"] : "inherit";
    const child: ChildProcess = spawn(program, options, { cwd: projectRoot, stdio, env, shell: process.platform === "win32" });
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
for (const [number, stage] of stages.entries()) {
  console.log(`\n[${number + 1}/${stages.length}] ${stage.title}`);
  await performAll(stage);
}

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
