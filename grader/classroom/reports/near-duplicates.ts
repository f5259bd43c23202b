import { fingerprint, grams } from "./fingerprint.ts";

/** One student's answer to an exercise. */
export interface ComparedAnswer {
  readonly student: string;
  readonly source: string;
}

/** Students whose answers to one exercise are much alike. A reason to talk, and no proof of anything. */
export interface DuplicateGroup {
  /** Ids, in the order of the answers. */
  readonly students: readonly string[];
  /** How alike the two are that hold the group together least, 0 to 1: shared evidence ÷ evidence of both. */
  readonly similarity: number;
  /** Whether all of them are the same, character for character, line ends aside. */
  readonly identical: boolean;
}

/** From here on two answers are near-duplicates. */
const ALIKE = 0.7;
/** Two answers that share fewer traces say nothing: there are only so many ways to write a short index. */
const FEWEST_SHARED = 4;

/**
 * Groups answers to one exercise that share what few others have. What stands in `given`, the starter and the solution, is no
 * evidence, nor is what more than a third of the class has.
 */
export function nearDuplicates(answers: readonly ComparedAnswer[], given: readonly string[]): DuplicateGroup[] {
  const ignored = new Set(given.flatMap(grams));
  const texts = answers.map(({ source }) => normalized(source));
  const known = new Set(given.map(normalized));
  const prints = texts.map((text) => (known.has(text) ? new Set<number>() : fingerprint(text, ignored)));
  const rare = rareGrams(prints, Math.max(2, Math.floor(answers.length / 3)));
  const evidence = prints.map((print) => [...print].filter((gram) => rare.has(gram)));
  const links = alikePairs(evidence, rare);
  return componentsOf(answers.length, links).map((members) => ({
    students: members.map((member) => answers[member].student),
    similarity: links.filter(({ a }) => members.includes(a)).reduce((least, link) => Math.min(least, link.similarity), 1),
    identical: members.every((member) => texts[member] === texts[members[0]]),
  }));
}

function normalized(source: string): string {
  return source.replace(/\r\n?/g, "\n").trim();
}

/** Each gram that no more answers have than that, with the answers that have it. */
function rareGrams(prints: readonly ReadonlySet<number>[], most: number): ReadonlyMap<number, readonly number[]> {
  const owners = new Map<number, number[]>();
  prints.forEach((print, answer) => {
    for (const gram of print) {
      const list = owners.get(gram);
      if (list) list.push(answer);
      else owners.set(gram, [answer]);
    }
  });
  // What one answer alone has stays evidence: it is what makes the answer its author's own.
  return new Map([...owners].filter(([, list]) => list.length <= most));
}

interface Link {
  /** Places among the answers, a before b. */
  readonly a: number;
  readonly b: number;
  readonly similarity: number;
}

function alikePairs(evidence: readonly (readonly number[])[], owners: ReadonlyMap<number, readonly number[]>): Link[] {
  return evidence.flatMap((grams, a) => {
    const shared = new Map<number, number>();
    for (const gram of grams) {
      for (const b of owners.get(gram) ?? []) if (b > a) shared.set(b, (shared.get(b) ?? 0) + 1);
    }
    return [...shared]
      .map(([b, count]) => ({ a, b, count, similarity: (2 * count) / (grams.length + evidence[b].length) }))
      .filter(({ count, similarity }) => count >= FEWEST_SHARED && similarity >= ALIKE)
      .map(({ a, b, similarity }) => ({ a, b, similarity }));
  });
}

/** The groups that links make, each ascending, in the order of their first members. */
function componentsOf(size: number, links: readonly Link[]): number[][] {
  const root = Array.from({ length: size }, (_, i) => i);
  const find = (i: number): number => {
    while (root[i] !== i) i = root[i] = root[root[i]];
    return i;
  };
  for (const { a, b } of links) {
    const [first, second] = [find(a), find(b)].sort((x, y) => x - y);
    root[second] = first;
  }
  const groups = new Map<number, number[]>();
  for (let i = 0; i < size; i++) groups.set(find(i), [...(groups.get(find(i)) ?? []), i]);
  return [...groups.values()].filter((members) => members.length > 1);
}
