import type { TouchedWord } from "#pictures/banks.ts";
import type { Outcome } from "./cost.ts";
import type { GroupBracket } from "./groups.ts";
import type { Element } from "./tile.ts";
import { wordWords } from "./words.ts";

/** What is pointed at: one of these, or nothing. */
export interface Pointing {
  readonly hoveredLane?: number;
  /** Number of a touched word, whose lanes are to be seen. */
  readonly hoveredWord?: number;
  /** Number of a group of lanes that are served together. */
  readonly hoveredGroup?: number;
}

/** The lanes that belong to what is pointed at; undefined when nothing is. */
export function pointedLanes({ explanation }: Outcome, pointing: Pointing): ReadonlySet<number> | undefined {
  const { hoveredLane, hoveredWord, hoveredGroup } = pointing;
  if (hoveredLane !== undefined) return new Set([hoveredLane]);
  if (hoveredGroup !== undefined) return lanesOf(explanation.groupEvidence.slice(hoveredGroup, hoveredGroup + 1));
  if (hoveredWord === undefined) return undefined;
  return lanesOf(explanation.groupEvidence.flatMap(({ words }) => words.filter(({ number }) => number === hoveredWord)));
}

interface Named {
  readonly laneLabel: (lane: number) => string;
  readonly elementOf: (lane: number) => Element;
  readonly touched: readonly TouchedWord[];
  readonly groups: readonly GroupBracket[];
}

/** What is pointed at, in words. */
export function pointedWords(pointing: Pointing, { laneLabel, elementOf, touched, groups }: Named): string | undefined {
  const { hoveredLane, hoveredWord, hoveredGroup } = pointing;
  if (hoveredLane !== undefined) return laneLabel(hoveredLane);
  const word = touched.find(({ number }) => number === hoveredWord);
  if (word) return wordWords(word, elementOf(word.lanes[0]));
  return groups.find(({ number }) => number === hoveredGroup)?.label;
}

/** Nothing is pointed at where no lane is left. */
function lanesOf(evidence: readonly { readonly lanes: readonly number[] }[]): ReadonlySet<number> | undefined {
  return evidence.length === 0 ? undefined : new Set(evidence.flatMap(({ lanes }) => lanes));
}
