import type { Case, Exercise } from "#judge/exercise.ts";
import { hiddenCases } from "#judge/hidden-cases.ts";
import type { Dim3 } from "#simulator";
import { isKebabCase, repeated } from "./names.ts";

/** More threads than these, and nobody can make out a lane in the picture of the first case. */
const MAX_THREADS_OF_PICTURE = 4096;

/** A class is judged on hidden cases many thousands of times. */
const MAX_THREADS_OF_HIDDEN = 65_536;

/** Seeds of the hidden cases that the solutions of an exercise must pass before anybody is assigned it. */
export const CONTRACT_SEEDS: readonly number[] = [1, 2, 3, 4];

/** What is wrong with an exercise's cases. */
export function caseProblems(exercise: Exercise): string[] {
  const { cases } = exercise;
  const problems: string[] = [];
  if (cases.length < 2) problems.push(`write at least two cases, so that an answer cannot fit one size only; there are ${cases.length}`);
  for (const id of repeated(cases.map(({ id }) => id))) problems.push(`two cases have the id "${id}": rename one`);
  for (const { id } of cases) if (!isKebabCase(id)) problems.push(`rename the case "${id}": ids are small letters, digits and hyphens`);
  if (cases.length > 0 && (cases[0].fullSize || threadsOf(cases[0]) > MAX_THREADS_OF_PICTURE)) {
    problems.push(
      `put a small case first, for the picture: "${cases[0].id}" has ${threadsOf(cases[0])} threads, ${MAX_THREADS_OF_PICTURE} are the most`,
    );
  }
  if (!cases.some((candidate) => !candidate.fullSize && (isRagged(candidate) || volume(candidate.launch.gridDim) > 1))) {
    problems.push("add a ragged case (a size that is no multiple of the block), or one of several blocks, below full size");
  }
  if (!cases.some(({ fullSize }) => fullSize)) problems.push("mark one case with fullSize: true: cost matters at full size");
  return [...problems, ...hiddenCaseProblems(exercise)];
}

function hiddenCaseProblems(exercise: Exercise): string[] {
  if (exercise.hidden === undefined) return ["add hidden(draw): a case that no student has seen, for assignments"];
  const seen = new Set(exercise.cases.map(fingerprint));
  for (const drawn of hiddenCases(exercise, CONTRACT_SEEDS)) {
    if (seen.has(fingerprint(drawn))) return ["let hidden(draw) draw from more cases: some are alike, or like those that students see"];
    seen.add(fingerprint(drawn));
    if (threadsOf(drawn) > MAX_THREADS_OF_HIDDEN) {
      return [`let hidden(draw) draw smaller cases: one has ${threadsOf(drawn)} threads, ${MAX_THREADS_OF_HIDDEN} are the most`];
    }
  }
  return [];
}

const fingerprint = ({ size, launch }: Pick<Case, "size" | "launch">): string => JSON.stringify([size, launch]);

function isRagged({ size, launch: { blockDim } }: Case): boolean {
  const extents = Object.values(size).filter((value) => typeof value === "number");
  return extents.some((extent) => extent % blockDim.x !== 0);
}

function threadsOf({ launch: { gridDim, blockDim } }: Case): number {
  return volume(gridDim) * volume(blockDim);
}

function volume({ x, y, z }: Dim3): number {
  return x * y * z;
}
