import type { Lesson } from "#judge/report/beginner-mistake.ts";
import { furtherSentences, pointsLine, verdictLine } from "#judge/report/verdict-line.ts";
import type { GradeResult } from "#judge/result.ts";
import { Prose } from "#pictures/inline-code.ts";
import type { CellSession } from "./cell-session.ts";
import { ChecksTable } from "./checks-table.tsx";
import { PassedPanel, type NextExercise } from "./passed.tsx";

/**
 * The verdict in one sentence, beside the button that asked for it, and what a teacher would ask about the text until it changes: both stay
 * in view while the learner works in the cell.
 */
export function StatusLine({ session }: { readonly session: CellSession }) {
  const result = session.result.value;
  const isStale = session.isResultStale.value;
  // Once the text changes, the preview says whether it can be run.
  const isOutOfDate = isStale && result?.status === "error";
  const shown = session.isGrading.value || isOutOfDate ? undefined : result;
  const line = session.isGrading.value ? "Grading…" : shown && verdictLine(shown);
  const advice = isStale || session.isGrading.value ? undefined : session.advice.value;
  return (
    <>
      <div data-status-line role="status" class={shown?.status}>
        {line !== undefined && <Prose text={line} />}
        {advice && <Advice advice={advice} />}
      </div>
      {shown !== undefined && isStale && <span class="stale">The code has changed since.</span>}
    </>
  );
}

/** What a teacher would ask about the text that was graded last. */
function Advice({ advice }: { readonly advice: Lesson }) {
  return (
    <p class="advice">
      <strong>{advice.message.endsWith("?") ? "A question:" : "Look here:"}</strong> {advice.line !== undefined && `Line ${advice.line}: `}
      <Prose text={advice.message} />
    </p>
  );
}

/** Everything that the grader says about the text beyond the first failure, which stands with its picture. */
export function Verdict({ session, next }: { readonly session: CellSession; readonly next: NextExercise | undefined }) {
  const result = session.result.value;
  return (
    <section class="verdict" role="group" aria-label="Verdict">
      {result !== undefined && (
        <>
          {result.status === "pass" && <PassedPanel session={session} judged={result} next={next} />}
          <Details result={result} session={session} />
        </>
      )}
    </section>
  );
}

function Details({ result, session }: { readonly result: GradeResult; readonly session: CellSession }) {
  switch (result.status) {
    case "pass":
    case "fail":
      return (
        <>
          <p class="points">{pointsLine(result)}</p>
          <ChecksTable
            checks={result.checks}
            caseTitles={session.caseTitles}
            shown={session.isFailureShown.value ? session.failure.value : undefined}
            onChoose={(check) => session.showFailure(check)}
          />
        </>
      );
    case "error": {
      const sentences = furtherSentences(result.error);
      // An error of a text that has changed is the preview's to report.
      if (sentences === "" || session.isResultStale.value) return null;
      return (
        <p class="complaint">
          <Prose text={sentences} />
        </p>
      );
    }
    case "fault":
      return <p class="complaint">{result.message}</p>;
  }
}
