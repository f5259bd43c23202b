import type { CheckResult, GradeResult, Judged } from "#judge/result.ts";
import type { CellSession } from "./cell-session.ts";
import { errorSentence } from "./error-sentence.ts";
import { Prose } from "#pictures/inline-code.ts";
import { RequestPicture } from "./request-picture.tsx";
import { ResultAsJson } from "./result-as-json.tsx";

/** What the grader said of the text, with the proof of the first failure. */
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
  const proven = judged.checks.find(({ verdict, witness }) => verdict === "fail" && witness !== undefined);
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
            {summedUp(checks).map((check) => (
              <CheckLine key={check.id} check={check} />
            ))}
          </ul>
        </div>
      ))}
      {proven?.witness && (
        <RequestPicture
          request={proven.witness.request}
          lanes={proven.witness.lanes}
          title={`The proof: ${proven.witness.access}, warp ${proven.witness.warp} of block (${proven.witness.blockIdx.x}, ${proven.witness.blockIdx.y})`}
        />
      )}
    </>
  );
}

/** A case that was not run at all, for one reason, is one line. */
function summedUp(checks: readonly CheckResult[]): readonly CheckResult[] {
  const [first] = checks;
  if (first === undefined) return checks;
  const haveOneReason = checks.every(({ verdict, message }) => verdict === "skipped" && message === first.message);
  if (!haveOneReason) return checks;
  const maxPoints = checks.reduce((sum, check) => sum + check.maxPoints, 0);
  return [{ ...first, title: `All ${checks.length} checks`, maxPoints }];
}

const verdictWords = { pass: "passes", fail: "fails", skipped: "not judged" } as const;
const verdictIcons = { pass: "✓", fail: "✗", skipped: "–" } as const;

function CheckLine({ check }: { readonly check: CheckResult }) {
  const { verdict, title, message, points, maxPoints } = check;
  return (
    <li class={verdict}>
      <span class="icon" role="img" aria-label={verdictWords[verdict]}>
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
