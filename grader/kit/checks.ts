import type { AccessTrace, GlobalAccessTrace, Launch, SharedAccessTrace, Trace, ViolationKind } from "#simulator";
import type { Case, Check, CheckInput, Finding, NumberEvidence, Size, TargetEvidence, TargetMetric } from "#judge/exercise.ts";
import { count } from "#pictures/format.ts";
import { exportedNumber } from "./vocabulary.ts";

interface CheckOptions {
  /** Points in each case. */
  readonly points: number;
  readonly visibility?: "visible" | "hidden";
}

interface CostOptions extends CheckOptions {
  /** Default: all cases. */
  readonly cases?: readonly string[];
  /** Why the target is higher than the lowest that can be reached, if it is. */
  readonly looseBecause?: string;
}

/** Fails on the first violation of the given kinds. */
function noViolation(id: string, title: string, kinds: readonly ViolationKind[], options: CheckOptions): Check<Size> {
  return { id, title, kind: "correctness", ...options, judge: ({ trace }) => firstViolation(trace, kinds) };
}

/** Without it, the other checks of correctness say little: an answer that does nothing keeps them all. */
function essential(check: Check<Size>): Check<Size> {
  return { ...check, isEssential: true };
}

function firstViolation(trace: Trace, kinds: readonly ViolationKind[]): Finding {
  const violation = trace.violations.find(({ kind }) => kinds.includes(kind));
  return violation ? { verdict: "fail", evidence: { kind: "violation", violation } } : { verdict: "pass" };
}

/** Every address lies inside its array, and a vector at a multiple of its width. */
export function inBounds(options: CheckOptions): Check<Size> {
  const check = essential(noViolation("in-bounds", "Every address lies inside its array", ["out-of-bounds", "misaligned"], options));
  return { ...check, judge: (input) => named(check.judge(input)) };
}

/** A vector inside its array that is not at a multiple of its width fails under a name of its own. */
function named(finding: Finding): Finding {
  const isMisaligned =
    finding.verdict === "fail" && finding.evidence.kind === "violation" && finding.evidence.violation.kind === "misaligned";
  return isMisaligned ? { ...finding, title: "Every vector is aligned" } : finding;
}

/** Every element of the output holds what it should. */
export function everyElement(options: CheckOptions): Check<Size> {
  const kinds: ViolationKind[] = ["wrong-element", "empty-register", "read-before-write", "missing-element"];
  return essential(noViolation("every-element", "Every element arrives where it belongs", kinds, options));
}

/** No element of global memory is stored twice. */
export function writtenOnce(options: CheckOptions): Check<Size> {
  return noViolation("written-once", "No element is written twice", ["written-twice"], options);
}

/** Threads that touch the same element, one of them storing, have a barrier between them, at which all threads arrive. */
export function noRace(options: CheckOptions): Check<Size> {
  return noViolation("no-race", "No two threads race for an element", ["race", "divergent-barrier"], options);
}

/** Every element of an input with `reads: "each-once"` is read exactly once. */
export function readOnce(options: CheckOptions): Check<Size> {
  return essential(noViolation("read-once", "Every element is read exactly once", ["never-read", "read-twice"], options));
}

/** No element of an input with `reads: "each-once"` is read twice, but some, such as padding, may be left out. */
export function readAtMostOnce(options: CheckOptions): Check<Size> {
  return noViolation("read-at-most-once", "No element is read twice", ["read-twice"], options);
}

/** The largest value that passes in a case, from what the case is about. */
export type CaseTarget = (size: never, launch: Launch) => number;

interface TargetOptions extends CostOptions {
  /** The largest value that passes: one for all cases, one for each of some cases, or one that follows from a case. */
  readonly atMost: number | Readonly<Record<string, number>> | CaseTarget;
  /** Where `atMost` names cases: the largest value that passes in all the others, those that are drawn among them. Default: not judged there. */
  readonly elsewhere?: number | CaseTarget;
}

interface AccessTargetOptions extends TargetOptions {
  /** Name of the access. */
  readonly access: string;
}

/**
 * Sectors per request, on average over the requests of an access: the metric that Nsight Compute shows. In cases that `atMost` does not
 * name, a request may need one more, since it may begin inside a sector: that is the default of `elsewhere`.
 */
export function sectorsPerRequest(given: AccessTargetOptions): Check<Size> {
  const { access, atMost } = given;
  const options = typeof atMost === "object" ? { elsewhere: Math.max(...Object.values(atMost)) + 1, ...given } : given;
  const title = `\`${access}\` moves at most ${targetText(atMost)} ${atMost === 1 ? "sector" : "sectors"} per request`;
  return accessTarget("sectorsPerRequest", `${access}-sectors`, title, options, (trace) => {
    const { sectors, requests } = globalAccess(trace);
    return requests === 0 ? 0 : sectors / requests;
  });
}

/** Sectors that an access moves, over all of its requests. */
export function sectors(options: AccessTargetOptions): Check<Size> {
  const title = `\`${options.access}\` moves no more sectors than it has to`;
  return accessTarget("sectors", `${options.access}-total-sectors`, title, options, (trace) => globalAccess(trace).sectors);
}

/** Requests of an access: how many times warps execute it. Wider lanes need fewer. */
export function requests(options: AccessTargetOptions): Check<Size> {
  const title = `\`${options.access}\` makes no more requests than it has to`;
  return accessTarget("requests", `${options.access}-requests`, title, options, (trace) => trace.requests);
}

/** Wavefronts of an access to shared memory beyond one per group of lanes. */
export function bankConflicts(options: AccessTargetOptions): Check<Size> {
  const { access, atMost } = options;
  const title = atMost === 0 ? `\`${access}\` meets no bank conflict` : `\`${access}\` meets at most ${targetText(atMost)} bank conflicts`;
  return accessTarget("bankConflicts", `${access}-conflicts`, title, options, (trace) => sharedAccess(trace).bankConflicts);
}

/** Sectors that all accesses of the kernel to global memory move together. */
export function kernelSectors(options: TargetOptions): Check<Size> {
  return target("kernel-sectors", "The kernel moves no more sectors than it has to", options, ({ trace }) => {
    const accesses = trace.accesses.filter((access) => access.space === "global");
    const measured = accesses.reduce((sum, { sectors }) => sum + sectors, 0);
    const worst = accesses.reduce((a, b) => (b.sectors - b.idealSectors > a.sectors - a.idealSectors ? b : a));
    return { kind: "over-target", metric: "sectors", scope: "kernel", access: worst, measured };
  });
}

/** Requests that all accesses of the kernel to global memory take together: a budget of instructions. */
export function kernelRequests(options: TargetOptions): Check<Size> {
  return target("kernel-requests", "The kernel makes no more requests than it has to", options, ({ trace }) => {
    const accesses = trace.accesses.filter((access) => access.space === "global");
    const measured = accesses.reduce((sum, { requests }) => sum + requests, 0);
    const worst = accesses.reduce((a, b) => (b.requests > a.requests ? b : a));
    return { kind: "over-target", metric: "requests", scope: "kernel", access: worst, measured };
  });
}

/** A limit on a number that the learner chooses, such as the words of shared memory. */
export function numberAtMost(name: string, atMost: number, unit: string, options: CostOptions): Check<Size> {
  const title = `\`${name}\` is at most ${count(atMost)} ${unit}`;
  const check = target(`${name}-budget`, title, { ...options, atMost }, ({ answer }) => ({
    kind: "number-over-target",
    name: `\`${name}\``,
    unit,
    measured: exportedNumber(answer, name),
  }));
  return { ...check, isOfNumber: true };
}

/** Bytes of shared memory that a block uses. */
export function sharedBytes(options: TargetOptions): Check<Size> {
  const title = `A block uses at most ${targetText(options.atMost)} bytes of shared memory`;
  const check = target("shared-bytes", title, options, ({ kernel }) => {
    const shared = Object.values(kernel.arrays).filter((array) => array.space === "shared");
    const measured = shared.reduce((sum, { length, bytesPerElement }) => sum + length * bytesPerElement, 0);
    return { kind: "number-over-target", name: "The shared memory of a block", unit: "bytes", measured };
  });
  return { ...check, isOfNumber: true };
}

/**
 * A step towards a target: a looser target with points of its own, so that an answer which goes half the way earns something. Who reaches
 * the target has reached the step.
 *
 * @param title for a target that does not follow from its number
 */
export function step({ tightened: _, ...check }: Check<Size>, title = check.title): Check<Size> {
  return { ...check, id: `${check.id}-step`, title };
}

function accessTarget(
  metric: TargetMetric,
  id: string,
  title: string,
  { access, ...options }: AccessTargetOptions,
  measure: (access: AccessTrace) => number,
): Check<Size> {
  return target(id, title, options, ({ trace }) => {
    const judged = accessNamed(trace, access);
    return { kind: "over-target", metric, scope: "access", access: judged, measured: measure(judged) };
  });
}

/** A measured value, before it is compared with a target. */
type Measured = Omit<TargetEvidence, "target"> | Omit<NumberEvidence, "target">;

function target(
  id: string,
  title: string,
  { atMost, elsewhere, cases, ...options }: TargetOptions,
  measure: (input: CheckInput) => Measured,
): Check<Size> {
  const named = typeof atMost === "object" ? Object.keys(atMost) : undefined;
  const judged = cases ?? (elsewhere === undefined ? named : undefined);
  const targetIn = ({ id, size, launch }: Case): number | undefined => {
    const target = typeof atMost === "object" ? (atMost[id] ?? elsewhere) : atMost;
    return typeof target === "function" ? target(size as never, launch) : target;
  };
  const check = (judged: readonly string[] | undefined, reaches: (measured: number, target: number) => boolean): Check<Size> => ({
    id,
    title,
    kind: "cost",
    ...options,
    ...(judged && { cases: judged }),
    judge: (input) => {
      const target = targetIn(input.case);
      if (target === undefined) throw new Error(`the check "${id}" is judged in the case "${input.case.id}": give atMost a number for it`);
      const measured = measure(input);
      return reaches(measured.measured, target) ? { verdict: "pass" } : { verdict: "fail", evidence: { ...measured, target } };
    },
  });
  // A target for the cases that are not named allows for what is special about them, so that a solution need not reach it.
  return {
    ...check(judged, (measured, target) => measured <= target),
    tightened: check(cases ?? named, (measured, target) => measured < target),
  };
}

function globalAccess(access: AccessTrace): GlobalAccessTrace {
  if (access.space === "global") return access;
  throw new Error(`"${access.access}" is not an access to global memory`);
}

function sharedAccess(access: AccessTrace): SharedAccessTrace {
  if (access.space === "shared") return access;
  throw new Error(`"${access.access}" is not an access to shared memory`);
}

/** "4", or "4 to 5" where the cases differ. */
function targetText(atMost: TargetOptions["atMost"]): string {
  if (typeof atMost === "function") return "as many as it needs";
  if (typeof atMost === "number") return count(atMost);
  const targets = Object.values(atMost);
  const [least, most] = [Math.min(...targets), Math.max(...targets)];
  return least === most ? count(least) : `${count(least)} to ${count(most)}`;
}

function accessNamed(trace: Trace, name: string): AccessTrace {
  const access = trace.accesses.find((access) => access.access === name);
  if (!access) throw new Error(`the kernel has no access "${name}"`);
  return access;
}
