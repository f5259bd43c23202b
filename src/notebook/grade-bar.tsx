import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { SaveMark } from "./text-notices.tsx";
import type { TextSession } from "./text-session.ts";

/** What the buttons under a graded text act on. */
interface GradedSession extends TextSession {
  readonly isGrading: ReadonlySignal<boolean>;
  /** Whether a text was graded, right or wrong. */
  readonly hasTried: ReadonlySignal<boolean>;
  readonly hintsShown: ReadonlySignal<number>;
  /** The solution while it is shown. */
  readonly solution: ReadonlySignal<object | undefined>;
  grade(): Promise<unknown>;
  showHint(): void;
  showSolution(): Promise<void>;
  hideSolution(): void;
}

interface GradeBarProps {
  readonly session: GradedSession;
  /** How many hints there are. */
  readonly hints: number;
  /** What an open assignment keeps back. */
  readonly keepsBack: { readonly hints: boolean; readonly solution: boolean };
  /** The verdict in one line, beside "Grade". */
  readonly status: ComponentChildren;
  /** Notes under the buttons. */
  readonly children?: ComponentChildren;
}

const GRADE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ Enter" : "Ctrl Enter";

/** The buttons under a graded text. GradeBar.astro draws the same ones until the cell is opened. */
export function GradeBar({ session, hints, keepsBack, status, children }: GradeBarProps) {
  const [asked, ask] = useState<"reset" | "solution">();
  const { hintsShown, solution, recoverable, isGrading, hasTried } = session;
  const hintsLeft = hints - hintsShown.value;
  const showSolution = (): void => {
    if (solution.value !== undefined) session.hideSolution();
    else if (hasTried.value || keepsBack.solution) void session.showSolution();
    else return ask(asked === "solution" ? undefined : "solution");
    ask(undefined);
  };
  return (
    <div class="cell-bar">
      <button type="button" class="primary" data-intent="grade" aria-disabled={isGrading.value} onClick={() => void session.grade()}>
        Grade
      </button>
      {status}
      <kbd>{GRADE_KEYS}</kbd>
      <button type="button" data-intent="hint" aria-disabled={hintsLeft === 0 || keepsBack.hints} onClick={() => session.showHint()}>
        Hint <span class="count">{hintsLeft === 0 ? "none left" : `${hintsLeft} left`}</span>
      </button>
      <button
        type="button"
        data-intent="solution"
        aria-expanded={solution.value !== undefined}
        aria-disabled={keepsBack.solution}
        onClick={showSolution}
      >
        {solution.value === undefined ? "Solution" : "Hide solution"}
      </button>
      {recoverable.value !== undefined && (
        <button type="button" data-intent="bring-back" onClick={() => void session.bringBack()}>
          Bring back my code
        </button>
      )}
      <SaveMark session={session} />
      <button
        type="button"
        class="apart"
        data-intent="reset"
        aria-expanded={asked === "reset"}
        onClick={() => ask(asked === "reset" ? undefined : "reset")}
      >
        Reset
      </button>
      {children}
      {asked === "solution" && solution.value === undefined && !hasTried.value && (
        <p class="notice" role="group" aria-label="Solution?">
          You haven’t tried yet: a graded answer, right or wrong, opens the solution.
          <button
            type="button"
            onClick={() => {
              ask(undefined);
              void session.showSolution();
            }}
          >
            Show it anyway
          </button>
        </p>
      )}
      {asked === "reset" && (
        <p class="notice" role="group" aria-label="Reset?">
          Start over from the starter code? Your code is kept, and you can bring it back.
          <button
            type="button"
            data-intent="confirm-reset"
            onClick={() => {
              ask(undefined);
              void session.reset();
            }}
          >
            Start over
          </button>
          <button type="button" onClick={() => ask(undefined)}>
            Cancel
          </button>
        </p>
      )}
    </div>
  );
}
