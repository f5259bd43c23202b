import { useEffect, useState } from "preact/hooks";
import { exercises as loaders } from "virtual:exercises";
import { conceptOfExercise } from "#notebook/evidence/concepts.ts";
import { reasonOf } from "#notebook/reason-of.ts";
import { pageSandbox } from "#notebook/sandbox/page-sandbox.ts";
import { seededDice } from "./dice.ts";
import type { ExerciseName, Question } from "./question.ts";
import { QuestionList, keepAnswer } from "./question-list.tsx";
import { quizQuestions, type QuizExercise } from "./quiz-questions.ts";

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
  | { readonly state: "asking"; readonly questions: readonly Question[] };

/** Five questions about a part, drawn anew for every round. Answers are not graded; they are kept in the browser, for "My work". */
export default function Quiz({ part, exercises }: QuizProps) {
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
      <RoundView round={round} onStart={() => void start()} />
    </section>
  );
}

interface RoundViewProps {
  readonly round: Round;
  readonly onStart: () => void;
}

function RoundView({ round, onStart }: RoundViewProps) {
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
      return (
        <QuestionList
          key={round.questions}
          questions={round.questions}
          onAnswer={(question, given) => keepAnswer("quiz", question, given)}
          end={() => (
            <div class="card-actions">
              <button type="button" onClick={onStart}>
                Five others
              </button>
            </div>
          )}
        />
      );
  }
}

/** Draws the questions of a round, others than those of the round before: wrong answers are loaded, and run in the page's sandbox. */
async function draw(part: number, names: readonly ExerciseName[], before: readonly Question[]): Promise<Question[]> {
  const seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
  const exercises = await Promise.all(
    names.map(async ({ id, title }): Promise<QuizExercise[]> => {
      const concept = conceptOfExercise(id);
      return concept === undefined ? [] : [{ id, title, concept, wrong: (await loaders[id]?.misconceptions())?.default ?? {} }];
    }),
  );
  const run = async (exercise: string, source: string) => {
    const preview = await pageSandbox.preview({ exercise, source });
    return preview.status === "ran" ? preview : undefined;
  };
  const source = { exercises: exercises.flat().filter(({ wrong }) => Object.keys(wrong).length > 0), run };
  return quizQuestions(part, source, seededDice(seed), before);
}
