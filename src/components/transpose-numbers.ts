import naiveTranspose from "#exercises/transpose-naive/exercise.ts";
import * as naiveSolution from "#exercises/transpose-naive/solution.ts";
import { MEASURED_SIDE } from "#figures/transpose-stages/versions.ts";
import { runCase } from "#judge/run-case.ts";
import { count } from "#pictures/format.ts";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import { WORD_BYTES, dim3 } from "#simulator";
import { kernelTime } from "./measurements.ts";

/**
 * After how many passes over a matrix, each with one side strided, a transposed copy of it has paid for itself: an H200's time for
 * the padded transpose, over what a strided pass takes longer than a plain copy.
 */
export function paybackPasses(strided: "reads" | "writes"): string {
  const microseconds = (kernel: string) => kernelTime(`${kernel}_restrict`, MEASURED_SIDE, "h200").microseconds;
  const lostPerPass = microseconds(strided === "reads" ? "strided_read" : "strided_write") - microseconds("copy");
  const passes = Math.ceil(microseconds("tile_pad1") / lostPerPass);
  return `${count(passes)} ${passes === 1 ? "pass" : "passes"}`;
}

/**
 * The share of a square matrix, 0 to 1, that a transpose of one element per thread writes when it is started as the document's benchmark
 * starts it: one block of 32 × 8 threads for each tile of 32 × 32 elements.
 */
export function launchedShare(): number {
  const tileSide = 32;
  const tilesPerSide = 16;
  const side = tilesPerSide * tileSide;
  const { trace } = runCase(
    naiveTranspose,
    {
      id: "tile-launch",
      title: "a block for each tile",
      size: { rows: side, columns: side },
      launch: { gridDim: dim3(tilesPerSide, tilesPerSide), blockDim: dim3(tileSide, 8) },
    },
    naiveSolution as unknown as Answer,
    () => undefined,
  );
  const writes = trace.accesses.find(({ access }) => access === "write");
  if (writes?.space !== "global") throw new Error("the transpose has no write to global memory");
  return writes.usefulBytes / (side * side * WORD_BYTES);
}
