// npm test: everything that must hold, stage by stage. The last line says how much passed and how much failed.
import { spawn, type StdioOptions } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pLimit from "p-limit";
import { projectRoot } from "../server/astro.ts";

/** What a stage adds to the sums. */
interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** One command. It counts as one, or, where it leaves a report, as the tests in it. */
interface Stage {
  readonly title: string;
  readonly command: readonly string[];
  readonly report?: { readonly file: string; readonly tally: (report: unknown) => Tally };
  /** Title of an earlier stage without which this one makes no sense. */
  readonly needs?: string;
  /** What runs on the core that this stage leaves free; it is shown when it ends. */
  readonly beside?: Stage;
}

const unitReport = ".cache/unit-tests.json";
const browserReport = ".cache/browser-tests.json";

/** They look at the sources alone and use one core each: two at a time, and what they print is shown when they end. */
const checks: readonly Stage[] = [
  { title: "format", command: ["prettier", "--check", "--log-level", "warn", "."] },
  { title: "lint", command: ["eslint", "--max-warnings", "0", "."] },
  { title: "lock file", command: ["node", "src/testing/check-lock.ts"] },
  { title: "types: simulator", command: ["tsc", "--project", "grader/simulator"] },
  { title: "types: grader", command: ["tsc", "--project", "grader"] },
  { title: "types: exercises", command: ["tsc", "--project", "exercises"] },
];

/** They use all cores, one after the other. */
const stages: readonly Stage[] = [
  {
    title: "unit and property tests, exercise contract",
    command: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`],
    report: { file: unitReport, tally: tallyVitest },
  },
  { title: "build", command: ["astro", "build"] },
  { title: "links", command: ["node", "src/testing/check-links.ts"], needs: "build" },
  {
    title: "browser tests",
    command: ["playwright", "test", "--project=pages", "--workers=2"],
    report: { file: browserReport, tally: tallyPlaywright },
    needs: "build",
  },
  {
    // They hold answers to a time limit, and so have a core to themselves.
    title: "browser tests: sandbox",
    command: ["playwright", "test", "--project=sandbox", "--workers=1"],
    report: { file: browserReport, tally: tallyPlaywright },
    needs: "build",
    beside: { title: "types: site", command: ["astro", "check", "--minimumFailingSeverity", "error"] },
  },
];

function tallyVitest(report: unknown): Tally {
  const { numPassedTests, numFailedTests } = report as { numPassedTests: number; numFailedTests: number };
  return { passed: numPassedTests, failed: numFailedTests };
}

function tallyPlaywright(report: unknown): Tally {
  const { stats } = report as { stats: { expected: number; unexpected: number; flaky: number } };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

/** Runs a program of node_modules/.bin, with its output shown or passed on when it ends, and gives its exit code. */
function run([program, ...options]: readonly string[], onOutput?: (text: string) => void): Promise<number> {
  const bin = path.join(projectRoot, "node_modules", ".bin");
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    ASTRO_TELEMETRY_DISABLED: "1",
    // Playwright sets FORCE_COLOR; both together make Node warn.
    NO_COLOR: undefined,
  };
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = onOutput ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(program, options, { cwd: projectRoot, stdio, env, shell: process.platform === "win32" });
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

/** The sums of a stage that ended with this code. A runner that fails without a failed test counts as one failure. */
function tally({ report }: Stage, code: number): Tally {
  if (!report) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const { passed, failed } = readTally(report);
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
}

function readTally({ file, tally }: NonNullable<Stage["report"]>): Tally {
  try {
    return tally(JSON.parse(readFileSync(path.join(projectRoot, file), "utf8")));
  } catch {
    // No report: the runner broke before it had one, and its exit code says so.
    return { passed: 0, failed: 1 };
  }
}

mkdirSync(path.join(projectRoot, ".cache"), { recursive: true });
for (const file of [unitReport, browserReport]) rmSync(path.join(projectRoot, file), { force: true });

const outcomes = new Map<string, Tally & { readonly note: string }>();

/** Runs a stage, and remembers how it went. */
async function perform(stage: Stage, onOutput?: (text: string) => void): Promise<void> {
  const started = performance.now();
  const sums = tally(stage, await run(stage.command, onOutput));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  outcomes.set(stage.title, { ...sums, note: `${seconds} s` });
}

/** For what does not run alone: what it prints is shown when it ends. */
const performQuietly = (stage: Stage): Promise<void> => perform(stage, (text) => console.log(`\n${stage.title}\n${text}`));

/** Runs a stage, unless what it needs has failed. */
async function performIfPossible(stage: Stage): Promise<void> {
  if (stage.needs && outcomes.get(stage.needs)?.failed) {
    outcomes.set(stage.title, { passed: 0, failed: 1, note: `not run: ${stage.needs} failed` });
  } else await perform(stage);
}

const twoAtATime = pLimit(2);
await Promise.all(checks.map((check) => twoAtATime(performQuietly, check)));

for (const [number, stage] of stages.entries()) {
  console.log(`\n[${number + 1}/${stages.length}] ${stage.title}`);
  await Promise.all([performIfPossible(stage), stage.beside && performQuietly(stage.beside)]);
}

console.log("");
for (const [title, { passed, failed, note }] of outcomes) {
  console.log(
    `${failed > 0 ? "FAIL" : "ok  "}  ${title.padEnd(44)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed   ${note}`,
  );
}
const sum = (key: keyof Tally) => [...outcomes.values()].reduce((total, outcome) => total + outcome[key], 0);
process.exitCode = sum("failed") > 0 ? 1 : 0;
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
