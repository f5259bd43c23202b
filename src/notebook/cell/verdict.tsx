import { useState } from "preact/hooks";
import type { AnswerError } from "#sandbox/answer/answer-error.ts";
import { resultJson } from "#judge/report/result-text.ts";
import type { CheckResult, GradeResult, Judged } from "#judge/result.ts";
import { Prose } from "#pictures/inline-code.ts";
import type { CellSession } from "./cell-session.ts";
import { RequestPicture } from "./preview.tsx";

/** What the grader says about the text, with the proof of the first failure. */
export function Verdict({ session }: { readonly session: CellSession }) {
  const result = session.result.value;
  return (
    <section class="verdict" role="group" aria-label="Verdict">
      <p role="status" class={result === undefined ? undefined : `summary ${result.status}`}>
        {session.isGrading.value ? "Grading…" : result && <Prose text={summary(result)} />}
      </p>
      {result !== undefined && (
        <>
          {session.isResultStale.value && <p class="stale">The code has changed since.</p>}
          {(result.status === "pass" || result.status === "fail") && <Judgement judged={result} caseTitles={session.exercise.caseTitles} />}
          <ResultAsJson result={result} />
        </>
      )}
    </section>
  );
}

function summary(result: GradeResult): string {
  switch (result.status) {
    case "pass":
      return `Passed: ${result.score} of ${result.maxScore} points.`;
    case "fail": {
      const failed = result.checks.filter(({ verdict }) => verdict === "fail").length;
      return `Not yet: ${failed} of ${result.checks.length} checks fail. ${result.score} of ${result.maxScore} points.`;
    }
    case "error":
      return errorSentence(result.error);
    case "fault":
      return `The grader failed. This is our bug, not yours, and your code is safe: ${result.message}`;
  }
}

interface JudgementProps {
  readonly judged: Judged;
  readonly caseTitles: Readonly<Record<string, string>>;
}

function Judgement({ judged, caseTitles }: JudgementProps) {
  const failedCheck = judged.checks.find(({ verdict, witness }) => verdict === "fail" && witness !== undefined);
  return (
    <>
      {judged.diagnosis && (
        <p class="diagnosis">
          <strong>A thought:</strong> <Prose text={judged.diagnosis.message} />
        </p>
      )}
      {[...Map.groupBy(judged.checks, (check) => check.case)].map(([id, checks]) => (
        <div class="case" key={id}>
          <h4>{caseTitles[id] ?? id}</h4>
          <ul class="checks">
            {mergeSkipped(checks).map((check) => (
              <CheckLine key={check.id} check={check} />
            ))}
          </ul>
        </div>
      ))}
      {failedCheck?.witness && (
        <RequestPicture
          request={failedCheck.witness.request}
          lanes={failedCheck.witness.lanes}
          title={`The proof: ${failedCheck.witness.access}, warp ${failedCheck.witness.warp} of block (${failedCheck.witness.blockIdx.x}, ${failedCheck.witness.blockIdx.y})`}
        />
      )}
    </>
  );
}

/** The checks of a case; if all were skipped for one reason, they become a single line. */
function mergeSkipped(checks: readonly CheckResult[]): readonly CheckResult[] {
  const [first] = checks;
  if (first === undefined) return checks;
  const shareReason = checks.every(({ verdict, message }) => verdict === "skipped" && message === first.message);
  if (!shareReason) return checks;
  const maxPoints = checks.reduce((sum, check) => sum + check.maxPoints, 0);
  return [{ ...first, title: `All ${checks.length} checks`, maxPoints }];
}

const verdictNames = { pass: "passes", fail: "fails", skipped: "not judged" } as const;
const verdictIcons = { pass: "✓", fail: "✗", skipped: "–" } as const;

function CheckLine({ check }: { readonly check: CheckResult }) {
  const { verdict, title, message, points, maxPoints } = check;
  return (
    <li class={verdict}>
      <span class="icon" role="img" aria-label={verdictNames[verdict]}>
        {verdictIcons[verdict]}
      </span>
      <span class="title">
        <Prose text={title} />
      </span>
      <span class="points">
        {points}/{maxPoints}
      </span>
      {verdict !== "pass" && message !== "" && (
        <span class="message">
          <Prose text={message} />
        </span>
      )}
    </li>
  );
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

/** An error with its line in the learner's text, where that is known. */
export function errorSentence({ line, message }: AnswerError): string {
  return line === undefined ? message : `Line ${line}: ${message}`;
}
