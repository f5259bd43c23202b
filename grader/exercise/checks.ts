import type { AccessTrace, Trace, ViolationKind } from "../simulator/index.ts";
import type { Check, Finding, Size } from "./exercise.ts";
import { exportedNumber } from "./vocabulary.ts";

interface CheckOptions {
  /** Points in each case. */
  readonly points: number;
  readonly visibility?: "visible" | "hidden";
}

/** Fails on the first violation of the given kinds. */
function noViolation(id: string, title: string, kinds: readonly ViolationKind[], options: CheckOptions): Check<Size> {
  return { id, title, kind: "correctness", ...options, judge: ({ trace }) => firstViolation(trace, kinds) };
}

function firstViolation(trace: Trace, kinds: readonly ViolationKind[]): Finding {
  const violation = trace.violations.find(({ kind }) => kinds.includes(kind));
  return violation ? { verdict: "fail", evidence: { kind: "violation", violation } } : { verdict: "pass" };
}

/** Every address lies inside its array, and a vector at a multiple of its width. */
export function inBounds(options: CheckOptions): Check<Size> {
  return noViolation("in-bounds", "Every address lies inside its array", ["out-of-bounds", "misaligned"], options);
}

/** Every element of the output holds what it should. */
export function everyElement(options: CheckOptions): Check<Size> {
  const kinds: ViolationKind[] = ["wrong-element", "empty-register", "read-before-write", "missing-element"];
  return noViolation("every-element", "Every element arrives where it belongs", kinds, options);
}

/** No element of global memory is stored twice. */
export function writtenOnce(options: CheckOptions): Check<Size> {
  return noViolation("written-once", "No element is written twice", ["written-twice"], options);
}

/** Threads that touch the same element, one of them storing, have a barrier between them, at which all threads arrive. */
export function noRace(options: CheckOptions): Check<Size> {
  return noViolation("no-race", "No two threads race for an element", ["race", "divergent-barrier"], options);
}

interface TargetOptions extends CheckOptions {
  /** Name of the access. */
  readonly access: string;
  /** The most, for all cases or for each of the cases that the check is judged in. */
  readonly atMost: number | Readonly<Record<string, number>>;
  /** Default: all cases, or those that `atMost` names. */
  readonly cases?: readonly string[];
}

/** Sectors per request, on average over the requests of an access: the figure that Nsight Compute shows. */
export function sectorsPerRequest({ access, atMost, cases, ...options }: TargetOptions): Check<Size> {
  const title = `\`${access}\` moves at most ${spelledTarget(atMost)} sectors per request`;
  return target(`${access}-sectors`, title, { atMost, cases, ...options }, (trace, target) => {
    const figures = accessNamed(trace, access);
    if (figures.space !== "global") throw new Error(`"${access}" is no access to global memory`);
    const measured = figures.requests === 0 ? 0 : figures.sectors / figures.requests;
    return measured <= target ? { verdict: "pass" } : { verdict: "fail", evidence: { kind: "over-target", metric: "sectorsPerRequest", access: figures, measured, target } };
  });
}

/** Wavefronts of an access to shared memory beyond one a group of lanes. */
export function bankConflicts({ access, atMost, cases, ...options }: TargetOptions): Check<Size> {
  const title = atMost === 0 ? `\`${access}\` meets no bank conflict` : `\`${access}\` meets at most ${spelledTarget(atMost)} bank conflicts`;
  return target(`${access}-conflicts`, title, { atMost, cases, ...options }, (trace, target) => {
    const figures = accessNamed(trace, access);
    if (figures.space !== "shared") throw new Error(`"${access}" is no access to shared memory`);
    const measured = figures.bankConflicts;
    return measured <= target ? { verdict: "pass" } : { verdict: "fail", evidence: { kind: "over-target", metric: "bankConflicts", access: figures, measured, target } };
  });
}

/** A number that the learner chooses, a budget of shared memory for one. */
export function numberAtMost(name: string, atMost: number, unit: string, options: CheckOptions & { readonly cases?: readonly string[] }): Check<Size> {
  return {
    id: `${name}-budget`,
    title: `\`${name}\` is at most ${atMost} ${unit}`,
    kind: "cost",
    ...options,
    judge: ({ answer }) => {
      const chosen = exportedNumber(answer, name);
      return chosen <= atMost ? { verdict: "pass" } : { verdict: "fail", evidence: { kind: "number-over-target", name, unit, chosen, target: atMost } };
    },
  };
}

function target(
  id: string,
  title: string,
  { atMost, cases, ...options }: CheckOptions & Pick<TargetOptions, "atMost"> & { cases: readonly string[] | undefined },
  judge: (trace: Trace, target: number) => Finding,
): Check<Size> {
  const judged = cases ?? (typeof atMost === "number" ? undefined : Object.keys(atMost));
  return {
    id,
    title,
    kind: "cost",
    ...options,
    ...(judged && { cases: judged }),
    judge: ({ case: { id }, trace }) => judge(trace, typeof atMost === "number" ? atMost : atMost[id]),
  };
}

/** "4", or "4 to 5" where the cases differ. */
function spelledTarget(atMost: TargetOptions["atMost"]): string {
  if (typeof atMost === "number") return String(atMost);
  const targets = Object.values(atMost);
  const [least, most] = [Math.min(...targets), Math.max(...targets)];
  return least === most ? String(least) : `${least} to ${most}`;
}

function accessNamed(trace: Trace, name: string): AccessTrace {
  const access = trace.accesses.find((access) => access.access === name);
  if (!access) throw new Error(`the kernel has no access "${name}"`);
  return access;
}
