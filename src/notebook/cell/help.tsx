import type { CellSession } from "./cell-session.ts";
import { Prose } from "#pictures/inline-code.ts";

/** Hints that were asked for, and the solution when it was. */
export function Help({ session }: { readonly session: CellSession }) {
  const { exercise, hintsShown, solution } = session;
  return (
    <>
      <div aria-live="polite">
        {hintsShown.value > 0 && (
          <ol class="hints" aria-label="Hints">
            {exercise.hints.slice(0, hintsShown.value).map((hint) => (
              <li key={hint}>
                <Prose text={hint} />
              </li>
            ))}
          </ol>
        )}
      </div>
      {solution.value !== undefined && (
        <section class="solution" role="group" aria-label="A solution">
          <p class="panel-title">One way to solve it. Your own code stays as it is.</p>
          <div dangerouslySetInnerHTML={{ __html: solution.value.html }} />
        </section>
      )}
    </>
  );
}
