import { WARP_SIZE } from "#simulator";
import { emphasisOf, type LaneCell } from "#pictures/lanes.ts";
import { bytes, count } from "#pictures/format.ts";
import type { LineRow } from "#pictures/memory-rows.ts";
import type { Reading } from "#pictures/readings.ts";
import { BYTES_PER_LANE, alignmentCase, extraBytes, windowLines } from "./alignment-case.ts";
import type { MeasuredOffset } from "./measured-offsets.ts";
import { caseReadings, caseSentence, conclusion, type TimedCase } from "./words.ts";

/** What the reader may change, what is pointed at, and what was measured. */
export interface Settings {
  /** Where lane 0 of the reader's own case begins. */
  readonly offsetBytes: number;
  readonly measured: readonly MeasuredOffset[];
  readonly hoveredLane?: number;
}

/** How many are needed, and how many more are paid for. */
export interface Meter {
  readonly needed: number;
  readonly extra: number;
  readonly words: string;
}

/** One offset, ready to be drawn. */
export interface CasePicture {
  readonly title: string;
  readonly offsetBytes: number;
  /** The window of memory as this warp, and as the next warp, sees it. */
  readonly own: readonly LineRow[];
  readonly next: readonly LineRow[];
  /** First bytes of the sectors that both warps touch. */
  readonly sharedAt: readonly number[];
  /** Tag look-ups: one for each line. */
  readonly time: Meter;
  /** Sectors that move. */
  readonly bytes: Meter;
  readonly readings: readonly Reading[];
  readonly sentence: string;
}

export interface Picture {
  readonly lanes: readonly LaneCell[];
  /** The three fixed cases, then the reader's own. */
  readonly cases: readonly CasePicture[];
  readonly sentence: string;
  /** Each case in words. */
  readonly details: readonly string[];
  /** What all cases say together; undefined when they were not measured. */
  readonly conclusion: string | undefined;
  readonly pointed: string | undefined;
}

/** An aligned request, one that crosses a line between sectors, and one that crosses a line within a sector. */
const FIXED_OFFSETS = [0, 96, 100] as const;

export function model({ offsetBytes, measured, hoveredLane }: Settings): Picture {
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const timed = [...FIXED_OFFSETS, offsetBytes].map((offset) => timedCase(offset, measured));
  const cases = timed.map((each, i) => casePicture(each, i < FIXED_OFFSETS.length ? "Offset" : "Your offset,", pointed));
  const [, linesOnly, sectorsToo] = timed;
  return {
    lanes: Array.from({ length: WARP_SIZE }, (_, lane) => ({
      lane,
      active: true,
      named: false,
      emphasis: emphasisOf([lane], pointed),
      label: laneWords(timed, lane),
    })),
    cases,
    sentence: cases[FIXED_OFFSETS.length].sentence,
    details: [...new Set(cases.map(({ sentence }) => sentence))],
    conclusion: conclusion(linesOnly, sectorsToo),
    pointed: hoveredLane === undefined ? undefined : laneWords(timed, hoveredLane),
  };
}

/** A case with what was measured at its offset. */
export function timedCase(offsetBytes: number, measured: readonly MeasuredOffset[]): TimedCase {
  return {
    case: alignmentCase(offsetBytes),
    measured: measured.find((each) => each.offsetBytes === offsetBytes),
    aligned: measured.find((each) => each.offsetBytes === 0),
  };
}

function casePicture(timed: TimedCase, name: string, pointed: ReadonlySet<number> | undefined): CasePicture {
  const drawn = timed.case;
  const { offsetBytes, own, next, extraLines, extraSectors } = drawn;
  const shared = own.lines.flatMap((line) => line.sectors).filter(({ number }) => drawn.sharedSectors.includes(number));
  return {
    title: `${name} ${bytes(offsetBytes)}`,
    offsetBytes,
    own: windowLines(own, pointed),
    next: windowLines(next, pointed),
    sharedAt: shared.map(({ firstByte }) => firstByte),
    time: { needed: own.cacheLines - extraLines, extra: extraLines, words: extraLines === 0 ? "no line more" : `${extraLines} line more` },
    bytes: {
      needed: own.idealSectors,
      extra: extraSectors,
      words: extraSectors === 0 ? "no byte more" : `${bytes(extraBytes(drawn))} more`,
    },
    readings: caseReadings(timed),
    sentence: caseSentence(timed),
  };
}

/** Where a lane's bytes lie in each case. */
function laneWords(timed: readonly TimedCase[], lane: number): string {
  const offsets = [...new Set(timed.map((each) => each.case.offsetBytes))];
  const spans = offsets.map((offset) => {
    const first = offset + lane * BYTES_PER_LANE;
    return `${count(first)} to ${count(first + BYTES_PER_LANE - 1)} at offset ${count(offset)}`;
  });
  return `Lane ${lane}: bytes ${spans.join(", ")}`;
}
