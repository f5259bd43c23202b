import { exercises as loaders } from "virtual:exercises";
import { conceptOfExercise, type ConceptId } from "#notebook/evidence/concepts.ts";
import { passedExercises } from "#notebook/storage/passed.ts";
import { seededDice } from "../quiz/dice.ts";
import { conceptQuestion } from "../quiz/pattern-questions.ts";
import type { Dice, ExerciseName, Question } from "../quiz/question.ts";
import { hintQuestion } from "../quiz/quiz-questions.ts";

/** Dice of this visit. */
export function freshDice(): Dice {
  return seededDice(freshSeed());
}

export function freshSeed(): number {
  return crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
}

/** Those that were passed in this browser. */
export async function onlyPassed(exercises: readonly ExerciseName[]): Promise<readonly ExerciseName[]> {
  const passed = await passedExercises().catch(() => new Set<string>());
  return exercises.filter(({ id }) => passed.has(id));
}

/**
 * A question about each of the concepts, no text twice: about a pattern, or now and then about a wrong answer to an exercise.
 *
 * @param passed the exercises that the learner has passed: a question about another one would give it away
 * @param before the lesson before which they're asked; undefined after all
 */
export async function questionsAbout(
  asked: readonly ConceptId[],
  passed: readonly ExerciseName[],
  dice: Dice,
  before: string | undefined,
): Promise<Question[]> {
  const questions: Question[] = [];
  for (const concept of asked) {
    const wrong = dice.between(0, 2) === 0 ? await wrongAnswer(concept, passed, dice) : undefined;
    let question: Question = wrong ?? conceptQuestion(concept, dice, before);
    while (questions.some(({ text }) => text === question.text)) question = conceptQuestion(concept, dice, before);
    questions.push(question);
  }
  return questions;
}

/** A question about a wrong answer to an exercise about a concept; undefined where none was passed, or without a connection. */
async function wrongAnswer(concept: ConceptId, passed: readonly ExerciseName[], dice: Dice): Promise<Question | undefined> {
  const own = passed.filter(({ id }) => conceptOfExercise(id) === concept && loaders[id] !== undefined);
  if (own.length === 0) return undefined;
  const { id, title } = dice.oneOf(own);
  try {
    const wrong = (await loaders[id]!.misconceptions()).default;
    return hintQuestion({ id, title, concept, wrong }, dice);
  } catch {
    return undefined;
  }
}
