import { PART_NAMES, TIME_PARTS } from "#clock/estimate-time.ts";
import { count, decimal, percent, pluralize } from "#pictures/format.ts";
import { errorWords } from "../launch/cuda-error.ts";
import { excessWavefronts } from "./excess.ts";
import { compiledWords } from "./pattern-words.ts";
import { ordersWords } from "./remedies.ts";
import { remedyWords } from "./remedy.ts";
import { NOT_OF_A_SAMPLE, sampleOfBlocks, sampleWords } from "./sample-words.ts";
import type { LaunchProfile, ProfiledAccess } from "./profile-schema.ts";

/** The most lines of a brief. */
export const BRIEF_LINES = 40;
/** The most findings, and costly accesses, that a brief tells of. */
const MOST_FINDINGS = 5;
const MOST_NOTES = 4;
const MOST_ACCESSES = 5;
/** The longest line of the text, and the longest message, that is quoted whole, in characters. */
const LONGEST_QUOTE = 100;
const LONGEST_MESSAGE = 400;

/** A launch that a brief is of. */
export interface BriefLaunch {
  /** The text's file, as the user named it. */
  readonly file: string;
  readonly text: string;
  readonly device: string;
  readonly grid: readonly number[];
  readonly block: readonly number[];
  /** Notes of the program that made it: that a header is a stand-in, that inputs are made up. */
  readonly notes?: readonly string[];
}

/**
 * A profile in at most 40 lines of plain text, for an assistant or a colleague: findings with their witnesses, the costliest accesses with
 * what was tried on them, totals, and the time by estimate.
 */
export function briefText(profile: LaunchProfile, { file, text, device, grid, block, notes = [] }: BriefLaunch): string {
  const source = text.split("\n");
  const quoted = (line: number): string => shortened((source[line - 1] ?? "").trim(), LONGEST_QUOTE);
  const lines = [
    `${file}: kernel ${profile.kernel}, ${grid.join(" x ")} blocks of ${block.join(" x ")} threads, counted for ${device} by simulation; no GPU ran.`,
    ...(profile.sample ? [`${sampleWords(profile.sample)} ${NOT_OF_A_SAMPLE}`] : []),
    ...notes.slice(0, MOST_NOTES).map((note) => shortened(note, LONGEST_MESSAGE)),
    ...findingLines(profile, quoted),
    ...accessLines(profile, quoted),
    ...totalLines(profile),
    ...(profile.time ? [timeLine(profile.time)] : []),
  ];
  return `${lines.slice(0, BRIEF_LINES).join("\n")}\n`;
}

function findingLines({ findings, furtherFindings, error, remedies, sample }: LaunchProfile, quoted: (line: number) => string): string[] {
  if (findings.length === 0)
    return [
      `Findings: none${sample ? ` in ${sampleOfBlocks(sample)}` : ""} (out of bounds, misaligned, uninitialized, races, divergent barriers were looked for).`,
    ];
  const left = findings.length - MOST_FINDINGS + furtherFindings;
  return [
    `Findings${sample ? ` in ${sampleOfBlocks(sample)}` : ""}, to be corrected first:`,
    ...findings.slice(0, MOST_FINDINGS).flatMap((finding) => {
      const { kind, line, column, message, further } = finding;
      const orders = ordersWords(finding);
      return [
        `- ${kind} at ${line}:${column}, \`${quoted(line)}\``,
        `  ${shortened(message, LONGEST_MESSAGE)}${further > 0 ? ` (${count(further)} more here)` : ""}`,
        ...(orders === undefined ? [] : [`  ${shortened(orders, LONGEST_MESSAGE)}`]),
      ];
    }),
    ...(left > 0 ? [`- and at ${pluralize(left, "more place")}`] : []),
    ...(error ? [errorWords(error)] : []),
    ...remedies
      .slice(0, MOST_FINDINGS)
      .map((remedy) => `Remedy${remedy.microseconds === undefined ? "" : ", tried"}: ${remedyWords(remedy, findings)}`),
  ];
}

function accessLines({ accesses }: LaunchProfile, quoted: (line: number) => string): string[] {
  const costly = accesses.filter(({ pattern }) => pattern.advice !== "").sort((a, b) => excessWavefronts(b) - excessWavefronts(a));
  if (costly.length === 0) return ["Costly accesses: none; each takes the sectors and wavefronts that its bytes need."];
  const told = new Set<string>();
  return [
    "Costly accesses, the costliest first:",
    ...costly.slice(0, MOST_ACCESSES).flatMap((access) => {
      const { line, column, space, pattern } = access;
      const op = access.isProduct ? "product" : access.isCopy && space === "shared" ? "copy" : access.op;
      const isKnown = told.has(pattern.advice);
      told.add(pattern.advice);
      return [
        `- ${space} ${op} at ${line}:${column}, \`${quoted(line)}\`: ${pattern.name}; ${costOf(access)}`,
        ...(isKnown ? [] : [`  ${shortened(pattern.advice, LONGEST_MESSAGE)}`]),
      ];
    }),
    ...(costly.length > MOST_ACCESSES
      ? [`- and ${count(costly.length - MOST_ACCESSES)} more ${costly.length - MOST_ACCESSES === 1 ? "access" : "accesses"}`]
      : []),
  ];
}

function costOf(access: ProfiledAccess): string {
  const perRequest = (value: number): string => decimal(value / access.requests);
  switch (access.space) {
    case "global":
    case "local":
    case "bulk":
      return `${perRequest(access.sectors)} sectors per request, ${perRequest(access.idealSectors)} would do, ${pluralize(access.requests, "request")}`;
    case "shared":
      return `${perRequest(access.wavefronts)} wavefronts per request, ${perRequest(access.wavefronts - access.bankConflicts)} would do, ${pluralize(access.requests, "request")}`;
    case "cluster":
      return `${perRequest(access.sectors)} sectors per request to another block of the cluster, ${pluralize(access.requests, "request")}`;
    case "constant":
      return pluralize(access.requests, "request");
  }
}

function totalLines({ totals: { global, shared, local, cluster, bulk }, memory, accesses }: LaunchProfile): string[] {
  const lines = [
    ...Object.entries(global).map(([op, { requests, sectors, idealSectors, efficiency }]) => ({
      requests,
      line: `- global ${op}: ${pluralize(requests, "request")}, ${pluralize(sectors, "sector")} (ideal ${count(idealSectors)}), efficiency ${percent(efficiency)}`,
    })),
    ...Object.entries(shared).map(([op, { requests, wavefronts, bankConflicts }]) => ({
      requests,
      line: `- shared ${op}: ${pluralize(requests, "request")}, ${pluralize(wavefronts, "wavefront")}, ${pluralize(bankConflicts, "bank conflict")}${op === "load" ? joinedWords(accesses, requests) : ""}`,
    })),
    ...Object.entries(local).map(([op, { requests, sectors }]) => ({
      requests,
      line: `- local ${op}: ${pluralize(requests, "request")}, ${pluralize(sectors, "sector")}`,
    })),
    ...Object.entries(cluster ?? {}).map(([op, { requests, sectors }]) => ({
      requests,
      line: `- cluster ${op}: ${pluralize(requests, "request")}, ${pluralize(sectors, "sector")}`,
    })),
    ...Object.entries(bulk ?? {}).map(([op, { requests, sectors, idealSectors }]) => ({
      requests,
      line: `- bulk ${op}: ${pluralize(requests, "request")}, ${pluralize(sectors, "sector")} (ideal ${count(idealSectors)})`,
    })),
  ].filter(({ requests }) => requests > 0);
  const totals = ["Totals:", ...lines.map(({ line }) => line)];
  if (memory === undefined) return totals;
  const { l1HitRate, l2HitRate, dramReadBytes, dramWriteBytes } = memory;
  return [
    ...totals,
    `- from cold caches: ${percent(l1HitRate)} of load sectors hit L1, ${percent(l2HitRate)} of the rest L2; DRAM reads ${count(dramReadBytes)} B, writes ${count(dramWriteBytes)} B`,
  ];
}

/** The requests that a compiler makes of all loads from shared memory, in words; empty if it makes as many as are written. */
function joinedWords(accesses: readonly ProfiledAccess[], requests: number): string {
  const saved = accesses.reduce(
    (sum, access) => sum + (access.space === "shared" ? access.requests - (access.compiledRequests ?? access.requests) : 0),
    0,
  );
  return saved === 0 ? "" : `; ${compiledWords(requests, requests - saved)}`;
}

function timeLine({ microseconds, boundBy, parts }: NonNullable<LaunchProfile["time"]>): string {
  const largest = TIME_PARTS.toSorted((a, b) => parts[b] - parts[a]).slice(0, 3);
  return `Time by estimate, not measured: ${decimal(microseconds)} us, bound by ${PART_NAMES[boundBy]} (${largest.map((part) => `${PART_NAMES[part]} ${decimal(parts[part])} us`).join(", ")}).`;
}

function shortened(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
