import { useEffect, useState } from "preact/hooks";
import { exercises as loaders } from "virtual:exercises";
import { conceptOfExercise } from "#notebook/evidence/concepts.ts";
import { reasonOf } from "#notebook/reason-of.ts";
import { passedExercises } from "#notebook/storage/passed.ts";
import { pageSandbox } from "#notebook/sandbox/page-sandbox.ts";
import { seededDice } from "./dice.ts";
import type { ExerciseName, Question } from "./question.ts";
import { QuestionList, keepAnswer } from "./question-list.tsx";
import { quizQuestions, toReread, type QuizExercise } from "./quiz-questions.ts";
import type { ListedLesson, ListedLessons } from "../retrieval/concept-list.tsx";

interface QuizProps {
  /** 1 to 5. */
  readonly part: number;
  /** The part's exercises. */
  readonly exercises: readonly ExerciseName[];
  /** The lessons of this part and of those before. */
  readonly lessons: ListedLessons;
}

/** Where a round of the quiz is. */
type Round =
  | { readonly state: "not-started" }
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly reason: string }
  | { readonly state: "asking"; readonly questions: readonly Question[] };

/** Five questions about a part, drawn anew for every round. Answers are not graded; they are kept in the browser, for "My work". */
export default function Quiz({ part, exercises, lessons }: QuizProps) {
  const [round, setRound] = useState<Round>({ state: "not-started" });
  const start = async (): Promise<void> => {
    const before = round.state === "asking" ? round.questions : [];
    setRound({ state: "loading" });
    try {
      setRound({ state: "asking", questions: await draw(part, exercises, before) });
    } catch (error) {
      setRound({ state: "failed", reason: reasonOf(error) });
    }
  };
  return (
    <section class="card quiz not-content" aria-label={`Quiz of part ${part}`} data-pagefind-ignore="all">
      <p class="card-kicker">Five questions about this part</p>
      <RoundView part={part} lessons={lessons} round={round} onStart={() => void start()} />
    </section>
  );
}

interface RoundViewProps extends Pick<QuizProps, "part" | "lessons"> {
  readonly round: Round;
  readonly onStart: () => void;
}

function RoundView({ part, lessons, round, onStart }: RoundViewProps) {
  // A click before the script has run would be lost.
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  switch (round.state) {
    case "not-started":
      return (
        <>
          <p>
            They’re drawn from this part’s patterns and exercises, and they’re different each time. Answers to an exercise are shown once
            you have passed it. What you answer stays in “My work”.
          </p>
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
      return (
        <QuestionList
          key={round.questions}
          questions={round.questions}
          onAnswer={(question, given) => keepAnswer("quiz", question, given)}
          end={(right) => (
            <>
              <Reread
                lessons={toReread(
                  part,
                  round.questions.filter((_, i) => right[i] !== true),
                ).flatMap((id) => lessons[id] ?? [])}
              />
              <div class="card-actions">
                <button type="button" onClick={onStart}>
                  Five others
                </button>
              </div>
            </>
          )}
        />
      );
  }
}

/** The lessons about what was missed. */
function Reread({ lessons }: { readonly lessons: readonly ListedLesson[] }) {
  if (lessons.length === 0) return null;
  return (
    <p class="quiz-source">
      To reread:{" "}
      {lessons.map(({ number, title, href }, i) => (
        <span key={href}>
          {i > 0 && ", "}
          <a href={href}>
            {number} {title}
          </a>
        </span>
      ))}
      .
    </p>
  );
}

/** Draws the questions of a round, others than those of the round before: starters and wrong answers are loaded, and run in the page's sandbox. */
async function draw(part: number, names: readonly ExerciseName[], before: readonly Question[]): Promise<Question[]> {
  const seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
  const passed = await passedExercises().catch(() => new Set<string>());
  const exercises = await Promise.all(
    names.map(async ({ id, title }): Promise<QuizExercise[]> => {
      const [concept, own] = [conceptOfExercise(id), loaders[id]];
      if (concept === undefined || own === undefined) return [];
      const { starter } = (await own.data()).default;
      return [{ id, title, concept, starter, wrong: passed.has(id) ? (await own.misconceptions()).default : {} }];
    }),
  );
  const run = async (exercise: string, source: string) => {
    const preview = await pageSandbox.preview({ exercise, source });
    return preview.status === "ran" ? preview : undefined;
  };
  return quizQuestions(part, { exercises: exercises.flat(), run }, seededDice(seed), before);
}
