import { decimal } from "#pictures/format.ts";
import type { FindingKind } from "../errors/findings.ts";
import type { TextEdit } from "./text-edits.ts";

/** A remedy for findings. */
export interface Remedy {
  /** A noun for one that was tried: "`__syncthreads()` after line 7"; else a sentence. */
  readonly words: string;
  /** Changes of the text, in order; none if it was not tried. */
  readonly edits: readonly TextEdit[];
  /** Positions, in the list of findings, of those that it ends. */
  readonly ends: readonly number[];
  /** The launch with and without it, by estimate; undefined if it was not tried. */
  readonly microseconds?: { readonly before: number; readonly after: number } | undefined;
}

const NAMES: Record<Exclude<FindingKind, "unwritten">, readonly [one: string, several: string]> = {
  "out-of-bounds": ["the access out of bounds", "the accesses out of bounds"],
  "out-of-row": ["the access out of its row", "the accesses out of their rows"],
  misaligned: ["the misaligned access", "the misaligned accesses"],
  uninitialized: ["the read before the write", "the reads before the write"],
  race: ["the race", "the races"],
  "divergent-barrier": ["the divergent barrier", "the divergent barriers"],
  "partial-warp": ["the incomplete warp", "the incomplete warps"],
  "mismatched-mask": ["the mismatched mask", "the mismatched masks"],
  assertion: ["the failed assertion", "the failed assertions"],
  "early-read": ["the read before the copy landed", "the reads before copies landed"],
  "copy-overwritten": ["the overwriting", "the overwriting"],
  "proxy-fence": ["the missing proxy fence", "the missing proxy fences"],
  deadlock: ["the endless wait", "the endless waits"],
  "cluster-memory": ["the use of a block that isn't there", "the uses of blocks that aren't there"],
  "unfinished-copy": ["the copy that nobody waits for", "the copies that nobody waits for"],
  "misused-instruction": ["the misused instruction", "the misused instructions"],
  "partial-warpgroup": ["the incomplete warpgroup", "the incomplete warpgroups"],
  "register-fence": ["the missing register fence", "the missing register fences"],
};

interface Named {
  readonly kind: FindingKind;
  readonly line: number;
  readonly orders?: readonly { readonly kind: FindingKind; readonly line: number }[] | undefined;
}

/** A remedy in sentences: of one that was tried, the change, the findings that are gone with it, and its cost by estimate. */
export function remedyWords(
  { words, ends, microseconds }: Pick<Remedy, "words" | "ends" | "microseconds">,
  findings: readonly Named[],
): string {
  if (microseconds === undefined) return words;
  const ended = ends.flatMap((number) => {
    const { orders = [], ...finding } = findings[number]!;
    return [finding, ...orders];
  });
  const [before, after] = [microseconds.before, microseconds.after].map(decimal);
  const time = before === after ? `${after} µs as before` : `${after} µs instead of ${before}`;
  return `With ${words} ${goneWords(ended, words)}. The launch was run so: it takes ${time}, by estimate.`;
}

/** "the races in lines 4 and 5 are gone"; of results: "nothing is left unwritten". @param words before it: a line at their end isn't named again */
function goneWords(ended: readonly Named[], words: string): string {
  const others = ended.flatMap(({ kind, line }) => (kind === "unwritten" ? [] : { kind, line }));
  const kinds = [...Map.groupBy(others, ({ kind }) => kind)];
  const named = kinds.map(([kind, own]) => {
    const where = `in ${linesWords(own.map(({ line }) => line))}`;
    return `${NAMES[kind][own.length === 1 ? 0 : 1]}${kinds.length === 1 && words.endsWith(where) ? "" : ` ${where}`}`;
  });
  const gone = others.length === 0 ? [] : [`${listed(named)} ${others.length === 1 ? "is" : "are"} gone`];
  return listed(others.length < ended.length ? [...gone, "nothing is left unwritten"] : gone);
}

/** "line 7", "lines 4, 5 and 6" */
export function linesWords(lines: readonly number[]): string {
  const distinct = [...new Set(lines)].sort((a, b) => a - b);
  return `line${distinct.length === 1 ? "" : "s"} ${listed(distinct.map(String))}`;
}

/** "a, b and c" */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)!}`;
}
