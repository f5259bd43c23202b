import { render } from "preact";
import { conceptNamed, conceptsAbout, lessonsInOrder } from "#notebook/evidence/concepts.ts";
import { dayOf } from "#notebook/evidence/concept-state.ts";
import { conceptStates } from "#notebook/storage/evidence.ts";
import { hardestQuestion } from "../quiz/pattern-questions.ts";
import type { ExerciseName } from "../quiz/question.ts";
import { QuestionList, keepAnswer } from "../quiz/question-list.tsx";
import type { Question } from "../quiz/question.ts";
import { conceptsBefore } from "./coming-back.ts";
import type { ListedLesson } from "./concept-list.tsx";
import { freshDice, onlyPassed, questionsAbout } from "./draw-questions.ts";

/** What a lesson's page knows for its questions. */
interface LessonContext {
  /** Exercises of earlier lessons. */
  readonly met: readonly ExerciseName[];
  /** The lesson after this one. */
  readonly next?: ListedLesson;
}

/** Draws the questions with which a lesson begins, and shows them in the line above it. */
export async function showQuestions(line: HTMLElement): Promise<void> {
  const { lesson = "" } = line.dataset;
  const place = line.querySelector("[role=status]");
  if (place === null) throw new Error("the line above a lesson needs a place for its questions");
  const { met, next } = JSON.parse(line.querySelector("script[type='application/json']")?.textContent ?? "{}") as LessonContext;
  const states = await conceptStates();
  const dice = freshDice();
  const questions = await questionsAbout(conceptsBefore(lesson, states, dayOf(Date.now()), dice), await onlyPassed(met), dice, lesson);
  const own = conceptsAbout(lesson);
  const isSure = own.every((concept) => states.get(concept)?.standing === "sure");
  const hardest = isSure ? hardestQuestion(dice.oneOf(own), dice, lessonsInOrder[lessonsInOrder.indexOf(lesson) + 1]) : undefined;
  place.removeAttribute("role");
  place.replaceChildren();
  render(
    <>
      {hardest && <Hardest lesson={lesson} question={hardest} next={next} />}
      {questions.length > 0 && (
        <section class="card quiz" aria-label="Questions from earlier lessons">
          {hardest && <p class="card-kicker">Two questions from earlier lessons</p>}
          <QuestionList questions={questions} onAnswer={(question, given) => keepAnswer("retrieval", question, given)} end={() => null} />
        </section>
      )}
    </>,
    place,
  );
}

interface HardestProps {
  readonly lesson: string;
  readonly question: Question;
  readonly next: ListedLesson | undefined;
}

/** For who is sure of the lesson's concepts. */
function Hardest({ lesson, question, next }: HardestProps) {
  const names = conceptsAbout(lesson).map((concept) => conceptNamed(concept).name);
  return (
    <section class="card quiz" aria-label="The lesson’s hardest question">
      <p class="card-kicker">The lesson’s hardest question</p>
      <p>
        By your answers you’re sure of what this lesson is about: {new Intl.ListFormat("en").format(names)}.{" "}
        {next && (
          <>
            If you can answer this, go on to{" "}
            <a href={next.href}>
              {next.number} {next.title}
            </a>
            .
          </>
        )}
      </p>
      <QuestionList questions={[question]} onAnswer={(asked, given) => keepAnswer("retrieval", asked, given)} end={() => null} />
    </section>
  );
}
