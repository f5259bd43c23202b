import type { PublishedAnswer } from "#kit/siblings.ts";

/** Starters and solutions by exercise: code that is in them is no evidence that one student copied from another. */
export interface GivenSources {
  readonly starters: ReadonlyMap<string, string>;
  readonly solutions: ReadonlyMap<string, string>;
  /** Answers on the pages of other exercises that may pass, by the exercise that they may pass. */
  readonly published: ReadonlyMap<string, readonly PublishedAnswer[]>;
}

/** One student's answer to an exercise. */
export interface ComparedAnswer {
  readonly student: string;
  readonly source: string;
}

/** Students whose answers to one exercise are very similar: a reason to talk, not a proof. */
export interface DuplicateGroup {
  /** Ids, in the order of the answers. */
  readonly students: readonly string[];
  /** The lowest similarity of the pairs that link the group, 0 to 1: shared evidence ÷ evidence of both. */
  readonly similarity: number;
  /** Whether all of them are the same, character for character, line ends aside. */
  readonly identical: boolean;
}

/** At least this similarity makes two answers near-duplicates. */
const ALIKE = 0.7;
/** Two answers that share fewer grams are not linked: there are only so many ways to write a short index. */
const FEWEST_SHARED = 4;

/**
 * Groups answers to one exercise that share code which few other answers have. Code in `given`, the starter and the solution, is no
 * evidence, nor is code that more than a third of the class has.
 */
export function nearDuplicates(answers: readonly ComparedAnswer[], given: readonly string[]): DuplicateGroup[] {
  const ignored = new Set(given.flatMap(grams));
  const texts = answers.map(({ source }) => normalized(source));
  const known = new Set(given.map(normalized));
  const fingerprints = texts.map((text) => (known.has(text) ? new Float64Array() : fingerprint(text, ignored)));
  const rare = rareGrams(fingerprints, Math.max(2, Math.floor(answers.length / 3)));
  const variants = variantsOf(fingerprints.map((fingerprint) => fingerprint.filter((gram) => rare.has(gram))));
  const links = alikePairs(variants);
  return componentsOf(variants, links).map(({ members, similarity }) => ({
    students: members.flatMap((member) => answers[member]?.student ?? []),
    similarity,
    identical: new Set(members.map((member) => texts[member])).size === 1,
  }));
}

/** Answers with the same evidence. There are few of these even where thousands of answers are alike. */
interface Variant {
  readonly evidence: Float64Array;
  /** Indices of the answers, rising. */
  readonly answers: readonly number[];
}

/** The variants that have enough evidence to be linked to others, or to be a group of their own, in the order of their first answers. */
function variantsOf(evidence: readonly Float64Array[]): Variant[] {
  const indices = Map.groupBy(evidence.keys(), (answer) => evidence[answer]!.toSorted().join());
  const variants = [...indices.values()].map((answers) => ({ evidence: evidence[answers[0]!]!, answers }));
  return variants.filter(({ evidence }) => evidence.length >= FEWEST_SHARED);
}

/**
 * Finds the students whose answer is a given solution, with whatever names, spacing, comments and line ends: the course's solutions can be read
 * by anybody. Not where more than a third of the class wrote that: then it is how one writes it.
 */
export function solutionCopies(answers: readonly ComparedAnswer[]): (solution: string) => string[] {
  const byShape = Map.groupBy(answers, ({ source }) => shapeOf(source));
  return (solution) => {
    const copies = byShape.get(shapeOf(solution)) ?? [];
    return copies.length > Math.max(2, answers.length / 3) ? [] : copies.map(({ student }) => student);
  };
}

/** A text's tokens, its names by the order in which they first occur. */
function shapeOf(source: string): string {
  const names = new Map<string, number>();
  return tokensOf(source)
    .map(({ text, isName }) => {
      if (!isName) return text;
      if (!names.has(text)) names.set(text, names.size);
      return `$${names.get(text)}`;
    })
    .join(" ");
}

function normalized(source: string): string {
  return source.replace(/\r\n?/g, "\n").trim();
}

/** The grams that at most `most` answers have. What only one answer has counts too: it makes the answer less like the others. */
function rareGrams(fingerprints: readonly Float64Array[], most: number): ReadonlySet<number> {
  const owners = new Map<number, number>();
  for (const fingerprint of fingerprints) for (const gram of fingerprint) owners.set(gram, (owners.get(gram) ?? 0) + 1);
  return new Set([...owners].filter(([, count]) => count <= most).map(([gram]) => gram));
}

interface Link {
  /** Indices of the two variants, a < b. */
  readonly a: number;
  readonly b: number;
  readonly similarity: number;
}

/** Of the variants that have a gram, each is compared with so many before it: in classes of up to three times as many, with all of them. */
const MOST_COMPARED = 100;

/** The pairs that are alike, one after the other: where thousands write nearly the same, there are millions. */
function* alikePairs(variants: readonly Variant[]): Iterable<Link> {
  const sets = variants.map(({ evidence }) => new Set(evidence));
  const owners = new Map<number, number[]>();
  const shared = new Int32Array(variants.length);
  for (const [b, { evidence }] of variants.entries()) {
    const met: number[] = [];
    let cut = 0;
    for (const gram of evidence) {
      const before = owners.get(gram) ?? [];
      owners.set(gram, before);
      for (const a of before) if (shared[a]!++ === 0) met.push(a);
      if (before.push(b) <= MOST_COMPARED) continue;
      before.shift();
      cut++;
    }
    for (const a of met) {
      const similarityOf = (count: number): number => (2 * count) / (evidence.length + sets[a]!.size);
      const isAlike = (count: number): boolean => count >= FEWEST_SHARED && similarityOf(count) >= ALIKE;
      const counted = shared[a]!;
      shared[a] = 0;
      if (!isAlike(counted + cut)) continue;
      const count = cut === 0 ? counted : evidence.filter((gram) => sets[a]!.has(gram)).length;
      if (isAlike(count)) yield { a, b, similarity: similarityOf(count) };
    }
  }
}

/** Linked answers: their indices, rising, and the lowest similarity of their links. */
interface Component {
  readonly members: readonly number[];
  readonly similarity: number;
}

/** The groups of linked answers, in the order of their first members. */
function componentsOf(variants: readonly Variant[], links: Iterable<Link>): Component[] {
  const groups = variants.map((_, variant) => ({ variants: new Set([variant]), similarity: 1 }));
  for (const { a, b, similarity } of links) {
    const [one, other] = [groups[a]!, groups[b]!];
    const [kept, joined] = one.variants.size < other.variants.size ? [other, one] : [one, other];
    kept.similarity = Math.min(kept.similarity, joined.similarity, similarity);
    if (kept === joined) continue;
    for (const variant of joined.variants) {
      kept.variants.add(variant);
      groups[variant] = kept;
    }
  }
  return [...new Set(groups)]
    .map((group) => ({
      members: [...group.variants].flatMap((variant) => variants[variant]?.answers ?? []).sort((a, b) => a - b),
      similarity: group.similarity,
    }))
    .filter(({ members }) => members.length > 1)
    .sort((a, b) => a.members[0]! - b.members[0]!);
}

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
 * The fingerprint of a text: of the hashes of runs of its tokens, the least of every WINDOW neighbours ("winnowing", Schleimer and
 * others, 2003). Comments and white space are ignored, and renaming a variable changes nothing.
 *
 * @param ignored grams that are no evidence, as `grams` gives them
 * @returns different grams; a set of them would take six times the memory
 */
function fingerprint(source: string, ignored: ReadonlySet<number>): Float64Array {
  const all = grams(source);
  const kept = new Set<number>();
  for (let start = 0; start < Math.max(1, all.length - WINDOW + 1); start++) {
    const window = all.slice(start, start + WINDOW);
    if (window.length > 0) kept.add(Math.min(...window));
  }
  return Float64Array.from([...kept].filter((gram) => !ignored.has(gram)));
}

/** The hashes of all runs of tokens of a text, in order. */
function grams(source: string): number[] {
  const tokens = tokensOf(source);
  return Array.from({ length: Math.max(0, tokens.length - GRAM_TOKENS + 1) }, (_, start) => gramHash(tokens, start));
}

/** The hash of one run of tokens. A name enters as the number of its first occurrence in the run, so renaming it changes nothing. */
function gramHash(tokens: readonly Token[], start: number): number {
  const names: string[] = [];
  let [high, low] = [0x9e3779b9, 0x85ebca6b];
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
  /** A name that its author chose: not a keyword, and not a property such as the x of threadIdx.x. */
  readonly isName: boolean;
  /** 32-bit hash of its text. */
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

/** 32-bit FNV-1a. */
function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
