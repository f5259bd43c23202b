import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { concepts, type ConceptId } from "#notebook/evidence/concepts.ts";
import { base } from "#figures/drawing/base-path.ts";
import { seededDice } from "../quiz/dice.ts";
import { conceptQuestion } from "../quiz/pattern-questions.ts";
import type { Question } from "../quiz/question.ts";
import { QuestionList, keepAnswer, type Given } from "../quiz/question-list.tsx";
import { PLACEMENT, startingLesson } from "./coming-back.ts";
import ConceptList, { type ListedLessons } from "./concept-list.tsx";
import { freshSeed } from "./draw-questions.ts";

interface PlacementProps {
  readonly lessons: ListedLessons;
}

/** The questions of a placement by the seed that drew them, and which of the first ones were answered right. */
interface Round {
  readonly seed: number;
  readonly right: readonly boolean[];
}

/** Where a placement that was begun is kept until it ends: a reload goes on there. */
const KEPT_ROUND = "coalesce.placement";

function keptRound(): Round | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT_ROUND) ?? "null") as Partial<Round> | null;
    if (typeof kept?.seed !== "number" || !Array.isArray(kept.right) || kept.right.length >= PLACEMENT.length) return undefined;
    return { seed: kept.seed, right: kept.right.map((one) => one === true) };
  } catch {
    return undefined;
  }
}

function keepRound(round: Round | undefined): void {
  try {
    if (round === undefined) localStorage.removeItem(KEPT_ROUND);
    else localStorage.setItem(KEPT_ROUND, JSON.stringify(round));
  } catch {
    // A browser that stores nothing begins anew.
  }
}

/** Ten questions, each about a concept, and what they say of where to start. Nothing is graded. */
export default function Placement({ lessons }: PlacementProps) {
  const [round, setRound] = useState<Round>();
  const answered = useRef<readonly boolean[]>([]);
  const begin = (next: Round): void => {
    answered.current = next.right;
    setRound(next);
  };
  // Not while the page is built: what is kept is known in the browser only.
  useEffect(() => {
    const kept = keptRound();
    if (kept !== undefined) begin(kept);
  }, []);
  const start = (): void => begin({ seed: freshSeed(), right: [] });
  const questions = useMemo((): readonly Question[] => {
    if (round === undefined) return [];
    const dice = seededDice(round.seed);
    return PLACEMENT.map((concept) => conceptQuestion(concept, dice));
  }, [round]);
  const keep = (question: Question, given: Given): void => {
    keepAnswer("placement", question, given);
    answered.current = [...answered.current, given.isRight];
    const isLast = answered.current.length === PLACEMENT.length;
    if (round !== undefined) keepRound(isLast ? undefined : { ...round, right: answered.current });
  };
  return (
    <>
      <section class="card quiz placement" aria-label="Placement">
        {round === undefined ? (
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
            key={round}
            questions={questions}
            before={round.right}
            canStop
            onAnswer={keep}
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
