import { expect, test } from "vitest";
import { readGlossary, termFinder } from "#build/glossary.ts";
import { lessonFiles } from "#browser/lesson-files.ts";
import { conceptsAbout, type ConceptId } from "#notebook/evidence/concepts.ts";
import { seededDice } from "../quiz/dice.ts";
import { conceptQuestion, hardestQuestion, type PatternQuestion } from "../quiz/pattern-questions.ts";
import { askedFor, thoughtBehind } from "../quiz/question.ts";
import { BROUGHT } from "./prerequisites.ts";
import { passagesOf } from "./passages.ts";

/* What is asked before a lesson is said in words and types that the lessons before it introduce. */

const seeds = Array.from({ length: 30 }, (_, seed) => seed);
const glossary = readGlossary();
const find = termFinder(glossary);
const findInBold = termFinder(glossary.map((term) => ({ ...term, everyday: [] })));
const lessons = lessonFiles();

/** Types of other widths than `float`, and the lesson about them. */
const WIDTHS = /`half`|\b(?:char|double|float[24])\b|\b(?:1|2|8|16) bytes? (?:each|at once|per lane)/;
const ABOUT_WIDTHS = lessons.findIndex(({ id }) => id === "1-coalescing/06-types-and-widths");

const words = new Map<string, string>();

/** All that a learner reads of a question: itself, its reason, and the replies to wrong numbers. */
function wordsOf(question: PatternQuestion): string {
  const id = JSON.stringify([question.text, question.kind === "count" && question.asked]);
  const before = words.get(id);
  if (before !== undefined) return before;
  const { asks, unit, answer } = askedFor(question);
  const wrong = Array.from({ length: 129 }, (_, given) => given).filter((given) => given !== answer);
  const replies = new Set(wrong.map((given) => thoughtBehind(question, given) ?? ""));
  const all = [question.text, asks, unit, question.why, ...replies].join(" ");
  words.set(id, all);
  return all;
}

const terms = new Map<string, readonly string[]>();
function termsIn(text: string): readonly string[] {
  const before = terms.get(text);
  if (before !== undefined) return before;
  const found = [...new Set(find(text.replaceAll(/`[^`]*`/g, "…")).map(({ term }) => term.slug))];
  terms.set(text, found);
  return found;
}

/** Terms that are known before each lesson. */
function knownBefore(): ReadonlySet<string>[] {
  const known = new Set<string>(BROUGHT.map(({ slug }) => slug));
  return lessons.map(({ tree }) => {
    const before = new Set(known);
    for (const { bold } of passagesOf(tree, { claim: () => "", figure: () => undefined }))
      for (const word of bold) if (!/[.:?!]$/.test(word.trim())) for (const { term } of findInBold(word)) known.add(term.slug);
    return before;
  });
}

test.each([
  ["conceptQuestion", conceptQuestion],
  ["hardestQuestion", hardestQuestion],
])("%s asks in terms, types and widths of the lessons before", (_, draw) => {
  const known = knownBefore();
  const early = lessons.flatMap(({ id }, place) => {
    const concepts = new Set<ConceptId>(lessons.slice(0, place).flatMap((lesson) => conceptsAbout(lesson.id)));
    const texts = new Set([...concepts].flatMap((concept) => seeds.map((seed) => wordsOf(draw(concept, seededDice(seed), id)))));
    return [...texts].flatMap((text) => [
      ...termsIn(text)
        .filter((term) => !known[place]!.has(term))
        .map((term) => `${term} before ${id}: ${text}`),
      ...(place <= ABOUT_WIDTHS && WIDTHS.test(text) ? [`width before ${id}: ${text}`] : []),
    ]);
  });
  expect(early).toEqual([]);
});
