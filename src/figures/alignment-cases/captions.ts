import { bytes, count, decimal, percent, pluralize } from "#pictures/format.ts";
import { requestReadings, type Reading } from "#pictures/readings.ts";
import { BYTES_PER_LANE, extraBytes, lostSpeed, type AlignmentCase, type TimedCase } from "./alignment-case.ts";

const NOT_MEASURED = "–";

/** The numbers of a case: the course's, then those of both warps, then the measured ones. */
export function caseReadings(timed: TimedCase): Reading[] {
  const { own, next, sectorsTogether } = timed.case;
  const { measured } = timed;
  const lost = lostSpeed(timed);
  return [
    ...requestReadings(own, "sector"),
    { name: "sectors of two warps", value: count(sectorsTogether), ideal: count(own.idealSectors + next.idealSectors) },
    { name: "H100, found in L1", value: measured ? percent(measured.l1HitRatio) : NOT_MEASURED },
    { name: "H100, GB/s", value: measured ? decimal(measured.usefulGBps) : NOT_MEASURED },
    { name: "H100, slower by", value: lost === undefined ? NOT_MEASURED : percent(lost) },
  ];
}

/** A case in words: what it costs, what it shares with the next warp, how long the copy took. */
export function caseSentence(timed: TimedCase): string {
  return `${costSentence(timed.case)} ${sharingSentence(timed.case)} ${clockSentence(timed)}`;
}

function costSentence(drawn: AlignmentCase): string {
  const { offsetBytes, own, extraLines, extraSectors } = drawn;
  const touched = `At offset ${bytes(offsetBytes)} the warp touches ${pluralize(own.sectors, "sector")} in ${pluralize(own.cacheLines, "line")}`;
  if (extraLines === 0 && extraSectors === 0) return `${touched}, and neither could be fewer.`;
  const line = pluralize(extraLines, "line");
  return extraSectors === 0
    ? `${touched}: ${line} more than it needs, but not a byte more.`
    : `${touched}: ${line} and ${bytes(extraBytes(drawn))} more than it needs.`;
}

function sharingSentence({ own, next, sharedSectors, sectorsTogether }: AlignmentCase): string {
  if (sharedSectors.length === 0) return "It shares no sector with the next warp.";
  return `The next warp wants sector ${sharedSectors.join(" and ")} too, so the two together move ${sectorsTogether} sectors, not ${own.sectors + next.sectors}.`;
}

function clockSentence(timed: TimedCase): string {
  const { measured } = timed;
  const lost = lostSpeed(timed);
  if (!measured || lost === undefined) return "No copy was timed at this offset.";
  const speed = `A whole copy ran at ${decimal(measured.usefulGBps)}\u00a0GB/s on an H100`;
  if (measured.offsetBytes === 0) return `${speed}.`;
  return `${speed}, ${percent(lost)} slower than without an offset${measured.l1HitRatio > 0 ? `, and found ${percent(measured.l1HitRatio)} of its sectors in L1` : ""}.`;
}

/** How much slower a copy is with a crossed line alone, and with a crossed sector as well; undefined where they were not timed. */
export function conclusion(linesOnly: TimedCase, sectorsToo: TimedCase): string | undefined {
  const first = lostSpeed(linesOnly);
  const second = lostSpeed(sectorsToo);
  if (first === undefined || second === undefined) return undefined;
  return `At ${bytes(linesOnly.case.offsetBytes)} a warp touches one more line but no extra byte, and the copy is ${percent(first)} slower. At ${bytes(sectorsToo.case.offsetBytes)} it also cuts a sector and moves ${percent(extraBytes(sectorsToo.case) / sectorsToo.case.own.usefulBytes)} more than it wants, and the copy is ${percent(second)} slower.`;
}

/** Where a lane's bytes lie in each case. */
export function laneCaption(timed: readonly TimedCase[], lane: number): string {
  const offsets = [...new Set(timed.map((each) => each.case.offsetBytes))];
  const spans = offsets.map((offset) => {
    const first = offset + lane * BYTES_PER_LANE;
    return `${count(first)} to ${count(first + BYTES_PER_LANE - 1)} at offset ${count(offset)}`;
  });
  return `Lane ${lane}: bytes ${spans.join(", ")}`;
}
