import { useState } from "preact/hooks";
import { resultJson } from "#judge/report/result-text.ts";
import { errorSentence, pointsLine, verdictLine } from "#judge/report/verdict-line.ts";
import type { GradeResult } from "#judge/result.ts";
import { Prose } from "#pictures/inline-code.ts";
import type { CellSession } from "./cell-session.ts";
import { ChecksTable } from "./checks-table.tsx";
import { PassedPanel, type NextExercise } from "./passed.tsx";

/** The verdict in one sentence, beside the button that asked for it: it stays in view while the learner works in the cell. */
export function StatusLine({ session }: { readonly session: CellSession }) {
  const result = session.result.value;
  const line = session.isGrading.value ? "Grading…" : result && verdictLine(result, session.advice.value);
  const verdict = session.isGrading.value ? undefined : result?.status;
  return (
    <>
      <p data-status-line role="status" class={verdict}>
        {line !== undefined && <Prose text={line} />}
      </p>
      {verdict !== undefined && session.isResultStale.value && <span class="stale">The code has changed since.</span>}
    </>
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
          <ResultAsJson result={result} />
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
      const sentence = errorSentence(result.error);
      if (verdictLine(result) === sentence) return null;
      return (
        <p class="complaint">
          <Prose text={sentence} />
        </p>
      );
    }
    case "fault":
      return <p class="complaint">{result.message}</p>;
  }
}

/** The result exactly as the command line prints it with --json. */
function ResultAsJson({ result }: { readonly result: GradeResult }) {
  const [wasCopied, setCopied] = useState(false);
  const json = resultJson(result);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(json);
    setCopied(true);
  };
  return (
    <details class="as-json">
      <summary>Result as JSON</summary>
      <button type="button" onClick={() => void copy()}>
        {wasCopied ? "Copied" : "Copy"}
      </button>
      <pre tabIndex={0} aria-label="Result as JSON">
        {json}
      </pre>
    </details>
  );
}
