import type { PreviewRun } from "#judge/preview.ts";
import type { Misconception } from "#notebook/exercise-data.ts";
import { pluralize } from "#pictures/format.ts";
import { isActive } from "#simulator";
import { conceptNamed, lessonsInOrder, type ConceptId } from "#notebook/evidence/concepts.ts";
import { conceptQuestion, conceptsOfPart, reasonOfRequest, type PatternQuestion } from "./pattern-questions.ts";
import type { Asked, CountQuestion, Dice, ExerciseName, HintQuestion, Question } from "./question.ts";

/** Questions of a quiz: so many about patterns, and so many about answers to exercises. */
export const QUIZ_LENGTH = 5;
const PATTERN_QUESTIONS = 2;

/** What a quiz needs to know about an exercise of its part. */
export interface QuizExercise extends ExerciseName {
  readonly concept: ConceptId;
  readonly starter: string;
  /** Wrong answers by file name: only of an exercise that the learner has passed, since they show most of its solution. */
  readonly wrong: Readonly<Record<string, Misconception>>;
}

/** Where a quiz gets its exercises from: they are loaded when the quiz begins. */
export interface QuizSource {
  /** Exercises of the part. */
  readonly exercises: readonly QuizExercise[];
  /** Runs an answer in the small case of an exercise; undefined where it cannot be run. */
  readonly run: (exercise: string, source: string) => Promise<PreviewRun | undefined>;
}

/**
 * Five questions about a part, in a random order: no pattern and no exercise comes twice.
 *
 * @param before questions of the round before: none of its patterns comes again, and of its exercises only those that the others leave
 *   room for
 */
export async function quizQuestions(
  part: number,
  { exercises, run }: QuizSource,
  dice: Dice,
  before: readonly Question[] = [],
): Promise<Question[]> {
  const wasAsked = (name: ExerciseName): boolean => before.some(({ exercise }) => exercise?.id === name.id);
  const shuffled = dice.shuffled(exercises);
  const drawn = [...shuffled.filter((exercise) => !wasAsked(exercise)), ...shuffled.filter(wasAsked)];
  const hint = takeFirst(drawn, (exercise) => hintQuestion(exercise, dice));
  const counts: CountQuestion[] = [];
  while (drawn.length > 0 && counts.length < QUIZ_LENGTH - PATTERN_QUESTIONS - (hint ? 1 : 0)) {
    const question = await codeQuestion(drawn.shift()!, run, dice);
    if (question) counts.push(question);
  }
  const ofExercises = [...(hint ? [hint] : []), ...counts];
  return dice.shuffled([...ofExercises, ...patternQuestions(part, QUIZ_LENGTH - ofExercises.length, dice, before)]);
}

function patternQuestions(part: number, count: number, dice: Dice, before: readonly Question[]): PatternQuestion[] {
  const asked = new Set(before.map(({ text }) => text));
  const ahead = lessonsInOrder.find((lesson) => lesson.startsWith(`${part + 1}-`));
  const questions = new Map<string, PatternQuestion>();
  while (questions.size < count) {
    const question = conceptQuestion(dice.oneOf(conceptsOfPart(part)), dice, ahead);
    if (!asked.has(question.text)) questions.set(question.text, question);
  }
  return [...questions.values()];
}

/** The lessons of a part, or else of an earlier one, about the concepts of questions that were missed; in the course's order. */
export function toReread(part: number, missed: readonly Question[]): string[] {
  const lessons = missed.map(({ concept }) => conceptNamed(concept).lessons);
  return [...new Set(lessons.map((about) => about.find((lesson) => lesson.startsWith(`${part}-`)) ?? about[0]))].sort();
}

/** The first result, whose exercise is taken out of the list. */
function takeFirst<T>(exercises: QuizExercise[], make: (exercise: QuizExercise) => T | undefined): T | undefined {
  for (const [number, exercise] of exercises.entries()) {
    const made = make(exercise);
    if (made === undefined) continue;
    exercises.splice(number, 1);
    return made;
  }
  return undefined;
}

/** Which hint helps the author of this answer? Undefined for an exercise with fewer than three hints to choose from. */
export function hintQuestion(exercise: Omit<QuizExercise, "starter">, dice: Dice): HintQuestion | undefined {
  const all = dice.shuffled(Object.values(exercise.wrong));
  const [right] = all;
  const others = all.filter(({ says }) => says !== right?.says).slice(0, 2);
  if (right === undefined || others.length < 2) return undefined;
  return {
    kind: "hint",
    concept: exercise.concept,
    text: `Somebody wrote this for the exercise “${exercise.title}”. It isn’t right yet. Which question would help them most?`,
    code: withoutComments(right.source),
    choices: dice.shuffled([right, ...others]).map(({ says }) => ({ text: says, isRight: says === right.says })),
    exercise: { id: exercise.id, title: exercise.title },
  };
}

/** Comments say why an answer is as it is. */
export function withoutComments(source: string): string {
  return source
    .replaceAll(/[ \t]*\/\*[\s\S]*?\*\/|[ \t]*\/\/.*$/gm, "")
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, "\n\n")
    .trim();
}

/** What does the first warp of one access of this answer, or of the starter, cost? Undefined where the code shows no function whose access has anything to count. */
async function codeQuestion(exercise: QuizExercise, run: QuizSource["run"], dice: Dice): Promise<CountQuestion | undefined> {
  const sources = Object.values(exercise.wrong).map((wrong) => wrong.source);
  const source = sources.length > 0 ? dice.oneOf(sources) : exercise.starter;
  const ran = await run(exercise.id, source);
  const countable =
    ran?.accesses.filter(
      (access) => access.function !== undefined && access.warps[0] !== undefined && access.warps[0].request.activeMask !== 0,
    ) ?? [];
  if (ran === undefined || countable.length === 0) return undefined;
  const { totals, array, warps, function: name } = dice.oneOf(countable);
  const { request } = warps[0]!;
  const asked: Asked = totals.space === "global" ? "sectors" : "wavefronts";
  const access = `${totals.op === "load" ? "loads from" : "stores to"} \`${array.name}\``;
  const shown = name === totals.access ? `\`${name}\`, which ${access}` : `\`${name}\`, which says where \`${totals.access}\` ${access}`;
  const space = totals.space === "global" ? "an array" : "an array in shared memory";
  const { x, y, z } = ran.launch.blockDim;
  const lanes = Array.from({ length: 32 }, (_, lane) => lane).filter((lane) => isActive(request.activeMask, lane)).length;
  return {
    kind: "count",
    concept: exercise.concept,
    text:
      `From the exercise “${exercise.title}”, in blocks of ${z > 1 ? `${x} × ${y} × ${z}` : y > 1 ? `${x} × ${y}` : x} threads. ` +
      `Take warp 0 of block 0 in ${shown}. \`${array.name}\` is ${space} of ` +
      `${pluralize(array.length, "element")} of ${pluralize(array.bytesPerElement, "byte")}, and ${pluralize(lanes, "lane")} ${lanes === 1 ? "is" : "are"} active.`,
    asked,
    code: withoutComments(source),
    request,
    why: reasonOfRequest(request),
    exercise: { id: exercise.id, title: exercise.title },
  };
}
