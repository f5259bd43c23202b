import type { AnswerText } from "./answer-text.ts";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import {
  h100,
  isActive,
  readCost,
  requestOf,
  sharedCost,
  WARP_SIZE,
  type AccessTrace,
  type Device,
  type Dim3,
  type LocatedRequest,
  type RequestLocation,
  type WarpRequest,
} from "#simulator";
import type { Case, CheckInput, Exercise } from "./exercise.ts";
import { FirstWarps } from "./first-warps.ts";
import { CaseRefused, traceCase } from "./run-case.ts";

/** An answer that passed, and one to hold it against: the naive version, or the starter. */
export interface ComparisonJob extends AnswerText {
  /** Id of the exercise. */
  readonly exercise: string;
  /** The file that it is compared with. */
  readonly other: string;
}

/** The costs of an answer and of another one, case by case, and the access that changed. */
export interface Comparison {
  readonly status: "compared";
  /** Whether the other answer moves every element right too. Where it doesn't, its cost says nothing, and only the first case is compared. */
  readonly isOtherRight: boolean;
  /** In the exercise's order: the last is the largest. */
  readonly cases: readonly ComparedCase[];
  /** The access whose cost fell most, else the one that goes elsewhere; absent where both do the same. */
  readonly change?: Change;
}

export interface ComparedCase {
  readonly id: string;
  readonly accesses: readonly ComparedAccess[];
}

/** One access in one case: what it costs with either answer. */
export interface ComparedAccess {
  readonly access: string;
  readonly space: AccessTrace["space"];
  readonly own: Counts;
  readonly other: Counts;
}

/** Sums over the requests of an access. */
export interface Counts {
  readonly requests: number;
  /** Sectors in global memory, wavefronts in shared memory. */
  readonly moved: number;
  /** The fewest that could do. */
  readonly ideal: number;
  /** For shared memory: wavefronts beyond one a group, and the most words of one bank in a request. */
  readonly bankConflicts: number;
  readonly conflictDegree: number;
}

/** In what an access changed: it moves less, it needs fewer requests for the same, or it goes elsewhere. */
export type ChangedIn = "moved" | "requests" | "place";

/** One warp's request of the access that changed, with either answer. */
export interface Change {
  readonly access: string;
  readonly changedIn: ChangedIn;
  /** How many times as much the other answer needs in the largest case; 1 where it goes elsewhere. */
  readonly factor: number;
  /** The case that shows the difference best. */
  readonly case: string;
  readonly array: string;
  readonly blockIdx: Dim3;
  readonly gridDim: Dim3;
  /** Number of the warp in its block. */
  readonly warp: number;
  readonly own: WarpRequest;
  readonly other: WarpRequest;
}

/** The runs of two answers in one case. */
interface RunPair {
  readonly case: Case;
  readonly own: CheckInput;
  readonly other: CheckInput;
  /** Requests of the own answer where the other's costliest is, by access. */
  readonly counterparts: readonly (WarpRequest | undefined)[];
}

/**
 * Runs two answers on the cases of an exercise, and holds one against the other.
 *
 * @param progress called many times a second while the answers make progress
 * @throws CaseRefused when an index function of the own answer does not return an index
 */
export function compareAnswers(exercise: Exercise, own: Answer, other: Answer, progress: () => void): Comparison {
  const cases = exercise.cases.filter(({ hidden }) => !hidden);
  const pairs: RunPair[] = [];
  let isOtherRight = true;
  for (const testCase of cases) {
    const otherRun = triedCase(exercise, testCase, other, progress);
    isOtherRight &&= otherRun !== undefined && isRight(exercise, otherRun);
    if (otherRun === undefined || (!isOtherRight && pairs.length > 0)) break;
    pairs.push(runBeside(exercise, otherRun, own, progress));
    if (!isOtherRight) break;
  }
  const compared = isOtherRight ? pairs : pairs.slice(0, 1);
  const change = isOtherRight
    ? cheaperAccess(pairs, exercise.device ?? h100)
    : compared[0] && movedAccess(exercise, compared[0].case, own, other);
  return { status: "compared", isOtherRight, cases: compared.map(comparedCase), ...(change && { change }) };
}

/** A run of an answer that may be unable to run. */
function triedCase(exercise: Exercise, testCase: Case, answer: Answer, progress: () => void): CheckInput | undefined {
  try {
    return traceCase(exercise, testCase, answer, { progress });
  } catch (error) {
    if (error instanceof CaseRefused) return undefined;
    throw error;
  }
}

function isRight(exercise: Exercise, run: CheckInput): boolean {
  return exercise.checks.every((check) => check.kind === "cost" || check.judge(run).verdict === "pass");
}

/** Runs the own answer beside a run of the other one, and picks up what its warps do where the other's costliest requests are. */
function runBeside(exercise: Exercise, other: CheckInput, answer: Answer, progress: () => void): RunPair {
  const wanted = other.trace.accesses.map(({ costliest }) => costliest?.location);
  const counterparts: (WarpRequest | undefined)[] = wanted.map(() => undefined);
  const executions = wanted.map(() => 0);
  const shapes = new Map<number, Int32Array>();
  const own = traceCase(exercise, other.case, answer, {
    progress,
    observe(accessNumber, indexes, blockIdx) {
      const place = wanted[accessNumber];
      if (place === undefined || !isBlock(place, blockIdx) || executions[accessNumber]!++ !== place.iteration) return;
      shapes.set(accessNumber, indexes.slice(place.warp * WARP_SIZE, (place.warp + 1) * WARP_SIZE));
    },
  });
  for (const [accessNumber, indexes] of shapes) {
    const access = own.trace.accesses[accessNumber];
    const bytesPerElement = access && own.kernel.arrays[access.array]?.bytesPerElement;
    if (bytesPerElement !== undefined && indexes.length === WARP_SIZE)
      counterparts[accessNumber] = requestOf(access!, bytesPerElement, indexes);
  }
  return { case: other.case, own, other, counterparts };
}

/** Only the innermost loop is counted: in a nest of loops the costliest request is nearly always in the first round of the outer one. */
function isBlock({ blockIdx, outerIteration }: RequestLocation, { x, y, z }: Dim3): boolean {
  return outerIteration === 0 && blockIdx.x === x && blockIdx.y === y && blockIdx.z === z;
}

function comparedCase({ case: { id }, own, other }: RunPair): ComparedCase {
  const accesses = own.trace.accesses.flatMap((access, number): ComparedAccess[] => {
    const before = other.trace.accesses[number];
    if (before === undefined || before.access !== access.access) return [];
    return [{ access: access.access, space: access.space, own: countsOf(access), other: countsOf(before) }];
  });
  return { id, accesses };
}

function countsOf(access: AccessTrace): Counts {
  const { requests } = access;
  if (access.space === "global")
    return { requests, moved: access.sectors, ideal: access.idealSectors, bankConflicts: 0, conflictDegree: 0 };
  const { wavefronts, groups, bankConflicts, conflictDegree } = access;
  return { requests, moved: wavefronts, ideal: groups, bankConflicts, conflictDegree };
}

/** A smaller difference is not what an exercise is about. */
const LEAST_FACTOR = 1.02;

/** The access that the other answer pays most for in the largest case: first for what it moves, else for how often it asks. */
function cheaperAccess(pairs: readonly RunPair[], device: Device): Change | undefined {
  const largest = pairs.at(-1);
  if (largest === undefined) return undefined;
  const accesses = comparedCase(largest).accesses;
  for (const changedIn of ["moved", "requests"] as const) {
    const factors = accesses.map(({ own, other }) => (own[changedIn] === 0 ? 1 : other[changedIn] / own[changedIn]));
    const factor = Math.max(...factors);
    if (!(factor > LEAST_FACTOR)) continue;
    const number = factors.indexOf(factor);
    const shown = bestShown(pairs, number, changedIn, device);
    if (shown !== undefined) return { ...shown, changedIn, factor };
  }
  return undefined;
}

type Shown = Omit<Change, "changedIn" | "factor">;

/** The pair of requests of an access that shows the difference best, of the smallest case among equals. */
function bestShown(pairs: readonly RunPair[], number: number, changedIn: "moved" | "requests", device: Device): Shown | undefined {
  let best: { readonly shown: Shown; readonly contrast: number } | undefined;
  for (const pair of pairs) {
    const shown = shownIn(pair, number);
    if (shown === undefined) continue;
    const { own, other } = shown;
    // With fewer requests each of them carries more.
    const contrast = changedIn === "moved" ? costOf(other, device) / costOf(own, device) : bytesOf(own) / bytesOf(other);
    if (best === undefined || contrast > best.contrast * LEAST_FACTOR) best = { shown, contrast };
  }
  return best?.shown;
}

/** The other answer's costliest request of an access in a case, and the own one of the same warp, or else the own costliest. */
function shownIn({ case: { id, launch }, own, other, counterparts }: RunPair, number: number): Shown | undefined {
  const [access, before] = [own.trace.accesses[number], other.trace.accesses[number]?.costliest];
  if (access === undefined || before === undefined) return undefined;
  const sameWarp = counterparts[number];
  const after: Pick<LocatedRequest, "request"> | undefined =
    sameWarp && sameWarp.activeMask !== 0 ? { request: sameWarp } : access.costliest;
  if (after === undefined) return undefined;
  const { blockIdx, warp } = before.location;
  return {
    access: access.access,
    case: id,
    array: access.array,
    blockIdx,
    gridDim: launch.gridDim,
    warp,
    own: after.request,
    other: before.request,
  };
}

function costOf(request: WarpRequest, device: Device): number {
  return request.space === "global" ? readCost(request, device).sectors : sharedCost(request, device).wavefronts;
}

function bytesOf({ activeMask, bytesPerLane }: WarpRequest): number {
  let lanes = 0;
  for (let left = activeMask; left !== 0; left &= left - 1) lanes++;
  return lanes * bytesPerLane;
}

/** The warp of the first ones, and its access, that goes elsewhere with most of its lanes, in the small case where the other answer is wrong. */
function movedAccess(exercise: Exercise, testCase: Case, own: Answer, other: Answer): Change | undefined {
  const [accesses, before] = [own, other].map((answer) => {
    const warps = new FirstWarps();
    const { trace, kernel } = traceCase(exercise, testCase, answer, { observe: warps.observe });
    return warps.accesses(trace, kernel);
  });
  const shown = (accesses ?? []).flatMap(({ totals: { access }, array, warps }, number) =>
    warps.flatMap(({ place: { blockIdx, warp }, request }, i): Shown[] => {
      const counterpart = before?.[number]?.warps[i];
      if (counterpart === undefined) return [];
      const where = { array: array.name, blockIdx, gridDim: testCase.launch.gridDim, warp };
      return [{ access, case: testCase.id, ...where, own: request, other: counterpart.request }];
    }),
  );
  const [most] = shown.toSorted((a, b) => lanesMoved(b) - lanesMoved(a));
  return most === undefined || lanesMoved(most) === 0 ? undefined : { ...most, changedIn: "place", factor: 1 };
}

function lanesMoved({ own, other }: Shown): number {
  const active = (own.activeMask ^ other.activeMask) >>> 0;
  return Array.from({ length: WARP_SIZE }, (_, lane) => lane).filter(
    (lane) => isActive(active, lane) || (isActive(own.activeMask, lane) && own.addresses[lane] !== other.addresses[lane]),
  ).length;
}
