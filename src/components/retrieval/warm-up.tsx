import { useState } from "preact/hooks";
import { conceptNamed, type ConceptId } from "#notebook/evidence/concepts.ts";
import { dayOf, dueText } from "#notebook/evidence/concept-state.ts";
import { base } from "#figures/drawing/base-path.ts";
import { pluralize } from "#pictures/format.ts";
import type { ExerciseName, Question } from "../quiz/question.ts";
import { QuestionList, keepAnswer } from "../quiz/question-list.tsx";
import { WARM_UP_LENGTH, byDueDay, dueConcepts, lessonAhead, type States } from "./coming-back.ts";
import ConceptList, { useStates, type ListedLessons } from "./concept-list.tsx";
import { freshDice, onlyPassed, questionsAbout } from "./draw-questions.ts";

interface WarmUpProps {
  readonly lessons: ListedLessons;
  readonly exercises: readonly ExerciseName[];
}

/** Five questions a day about the concepts that are due, and when each comes back. */
export default function WarmUp({ lessons, exercises }: WarmUpProps) {
  const states = useStates();
  const [questions, setQuestions] = useState<readonly Question[]>();
  const start = async (asked: readonly ConceptId[]): Promise<void> => {
    const ahead = states && lessonAhead(states);
    setQuestions(await questionsAbout(asked.slice(0, WARM_UP_LENGTH), await onlyPassed(exercises), freshDice(), ahead));
  };
  return (
    <>
      <section class="card quiz warm-up" aria-label="Warm-up" aria-busy={states === undefined}>
        {questions === undefined ? (
          <Offer states={states} onStart={(asked) => void start(asked)} />
        ) : (
          <QuestionList
            key={questions}
            questions={questions}
            onAnswer={(question, given) => keepAnswer("retrieval", question, given)}
            end={() => <Offer states={states} isAgain onStart={(asked) => void start(asked)} />}
          />
        )}
      </section>
      <h2>What comes back when</h2>
      <p>
        A right answer on the day or later sends a concept further off: 1 day, then 3, 7, 21 and 60. An exercise passed by the first answer,
        a question of the placement and a solved case begin with 3. A wrong answer, in a prediction or a case too, brings the concept back
        tomorrow, whatever else you get right today. Right answers before the day are practice, and move nothing else.
      </p>
      <ConceptList lessons={lessons} />
    </>
  );
}

interface OfferProps {
  readonly states: States | undefined;
  /** Whether questions were answered just now. */
  readonly isAgain?: boolean;
  readonly onStart: (asked: readonly ConceptId[]) => void;
}

function Offer({ states, isAgain = false, onStart }: OfferProps) {
  const today = dayOf(Date.now());
  if (states === undefined) return <p role="status">Looking what’s due…</p>;
  const due = dueConcepts(states, today);
  const known = byDueDay(states);
  const [next] = known;
  if (next === undefined) {
    return (
      <p>
        Nothing comes back yet: what you answer in lessons, quizzes and exercises does, from the day after. Begin with{" "}
        <a href={`${base}map/`}>a lesson</a>, or find out with <a href={`${base}placement/`}>ten questions</a> what you know already.
      </p>
    );
  }
  const asked = Math.min(due.length, WARM_UP_LENGTH);
  return (
    <>
      <p>
        {due.length > 0
          ? `${isAgain ? "That’s it for today, if you like. " : ""}${pluralize(due.length, "concept")} ${due.length === 1 ? "is" : "are"} due${isAgain ? ", too" : " today"}: ${listOf(due)}.`
          : `${isAgain ? "That’s it for today." : "Nothing is due today."} ${conceptNamed(next).name} comes back ${dueText(states.get(next)!.dueDay!, today)}.`}
      </p>
      <div class="card-actions">
        <button type="button" onClick={() => onStart(due.length > 0 ? due : known)}>
          {due.length > 0 ? `${pluralize(asked, "question")}, about ${pluralize(asked, "minute")}` : "Practise anyway"}
        </button>
      </div>
    </>
  );
}

/** "Stride, Swizzle and Bank conflicts" */
function listOf(ids: readonly ConceptId[]): string {
  return new Intl.ListFormat("en").format(ids.map((id) => conceptNamed(id).name));
}
