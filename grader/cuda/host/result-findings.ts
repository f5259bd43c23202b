import type { ElementRanges } from "../machine/element-ranges.ts";
import { splitKernelName } from "../launch/kernel-name.ts";
import { grouped } from "../machine/memory.ts";
import { withElements, type FindingReport } from "../profile/launch-report.ts";
import { parse } from "../syntax/parse.ts";
import { Places } from "../profile/places.ts";
import type { Remedy } from "../profile/remedy.ts";
import type { EarlyAccess } from "./early-accesses.ts";
import { withoutEarlyAccess } from "./early-remedy.ts";
import { gridRemedy, untriedGrid, type GridRemedy, type ProgramToTry } from "./grid-remedy.ts";
import { integerCeilings } from "./integer-ceiling.ts";
import type { HostLaunch } from "./run-host.ts";
import { unsetVariables, type UnsetVariable } from "./unset-variables.ts";
import type { UnwrittenResult } from "./unwritten-results.ts";

/** Unwritten results that are a fault, with a grid that leaves none, if one was found. */
export interface ResultFinding extends UnwrittenResult {
  readonly remedy: GridRemedy | undefined;
  /** The remedy for a program that is too long for trials. */
  readonly advice: string | undefined;
}

/** An access of the host that came too early, with a wait for the device that mends it. */
export interface EarlyFinding extends EarlyAccess {
  readonly words: string;
  readonly remedy: Omit<Remedy, "ends">;
}

/** A kernel's variable without a value, told of at the kernel's first launch. */
export interface UnsetFinding extends UnsetVariable {
  readonly launch: number;
  readonly remedy: Omit<Remedy, "ends">;
}

/** What is found of a launch beside what its threads do. */
export type ProgramFinding = ResultFinding | EarlyFinding | UnsetFinding;

/** The words for a program's unwritten results, and for accesses of the host that came too early. */
export interface ResultFindings {
  readonly findings: readonly ProgramFinding[];
  /** Notes on those that are copied back and not used, and on grids that are rounded down all the same. */
  readonly notes: readonly string[];
}

/** A program that was run, and what it takes to run it again. */
export interface FinishedProgram extends Omit<ProgramToTry, "microseconds"> {
  /** Time of a launch, by estimate; undefined if there is none. */
  readonly microsecondsOf: (launch: number) => number | undefined;
}

/** Results for which a grid is looked for. */
const MOST_TRIED = 3;

/**
 * Which unwritten results of a program are a fault: those that the program reads, those of an array that no launch has written to, and those
 * that a grid rounded up writes. Others are copied along with what is needed: a note says so.
 */
export function resultFindings({ microsecondsOf, ...program }: FinishedProgram): ResultFindings {
  const { launches, unwritten, early } = program.result;
  const findings: ProgramFinding[] = [];
  const notes: string[] = [];
  for (const [number, one] of unwritten.entries()) {
    const microseconds = microsecondsOf(one.launch);
    const remedy = number < MOST_TRIED && microseconds !== undefined ? gridRemedy(one, { ...program, microseconds }) : undefined;
    const why = remedy ? gridWords(remedy, one, launches[one.launch - 1]!) : one.why;
    if (remedy || one.isUsed || !one.isWritten) findings.push({ ...one, why, remedy, advice: untriedGrid(one, program) });
    else notes.push(`${one.words} The program does not read ${one.elements.count === 1 ? "it" : "them"}.`);
  }
  const places = new Places(program.text);
  for (const [number, one] of early.entries()) {
    const remedy = withoutEarlyAccess(one, number < MOST_TRIED ? program : undefined, microsecondsOf(one.launch), places);
    findings.push({ ...one, words: earlyWords(one, places), remedy });
  }
  const file = parse(program.text);
  for (const one of unsetVariables(file, places)) {
    const launch = launches.find(({ kernel }) => splitKernelName(kernel).name === one.kernel);
    if (launch) findings.push({ ...one, launch: launch.number, remedy: { words: one.advice, edits: [] } });
  }
  // Where elements are left unwritten, and a grid is the remedy, that tells of it.
  if (!findings.some((one) => one.kind === "unwritten" && one.remedy?.isRounded)) notes.push(...integerCeilings(file));
  return { findings, notes };
}

/** "The host reads `y`, which the launch in line 17 may still be writing: a launch returns before its kernel has ended." */
function earlyWords({ launched, array, isWrite }: EarlyAccess, places: Places): string {
  const [does, doing] = isWrite ? ["writes", "using"] : ["reads", "writing"];
  return `The host ${does} \`${array}\`, which the launch in line ${places.at(launched.from).line} may still be ${doing}: a launch returns before its kernel has ended.`;
}

/** "The grid is rounded down: 1 block of 32 threads for 40 elements." */
function gridWords({ isRounded }: GridRemedy, { elements }: UnwrittenResult, { grid, block }: HostLaunch): string {
  const [blocks, threads] = [grid, block].map(extentWords) as [string, string];
  const many = (words: string, noun: string): string => `${words} ${noun}${words === "1" ? "" : "s"}`;
  return `The grid is ${isRounded ? "rounded down" : "too small"}: ${many(blocks, "block")} of ${many(threads, "thread")} for ${grouped(elements.of)} ${elements.areBytes ? "bytes" : "elements"}.`;
}

/** "2 × 3", without the dimensions at the end that are 1. */
function extentWords([x, y, z]: readonly [number, number, number]): string {
  return (z > 1 ? [x, y, z] : y > 1 ? [x, y] : [x]).map(grouped).join(" × ");
}

/** A finding of a report or of a profile. */
interface ToldFinding {
  readonly message: string;
  readonly storedTwice?: ElementRanges | undefined;
  readonly unwritten?: object | undefined;
}

/** The findings of a launch and what to do about them, those of its results among them. */
interface FindingsWithResults<Found> {
  readonly findings: Found[];
  readonly remedies: Remedy[];
}

/**
 * Adds what a launch left unwritten to its findings: as findings of their own, or, where its threads store to elements of the same array
 * twice and no other grid helps, as the end of that story.
 *
 * @param results of this launch
 * @param reported a result as a finding
 */
export function withResults<Found extends ToldFinding>(
  { findings, remedies }: { readonly findings: readonly Found[]; readonly remedies: readonly Remedy[] },
  results: readonly ProgramFinding[],
  reported: (result: ProgramFinding) => Found,
): FindingsWithResults<Found> {
  const all: FindingsWithResults<Found> = { findings: findings.map(withElements), remedies: [...remedies] };
  for (const result of results) {
    const own = reported(result);
    if (result.kind !== "unwritten") {
      all.remedies.push({ ...result.remedy, ends: [all.findings.push(own) - 1] });
      continue;
    }
    const { elements, words, remedy, advice } = result;
    const race = all.findings.findIndex(({ storedTwice, unwritten }) => storedTwice?.array === elements.array && !unwritten);
    if (remedy ?? advice) {
      const ends = [all.findings.push(own) - 1];
      const { words: change = advice!, edits = [], microseconds } = remedy ?? {};
      all.remedies.push({ words: change, edits, ends, microseconds });
    } else if (race < 0) all.findings.push(own);
    else all.findings[race] = { ...all.findings[race]!, message: `${all.findings[race]!.message} ${words}`, unwritten: own.unwritten };
  }
  return all;
}

/** The finding for results that nothing has written, at the launch that left them, or for an access of the host that came too early. */
export function resultReport(result: ProgramFinding, places: Places): FindingReport {
  const { kind, span, words } = result;
  const place = { kind, span, ...places.at(span.from), text: places.text(span), further: 0, ...NO_ACCESS };
  if (result.kind !== "unwritten") return { ...place, message: words };
  const { elements, taken, why } = result;
  return { ...place, unwritten: { ...elements, ...places.at(taken.from) }, message: `${words} ${why}` };
}

/** The fields of a finding that is about no access. */
const NO_ACCESS = {
  site: undefined,
  address: undefined,
  space: undefined,
  other: undefined,
  request: undefined,
  bytesPerLane: undefined,
  op: undefined,
};
