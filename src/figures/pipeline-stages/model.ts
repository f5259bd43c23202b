import { count, percent, pluralize } from "#pictures/format.ts";
import type { Reading } from "#pictures/readings.ts";
import { TILES, schedule, stagesNeeded, type Pipeline, type TileTimes } from "./pipeline.ts";

/** A pipeline as plain data that a picture is drawn from. */
export interface Picture {
  /** From 0 to this time. */
  readonly end: number;
  readonly tiles: readonly TileTimes[];
  /** The rows of the picture: one for each stage, with the spans that its place is taken. */
  readonly stages: readonly { readonly stage: number; readonly tiles: readonly TileTimes[] }[];
  readonly readings: readonly Reading[];
  readonly sentence: string;
  readonly details: readonly string[];
}

export function model(pipeline: Pipeline): Picture {
  const tiles = schedule(pipeline);
  const end = tiles.at(-1)!.work.to;
  const idle = end - TILES * pipeline.work;
  const afterFirst = idle - tiles[0]!.copy.to;
  return {
    end,
    tiles,
    stages: Array.from({ length: pipeline.stages }, (_, stage) => ({ stage, tiles: tiles.filter((tile) => tile.stage === stage) })),
    readings: [
      { name: "units of time", value: count(end), ideal: count(TILES * pipeline.work) },
      { name: "of it at work", value: percent((TILES * pipeline.work) / end) },
      { name: "tiles in shared memory", value: count(pipeline.stages) },
    ],
    sentence: sentenceOf(pipeline, end, afterFirst),
    details: tiles.map(
      ({ tile, stage, copy, work }) =>
        `Tile ${tile}, stage ${stage}: under way from ${count(copy.from)} to ${count(copy.to)}, worked on from ${count(work.from)} to ${count(work.to)}.`,
    ),
  };
}

function sentenceOf(pipeline: Pipeline, end: number, afterFirst: number): string {
  const { stages, transfer, work } = pipeline;
  const takes = `With ${pluralize(stages, "stage")}, ${TILES} tiles take ${pluralize(end, "unit")} of time`;
  if (afterFirst <= 0) return `${takes}: after the first tile, the work never waits.`;
  if (transfer > work && stages >= stagesNeeded(pipeline)) return `${takes}: tiles come no faster, and another stage wouldn’t help.`;
  return `${takes}. The work waits ${pluralize(afterFirst, "unit")} of it for tiles after the first.`;
}
