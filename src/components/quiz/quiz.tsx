import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { exercises as loaders } from "virtual:exercises";
import type { RequestPicture } from "#notebook/cell/preview.tsx";
import { ReadOnlyCode } from "#notebook/read-only-code.tsx";
import { reasonOf } from "#notebook/reason-of.ts";
import { pageSandbox } from "#notebook/sandbox/page-sandbox.ts";
import { saveSelfTest } from "#notebook/storage/self-tests.ts";
import { Prose } from "#pictures/inline-code.ts";
import { base } from "#figures/drawing/base-path.ts";
import { judgePrediction } from "#judge/judge-prediction.ts";
import { seededDice } from "./dice.ts";
import { countOf, type CountQuestion, type ExerciseName, type HintQuestion, type Question } from "./question.ts";
import { quizQuestions, type QuizExercise } from "./quiz-questions.ts";
import "./quiz.css";

interface QuizProps {
  /** 1 to 5. */
  readonly part: number;
  /** The part's exercises. */
  readonly exercises: readonly ExerciseName[];
}

/** Where a round of the quiz is. */
type Round =
  | { readonly state: "not-started" }
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly reason: string }
  | { readonly state: "asking"; readonly questions: readonly Question[]; readonly right: readonly boolean[] };

/** Five questions about a part, drawn anew for every round. Answers are not graded; they are kept in the browser, for "My work". */
export default function Quiz({ part, exercises }: QuizProps) {
  const [round, setRound] = useState<Round>({ state: "not-started" });
  const start = async (): Promise<void> => {
    const before = round.state === "asking" ? round.questions : [];
    setRound({ state: "loading" });
    try {
      setRound({ state: "asking", questions: await draw(part, exercises, before), right: [] });
    } catch (error) {
      setRound({ state: "failed", reason: reasonOf(error) });
    }
  };
  const answer = (question: Question, { isRight, given }: Given): void => {
    setRound((before) => answered(before, isRight));
    keep(question, isRight, given);
  };
  return (
    <section class="card quiz not-content" aria-label={`Quiz of part ${part}`} data-pagefind-ignore="all">
      <p class="card-kicker">Five questions about this part</p>
      <RoundView round={round} onStart={() => void start()} onAnswer={answer} />
    </section>
  );
}

/** Keeps an answer in the browser. */
function keep({ text, exercise }: Question, isRight: boolean, given: string): void {
  const page = decodeURI(location.pathname).slice(base.length);
  const id = `${page}#quiz ${exercise?.id ?? ""} ${text}`;
  saveSelfTest(id, { page, question: text.replaceAll("`", ""), given, verdict: isRight ? "right" : "not-yet", at: Date.now() }).catch(
    (error: unknown) => console.warn("The answer could not be saved in this browser.", error),
  );
}

function answered(round: Round, right: boolean): Round {
  return round.state === "asking" ? { ...round, right: [...round.right, right] } : round;
}

/** An answer: a number, or the text of a choice. */
interface Given {
  readonly isRight: boolean;
  readonly given: string;
}

interface RoundViewProps {
  readonly round: Round;
  readonly onStart: () => void;
  readonly onAnswer: (question: Question, given: Given) => void;
}

function RoundView({ round, onStart, onAnswer }: RoundViewProps) {
  // A click before the script has run would be lost.
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  switch (round.state) {
    case "not-started":
      return (
        <>
          <p>They’re drawn from the exercises and figures of this part, and they’re different each time. Your answers stay in “My work”.</p>
          <div class="card-actions">
            <button type="button" disabled={!isAlive} onClick={onStart}>
              Start the quiz
            </button>
          </div>
        </>
      );
    case "loading":
      return <p role="status">Drawing five questions…</p>;
    case "failed":
      return (
        <>
          <p role="alert">The quiz couldn’t be loaded ({round.reason}). Check your network connection, then try again.</p>
          <div class="card-actions">
            <button type="button" onClick={onStart}>
              Try again
            </button>
          </div>
        </>
      );
    case "asking":
      return <Questions questions={round.questions} right={round.right} onAnswer={onAnswer} onStart={onStart} />;
  }
}

interface QuestionsProps {
  readonly questions: readonly Question[];
  /** Whether each answer so far was right. */
  readonly right: readonly boolean[];
  readonly onAnswer: (question: Question, given: Given) => void;
  readonly onStart: () => void;
}

/** One question at a time; those that were answered stay above it. */
function Questions({ questions, right, onAnswer, onStart }: QuestionsProps) {
  const [shown, setShown] = useState(1);
  const list = useRef<HTMLOListElement>(null);
  // The button that led to the question is gone.
  useEffect(() => void (shown > 1 && list.current?.querySelector<HTMLElement>("li:last-child")?.focus()), [shown]);
  const next = right.length === shown && shown < questions.length ? () => setShown(shown + 1) : undefined;
  const score = right.filter(Boolean).length;
  return (
    <>
      <ol class="quiz-questions" ref={list}>
        {questions.slice(0, shown).map((question, number) => {
          const onNext = number === shown - 1 ? next : undefined;
          return (
            <li key={question.text} tabIndex={-1}>
              {question.kind === "count" ? (
                <CountCard question={question} onAnswer={(given) => onAnswer(question, given)} onNext={onNext} />
              ) : (
                <HintCard question={question} onAnswer={(given) => onAnswer(question, given)} onNext={onNext} />
              )}
            </li>
          );
        })}
      </ol>
      <p class="quiz-score" role="status">
        {right.length === questions.length
          ? `You got ${score} of ${questions.length}.`
          : `Question ${Math.min(right.length + 1, questions.length)} of ${questions.length}; ${score} right so far.`}
      </p>
      <div class="card-actions">
        {right.length === questions.length && (
          <button type="button" onClick={onStart}>
            Five others
          </button>
        )}
      </div>
    </>
  );
}

interface CardProps<Q extends Question> {
  readonly question: Q;
  readonly onAnswer: (given: Given) => void;
  /** Leads to the next question; undefined until this one is answered, and for the last one. */
  readonly onNext: (() => void) | undefined;
}

function CountCard({ question, onAnswer, onNext }: CardProps<CountQuestion>) {
  const [given, setGiven] = useState<number>();
  const count = countOf(question);
  const isRight = given !== undefined && judgePrediction(given, count, 0) === "right";
  return (
    <>
      <p>
        <Prose text={question.text} />
      </p>
      {question.code !== undefined && <CodeOf code={question.code} />}
      <form
        class="quiz-form"
        onSubmit={(event) => {
          event.preventDefault();
          const number = event.currentTarget.querySelector("input")?.valueAsNumber;
          if (number === undefined || Number.isNaN(number)) return;
          setGiven(number);
          onAnswer({ isRight: judgePrediction(number, count, 0) === "right", given: String(number) });
        }}
      >
        <label>
          <span>{asking(question)}</span>
          <input type="number" inputMode="numeric" min="0" required readOnly={given !== undefined} autoComplete="off" />
        </label>
        {given === undefined && <button type="submit">Answer</button>}
      </form>
      {given !== undefined && (
        <>
          <Judged onNext={onNext}>
            <strong>{isRight ? "Right." : `Not ${given}: it’s ${count}.`}</strong>
          </Judged>
          <AnsweredRequest request={question.request} />
          <ToExercise exercise={question.exercise} />
        </>
      )}
    </>
  );
}

function asking({ asked }: CountQuestion): string {
  return asked === "conflict degree"
    ? "What’s the conflict degree?"
    : asked === "wavefronts"
      ? "How many wavefronts does it take?"
      : `How many ${asked} does the request touch?`;
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
        {!isCommitted && <button type="submit">Answer</button>}
      </form>
      {isCommitted && (
        <>
          <Judged onNext={onNext}>
            <strong>{isRight ? "Right." : "Not that one."}</strong>{" "}
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

/** Draws the questions of a round, others than those of the round before: wrong answers are loaded, and run in the page's sandbox. */
async function draw(part: number, names: readonly ExerciseName[], before: readonly Question[]): Promise<Question[]> {
  const seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
  const exercises = await Promise.all(
    names.map(async ({ id, title }): Promise<QuizExercise> => ({ id, title, wrong: (await loaders[id]?.misconceptions())?.default ?? {} })),
  );
  const run = async (exercise: string, source: string) => {
    const preview = await pageSandbox.preview({ exercise, source });
    return preview.status === "ran" ? preview : undefined;
  };
  const source = { exercises: exercises.filter(({ wrong }) => Object.keys(wrong).length > 0), run };
  return quizQuestions(part, source, seededDice(seed), before);
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
