import { useState } from "preact/hooks";
import { concepts, type ConceptId } from "#notebook/evidence/concepts.ts";
import { base } from "#figures/drawing/base-path.ts";
import { conceptQuestion } from "../quiz/pattern-questions.ts";
import type { Question } from "../quiz/question.ts";
import { QuestionList, keepAnswer } from "../quiz/question-list.tsx";
import { PLACEMENT, startingLesson } from "./coming-back.ts";
import ConceptList, { type ListedLessons } from "./concept-list.tsx";
import { freshDice } from "./draw-questions.ts";

interface PlacementProps {
  readonly lessons: ListedLessons;
}

/** Ten questions, each about a concept, and what they say of where to start. Nothing is graded. */
export default function Placement({ lessons }: PlacementProps) {
  const [questions, setQuestions] = useState<readonly Question[]>();
  const start = (): void => {
    const dice = freshDice();
    setQuestions(PLACEMENT.map((concept) => conceptQuestion(concept, dice)));
  };
  return (
    <>
      <section class="card quiz placement" aria-label="Placement">
        {questions === undefined ? (
          <>
            <p>
              Ten questions, each about another concept of the course; you can stop after any of them. Nothing is graded: each answer says
              what it is and why, and at the end you see where to start. Where you don’t know, say so.
            </p>
            <div class="card-actions">
              <button type="button" onClick={start}>
                Begin
              </button>
            </div>
          </>
        ) : (
          <QuestionList
            key={questions}
            questions={questions}
            onAnswer={(question, given) => keepAnswer("placement", question, given)}
            end={(right) => <Result right={new Set(PLACEMENT.filter((_, i) => right[i]))} lessons={lessons} onAgain={start} />}
          />
        )}
      </section>
      <h2>Where you stand</h2>
      <ConceptList lessons={lessons} />
    </>
  );
}

interface ResultProps extends PlacementProps {
  readonly right: ReadonlySet<ConceptId>;
  readonly onAgain: () => void;
}

function Result({ right, lessons, onAgain }: ResultProps) {
  const lesson = lessons[startingLesson(right) ?? ""];
  const sure = concepts.filter(({ id }) => right.has(id)).map(({ name }) => name);
  return (
    <>
      <p>
        {sure.length > 0 && <>You’re sure of {new Intl.ListFormat("en").format(sure)}. </>}
        {lesson === undefined ? (
          <>
            That’s all ten: start anywhere on the <a href={`${base}map/`}>map</a>, or with an <a href={`${base}practice/`}>exercise</a>.
          </>
        ) : (
          <>
            Start with{" "}
            <a class="start-lesson" href={lesson.href}>
              {lesson.number} {lesson.title}
            </a>
            . A lesson whose concepts you’re sure of begins with its hardest question and the way on.
          </>
        )}
      </p>
      <div class="card-actions">
        <button type="button" class="quiet" onClick={onAgain}>
          Ten others
        </button>
      </div>
    </>
  );
}
