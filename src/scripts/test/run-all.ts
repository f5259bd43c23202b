// npm test: everything that must hold, stage by stage. The last lines name what failed, and say how much did and how much passed.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../astro.ts";
import { runProgram } from "./run-program.ts";
import { stages, type Stage } from "./stages.ts";
import type { Tally } from "./tally.ts";

const outcomes = new Map<string, Tally & { readonly note: string }>();

/** Runs a stage, unless what it needs has failed, and remembers how it went. */
async function perform(stage: Stage, onOutput?: (text: string) => void): Promise<void> {
  if (stage.needs && outcomes.get(stage.needs)?.failures.length) {
    outcomes.set(stage.title, { passed: 0, failures: [stage.title], note: `not run: ${stage.needs} failed` });
    return;
  }
  const started = performance.now();
  if (stage.report) rmSync(path.join(projectRoot, stage.report.file), { force: true });
  const sums = tallyOf(stage, await runProgram(stage.command, onOutput));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  outcomes.set(stage.title, { ...sums, note: `${seconds} s` });
}

/** What they print is shown as each of them ends: another stage prints meanwhile. */
async function performBeside(beside: readonly Stage[]): Promise<void> {
  for (const stage of beside) await perform(stage, (text) => console.log(`\n${stage.title}\n${text}`));
}

/** The sums of a stage that ended with this code. A runner that fails without a failed test counts as one failure. */
function tallyOf({ title, report }: Stage, code: number): Tally {
  const { passed, failures } = report ? tallyIn(report) : { passed: code === 0 ? 1 : 0, failures: [] };
  return { passed, failures: code !== 0 && failures.length === 0 ? [title] : failures };
}

/** No report: the runner broke before it had one, and its exit code says so. */
function tallyIn({ file, tally }: NonNullable<Stage["report"]>): Tally {
  try {
    return tally(JSON.parse(readFileSync(path.join(projectRoot, file), "utf8")) as never);
  } catch {
    return { passed: 0, failures: [`${file} cannot be read`] };
  }
}

mkdirSync(path.join(projectRoot, ".cache"), { recursive: true });
for (const [number, stage] of stages.entries()) {
  console.log(`\n[${number + 1}/${stages.length}] ${stage.title}`);
  await Promise.all([perform(stage), performBeside(stage.beside ?? [])]);
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
