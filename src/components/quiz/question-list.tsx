import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { RequestPicture } from "#notebook/cell/preview.tsx";
import { ReadOnlyCode } from "#notebook/read-only-code.tsx";
import { noteEvidence } from "#notebook/storage/evidence.ts";
import { saveSelfTest } from "#notebook/storage/self-tests.ts";
import { count, decimal, inUnit } from "#pictures/format.ts";
import { Prose, plainText } from "#pictures/inline-code.ts";
import { base } from "#figures/drawing/base-path.ts";
import { judgePrediction } from "#judge/judge-prediction.ts";
import {
  askedFor,
  thoughtBehind,
  type CountQuestion,
  type ExerciseName,
  type HintQuestion,
  type NumberQuestion,
  type Question,
} from "./question.ts";
import "./quiz.css";

/** An answer: a number, or the text of a choice. */
export interface Given {
  readonly isRight: boolean;
  /** Undefined for “I don’t know”. */
  readonly given: string | undefined;
}

/** Where questions are asked: the kind of the evidence that their answers are. */
export type Asking = "quiz" | "retrieval" | "placement";

/** Keeps an answer in the browser, for "My work", and what it says of the concept. Who doesn't know has missed it; in the placement that says nothing. */
export function keepAnswer(asking: Asking, { text, exercise, concept }: Question, { isRight, given }: Given): void {
  const page = decodeURI(location.pathname).slice(base.length);
  const at = Date.now();
  if (given !== undefined || asking !== "placement") noteEvidence(concept, { kind: asking, source: text, isRight, at });
  if (given === undefined) return;
  const id = `${page}#${asking} ${exercise?.id ?? ""} ${text}`;
  saveSelfTest(id, { page, question: plainText(text), given, verdict: isRight ? "right" : "not-yet", at }).catch((error: unknown) =>
    console.warn("The answer could not be saved in this browser.", error),
  );
}

interface QuestionListProps {
  readonly questions: readonly Question[];
  readonly onAnswer: (question: Question, given: Given) => void;
  /** Whether the first questions were answered right on an earlier visit: asking goes on after them. */
  readonly before?: readonly boolean[];
  /** Whether one may stop before the last question. */
  readonly canStop?: boolean;
  /** What stands below the last question once all are answered, or one has stopped. */
  readonly end: (right: readonly boolean[]) => ComponentChildren;
}

/** Questions one at a time; those that were answered stay above it. */
export function QuestionList({ questions, onAnswer, before = [], canStop = false, end }: QuestionListProps) {
  const first = before.length;
  const [right, setRight] = useState(before);
  const [shown, setShown] = useState(first + 1);
  const [hasStopped, stop] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  // The button that led to the question is gone.
  useEffect(() => void (shown > first + 1 && list.current?.querySelector<HTMLElement>(":scope > li:last-child")?.focus()), [first, shown]);
  const isDone = hasStopped || right.length === questions.length;
  const next = !isDone && right.length === shown ? () => setShown(shown + 1) : undefined;
  const score = right.filter(Boolean).length;
  return (
    <>
      <ol class="quiz-questions" ref={list}>
        {questions.slice(first, hasStopped ? right.length : shown).map((question, number) => {
          const onNext = first + number === shown - 1 ? next : undefined;
          const answer = (given: Given): void => {
            setRight((earlier) => [...earlier, given.isRight]);
            onAnswer(question, given);
          };
          return (
            <li key={question.text} tabIndex={-1}>
              {question.kind === "hint" ? (
                <HintCard question={question} onAnswer={answer} onNext={onNext} />
              ) : (
                <NumberCard question={question} onAnswer={answer} onNext={onNext} />
              )}
            </li>
          );
        })}
      </ol>
      <p class="quiz-score" role="status">
        {isDone
          ? questions.length > 1 && `You got ${score} of ${right.length}.`
          : questions.length > 1 && `Question ${shown} of ${questions.length}; ${score} right so far.`}
      </p>
      {canStop && !isDone && right.length > 0 && (
        <div class="card-actions">
          <button type="button" class="quiet" onClick={() => stop(true)}>
            Stop here
          </button>
        </div>
      )}
      {isDone && end(right)}
    </>
  );
}

interface CardProps<Q extends Question> {
  readonly question: Q;
  readonly onAnswer: (given: Given) => void;
  /** Leads to the next question; undefined until this one is answered, and for the last one. */
  readonly onNext: (() => void) | undefined;
}

const UNKNOWN: Given = { isRight: false, given: undefined };

function NumberCard({ question, onAnswer, onNext }: CardProps<CountQuestion | NumberQuestion>) {
  // Null for one who doesn't know.
  const [given, setGiven] = useState<number | null>();
  const { asks, unit, answer, within } = askedFor(question);
  const isRight = typeof given === "number" && judgePrediction(given, answer, within) === "right";
  const thought = typeof given === "number" && !isRight ? thoughtBehind(question, given) : undefined;
  const answerText = unit === "" ? decimalOrWhole(answer) : inUnit(answer, unit, decimalOrWhole);
  return (
    <>
      <p>
        <Prose text={question.text} />
      </p>
      {question.kind === "count" && question.code !== undefined && <CodeOf code={question.code} />}
      <form
        class="quiz-form"
        onSubmit={(event) => {
          event.preventDefault();
          const number = event.currentTarget.querySelector("input")?.valueAsNumber;
          if (number === undefined || Number.isNaN(number)) return;
          setGiven(number);
          onAnswer({ isRight: judgePrediction(number, answer, within) === "right", given: String(number) });
        }}
      >
        <label>
          <span>{asks}</span>
          <span class="quiz-number">
            <input type="number" inputMode="decimal" min="0" step="any" required readOnly={given !== undefined} autoComplete="off" /> {unit}
          </span>
        </label>
        {given === undefined && (
          <span class="quiz-buttons">
            <button type="submit">Answer</button>
            <DontKnow
              onClick={() => {
                setGiven(null);
                onAnswer(UNKNOWN);
              }}
            />
          </span>
        )}
      </form>
      {given !== undefined && (
        <>
          <Judged onNext={onNext}>
            <strong>
              {isRight ? "Right." : given === null ? `It’s ${answerText}.` : `Not ${decimalOrWhole(given)}: it’s ${answerText}.`}
            </strong>{" "}
            <Prose text={[thought, question.why].filter(Boolean).join(" ")} />
          </Judged>
          {question.kind === "count" && <AnsweredRequest request={question.request} />}
          <ToExercise exercise={question.exercise} />
        </>
      )}
    </>
  );
}

/** Counts are whole, and written as such. */
function decimalOrWhole(value: number): string {
  return Number.isInteger(value) ? count(value) : decimal(value);
}

function DontKnow({ onClick }: { readonly onClick: () => void }) {
  return (
    <button type="button" class="quiet" onClick={onClick}>
      I don’t know
    </button>
  );
}

function HintCard({ question, onAnswer, onNext }: CardProps<HintQuestion>) {
  const name = useId();
  const [picked, pick] = useState<number>();
  const [isCommitted, commit] = useState(false);
  const isRight = picked !== undefined && question.choices[picked]?.isRight === true;
  const right = question.choices.find((choice) => choice.isRight);
  return (
    <>
      <p>
        <Prose text={question.text} />
      </p>
      <CodeOf code={question.code} />
      <form
        class="quiz-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (picked === undefined) return;
          commit(true);
          onAnswer({ isRight, given: question.choices[picked]?.text ?? "" });
        }}
      >
        <fieldset class="test-choices" aria-label="The question that helps" disabled={isCommitted}>
          {question.choices.map(({ text }, number) => (
            <label key={text}>
              <input type="radio" name={name} required onChange={() => pick(number)} />
              <span>
                <Prose text={text} />
              </span>
            </label>
          ))}
        </fieldset>
        {!isCommitted && (
          <span class="quiz-buttons">
            <button type="submit">Answer</button>
            <DontKnow
              onClick={() => {
                commit(true);
                pick(undefined);
                onAnswer(UNKNOWN);
              }}
            />
          </span>
        )}
      </form>
      {isCommitted && (
        <>
          <Judged onNext={onNext}>
            <strong>{isRight ? "Right." : picked === undefined ? "" : "Not that one."}</strong>{" "}
            {isRight && "It’s what the grader asks this author."}
            {!isRight && right !== undefined && (
              <>
                The grader asks this author: “
                <Prose text={right.text} />”
              </>
            )}
          </Judged>
          <ToExercise exercise={question.exercise} />
        </>
      )}
    </>
  );
}

interface JudgedProps extends Pick<CardProps<Question>, "onNext"> {
  readonly children: ComponentChildren;
}

/** Whether the answer was right, and the way on beside it. */
function Judged({ onNext, children }: JudgedProps) {
  return (
    <div class="quiz-judged">
      <p role="status">{children}</p>
      {onNext && (
        <button type="button" onClick={onNext}>
          Next question
        </button>
      )}
    </div>
  );
}

function CodeOf({ code }: { readonly code: string }) {
  return (
    <div class="quiz-code">
      <ReadOnlyCode code={code.trim()} label="The code of the question" />
    </div>
  );
}

function ToExercise({ exercise }: { readonly exercise: ExerciseName | undefined }) {
  if (exercise === undefined) return null;
  return (
    <p class="quiz-source">
      From the exercise <a href={`${base}practice/${exercise.id}/`}>{exercise.title}</a>.
    </p>
  );
}

/** The picture of a request, which is fetched when the first question about one has been answered: lessons are light without it. */
function AnsweredRequest({ request }: Pick<CountQuestion, "request">) {
  const [Picture, setPicture] = useState<typeof RequestPicture>();
  useEffect(() => {
    // Without a connection, the answer stands without its picture.
    void import("#notebook/cell/preview.tsx").then(
      (module) => setPicture(() => module.RequestPicture),
      () => undefined,
    );
  }, []);
  return Picture === undefined ? null : <Picture request={request} title="The request" />;
}
