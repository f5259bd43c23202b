import type { LoadAnswer } from "#sandbox/answer/load-answer.ts";
import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import { SECTOR_BYTES, h100, hasWavefronts, type AccessTrace, type Device, type ViolationKind } from "#simulator";
import { Candidate } from "./candidate.ts";
import { WrongBehaviours, diagnose } from "./diagnosis.ts";
import { isJudgedIn, pointsIn, type Case, type Check, type CheckInput, type Exercise, type Finding } from "./exercise.ts";
import { isDrawnCase } from "./hidden-cases.ts";
import { layoutOfAnswer } from "./layout-of-answer.ts";
import type { Printer } from "./printed.ts";
import { evidenceSentence } from "./report/evidence-sentence.ts";
import type { CheckResult, Judged, Metric, MetricName, Provenance } from "./result.ts";
import { provenanceOf } from "./provenance.ts";
import { CaseRefused, type CaseRun } from "./run-case.ts";
import { suspectsOf } from "./suspects.ts";
import { witnessOf } from "./witness.ts";

/** A run with the findings of its correctness checks. Cost checks are judged later, once every run is known to be correct. */
interface CheckedRun extends CaseRun {
  readonly correctness: ReadonlyMap<Check, Finding>;
}

/**
 * Judges an answer that may be anything: it is loaded anew for every case, and asked a second time in another order.
 *
 * @param load loads the answer anew
 * @param wrongAnswers the exercise's wrong answers by name, loaded on demand
 * @throws AnswerRefused for an answer that cannot be loaded, CaseRefused when an index function does not return an index
 */
export function judge(
  exercise: Exercise,
  load: LoadAnswer,
  wrongAnswers: Readonly<Record<string, LoadAnswer>>,
  progress: () => void,
  { printer, isFollowed = false }: { readonly printer?: Printer; readonly isFollowed?: boolean } = {},
): Judged {
  const candidate = new Candidate(exercise, load);
  return judgeRuns(exercise, {
    run: (testCase) => candidate.runTwice(testCase, progress, printer),
    ...(isFollowed && { load }),
    afterRuns: () => printer?.mute(),
    wrong: new WrongBehaviours(exercise, wrongAnswers),
    progress,
  });
}

/** An answer that is being judged, and what it is compared with. */
export interface Judging {
  /** Runs the answer in a case. */
  readonly run: (testCase: Case) => CaseRun;
  /** Loads the answer anew, to follow a wrong element; none is followed without it. */
  readonly load?: LoadAnswer;
  /** Called once the answer has been judged: it runs again only to follow a wrong element. */
  readonly afterRuns?: () => void;
  readonly wrong: WrongBehaviours;
  readonly progress: () => void;
}

/**
 * Runs an answer on the cases of an exercise and applies every check to each of them. Correctness comes before cost, small cases before
 * the one at full size, and hidden cases come last.
 *
 * @throws whatever `run` throws
 */
export function judgeRuns(exercise: Exercise, { run: runCase, load, afterRuns, wrong, progress }: Judging): Judged {
  const run = (testCase: Case): CheckedRun => withCorrectness(exercise, runCase(testCase));
  const visible = exercise.cases.filter(({ hidden }) => !hidden);
  const smallRuns = visible.filter(({ fullSize }) => !fullSize).map(run);
  const fullRuns = smallRuns.every(isCorrect) ? visible.filter(({ fullSize }) => fullSize).map(run) : [];
  const hiddenRuns = exercise.cases.filter(({ hidden }) => hidden).map(run);
  const runs = [...smallRuns, ...fullRuns, ...hiddenRuns];
  afterRuns?.();
  const checks = checkResults(exercise, runs);
  const layout = runs[0] && layoutOfAnswer(exercise.layout, runs[0].answer);
  const passed = checks.every(({ verdict }) => verdict === "pass");
  const failed = checks.some(({ verdict }) => verdict === "fail");
  const diagnosis = failed ? diagnose(exercise, [...smallRuns, ...hiddenRuns], wrong, progress) : undefined;
  const provenance = failed && load ? followed(exercise, { runs: smallRuns, load, donors: wrong.loaders, progress }) : undefined;
  return {
    status: passed ? "pass" : "fail",
    score: checks.reduce((sum, check) => sum + check.points, 0),
    maxScore: checks.reduce((sum, check) => sum + check.maxPoints, 0),
    checks,
    metrics: runs.flatMap(metricsOf),
    ...(diagnosis && { diagnosis }),
    ...(provenance && { provenance }),
    ...(layout && { layout: { name: layout.name, ...(layout.matrix && { matrix: layout.matrix }) } }),
  };
}

interface Following {
  readonly runs: readonly CheckedRun[];
  readonly load: LoadAnswer;
  readonly donors: readonly LoadAnswer[];
  readonly progress: () => void;
}

/** Follows the element that the first failure is about, if it is one that was not right, back to where it came from. */
function followed(exercise: Exercise, { runs, load, donors, progress }: Following): Provenance | undefined {
  const failed = runs.find((run) => !isCorrect(run));
  const finding = failed && [...failed.correctness.values()].find(({ verdict }) => verdict === "fail");
  if (failed?.case.personal || finding?.verdict !== "fail" || finding.evidence.kind !== "violation") return undefined;
  const { kind, array: ofViolation, elementIndex } = finding.evidence.violation;
  if (!FOLLOWED.has(kind)) return undefined;
  const { arrays } = failed!.kernel;
  const isOutput = (name: string): boolean => typeof arrays[name]?.expected === "function";
  const array = isOutput(ofViolation) ? ofViolation : Object.keys(arrays).find(isOutput);
  if (array === undefined) return undefined;
  try {
    const suspects = suspectsOf({ exercise, load, donors, failed: failed!, progress });
    const target = { case: failed!.case, array, suspects, ...(array === ofViolation && { elementIndex }) };
    return provenanceOf(exercise, load, target, progress);
  } catch (error) {
    // A second run may behave differently: the verdict stands.
    if (error instanceof CaseRefused || error instanceof AnswerRefused) return undefined;
    throw error;
  }
}

/** Violations by an element that a thread stored, or should have. */
const FOLLOWED: ReadonlySet<ViolationKind> = new Set([
  "wrong-element",
  "empty-register",
  "read-before-write",
  "missing-element",
  "written-twice",
]);

/** Whether a run of a case passes all checks of correctness. */
export function isCorrectRun(exercise: Exercise, run: CheckInput): boolean {
  const checks = exercise.checks.filter((check) => check.kind === "correctness" && isJudgedIn(check, run.case));
  return checks.every((check) => check.judge(run).verdict === "pass");
}

function withCorrectness(exercise: Exercise, run: CaseRun): CheckedRun {
  const checks = exercise.checks.filter((check) => check.kind === "correctness" && isJudgedIn(check, run.case));
  return { ...run, correctness: new Map(checks.map((check) => [check, check.judge(run)])) };
}

/** Whether a run moves the elements that its case is about: only then do its checks of correctness earn points. */
function movesItsElements({ correctness }: CheckedRun): boolean {
  return [...correctness].every(([{ isEssential }, { verdict }]) => !isEssential || verdict === "pass");
}

function isCorrect({ correctness }: CheckedRun): boolean {
  return [...correctness.values()].every(({ verdict }) => verdict === "pass");
}

/** Every check in every case that it is judged in, in the order of the exercise. */
function checkResults(exercise: Exercise, runs: readonly CheckedRun[]): CheckResult[] {
  const device = exercise.device ?? h100;
  const allCorrect = runs.every(isCorrect);
  const results = exercise.cases.flatMap((candidate) => {
    const run = runs.find((run) => run.case === candidate);
    const results = exercise.checks
      .filter((check) => isJudgedIn(check, candidate))
      .map((check): CheckResult => ({
        id: check.id,
        kind: check.kind,
        title: check.title,
        case: candidate.id,
        ...verdictOf(check, run, { allCorrect, device, maxPoints: pointsIn(exercise, check, candidate) }),
        visibility: candidate.hidden ? "hidden" : (check.visibility ?? "visible"),
      }));
    return isDrawnCase(candidate.id) ? wholeOrNothing(results) : withoutLosses(results);
  });
  const lost = new Map(results.filter(isLost).map((check) => [check.id, check]));
  return results.map((check) => {
    const elsewhere = lost.get(check.id);
    if (elsewhere === undefined || check.points === 0) return check;
    return { ...check, points: 0, message: `Holds, and earns points once it holds where it does for the starter: in ${elsewhere.case}.` };
  });
}

/** Whether an answer has lost what the starter has, in a case that everybody sees. */
function isLost({ maxPoints, verdict, case: id }: CheckResult): boolean {
  return maxPoints === 0 && verdict === "fail" && !isDrawnCase(id);
}

/** The results of a drawn case, which earns its points only as a whole: an answer that is cheap only where it was seen gains nothing there. */
function wholeOrNothing(results: readonly CheckResult[]): CheckResult[] {
  const lost = results.find(({ verdict }) => verdict !== "pass");
  return results.map((check): CheckResult => {
    if (lost === undefined || check.points === 0) return check;
    return { ...check, points: 0, message: `Holds, and earns points once everything holds in this case: ${lost.title}.` };
  });
}

/** The results of a case. Where the answer has lost what the starter has, which is worth nothing itself, cost earns nothing either. */
function withoutLosses(results: readonly CheckResult[]): CheckResult[] {
  const lost = results.find(({ maxPoints, verdict }) => maxPoints === 0 && verdict === "fail");
  return results.map((check): CheckResult => {
    if (lost === undefined || check.kind !== "cost" || check.points === 0) return check;
    return { ...check, points: 0, message: `Holds, and earns points once what the starter has holds as well: ${lost.title}.` };
  });
}

type JudgedPart = Pick<CheckResult, "verdict" | "points" | "maxPoints" | "message" | "witness"> & Partial<Pick<CheckResult, "title">>;

/** The inputs of a verdict besides the check and the run. */
interface Terms {
  readonly allCorrect: boolean;
  readonly device: Device;
  readonly maxPoints: number;
}

function verdictOf(check: Check, run: CheckedRun | undefined, { allCorrect, device, maxPoints }: Terms): JudgedPart {
  if (!run) return { verdict: "skipped", points: 0, maxPoints, message: "Runs once the smaller cases are right." };
  if (check.kind === "cost" && !allCorrect) {
    return { verdict: "skipped", points: 0, maxPoints, message: "Cost is judged once every element is where it belongs." };
  }
  const finding = run.correctness.get(check) ?? check.judge(run);
  if (finding.verdict === "pass" && check.kind === "correctness" && maxPoints > 0 && !movesItsElements(run)) {
    return { verdict: "pass", points: 0, maxPoints, message: "Earns points once every element is where it belongs." };
  }
  if (finding.verdict === "pass") return { verdict: "pass", points: maxPoints, maxPoints, message: `Holds for ${run.case.title}.` };
  const witness = witnessOf(finding.evidence, run.case, device);
  const message = evidenceSentence(finding.evidence, run, witness);
  const { title } = finding;
  return { verdict: "fail", points: 0, maxPoints, message, ...(title !== undefined && { title }), ...(witness && { witness }) };
}

function metricsOf({ case: { id }, trace }: CaseRun): Metric[] {
  return trace.accesses
    .filter(isCounted)
    .flatMap((access) => accessMetrics(access).map(([name, value]) => ({ case: id, access: access.access, name, value })));
}

/** Whether a profiler has counters for an access: what TMA does, and what arrives by a copy past L1, it doesn't count. */
const isCounted = (access: AccessTrace): boolean => access.instruction !== "TMA" && hasWavefronts(access);

/** The metrics of an access in the order in which the course always shows them. */
function accessMetrics(access: AccessTrace): [MetricName, number][] {
  if (access.space === "shared") {
    const { requests, wavefronts, groups, bankConflicts, conflictDegree } = access;
    return [
      ["requests", requests],
      ["wavefronts", wavefronts],
      ["idealWavefronts", groups],
      ["bankConflicts", bankConflicts],
      ["conflictDegree", conflictDegree],
    ];
  }
  const { requests, sectors, idealSectors, cacheLines, usefulBytes, dramReadBytes, dramWriteBytes } = access;
  return [
    ["requests", requests],
    ["sectors", sectors],
    ["idealSectors", idealSectors],
    ["sectorsPerRequest", requests === 0 ? 0 : sectors / requests],
    ["cacheLines", cacheLines],
    ["efficiency", sectors === 0 ? 0 : usefulBytes / (sectors * SECTOR_BYTES)],
    ["dramReadBytes", dramReadBytes],
    ["dramWriteBytes", dramWriteBytes],
  ];
}
