/** Tokens in a gram: shorter runs are anybody's way of writing an index. */
export const GRAM_TOKENS = 12;
/** Of so many neighbouring grams one is kept: any run of GRAM_TOKENS + WINDOW − 1 equal tokens leaves a trace. */
const WINDOW = 4;
/** No answer is that long; the rest of one that is adds nothing. */
const READ_TOKENS = 20_000;

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*|\s+|[^\s]/gu;

/** Words that say what a program does, whatever its author calls things. */
const KEYWORDS = new Set(
  "break case const continue do else export false for function if in let new null of return switch throw true undefined while".split(" "),
);

/**
 * What identifies a text: the hashes of runs of its tokens, of each few neighbours the least ("winnowing", Schleimer and others,
 * 2003). Comments and white space do not count, and names are only told apart, not read.
 *
 * @param ignored grams that are no evidence, as `grams` gives them.
 */
export function fingerprint(source: string, ignored: ReadonlySet<number>): ReadonlySet<number> {
  const all = grams(source);
  const kept = new Set<number>();
  for (let start = 0; start < Math.max(1, all.length - WINDOW + 1); start++) {
    const window = all.slice(start, start + WINDOW);
    if (window.length > 0) kept.add(Math.min(...window));
  }
  return new Set([...kept].filter((gram) => !ignored.has(gram)));
}

/** The hashes of all runs of tokens of a text, in order. */
export function grams(source: string): number[] {
  const tokens = tokensOf(source);
  return Array.from({ length: Math.max(0, tokens.length - GRAM_TOKENS + 1) }, (_, start) => gramHash(tokens, start));
}

/** Names count by the order in which they first stand in the run: renaming a variable changes nothing. */
function gramHash(tokens: readonly Token[], start: number): number {
  const names: string[] = [];
  let [high, low] = [0x9e3779b9, 0x85ebca6b];
  for (let i = start; i < start + GRAM_TOKENS; i++) {
    const { text, isName, hash } = tokens[i];
    let part = hash;
    if (isName) {
      const order = names.indexOf(text);
      part = order < 0 ? names.push(text) : order + 1;
    }
    high = Math.imul(high ^ part, 0x85ebca77);
    low = Math.imul(low + part, 0xc2b2ae3d) ^ (low >>> 15);
  }
  // 53 bits, as many as a number holds.
  return (high >>> 0) * 2 ** 21 + ((low ^ (low >>> 13)) >>> 11);
}

interface Token {
  readonly text: string;
  /** A name that its author chose: not a keyword, and not a property such as the x of threadIdx.x. */
  readonly isName: boolean;
  /** Of its text, 32 bits. */
  readonly hash: number;
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (const [text] of source.matchAll(TOKEN)) {
    if (/^(\s|\/\/|\/\*)/.test(text)) continue;
    const isProperty = tokens.at(-1)?.text === ".";
    tokens.push({ text, isName: /^[\p{ID_Start}$_]/u.test(text) && !KEYWORDS.has(text) && !isProperty, hash: textHash(text) });
    if (tokens.length === READ_TOKENS) break;
  }
  return tokens;
}

/** FNV-1a. */
function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
