import { FINDINGS, VALUES } from "#judge/cuda/capstone-checks.ts";
import type { BudgetCount, CudaBudget, CudaSize, CudaTask, Numbers, TaskArray } from "#judge/cuda/cuda-task.ts";
import { COUNT_NAMES } from "#judge/cuda/cuda-sentences.ts";
import type { Check, Draw, Exercise, WrongAnswer } from "#judge/exercise.ts";
import { dim3 } from "#simulator";

/** A capstone: an exercise that is answered with a text in CUDA C++. */
export interface Capstone extends Exercise {
  readonly cuda: CudaTask;
  /** Why the solution is fast, in two sentences. */
  readonly why: string;
  /** The count that the capstone moves, and the case in which the learner's own page shows it. */
  readonly moves: CudaBudgetName;
}

/** A budget, by its case and count. */
type CudaBudgetName = Pick<CudaBudget, "case" | "count">;

/** A capstone as its author writes it: sizes have names of its own, and the checks follow from its budgets. */
export interface AuthoredCapstone<S extends CudaSize> extends Pick<
  Exercise,
  "id" | "title" | "summary" | "part" | "concepts" | "difficulty" | "minutes" | "hints" | "starterPasses"
> {
  /** The function of the host that is called: the learner's own, or the driver's. */
  readonly entry: string;
  /** Host code behind the learner's text that calls the learner's functions in order, if there are several. */
  readonly driver?: string;
  /** The arguments of the entry. */
  readonly call: (size: S) => readonly (number | TaskArray)[];
  readonly reference: (size: S, inputs: Readonly<Record<string, Numbers>>) => Readonly<Record<string, Numbers>>;
  readonly tolerance?: CudaTask["tolerance"];
  /** Each has a `seed`. */
  readonly cases: readonly { readonly id: string; readonly title: string; readonly size: S }[];
  /** Draws the sizes of a case that no student has seen; the seed comes by itself. */
  readonly hidden?: (draw: Draw) => Omit<S, "seed">;
  readonly budgets: readonly CudaBudget[];
  readonly why: string;
  readonly moves: CudaBudgetName;
  readonly wrong: Readonly<Record<string, WrongAnswer>>;
}

/** Points of right values in a case, of no findings, and of a budget. */
const POINTS = { values: 2, findings: 1, budget: 4 };

const BUDGET_TITLES: Readonly<Record<BudgetCount, string>> = {
  requests: "No more requests to memory than the budget",
  sectors: "No more sectors than the budget",
  wavefronts: "No more wavefronts of shared memory than the budget",
  bankConflicts: "No more bank conflicts than the budget",
  dramBytes: "No more bytes from and to DRAM than the budget",
};

/** The judge of a check of a capstone, which is judged as a whole. */
const notHere = (): never => {
  throw new TypeError(`a capstone is judged by the lab: its checks count ${Object.values(COUNT_NAMES).join(", ")}`);
};

/** Completes a capstone with what follows from the rest: its checks, its points, and what an exercise in TypeScript has and it does not. */
export function defineCapstone<S extends CudaSize & { readonly seed: number }>(authored: AuthoredCapstone<S>): Capstone {
  const { entry, driver, call, reference, tolerance, budgets, hidden, cases, starterPasses = [VALUES, FINDINGS], ...own } = authored;
  const launch = { gridDim: dim3(1), blockDim: dim3(32) };
  const cuda = {
    entry,
    ...(driver !== undefined && { driver }),
    call,
    reference,
    ...(tolerance && { tolerance }),
    budgets,
  } as unknown as CudaTask;
  const ofBudgets = [...Map.groupBy(budgets, ({ count }) => count)].map(([count, each]): Check => ({
    id: count,
    title: BUDGET_TITLES[count],
    kind: "cost",
    points: POINTS.budget,
    cases: each.map((budget) => budget.case),
    judge: notHere,
  }));
  const checks: Check[] = [
    {
      id: VALUES,
      title: "Every element has the right value",
      kind: "correctness",
      points: POINTS.values,
      isEssential: true,
      judge: notHere,
    },
    { id: FINDINGS, title: "The lab finds nothing wrong", kind: "correctness", points: POINTS.findings, judge: notHere },
    ...ofBudgets,
  ];
  const inCases = checks
    .filter(({ id }) => !starterPasses.includes(id))
    .flatMap(({ points, cases: named = cases }) => named.map(() => points));
  return {
    ...own,
    starterPasses,
    cuda,
    checks,
    points: inCases.reduce((sum, points) => sum + points, 0),
    cases: cases.map((one) => ({ ...one, launch })),
    ...(hidden && { hidden: (draw: Draw) => ({ size: { ...hidden(draw), seed: seedFrom(draw) }, launch }) }),
    exports: [],
    kernel: notHere,
    expected: () => ({}),
  };
}

const seedFrom = (draw: Draw): number => draw.between(1, 2 ** 31 - 1);

/** An input of floats from 0 up to 1, drawn from a seed. `stream` tells apart inputs of one case. */
export function randomFloats(name: string, length: number, seed: number, stream = 0): TaskArray {
  return { name, type: "f32", length, fill: { randomUnit: { seed: (seed + 7919 * stream) >>> 0 || 1 } } };
}

/** An input of halves that are whole numbers from -4 to 4, so that sums of up to 2²⁰ products are exact in float. `stream` as above. */
export function wholeHalves(name: string, length: number, seed: number, stream = 0): TaskArray {
  return { name, type: "f16", length, fill: { random: { seed: (seed + 7919 * stream) >>> 0 || 1, from: -4, to: 5 } } };
}

/** A result of floats, which nothing has written before. */
export function floatResult(name: string, length: number): TaskArray {
  return { name, type: "f32", length };
}
