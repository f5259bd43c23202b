import { BANK_COUNT, WARP_SIZE } from "#simulator";
import { bankColumns, type BankColumn } from "#pictures/banks.ts";
import { emphasisOf, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import { count } from "#pictures/format.ts";
import type { Reading } from "#pictures/readings.ts";
import { levels, total, type Addition, type Level, type Scheme, type TreeCost } from "./tree.ts";
import { levelCaptions, sentence, threadCaption } from "./captions.ts";

interface Settings {
  readonly scheme: Scheme;
  /** Threads of the block, and words that it adds up: a power of two, whole warps. */
  readonly threads: number;
  /** The level that is shown, from 0. */
  readonly step: number;
  readonly hoveredThread?: number | undefined;
}

/** One level of the tree, with what came before it counted, as plain data. */
export interface Picture {
  readonly warps: readonly WarpStrip[];
  readonly banks: readonly BankColumn[];
  /** Shared memory, 32 words per row. */
  readonly rows: readonly (readonly WordCell[])[];
  readonly arcs: readonly Arc[];
  readonly ledger: readonly LedgerRow[];
  readonly readings: readonly Reading[];
  /** The level in one sentence or two. */
  readonly sentence: string;
  /** The tree level by level. */
  readonly details: readonly string[];
  /** What the hovered thread does, in words; undefined while none is hovered. */
  readonly pointed: string | undefined;
}

interface WarpStrip {
  readonly warp: number;
  readonly lanes: readonly LaneCell[];
  /** Whether any of its threads works in this level. */
  readonly works: boolean;
}

/** One word: "into" is read and written, "from" is read, "spent" was added to another word before. */
export interface WordCell {
  readonly word: number;
  readonly role: "into" | "from" | "spent";
  /** The thread that works on it. */
  readonly thread: number | undefined;
  readonly emphasis: Emphasis;
}

/** From the word that is added to the word that grows. */
interface Arc extends Addition {
  readonly emphasis: Emphasis;
}

export interface LedgerRow {
  readonly level: Level;
  readonly when: "before" | "now" | "ahead";
}

export function model({ scheme, threads, step, hoveredThread }: Settings): Picture {
  const tree = levels(scheme, threads);
  const level = tree[step];
  if (!level) throw new RangeError(`a tree over ${threads} words has no level ${step}`);
  const soFar = total(tree.slice(0, step + 1));
  const pointed = hoveredThread === undefined ? undefined : new Set([hoveredThread]);
  return {
    warps: Array.from({ length: threads / WARP_SIZE }, (_, warp) => warpStrip(warp, level, pointed)),
    banks: tallestStacks(level),
    rows: wordRows(threads, level, pointed),
    arcs: level.additions.map((addition) => ({ ...addition, emphasis: emphasisOf([addition.thread], pointed) })),
    ledger: tree.map((row, i) => ({ level: row, when: i < step ? "before" : i === step ? "now" : "ahead" })),
    readings: readings(soFar),
    sentence: sentence({ scheme, threads, tree, step, level }),
    details: levelCaptions(scheme, tree),
    pointed: hoveredThread === undefined ? undefined : threadCaption(hoveredThread, level),
  };
}

function readings({ requests, wavefronts, groups, bankConflicts, conflictDegree }: TreeCost): Reading[] {
  return [
    { name: "requests so far", value: count(requests) },
    { name: "wavefronts", value: count(wavefronts), ideal: count(groups) },
    { name: "conflicts", value: count(bankConflicts) },
    { name: "degree", value: count(conflictDegree) },
  ];
}

function warpStrip(warp: number, level: Level, pointed: ReadonlySet<number> | undefined): WarpStrip {
  const working = new Set(level.additions.map(({ thread }) => thread));
  const lanes = Array.from({ length: WARP_SIZE }, (_, lane): LaneCell => {
    const thread = warp * WARP_SIZE + lane;
    const emphasis = emphasisOf([thread], pointed);
    return { lane, active: working.has(thread), named: false, emphasis, label: threadCaption(thread, level) };
  });
  return { warp, lanes, works: lanes.some((lane) => lane.active) };
}

/** The 32 columns, each with the tallest stack that any request of the level makes in it. */
function tallestStacks({ explanations }: Level): BankColumn[] {
  const byBank = Map.groupBy(explanations.flatMap(bankColumns), ({ bank }) => bank);
  return [...byBank].map(([bank, columns]) => ({ bank, degree: Math.max(...columns.map(({ degree }) => degree)) }));
}

function wordRows(threads: number, level: Level, pointed: ReadonlySet<number> | undefined): WordCell[][] {
  const used = new Map<number, Pick<WordCell, "role" | "thread">>();
  for (const { thread, into, from } of level.additions) used.set(into, { role: "into", thread }).set(from, { role: "from", thread });
  const cell = (word: number): WordCell => {
    const { role, thread } = used.get(word) ?? { role: "spent", thread: undefined };
    return { word, role, thread, emphasis: emphasisOf(thread === undefined ? [] : [thread], pointed) };
  };
  return Array.from({ length: threads / BANK_COUNT }, (_, row) =>
    Array.from({ length: BANK_COUNT }, (_, bank) => cell(row * BANK_COUNT + bank)),
  );
}
