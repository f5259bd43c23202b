import type { Lesson } from "#judge/report/beginner-mistake.ts";
import { layoutSentence } from "#judge/report/layout-sentence.ts";
import { allPassed, furtherSentences, pointsLine, verdictLine } from "#judge/report/verdict-line.ts";
import type { GradeResult } from "#judge/result.ts";
import { Prose } from "#pictures/inline-code.ts";
import type { CellSession } from "./cell-session.ts";
import { ChecksTable } from "./checks-table.tsx";

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
  const before = result === undefined && !session.isGrading.value ? passedBefore(session) : undefined;
  const line = session.isGrading.value ? "Grading…" : shown ? verdictLine(shown) : before;
  const advice = isStale || session.isGrading.value ? undefined : session.advice.value;
  return (
    <>
      <div data-status-line role="status" class={shown?.status ?? (before && "pass")}>
        {line !== undefined && <Prose text={line} />}
        {advice && <Advice advice={advice} />}
      </div>
      {shown !== undefined && isStale && <span class="stale">The code has changed since.</span>}
    </>
  );
}

/** That the text passed on an earlier visit. */
function passedBefore({ success, passedText, text }: CellSession): string | undefined {
  return success.value && passedText.value === text.value ? allPassed(success.value.checks) : undefined;
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
export function Verdict({ session }: { readonly session: CellSession }) {
  const result = session.result.value;
  return (
    <section class={session.isGrading.value ? "verdict outdated" : "verdict"} role="group" aria-label="Verdict">
      {result !== undefined && (
        <>
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
          {result.layout && <p class="points">The layout: {layoutSentence(result.layout.name)}</p>}
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
