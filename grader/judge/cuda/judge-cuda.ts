import { remedyOf } from "#cuda/host/missing-definition.ts";
import { HostStoppedError } from "#cuda/host/run-host.ts";
import { TooManyStepsError } from "#cuda/errors/host-errors.ts";
import { LaunchError } from "#cuda/errors/error-kind.ts";
import { TooMuchWorkError } from "#cuda/machine/run-program.ts";
import { bytesOf } from "#cuda/check/types.ts";
import { numberText } from "#cuda/launch/array-text.ts";
import { arrayValues } from "#cuda/launch/array-values.ts";
import type { PlacedArray } from "#cuda/launch/place-arguments.ts";
import type { Coordinates } from "#cuda/machine/findings.ts";
import { remedyWords } from "#cuda/profile/remedy.ts";
import type { LaunchProfile, ProfiledAccess, Totals } from "#cuda/profile/profile-schema.ts";
import { SourceError, placeAt } from "#cuda/source-error.ts";
import { cut } from "#sandbox/answer/answer-error.ts";
import { SECTOR_BYTES } from "#simulator";
import type { BudgetCount, CudaBudget, CudaCase, CudaTask, Numbers } from "./cuda-task.ts";
import type {
  BudgetVerdict,
  CaseCounts,
  CaseTime,
  CaseVerdict,
  CudaVerdict,
  ElementWriter,
  FoundFault,
  GuiltyAccess,
  RefusedAnswer,
  ValuesVerdict,
} from "./cuda-verdict.ts";
import { caseInputs, hasEntry, lastWriter, runCudaCase, takenEntry, type CaseRun, type RunLaunch } from "./run-cuda-case.ts";

/**
 * Judges an answer in CUDA C++: it compiles; in every case its results are the reference's and the lab finds nothing wrong; then no case
 * costs more than its budget. The first case that is wrong is the last that is run: what is wrong there comes first. Browser, command line
 * and continuous integration call this function. It counts steps and looks at no clock, so that the same text has the same verdict
 * everywhere; the text has no way out of the lab's machine.
 *
 * @param cases in the order in which they are judged
 * @param progress called every so often, with the case that runs
 */
export function judgeCuda(
  task: CudaTask,
  cases: readonly CudaCase[],
  text: string,
  progress: (running: CudaCase) => void = () => undefined,
): CudaVerdict {
  let running: CudaCase | undefined;
  try {
    if (!hasEntry(task, text)) return refused("does-not-compile", missingEntry(task));
    const taken = takenEntry(task, text);
    if (taken) throw new SourceError(`\`${task.entry}\` is the task's own function, which calls yours: give this one another name.`, taken);
    const judged: JudgedCase[] = [];
    for (const one of cases) {
      running = one;
      progress(one);
      judged.push(judgeCase(task, one, text, () => progress(one)));
      if (!isRightCase(judged.at(-1)!.verdict)) break;
    }
    const isRight = judged.every(({ verdict }) => isRightCase(verdict));
    const budgets = task.budgets.flatMap((budget) => {
      const own = judged.find(({ verdict }) => verdict.id === budget.case);
      return own || cases.some(({ id }) => id === budget.case) ? [judgeBudget(budget, own, isRight)] : [];
    });
    const isPassed = isRight && budgets.every(({ verdict }) => verdict === "pass");
    return { status: isPassed ? "pass" : "fail", cases: judged.map(({ verdict }) => verdict), budgets };
  } catch (error) {
    return refusal(error, text, running);
  }
}

/** Whether a case has the right values and no findings. */
function isRightCase({ values, findings }: CaseVerdict): boolean {
  return values.verdict === "pass" && findings.length === 0;
}

interface JudgedCase {
  readonly verdict: CaseVerdict;
  readonly run: CaseRun;
}

function judgeCase(task: CudaTask, { id, title, size, hidden = false }: CudaCase, text: string, progress: () => void): JudgedCase {
  const run = runCudaCase(task, text, size, progress);
  const { launches } = run;
  const findings = launches.flatMap(({ profile }) => profile.findings.map(foundFault));
  const remedies = launches.flatMap(({ profile }) => profile.remedies.map((remedy) => remedyWords(remedy, profile.findings)));
  const verdict: CaseVerdict = {
    id,
    title,
    hidden,
    values: judgeValues(task, size, text, run),
    findings,
    remedies: [...new Set(remedies)],
    launches: launches.map(({ profile, grid, block, times }) => ({
      kernel: profile.kernel,
      grid,
      block,
      times,
      microseconds: profile.time?.microseconds ?? 0,
    })),
    counts: countsOf(run),
    time: timeOf(launches),
  };
  return { verdict, run };
}

function foundFault({ kind, line, column, message, further }: LaunchProfile["findings"][number]): FoundFault {
  return { kind, line, column, message, further };
}

const HOST_READS =
  "The host can see what the kernels write here: it copies from the device, or has managed or pinned memory. Leave the results in the device's memory and compute them in kernels; who calls you copies them.";

const HOST_ENDS =
  "The host's code ends the program, with `exit`, a failed assertion or an exception that nothing catches: return instead; who calls you goes on.";

function judgeValues(task: CudaTask, size: CudaCase["size"], text: string, run: CaseRun): ValuesVerdict {
  if (run.isTaken) return { verdict: "fail", message: HOST_READS };
  if (run.isAborted) return { verdict: "fail", message: HOST_ENDS };
  const freed = run.arrays.find(({ address, length }) => length > 0 && run.memory.find(address) === undefined);
  if (freed) return { verdict: "fail", message: `The host's code frees \`${freed.name}\`, which belongs to who calls you.` };
  const expected = task.reference(size, caseInputs(task, size));
  for (const [name, wanted] of Object.entries(expected)) {
    const array = run.arrays.find((placed) => placed.name === name);
    if (array === undefined) throw new TypeError(`the task has no array ${name}`);
    const wrong = firstWrong(array, run, wanted, task.tolerance ?? {});
    if (wrong === undefined) continue;
    const { element, found, expected: right, differing, address, bytes } = wrong;
    const writer = lastWriter(task, text, size, address, bytes);
    const others =
      differing === 1
        ? ""
        : ` ${(differing - 1).toLocaleString("en-US")} more of its ${array.length.toLocaleString("en-US")} elements differ.`;
    const is = writer === undefined && run.memory.lackingIn(address, bytes) !== undefined ? "was never written" : `is ${found}`;
    const message = `\`${name}[${element}]\` ${is} and should be ${right}.${writerSentence(writer, is.startsWith("was"))}${others}`;
    return {
      verdict: "fail",
      message,
      wrong: { array: name, element, found, expected: right, differing, of: array.length, ...(writer && { writer }) },
    };
  }
  return { verdict: "pass" };
}

function writerSentence(writer: ElementWriter | undefined, isSaid: boolean): string {
  if (writer === undefined) return isSaid ? "" : " No thread has written it.";
  const { thread, block, kernel, line } = writer;
  return ` Thread ${coordinates(thread)} of block ${coordinates(block)} of \`${kernel}\` wrote it${line === undefined ? "" : ` in line ${line}`}.`;
}

const coordinates = (at: Coordinates): string => `(${at.join(", ")})`;

interface Wrong {
  readonly element: number;
  readonly found: string;
  readonly expected: string;
  readonly differing: number;
  readonly address: number;
  readonly bytes: number;
}

function firstWrong(
  array: PlacedArray,
  { memory }: CaseRun,
  wanted: Numbers,
  { relative = 0, absolute = 0 }: { relative?: number; absolute?: number },
): Wrong | undefined {
  const [component] = arrayValues(array, memory);
  const { type, values } = component!;
  let first = -1;
  let differing = 0;
  for (let element = 0; element < array.length; element++) {
    const own = Number(values[element]);
    const right = wanted[element]!;
    // NaN is never within.
    if (own === right || Math.abs(own - right) <= Math.max(absolute, relative * Math.abs(right))) continue;
    if (differing++ === 0) first = element;
  }
  if (differing === 0) return undefined;
  const bytes = bytesOf(array.type);
  const expected = type.startsWith("f") ? numberText(Math.fround(wanted[first]!), type) : numberText(wanted[first]!, type);
  return { element: first, found: numberText(values[first]!, type), expected, differing, address: array.address + first * bytes, bytes };
}

function countsOf({ launches, movedBytes }: CaseRun): CaseCounts {
  const moved = Math.ceil(movedBytes / SECTOR_BYTES);
  const sum = (count: (profile: LaunchProfile) => number): number =>
    launches.reduce((total, { profile, times }) => total + times * count(profile), 0);
  return {
    sectors: sum(({ totals }) => totalCounts(totals).sectors) + moved,
    wavefronts: sum(({ totals }) => totalCounts(totals).wavefronts),
    dramBytes: sum(({ memory }) => (memory ? memory.dramReadBytes + memory.dramWriteBytes : 0)) + movedBytes,
    requests: sum(({ totals }) => totalCounts(totals).requests) + Math.ceil(movedBytes / WIDEST_REQUEST_BYTES),
    bankConflicts: sum(({ totals }) => totalCounts(totals).bankConflicts),
  };
}

/** What a launch counts in budgets, all its accesses to global and shared memory together. */
export function totalCounts({ global, shared }: Totals): Omit<CaseCounts, "dramBytes"> {
  const ofGlobal = Object.values(global);
  const ofShared = Object.values(shared);
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  return {
    sectors: sum(ofGlobal.map(({ sectors }) => sectors)),
    wavefronts: sum(ofShared.map(({ wavefronts }) => wavefronts)),
    requests: sum([...ofGlobal, ...ofShared].map(({ requests }) => requests)),
    bankConflicts: sum(ofShared.map(({ bankConflicts }) => bankConflicts)),
  };
}

function timeOf(launches: readonly RunLaunch[]): CaseTime {
  const microseconds = launches.reduce((sum, { profile, times }) => sum + times * (profile.time?.microseconds ?? 0), 0);
  const [longest] = launches.toSorted((a, b) => (b.profile.time?.microseconds ?? 0) - (a.profile.time?.microseconds ?? 0));
  return { microseconds, boundBy: longest?.profile.time?.boundBy };
}

function judgeBudget({ case: id, count, atMost }: CudaBudget, judged: JudgedCase | undefined, isRight: boolean): BudgetVerdict {
  const common = { case: id, count, allowed: atMost };
  if (judged === undefined) return { ...common, verdict: "skipped" };
  const { verdict, run } = judged;
  const counted = verdict.counts[count];
  const isMet = counted <= atMost;
  const guilty = isMet ? undefined : guiltyAccess(count, run.launches);
  return {
    ...common,
    counted,
    verdict: isRight ? (isMet ? "pass" : "fail") : "skipped",
    ...(guilty && { guilty }),
  };
}

/** Bytes that a lane, and a warp, ask for at most with one instruction. */
const WIDEST_LANE_BYTES = 16;
const WIDEST_REQUEST_BYTES = 32 * WIDEST_LANE_BYTES;

/** The access with the most beyond what its bytes need, over all launches; of accesses that need all, the one with most. */
function guiltyAccess(count: BudgetCount, launches: readonly RunLaunch[]): GuiltyAccess | undefined {
  const costs = launches.flatMap(({ profile, times }) => profile.accesses.flatMap((access) => costOf(access, count, times)));
  const [most] = costs.toSorted((a, b) => b.counted - b.ideal - (a.counted - a.ideal) || b.counted - a.counted || a.line - b.line);
  return most;
}

/** Characters of an access's text in a message: it has one line, whatever stands in it. */
const LONGEST_SOURCE = 120;

function costOf(access: ProfiledAccess, count: BudgetCount, times: number): GuiltyAccess[] {
  const { line, column, source, pattern } = access;
  const place = { line, column, source: cut(source.replaceAll(/\s+/g, " "), LONGEST_SOURCE), pattern: pattern.name };
  if (count === "requests") {
    if (access.space !== "global" && access.space !== "shared") return [];
    // The least, if its lanes asked for 16 bytes each.
    const ideal = Math.ceil((access.requests * access.bytesPerLane) / WIDEST_LANE_BYTES);
    return [{ ...place, counted: times * access.requests, ideal: times * ideal }];
  }
  if (count === "wavefronts" || count === "bankConflicts") {
    if (access.space !== "shared") return [];
    const { wavefronts, bankConflicts } = access;
    if (count === "bankConflicts") return [{ ...place, counted: times * bankConflicts, ideal: 0 }];
    return [{ ...place, counted: times * wavefronts, ideal: times * (wavefronts - bankConflicts) }];
  }
  if (access.space !== "global") return [];
  const each = count === "sectors" ? times : times * SECTOR_BYTES;
  return [{ ...place, counted: each * access.sectors, ideal: each * access.idealSectors }];
}

/** The verdict on a text that cannot be run. Anything else is a fault of ours, and is thrown on. */
function refusal(error: unknown, text: string, running: CudaCase | undefined): RefusedAnswer {
  if (error instanceof HostStoppedError) throw error;
  const inCase = running && { case: running.id };
  const at = (span: { readonly from: number } | undefined): Pick<RefusedAnswer, "line" | "column"> =>
    span === undefined || span.from >= text.length ? {} : placeAt(text, span.from);
  if (error instanceof TooManyStepsError) return { ...refused("stopped", error.message), ...at(error.span), ...inCase };
  if (error instanceof TooMuchWorkError) return { ...refused("stopped", error.message), ...at(error.step?.span), ...inCase };
  if (error instanceof SourceError) {
    const { advice, definition } = remedyOf(error, text) ?? {};
    const message = [error.message, advice, definition].filter((part) => part !== undefined).join(" ");
    return { ...refused(isMemoryFull(error) ? "memory" : "does-not-compile", message.trim()), ...at(error.span) };
  }
  if (error instanceof LaunchError) return { ...refused(isMemoryFull(error) ? "memory" : "does-not-run", error.message), ...inCase };
  throw error;
}

function isMemoryFull({ code = "" }: SourceError | LaunchError): boolean {
  return code.endsWith("memory-full");
}

function refused(kind: RefusedAnswer["kind"], message: string): RefusedAnswer {
  return { status: "error", kind, message };
}

function missingEntry({ entry, driver }: CudaTask): string {
  return driver === undefined
    ? `The text has no function \`${entry}\`: the task calls it. Keep its signature, and put everything else around it.`
    : `The end of the text cannot be read: is a comment or an \`#if\` left open? The task's own code follows it.`;
}
