import { expressionShapes } from "./expression-shapes.ts";
import { fingerprint, grams, shapeOf } from "./winnowing.ts";
import type { PublishedAnswer } from "#kit/siblings.ts";

/** Starters and solutions by exercise: code that is in them is no evidence that one student copied from another. */
export interface GivenSources {
  readonly starters: ReadonlyMap<string, string>;
  readonly solutions: ReadonlyMap<string, string>;
  /** Answers on the pages of other exercises that may pass, by the exercise that they may pass. */
  readonly published: ReadonlyMap<string, readonly PublishedAnswer[]>;
  /** The course's other answers by exercise, the wrong ones among them: what people write who make a mistake that many make. */
  readonly usual?: ReadonlyMap<string, readonly string[]>;
  /** Answers of other classes, last year's say, by exercise. */
  readonly former?: ReadonlyMap<string, readonly ComparedAnswer[]>;
}

/** One student's answer to an exercise. */
export interface ComparedAnswer {
  readonly student: string;
  readonly source: string;
  /** An answer of another class, last year's say: it is compared with the answers of this one, and with no other of its own. */
  readonly isFormer?: boolean;
}

/** Two answers to one exercise that are very similar: a reason to talk, not a proof. */
export interface AlikePair {
  /** Ids, in the order of the answers. */
  readonly students: readonly [string, string];
  /** Shared evidence ÷ evidence of both, 0 to 1: of what is written, or of what is computed, whichever is more. */
  readonly similarity: number;
  /** Whether both are the same, character for character, line ends aside. */
  readonly identical: boolean;
}

/** At least this similarity makes two answers near-duplicates. */
const ALIKE = 0.7;

/** Two answers that share less are not linked: there are only so many ways to write a short index. */
const FEWEST_GRAMS = 4;
const FEWEST_SHAPES = 2;

/**
 * What at most so many answers have in common is evidence: what more people wrote is how one writes it. Where four of sixty have met, four of
 * sixty write so; in a large class a few more may have copied from one.
 */
const mostOwners = (answers: number): number => Math.min(Math.max(2, Math.floor(answers / 3)), 3 + Math.min(9, Math.floor(answers / 100)));

/**
 * Pairs of answers to one exercise that share what few others have: runs of tokens (winnowing), or what their functions compute
 * (`expressionShapes`), which shows a copy that was renamed, reordered and written with other statements. What is in `given`, the starter,
 * the solution and the course's other answers, is no evidence.
 *
 * Dolos, the library with this algorithm that is kept, parses with tree-sitter: a compiler and Python would be needed to install it.
 */
export function alikePairs(answers: readonly ComparedAnswer[], given: readonly string[]): AlikePair[] {
  const texts = answers.map(({ source }) => normalized(source));
  const known = new Set(given.map(shapeOf));
  const most = mostOwners(answers.length);
  const written = evidenceOf(texts, { known, ignored: new Set(given.flatMap(grams)), most }, fingerprint);
  const computed = evidenceOf(texts, { known, ignored: new Set(given.flatMap((text) => [...expressionShapes(text)])), most }, shapes);
  const found = new Map<string, Link>();
  for (const link of [...links(written, FEWEST_GRAMS), ...links(computed, FEWEST_SHAPES)]) {
    if (answers[link.a]?.isFormer && answers[link.b]?.isFormer) continue;
    const key = `${link.a} ${link.b}`;
    if (link.similarity > (found.get(key)?.similarity ?? 0)) found.set(key, link);
  }
  return [...found.values()]
    .sort((one, other) => one.a - other.a || one.b - other.b)
    .map(({ a, b, similarity }) => ({
      students: [answers[a]!.student, answers[b]!.student],
      similarity,
      identical: texts[a] === texts[b],
    }));
}

/** What is no evidence. */
interface Common {
  /** Whole texts, as `shapeOf` gives them. */
  readonly known: ReadonlySet<string>;
  readonly ignored: ReadonlySet<number>;
  /** What more answers have. */
  readonly most: number;
}

/** The evidence in each text: what of it at most `most` have. What only one has counts too: it makes the text less like the others. */
function evidenceOf(
  texts: readonly string[],
  { known, ignored, most }: Common,
  partsOf: (text: string, ignored: ReadonlySet<number>) => Float64Array,
): Float64Array[] {
  const once = new Map<string, Float64Array>();
  const parts = texts.map((text) => {
    const found = once.get(text) ?? (known.has(shapeOf(text)) ? new Float64Array() : partsOf(text, ignored));
    once.set(text, found);
    return found;
  });
  const owners = new Map<number, number>();
  for (const own of parts) for (const part of own) owners.set(part, (owners.get(part) ?? 0) + 1);
  return parts.map((own) => own.filter((part) => owners.get(part)! <= most));
}

const shapes = (text: string, ignored: ReadonlySet<number>): Float64Array =>
  Float64Array.from([...expressionShapes(text)].filter((shape) => !ignored.has(shape)));

interface Link {
  /** Indices of the two answers, a < b. */
  readonly a: number;
  readonly b: number;
  readonly similarity: number;
}

/** The pairs that share at least `fewest` pieces of evidence and are alike. Few answers have any one piece. */
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
      if (count >= fewest && similarity >= ALIKE) yield { a, b, similarity };
    }
  }
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

function normalized(source: string): string {
  return source.replace(/\r\n?/g, "\n").trim();
}
