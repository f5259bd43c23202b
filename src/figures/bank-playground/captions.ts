import { WORD_BYTES, type WarpRequest } from "#simulator";
import type { TouchedWord } from "#pictures/banks.ts";
import { bankCaptions, sharedCaption, wordsOfLane } from "#pictures/captions.ts";
import { count, percent, pluralize, ranges } from "#pictures/format.ts";
import type { Outcome, Refused } from "./access.ts";
import { ROW_WORDS, columnsOf, paddingOverhead, tileWords, wordsPerElement, type Element, type Tile } from "./tile.ts";

/** The picture in one sentence, or two. */
export function sentence(tile: Tile, outcome: Outcome): string {
  if (outcome.kind === "refused") return refusal(tile, outcome);
  return `${sharedCaption(outcome.explanation)} ${spaceCaption(tile)}`;
}

function refusal({ pitchWords, bytesPerElement }: Tile, { reason, lanes }: Refused): string {
  const misaligned = `${pluralize(lanes.length, "lane")} ${lanes.length === 1 ? "is" : "are"} misaligned`;
  return `The hardware refuses this request at ${reason}. ${misaligned}: a row of ${pitchWords} words is ${pitchWords * WORD_BYTES} bytes long, which isn't a multiple of an element's ${bytesPerElement} bytes.`;
}

function spaceCaption(tile: Tile): string {
  const padding = tile.pitchWords - ROW_WORDS;
  if (padding === 0) return `The tile takes ${count(tileWords(tile))} words of shared memory, none of them padding.`;
  return `The tile takes ${count(tileWords(tile))} words of shared memory, ${percent(paddingOverhead(tile))} more than its elements need.`;
}

/** What one lane wants: an element, with its words and banks. */
export function laneCaption(request: WarpRequest, lane: number, element: Element): string {
  return `Lane ${lane}: element ${elementName(element)}, ${wordsOfLane(request, lane)}`;
}

/** A touched word and the lanes that share it. */
export function wordCaption({ number, bank, lanes }: TouchedWord, element: Element): string {
  return `Word ${count(number)}, bank ${bank}, of element ${elementName(element)}: lane${lanes.length === 1 ? "" : "s"} ${ranges(lanes)}`;
}

/** The picture in sentences: how the tile is laid out, which groups of lanes are served together, what each bank is asked for. */
export function details(tile: Tile, outcome: Outcome, groups: readonly { readonly label: string }[]): string[] {
  const layout = layoutCaptions(tile);
  if (outcome.kind === "refused") return [...layout, `Misaligned lanes: ${ranges(outcome.lanes)}.`];
  return [...layout, ...groups.map(({ label }) => `${label}.`), ...bankCaptions(outcome.explanation)];
}

function layoutCaptions(tile: Tile): string[] {
  const { rows, pitchWords, bytesPerElement, swizzle } = tile;
  const words = wordsPerElement(tile);
  const column = swizzle === "xor" ? `(column xor ${rows > columnsOf(tile) ? `row mod ${columnsOf(tile)}` : "row"})` : "column";
  const padding = pitchWords - ROW_WORDS;
  return [
    `The tile has ${rows} rows of ${columnsOf(tile)} elements of ${bytesPerElement} bytes; ${pluralize(padding, "word")} of padding after each row.`,
    `Element (row, column) begins at word row × ${pitchWords} + ${column}${words > 1 ? ` × ${words}` : ""}.`,
  ];
}

function elementName({ row, column }: Element): string {
  return `(${row}, ${column})`;
}
