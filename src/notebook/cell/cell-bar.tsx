import { useState } from "preact/hooks";
import type { CellSession } from "./cell-session.ts";

const gradeKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ Enter" : "Ctrl Enter";

/** The buttons under the code. ExerciseCell.astro draws the same ones until the cell is opened. */
export function CellBar({ session }: { readonly session: CellSession }) {
  const [isAsking, ask] = useState(false);
  const { exercise, hintsShown, solution, recoverable, isGrading } = session;
  const hintsLeft = exercise.hints.length - hintsShown.value;
  return (
    <div class="cell-bar">
      <button type="button" class="primary" data-intent="grade" aria-disabled={isGrading.value} onClick={() => void session.grade()}>
        {isGrading.value ? "Grading…" : "Grade"}
      </button>
      <kbd>{gradeKeys}</kbd>
      <button type="button" data-intent="hint" aria-disabled={hintsLeft === 0} onClick={() => session.showHint()}>
        Hint <span class="count">{hintsLeft === 0 ? "none left" : `${hintsLeft} left`}</span>
      </button>
      <button
        type="button"
        data-intent="solution"
        aria-expanded={solution.value !== undefined}
        onClick={() => (solution.value === undefined ? void session.showSolution() : session.hideSolution())}
      >
        {solution.value === undefined ? "Solution" : "Hide solution"}
      </button>
      <button type="button" data-intent="reset" aria-expanded={isAsking} onClick={() => ask(!isAsking)}>
        Reset
      </button>
      {recoverable.value !== undefined && (
        <button type="button" data-intent="bring-back" onClick={() => void session.bringBack()}>
          Bring back my code
        </button>
      )}
      <SaveMark session={session} />
      {isAsking && (
        <p class="notice" role="group" aria-label="Reset?">
          Start over from the given code? Yours is kept, and can be brought back.
          <button
            type="button"
            data-intent="confirm-reset"
            onClick={() => {
              ask(false);
              void session.reset();
            }}
          >
            Start over
          </button>
          <button type="button" onClick={() => ask(false)}>
            Keep on
          </button>
        </p>
      )}
    </div>
  );
}

function SaveMark({ session }: { readonly session: CellSession }) {
  const state = session.saveState.value;
  if (state?.kind !== "saved") return null;
  return <span class="save-mark">Saved in this browser</span>;
}
