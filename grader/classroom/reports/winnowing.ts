// Texts as runs of tokens ("winnowing", Schleimer and others, 2003): the runs that two of them share, however names, spaces and comments
// are chosen.

/** Tokens per gram: shorter runs occur in anybody's way of writing an index. */
const GRAM_TOKENS = 12;
/** One of this many neighbouring grams is kept: any run of GRAM_TOKENS + WINDOW − 1 equal tokens is found. */
const WINDOW = 4;
/** Tokens beyond this number are ignored: no honest answer is that long. */
const READ_TOKENS = 20_000;

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*|\s+|[^\s]/gu;

/** Keywords, which are compared as they are, while names are compared by order of occurrence. */
const KEYWORDS = new Set(
  "break case const continue do else export false for function if in let new null of return switch throw true undefined while".split(" "),
);

/**
 * The fingerprint of a text: among the hashes of runs of its tokens, the least of every WINDOW neighbours ("winnowing", Schleimer and
 * others, 2003). Comments and white space are ignored, and renaming a variable changes nothing.
 *
 * @param ignored grams that are no evidence, as `grams` gives them
 * @returns distinct grams; a set of them would take six times the memory
 */
export function fingerprint(source: string, ignored: ReadonlySet<number>): Float64Array {
  const all = grams(source);
  const least = new Set<number>();
  for (let start = 0; start < Math.max(1, all.length - WINDOW + 1); start++) {
    const window = all.slice(start, start + WINDOW);
    if (window.length > 0) least.add(Math.min(...window));
  }
  return Float64Array.from([...least].filter((gram) => !ignored.has(gram)));
}

/** The hashes of all runs of tokens of a text, in order. */
export function grams(source: string): number[] {
  const tokens = tokensOf(source);
  return Array.from({ length: Math.max(0, tokens.length - GRAM_TOKENS + 1) }, (_, start) => gramHash(tokens, start));
}

/** The hash of one run of tokens. A name enters as the number of its first occurrence in the run, so renaming it changes nothing. */
function gramHash(tokens: readonly Token[], start: number): number {
  const names: string[] = [];
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (const { text, isName, hash } of tokens.slice(start, start + GRAM_TOKENS)) {
    let part = hash;
    if (isName) {
      const order = names.indexOf(text);
      part = order < 0 ? names.push(text) : order + 1;
    }
    high = Math.imul(high ^ part, 0x85ebca77);
    low = Math.imul(low + part, 0xc2b2ae3d) ^ (low >>> 15);
  }
  // 53 bits, the most that a number represents exactly.
  return (high >>> 0) * 2 ** 21 + ((low ^ (low >>> 13)) >>> 11);
}

interface Token {
  readonly text: string;
  /** Index of its first character in the source. */
  readonly start: number;
  /** A name that its author chose: not a keyword, and not a property such as the x of threadIdx.x. */
  readonly isName: boolean;
  /** 32-bit hash of its text. */
  readonly hash: number;
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, index: start } of source.matchAll(TOKEN)) {
    if (/^(\s|\/\/|\/\*)/.test(text)) continue;
    const isProperty = tokens.at(-1)?.text === ".";
    tokens.push({ text, start, isName: /^[\p{ID_Start}$_]/u.test(text) && !KEYWORDS.has(text) && !isProperty, hash: hashOf(text) });
    if (tokens.length === READ_TOKENS) break;
  }
  return tokens;
}

/** For each of some texts, the numbers of its lines, from 0, that have a run of tokens which at least half of the others have, too. */
export function commonLines(sources: readonly string[]): readonly ReadonlySet<number>[] {
  const all = sources.map(grams);
  const owners = new Map<number, number>();
  for (const own of all) for (const gram of new Set(own)) owners.set(gram, (owners.get(gram) ?? 0) + 1);
  const wanted = new Set([...owners].filter(([, count]) => count - 1 >= Math.max(1, (sources.length - 1) / 2)).map(([gram]) => gram));
  return sources.map((source, i) => linesWith(source, all[i]!, wanted));
}

function linesWith(source: string, own: readonly number[], wanted: ReadonlySet<number>): ReadonlySet<number> {
  const tokens = tokensOf(source);
  const covered = new Set(own.flatMap((gram, start) => (wanted.has(gram) ? tokens.slice(start, start + GRAM_TOKENS) : [])));
  const breaks = [...source.matchAll(/\n/g)].map(({ index }) => index);
  let line = 0;
  const lines = new Set<number>();
  for (const token of tokens) {
    while (line < breaks.length && breaks[line]! < token.start) line++;
    if (covered.has(token)) lines.add(line);
  }
  return lines;
}

/** A text's tokens, its names by the order in which they first occur. */
export function shapeOf(source: string): string {
  const names = new Map<string, number>();
  return tokensOf(source)
    .map(({ text, isName }) => {
      if (!isName) return text;
      if (!names.has(text)) names.set(text, names.size);
      return `$${names.get(text)}`;
    })
    .join(" ");
}

/** 32-bit FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
