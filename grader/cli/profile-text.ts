import type { LaunchProfile, ProfiledAccess, Totals } from "#cuda/profile/profile-schema.ts";
import { errorWords } from "#cuda/launch/cuda-error.ts";
import { excessWavefronts } from "#cuda/profile/excess.ts";
import { landingPicture } from "#cuda/profile/landing-order.ts";
import { ordersWords } from "#cuda/profile/remedies.ts";
import { compiledWords } from "#cuda/profile/pattern-words.ts";
import { remedyWords } from "#cuda/profile/remedy.ts";
import { NOT_OF_A_SAMPLE, nothingFoundWords, sampleOfBlocks, sampleWords } from "#cuda/profile/sample-words.ts";
import { placeAt, type Span } from "#cuda/source-error.ts";
import { PART_NAMES, TIME_PARTS } from "#clock/estimate-time.ts";
import { count, decimal, percent, pluralize } from "#pictures/format.ts";

/** The source of a profile, for its page. */
interface ProfiledText {
  /** The text's file, as the user named it. */
  readonly file: string;
  readonly text: string;
  /** The device's name. */
  readonly device: string;
  readonly grid: readonly number[];
  readonly block: readonly number[];
}

/** The most characters of a line before and after the caret. */
const CHARACTERS_AROUND = 60;

/** An excerpt of a text: the message, the line, and a caret below it. */
export function sourceExcerpt(file: string, text: string, { from, to }: Span, message: string): string {
  const { line, column } = placeAt(text, from);
  const source = text.split("\n")[line - 1] ?? "";
  const start = column - 1 > CHARACTERS_AROUND ? column - 1 - CHARACTERS_AROUND : 0;
  const end = Math.min(source.length, column - 1 + CHARACTERS_AROUND);
  const shown = `${start > 0 ? "…" : ""}${source.slice(start, end)}${end < source.length ? "…" : ""}`;
  const marked = Math.max(1, Math.min(to - from, end - column + 1));
  // A tab stays a tab, so that the caret is below its character.
  const before = `${start > 0 ? " " : ""}${source.slice(start, column - 1).replaceAll(/[^\t]/g, " ")}`;
  return [
    `${file}:${line}:${column}: ${message}`,
    `${String(line).padStart(5)} │ ${shown}`,
    `      │ ${before}^${"~".repeat(marked - 1)}`,
  ].join("\n");
}

/** A profile for a terminal: the text with its accesses, as the profiler's source page shows them, then totals, findings and advice. */
export function profileText(profile: LaunchProfile, profiled: ProfiledText): string {
  return [
    headOf(profile, profiled),
    sourcePage(profile, profiled.text),
    totalsTable(profile.totals),
    profile.sample ? NOT_OF_A_SAMPLE : "",
    profile.memory ? pastL1(profile.memory) : "",
    profile.time ? timeText(profile.time, profiled.device) : "",
    findings(profile, profiled.file),
    advice(profile),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

function headOf({ kernel, status, sample }: LaunchProfile, { device, grid, block }: ProfiledText): string {
  const launched = `${kernel} on ${device}: ${grid.join(" × ")} blocks of ${block.join(" × ")} threads`;
  if (sample) return `${launched}. ${sampleWords(sample)}`;
  if (status === "deadlock") return `${launched}. It never ends: none of its warps can go on.`;
  return status === "assertion" ? `${launched}. It ended at an assertion that failed.` : launched;
}

const HEADS = ["executions", "requests", "sectors (ideal)", "wavefronts (conflicts)", "per request", "lanes"];
/** Lines that were not executed are shown if at most so many stand between two that were. */
const MOST_LINES_BETWEEN = 6;

function sourcePage({ lines, accesses }: LaunchProfile, text: string): string {
  const source = text.split("\n");
  const accessesOn = Map.groupBy(accesses, ({ line }) => line);
  const executed = new Map(lines.map(({ line, executions }) => [line, executions]));
  const shown = [...new Set([...executed.keys(), ...accessesOn.keys()])].sort((a, b) => a - b);
  const rows: SourceRow[] = [];
  for (const [position, line] of shown.entries()) {
    const before = shown[position - 1] ?? line - 1;
    if (line - before - 1 > MOST_LINES_BETWEEN) rows.push({ cells: [], line: undefined, text: "…" });
    else for (let between = before + 1; between < line; between++) rows.push({ cells: [], line: between, text: source[between - 1] ?? "" });
    const executions = executed.get(line);
    rows.push({ cells: executions === undefined ? [] : [count(executions)], line, text: source[line - 1] ?? "" });
    const indent = /^\s*/.exec(source[line - 1] ?? "")![0];
    for (const access of accessesOn.get(line) ?? [])
      rows.push({ cells: accessCells(access), line: undefined, text: `${indent}  ↳ ${accessWords(access)}` });
  }
  const widths = HEADS.map((head, column) => Math.max(head.length, ...rows.map(({ cells }) => cells[column]?.length ?? 0)));
  const table = rows.map(({ cells, line, text: shownText }) => {
    const numbers = widths.map((width, column) => (cells[column] ?? "").padStart(width)).join("  ");
    return `${numbers}  ${String(line ?? "").padStart(5)} │ ${shownText}`.trimEnd();
  });
  const head = `${HEADS.map((name, column) => name.padStart(widths[column]!)).join("  ")}   line │ source`;
  return [head, ...table].join("\n");
}

interface SourceRow {
  /** In the order of `HEADS`. */
  readonly cells: readonly string[];
  /** Undefined for an access, which follows its line. */
  readonly line: number | undefined;
  readonly text: string;
}

function accessCells(access: ProfiledAccess): string[] {
  const requests = count(access.requests);
  const lanes = access.activeLanesPerRequest.toFixed(1);
  switch (access.space) {
    case "global":
    case "local":
    case "bulk":
      return ["", requests, withIdeal(access.sectors, access.idealSectors), "", ratio(access.sectors, access.requests), lanes];
    case "shared":
      return ["", requests, "", withIdeal(access.wavefronts, access.bankConflicts), ratio(access.wavefronts, access.requests), lanes];
    case "cluster":
      return ["", requests, count(access.sectors), "", ratio(access.sectors, access.requests), lanes];
    case "constant":
      return ["", requests, "", "", "", lanes];
  }
}

function withIdeal(value: number, inBrackets: number): string {
  return `${count(value)} (${count(inBrackets)})`;
}

function ratio(value: number, requests: number): string {
  return requests === 0 ? "" : (value / requests).toFixed(2);
}

function accessWords(access: ProfiledAccess): string {
  const { space, op, bytesPerLane, pattern } = access;
  const compiled = space === "shared" ? compiledWords(access.requests, access.compiledRequests) : undefined;
  const notes = [pattern.kind === "none" ? undefined : pattern.name, compiled, pattern.reason].filter((note) => note !== undefined);
  const kind = access.isProduct ? "product" : access.isCopy && space === "shared" ? "copy" : op;
  const words = `${space} ${kind}${space === "bulk" || access.isProduct ? "" : ` of ${pluralize(bytesPerLane, "byte")}`}, ${oneLine(access.source)}`;
  return notes.length === 0 ? words : `${words}: ${notes.join("; ")}`;
}

/** The longest expression that is shown whole. */
const SHOWN_CHARACTERS = 60;

function oneLine(source: string): string {
  const line = source.replaceAll(/\s+/g, " ");
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}

const TOTAL_HEADS = ["in total", ...HEADS.slice(1, -1), "efficiency", "lines", "tag wavefronts", "degree"];

function totalsTable({ global, shared, local, constant, cluster, bulk }: Totals): string {
  const rows = [
    ...Object.entries(global).map(([op, totals]) => ({
      requests: totals.requests,
      cells: [
        `global ${op}`,
        count(totals.requests),
        withIdeal(totals.sectors, totals.idealSectors),
        "",
        ratio(totals.sectors, totals.requests),
        percent(totals.efficiency),
        count(totals.cacheLines),
        count(totals.tagWavefronts),
      ],
    })),
    ...Object.entries(shared).map(([op, { requests, wavefronts, bankConflicts, conflictDegree }]) => ({
      requests,
      cells: [
        `shared ${op}`,
        count(requests),
        "",
        withIdeal(wavefronts, bankConflicts),
        ratio(wavefronts, requests),
        "",
        "",
        "",
        count(conflictDegree),
      ],
    })),
    ...Object.entries(local).map(([op, { requests, sectors, idealSectors }]) => ({
      requests,
      cells: [`local ${op}`, count(requests), withIdeal(sectors, idealSectors), "", ratio(sectors, requests)],
    })),
    { requests: constant.load.requests, cells: ["constant load", count(constant.load.requests)] },
    ...Object.entries(cluster ?? {}).map(([op, { requests, sectors }]) => ({
      requests,
      cells: [`cluster ${op}`, count(requests), count(sectors), "", ratio(sectors, requests)],
    })),
    ...Object.entries(bulk ?? {}).map(([op, { requests, sectors, idealSectors }]) => ({
      requests,
      cells: [`bulk ${op}`, count(requests), withIdeal(sectors, idealSectors), "", ratio(sectors, requests)],
    })),
  ].filter(({ requests }) => requests > 0);
  if (rows.length === 0) return "The kernel accesses no memory.";
  const table = [TOTAL_HEADS, ...rows.map(({ cells }) => TOTAL_HEADS.map((_, column) => cells[column] ?? ""))];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map(([name, ...cells]) =>
      `${name!.padEnd(widths[0]!)}  ${cells.map((cell, column) => cell.padStart(widths[column + 1]!)).join("  ")}`.trimEnd(),
    )
    .join("\n");
}

function pastL1({ l1HitRate, l2HitRate, dramReadBytes, dramWriteBytes }: NonNullable<LaunchProfile["memory"]>): string {
  const dram = `DRAM: ${count(dramReadBytes)} B read, ${count(dramWriteBytes)} B written`;
  return `From cold caches: ${percent(l1HitRate)} of load sectors hit L1, ${percent(l2HitRate)} of what goes on hits L2; ${dram}.`;
}

/** Parts that take less than this share of the time are not listed. */
const LISTED_SHARE = 0.02;

function timeText({ microseconds, boundBy, parts }: NonNullable<LaunchProfile["time"]>, device: string): string {
  const listed = TIME_PARTS.filter((part) => parts[part] >= LISTED_SHARE * microseconds).sort((a, b) => parts[b] - parts[a]);
  return [
    `By estimate ${decimal(microseconds)} µs on ${device}, bound by ${PART_NAMES[boundBy]}. Each part alone, in µs:`,
    ...listed.map((part) => `  ${decimal(parts[part]).padStart(8)}  ${PART_NAMES[part]}`),
  ].join("\n");
}

function findings({ findings: found, furtherFindings, error, remedies, sample }: LaunchProfile, file: string): string {
  if (found.length === 0)
    return `${sample ? nothingFoundWords(sample) : "Nothing found"}: no access out of bounds, misaligned or before a write, no race, no divergent barrier.`;
  return [
    sample ? `Found in ${sampleOfBlocks(sample)}` : "Found",
    ...found.flatMap((finding) => {
      const { kind, line, column, message, further } = finding;
      const more = further === 0 ? "" : ` (${count(further)} more here)`;
      const orders = ordersWords(finding);
      return [
        `  ${file}:${line}:${column} ${kind}: ${message}${more}`,
        ...(orders === undefined ? [] : [`    ${orders}`]),
        ...landingLines(finding).map((event) => `    ${event}`),
      ];
    }),
    ...(furtherFindings === 0 ? [] : [`  … and ${count(furtherFindings)} more`]),
    ...(error ? [`  ${errorWords(error)}`] : []),
    ...remedies.map((remedy) => `  Remedy: ${remedyWords(remedy, found)}`),
  ].join("\n");
}

/** What happens with a launch's copies until it hangs, an event a line. */
function landingLines({ landings, ...finding }: LaunchProfile["findings"][number]): string[] {
  if (!landings) return [];
  const { events, rest } = landingPicture({ ...finding, landings });
  return [...events.map((event, at) => `${at + 1} ${event}`), ...(rest === undefined ? [] : [rest])];
}

/** The remedies, the costliest access first, idle lanes last; accesses with the same remedy are grouped. */
function advice({ accesses }: LaunchProfile): string {
  const costly = accesses
    .filter(({ pattern }) => pattern.advice !== "")
    .sort((a, b) => excessWavefronts(b) - excessWavefronts(a) || Number(isTail(a)) - Number(isTail(b)));
  if (costly.length === 0) return "";
  const remedies = Map.groupBy(costly, ({ pattern }) => pattern.advice);
  return [
    "What to do",
    ...[...remedies].flatMap(([text, treated]) => [
      `  ${text}`,
      ...new Set(treated.map(({ line, column, source, pattern }) => `    ${line}:${column} ${oneLine(source)}: ${pattern.name}`)),
      ...new Set(treated.map(({ pattern: { lesson = "", exercise = "" } }) => `    lesson ${lesson}, exercise ${exercise}`)),
    ]),
  ].join("\n");
}

const isTail = ({ pattern }: ProfiledAccess): boolean => pattern.kind === "divergent-tail";
