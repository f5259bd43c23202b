import type { Case, Exercise } from "../exercise/exercise.ts";
import type { Dim3 } from "../simulator/index.ts";
import { isKebabCase, repeated } from "./names.ts";

/** More threads than these, and nobody can make out a lane in the picture of the first case. */
const MAX_THREADS_OF_PICTURE = 4096;

/** What is wrong with an exercise's cases. */
export function caseProblems({ cases }: Exercise): string[] {
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
  return problems;
}

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
