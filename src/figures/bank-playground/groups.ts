import { emphasisOf, type Emphasis } from "#pictures/lanes.ts";
import { pluralize, ranges } from "#pictures/format.ts";
import type { Served } from "./cost.ts";

/** Lanes that shared memory serves together, as a bracket over the warp. */
export interface GroupBracket {
  readonly number: number;
  readonly firstLane: number;
  readonly lanes: number;
  /** Groups that were fused into this one; 1: none. */
  readonly fusedFrom: number;
  readonly wavefronts: number;
  readonly emphasis: Emphasis;
  /** The group in words: "Group 1, lanes 8–15: 32 words, 1 wavefront". */
  readonly label: string;
}

export function groupBrackets({ explanation, fusedFrom }: Served, pointed: ReadonlySet<number> | undefined): GroupBracket[] {
  return explanation.groupEvidence.map(({ lanes, words, wavefronts }, number) => {
    const fused = fusedFrom > 1 ? `, ${fusedFrom} groups fused into one` : "";
    return {
      number,
      firstLane: lanes[0],
      lanes: lanes.length,
      fusedFrom,
      wavefronts,
      emphasis: emphasisOf(lanes, pointed),
      label: `Group ${number}, lanes ${ranges(lanes)}${fused}: ${pluralize(words.length, "word")}, ${pluralize(wavefronts, "wavefront")}`,
    };
  });
}
