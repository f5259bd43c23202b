import { expressionShapes } from "./expression-shapes.ts";
import { fingerprint, grams, shapeOf } from "./winnowing.ts";
import type { PublishedAnswer } from "#kit/siblings.ts";

/** Starters and solutions by exercise: code in them is no evidence that one student copied from another. */
export interface GivenSources {
  readonly starters: ReadonlyMap<string, string>;
  readonly solutions: ReadonlyMap<string, string>;
  /** Answers on the pages of other exercises that may pass, by the exercise that they may pass. */
  readonly published: ReadonlyMap<string, readonly PublishedAnswer[]>;
  /** The course's other answers by exercise, the wrong ones among them: they show how people write who make a common mistake. */
  readonly usual?: ReadonlyMap<string, readonly string[]>;
  /** Answers of other classes, last year's say, by exercise. */
  readonly former?: ReadonlyMap<string, readonly ComparedAnswer[]>;
}

/** One student's answer to an exercise. */
export interface ComparedAnswer {
  readonly student: string;
  readonly source: string;
  /** An answer of another class, last year's say: it is compared with the answers of this one only. */
  readonly isFormer?: boolean;
}

/** Answers to one exercise that are very similar: a reason to talk, not a proof. */
export interface SimilarAnswers {
  /** Ids, in the order of the answers: two, or a ring of more, each of whom is similar to another in it. */
  readonly students: readonly string[];
  /** Shared evidence ÷ evidence of both, 0 to 1: of the text, or of the computation, whichever is more; for a ring, the mean. */
  readonly similarity: number;
  /** Whether all are the same, character for character, line ends aside. */
  readonly identical: boolean;
}

/** At least this similarity makes two answers near-duplicates. */
const SIMILAR = 0.7;

/** A kind of evidence by which two answers are compared. */
interface Compared {
  /** The evidence in a text, without the ignored parts. */
  readonly partsOf: (text: string, ignored: ReadonlySet<number>) => Float64Array;
  readonly ofGiven: (text: string) => Iterable<number>;
  /** Two answers that share fewer pieces are not linked: there are only so many ways to write a short index. */
  readonly fewest: number;
  /** So many shared pieces make it unlikely that one more person matches the others by chance. */
  readonly perPerson: number;
}

/** How answers are written: runs of tokens. */
const WRITTEN: Compared = { partsOf: fingerprint, ofGiven: grams, fewest: 4, perPerson: 8 };

/** The computations of their functions, which show a copy that was renamed, reordered and written with other statements. */
const COMPUTED: Compared = {
  partsOf: (text, ignored) => Float64Array.from([...expressionShapes(text)].filter((shape) => !ignored.has(shape))),
  ofGiven: expressionShapes,
  fewest: 2,
  perPerson: 3,
};

/** Pieces that at most so many answers share are evidence, however few they are. In a large class a few more may have copied from one. */
const fewOwners = (answers: number): number => Math.min(Math.max(2, Math.floor(answers / 3)), 3 + Math.min(9, Math.floor(answers / 100)));

/** Pieces that more people share are idiom: nobody copies in a ring of a sixth of the class, or of more than twenty. */
const mostOwners = (answers: number): number => Math.max(fewOwners(answers), Math.min(20, Math.floor(answers / 6)));

/** A ring stands out if it is so many times as large as any other group that wrote one thing … */
const STANDS_OUT = 3;
/** … and shares enough for so many people. */
const FEWEST_PEOPLE = 2;

/**
 * Answers to one exercise that share pieces which few others have. The texts in `given`, the starter, the solution and the course's other
 * answers, are no evidence, and neither is common code. What counts as common depends on how much it is, and on the class: three of sixty
 * agree in any few lines by chance; a larger ring is listed if its answer is long, so that chance is unlikely, or if nobody else in the
 * class agrees.
 *
 * Maintained tools leave this to their users: MOSS ignores code that more than ten programs have (-m), Dolos code that more than a set
 * share has, and JPlag and Dolos list rings as clusters. Dolos, the maintained library with this algorithm, parses with tree-sitter: a
 * compiler and Python would be needed to install it.
 */
export function similarAnswers(answers: readonly ComparedAnswer[], given: readonly string[]): SimilarAnswers[] {
  const texts = answers.map(({ source }) => normalized(source));
  const shapes = shapesOf(texts);
  const known = new Set(given.map(shapeOf));
  const found = new Map<string, Link>();
  for (const compared of [WRITTEN, COMPUTED]) {
    const parts = evidenceOf(texts, shapes, { known, ignored: new Set(given.flatMap((text) => [...compared.ofGiven(text)])) }, compared);
    const linksOf = (most: number): Link[] =>
      [...links(owned(parts, most), compared.fewest)].filter(({ a, b }) => !answers[a]?.isFormer || !answers[b]?.isFormer);
    const few = fewOwners(answers.length);
    const rings = connected(linksOf(mostOwners(answers.length))).filter(
      ({ members, links }) =>
        members.length > few && isRing(members, mean(links.map(({ count }) => count)) / compared.perPerson, { few, shapes, known }),
    );
    for (const link of [...linksOf(few), ...rings.flatMap(({ links }) => links)]) {
      const key = `${link.a} ${link.b}`;
      if (link.similarity > (found.get(key)?.similarity ?? 0)) found.set(key, link);
    }
  }
  return connected([...found.values()]).map(({ members, links }) => ({
    students: members.map((member) => answers[member]!.student),
    similarity: mean(links.map(({ similarity }) => similarity)),
    identical: members.every((member) => texts[member] === texts[members[0]!]),
  }));
}

/** The class that a ring is seen in. */
interface Surroundings {
  /** How many people agree in anything by chance. */
  readonly few: number;
  /** For each answer. */
  readonly shapes: readonly string[];
  readonly known: ReadonlySet<string>;
}

/**
 * Whether similar answers are a ring of copiers, not people who agree by chance.
 *
 * @param people from how many people on the shared pieces are unlikely to be chance
 */
function isRing(members: readonly number[], people: number, { few, shapes, known }: Surroundings): boolean {
  if (members.length <= Math.max(few, people)) return true;
  const own = new Set(members);
  const others = shapes.filter((shape, i) => !own.has(i) && !known.has(shape));
  const commonest = Math.max(1, ...[...Map.groupBy(others, (shape) => shape).values()].map(({ length }) => length));
  return people >= FEWEST_PEOPLE && members.length >= STANDS_OUT * commonest;
}

/** Texts that are no evidence. */
interface Given {
  /** Whole texts, as `shapeOf` gives them. */
  readonly known: ReadonlySet<string>;
  readonly ignored: ReadonlySet<number>;
}

/** The evidence in each text. */
function evidenceOf(
  texts: readonly string[],
  shapes: readonly string[],
  { known, ignored }: Given,
  { partsOf }: Compared,
): readonly Float64Array[] {
  const once = new Map<string, Float64Array>();
  return texts.map((text, i) => {
    const found = once.get(text) ?? (known.has(shapes[i]!) ? new Float64Array() : partsOf(text, ignored));
    once.set(text, found);
    return found;
  });
}

/** The pieces that at most `most` texts have. Pieces that only one has count, too: they make the text less similar to the others. */
function owned(evidence: readonly Float64Array[], most: number): readonly Float64Array[] {
  const owners = new Map<number, number>();
  for (const own of evidence) for (const part of own) owners.set(part, (owners.get(part) ?? 0) + 1);
  return evidence.map((own) => own.filter((part) => owners.get(part)! <= most));
}

function shapesOf(texts: readonly string[]): readonly string[] {
  const once = new Map([...new Set(texts)].map((text) => [text, shapeOf(text)] as const));
  return texts.map((text) => once.get(text)!);
}

interface Link {
  /** Indices of the two answers, a < b. */
  readonly a: number;
  readonly b: number;
  /** How many pieces of evidence they share. */
  readonly count: number;
  readonly similarity: number;
}

/** The pairs that share at least `fewest` pieces of evidence and are similar. Few answers have any one piece. */
function* links(evidence: readonly Float64Array[], fewest: number): Iterable<Link> {
  const owners = new Map<number, number[]>();
  for (const [b, own] of evidence.entries()) {
    const shared = new Map<number, number>();
    for (const part of own) {
      const before = owners.get(part) ?? [];
      owners.set(part, before);
      for (const a of before) shared.set(a, (shared.get(a) ?? 0) + 1);
      before.push(b);
    }
    for (const [a, count] of shared) {
      const similarity = (2 * count) / (own.length + evidence[a]!.length);
      if (count >= fewest && similarity >= SIMILAR) yield { a, b, count, similarity };
    }
  }
}

/** The answers that are linked to each other, directly or through others, and their links; in the order of the answers. */
function connected(links: readonly Link[]): { readonly members: readonly number[]; readonly links: readonly Link[] }[] {
  const parents = new Map<number, number>();
  const rootOf = (i: number): number => {
    let root = i;
    while (parents.has(root)) root = parents.get(root)!;
    if (root !== i) parents.set(i, root);
    return root;
  };
  for (const { a, b } of links) {
    const [low, high] = [rootOf(a), rootOf(b)].sort((one, other) => one - other) as [number, number];
    if (low !== high) parents.set(high, low);
  }
  return [...Map.groupBy(links, ({ a }) => rootOf(a))]
    .sort(([one], [other]) => one - other)
    .map(([, own]) => ({ members: [...new Set(own.flatMap(({ a, b }) => [a, b]))].sort((one, other) => one - other), links: own }));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Finds the students whose answer is a given solution, whatever its names, spacing, comments and line ends: anybody can read the course's
 * solutions. Not if more than a third of the class wrote it: then it is idiom.
 */
export function solutionCopies(answers: readonly ComparedAnswer[]): (solution: string) => string[] {
  const byShape = Map.groupBy(answers, ({ source }) => shapeOf(source));
  return (solution) => {
    const copies = byShape.get(shapeOf(solution)) ?? [];
    return copies.length > Math.max(2, answers.length / 3) ? [] : copies.map(({ student }) => student);
  };
}

function normalized(source: string): string {
  return source.replace(/\r\n?/g, "\n").trim();
}
