import { exercises as loaders } from "virtual:exercises";
import { conceptOfExercise, type ConceptId } from "#notebook/evidence/concepts.ts";
import { seededDice } from "../quiz/dice.ts";
import { conceptQuestion } from "../quiz/pattern-questions.ts";
import type { Dice, ExerciseName, Question } from "../quiz/question.ts";
import { hintQuestion } from "../quiz/quiz-questions.ts";

/** Dice of this visit. */
export function freshDice(): Dice {
  return seededDice(crypto.getRandomValues(new Int32Array(1))[0] ?? 0);
}

/**
 * A question about each of the concepts, no text twice: about a pattern, or now and then about a wrong answer to an exercise.
 *
 * @param met the exercises that the learner has met: a question about another one would give it away
 */
export async function questionsAbout(asked: readonly ConceptId[], met: readonly ExerciseName[], dice: Dice): Promise<Question[]> {
  const questions: Question[] = [];
  for (const concept of asked) {
    const wrong = dice.between(0, 2) === 0 ? await wrongAnswer(concept, met, dice) : undefined;
    let question: Question = wrong ?? conceptQuestion(concept, dice);
    while (questions.some(({ text }) => text === question.text)) question = conceptQuestion(concept, dice);
    questions.push(question);
  }
  return questions;
}

/** A question about a wrong answer to an exercise about a concept; undefined where none was met, or without a connection. */
async function wrongAnswer(concept: ConceptId, met: readonly ExerciseName[], dice: Dice): Promise<Question | undefined> {
  const own = met.filter(({ id }) => conceptOfExercise(id) === concept && loaders[id] !== undefined);
  if (own.length === 0) return undefined;
  const { id, title } = dice.oneOf(own);
  try {
    const wrong = (await loaders[id]!.misconceptions()).default;
    return hintQuestion({ id, title, concept, wrong }, dice);
  } catch {
    return undefined;
  }
}
