import { WARP_SIZE, explainGlobal, h100 } from "#simulator";
import { emphasisOf, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { SEQUENCE_TOKENS, blockTable, cachePages } from "./cache.ts";
import { pageRows, type PageRow } from "./page-rows.ts";
import { requestReadings } from "./request-readings.ts";
import { laneTasks, requestOf, type LaneTask, type Walk } from "./walk.ts";
import { walkCost } from "./walk-cost.ts";
import { laneWords, pageWords, requestTitle, sentence } from "./words.ts";

export interface Settings extends Walk {
  /** Number of the request in the walk, from 0. */
  readonly step: number;
  readonly hoveredLane?: number;
}

/** One request of a warp that walks through a paged cache, as plain data that a picture is drawn from. */
export interface Picture {
  readonly lanes: readonly LaneCell[];
  readonly sequence: readonly SequencePage[];
  readonly cache: readonly CachePage[];
  readonly rows: readonly PageRow[];
  readonly readings: readonly Reading[];
  /** What the request reads, in a few words. */
  readonly title: string;
  readonly sentence: string;
  /** The picture line by line. */
  readonly details: readonly string[];
  /** The pointed lane in words, when one is pointed at. */
  readonly pointed: string | undefined;
}

/** A page as the sequence counts it, and the place in the cache that the block table gives it. */
export interface SequencePage {
  readonly number: number;
  readonly cachePage: number;
  readonly touched: boolean;
  readonly tokens: readonly { readonly token: number; readonly lanes: readonly number[] }[];
}

/** A page as the cache counts it. */
export interface CachePage {
  readonly number: number;
  /** The page of the sequence that lies here; undefined: it is another sequence's. */
  readonly sequencePage: number | undefined;
  readonly touched: boolean;
}

export function model({ step, hoveredLane, ...walk }: Settings): Picture {
  const tasks = laneTasks(walk, step);
  const explanation = explainGlobal(requestOf(walk, tasks), h100);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const sequence = sequencePages(walk, tasks);
  return {
    lanes: tasks.map((task, lane) => ({
      lane,
      active: true,
      named: false,
      emphasis: emphasisOf([lane], pointed),
      label: laneWords(walk, explanation, task, lane),
    })),
    sequence,
    cache: Array.from({ length: cachePages(walk) }, (_, number): CachePage => {
      const owner = sequence.find(({ cachePage }) => cachePage === number);
      return { number, sequencePage: owner?.number, touched: owner?.touched ?? false };
    }),
    rows: pageRows(walk, explanation, pointed),
    readings: requestReadings(explanation),
    title: requestTitle(walk, step, tasks),
    sentence: sentence(walk, explanation, walkCost(walk)),
    details: pageWords(walk, explanation),
    pointed: hoveredLane === undefined ? undefined : laneWords(walk, explanation, tasks[hoveredLane], hoveredLane),
  };
}

function sequencePages(walk: Walk, tasks: readonly LaneTask[]): SequencePage[] {
  const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane);
  const tokens = Array.from({ length: SEQUENCE_TOKENS }, (_, token) => ({
    token,
    lanes: lanes.filter((lane) => tasks[lane].token === token),
  }));
  return blockTable(walk).map((cachePage, number) => {
    const ofPage = tokens.slice(number * walk.pageTokens, (number + 1) * walk.pageTokens);
    return { number, cachePage, touched: ofPage.some(({ lanes }) => lanes.length > 0), tokens: ofPage };
  });
}
