import { FULL_MASK } from "#simulator";
import { bytes } from "#pictures/format.ts";
import { laneCells, type LaneCell } from "#pictures/lanes.ts";
import type { LineRow } from "#pictures/memory-rows.ts";
import type { Reading } from "#pictures/readings.ts";
import { extraBytes, timedCase, windowLines, type MeasuredOffset, type TimedCase } from "./alignment-case.ts";
import { caseReadings, caseSentence, conclusion, laneCaption } from "./captions.ts";

/** What the reader may change, what is pointed at, and what was measured. */
interface Settings {
  /** Where lane 0 of the reader's own case begins. */
  readonly offsetBytes: number;
  readonly measured: readonly MeasuredOffset[];
  readonly hoveredLane?: number | undefined;
}

/** A count of lines or sectors: those that are needed, and those on top. */
export interface Meter {
  readonly needed: number;
  readonly extra: number;
  readonly caption: string;
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
  /** Tag look-ups: one per line. */
  readonly time: Meter;
  /** Sectors that move. */
  readonly bytes: Meter;
  readonly readings: readonly Reading[];
  readonly sentence: string;
}

/** All cases as plain data that a picture is drawn from. */
interface Picture {
  readonly lanes: readonly LaneCell[];
  /** The three fixed cases, then the reader's own. */
  readonly cases: readonly CasePicture[];
  /** The reader's own case. */
  readonly own: CasePicture;
  readonly sentence: string;
  /** Each case in words. */
  readonly details: readonly string[];
  /** What the fixed cases show together; undefined where they were not timed. */
  readonly conclusion: string | undefined;
  readonly pointed: string | undefined;
}

/** An aligned request, one that crosses a line between sectors, and one that crosses a line within a sector. */
const FIXED_OFFSETS = { aligned: 0, linesOnly: 96, sectorsToo: 100 };

export function model({ offsetBytes, measured, hoveredLane }: Settings): Picture {
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const linesOnly = timedCase(FIXED_OFFSETS.linesOnly, measured);
  const sectorsToo = timedCase(FIXED_OFFSETS.sectorsToo, measured);
  const fixed = [timedCase(FIXED_OFFSETS.aligned, measured), linesOnly, sectorsToo];
  const chosen = timedCase(offsetBytes, measured);
  const own = casePicture(chosen, "Your offset,", pointed);
  const cases = [...fixed.map((each) => casePicture(each, "Offset", pointed)), own];
  const label = (lane: number) => laneCaption([...fixed, chosen], lane);
  return {
    lanes: laneCells({ activeMask: FULL_MASK }, { pointed, label }),
    cases,
    own,
    sentence: own.sentence,
    details: [...new Set(cases.map(({ sentence }) => sentence))],
    conclusion: conclusion(linesOnly, sectorsToo),
    pointed: hoveredLane === undefined ? undefined : label(hoveredLane),
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
    time: {
      needed: own.cacheLines - extraLines,
      extra: extraLines,
      caption: extraLines === 0 ? "no extra line" : `${extraLines} extra line`,
    },
    bytes: {
      needed: own.idealSectors,
      extra: extraSectors,
      caption: extraSectors === 0 ? "no extra byte" : `${bytes(extraBytes(drawn))} extra`,
    },
    readings: caseReadings(timed),
    sentence: caseSentence(timed),
  };
}
