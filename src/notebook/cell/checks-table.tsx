import { useState } from "preact/hooks";
import type { CheckResult, Verdict } from "#judge/result.ts";
import { Prose } from "#pictures/inline-code.ts";

interface ChecksTableProps {
  readonly checks: readonly CheckResult[];
  /** Titles of the cases by id, in the order of the exercise. */
  readonly caseTitles: Readonly<Record<string, string>>;
  /** The failure whose picture is shown. */
  readonly shown: CheckResult | undefined;
  /** Called with a failure whose sentence and picture the learner wants to see. */
  readonly onChoose: (failure: CheckResult) => void;
}

/** One check in all the cases that it is judged in. */
export interface CheckRow {
  readonly title: string;
  /** Fail if it fails in any case; pass if it passes in all. */
  readonly verdict: Verdict;
  readonly byCase: ReadonlyMap<string, CheckResult>;
}

/** The checks of a result, in their order, each with its verdicts by case. */
function checkRows(checks: readonly CheckResult[]): CheckRow[] {
  return [...Map.groupBy(checks, ({ id }) => id).values()].map((results) => ({
    title: (results.find(({ verdict }) => verdict === "fail") ?? results[0])?.title ?? "",
    verdict: overall(results),
    byCase: new Map(results.map((result) => [result.case, result])),
  }));
}

function overall(results: readonly CheckResult[]): Verdict {
  if (results.some(({ verdict }) => verdict === "fail")) return "fail";
  return results.every(({ verdict }) => verdict === "pass") ? "pass" : "skipped";
}

/** All checks of a result, checks × cases. Only those that fail are shown until the others are asked for. */
export function ChecksTable({ checks, caseTitles, shown, onChoose }: ChecksTableProps) {
  const [areAllShown, showAll] = useState(false);
  const rows = checkRows(checks);
  const failing = rows.filter(({ verdict }) => verdict === "fail");
  const others = rows.filter(({ verdict }) => verdict !== "fail");
  const cases = [...new Set(checks.map((check) => check.case))];
  const visible = areAllShown ? [...failing, ...others] : failing;
  return (
    <div class="checks">
      {visible.length > 0 && (
        <div class="checks-scroll sideways" role="group" aria-label="Checks by case" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Check</th>
                {cases.map((id) => (
                  <th scope="col" key={id} title={caseTitles[id]}>
                    {id.replaceAll("-", " ")}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {visible.map((row) => (
                <tr key={row.title}>
                  <th scope="row">
                    <Prose text={row.title} />
                  </th>
                  {cases.map((id) => (
                    <td key={id}>
                      <VerdictMark check={row.byCase.get(id)} isShown={row.byCase.get(id) === shown} onChoose={onChoose} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {others.length > 0 && (
        <button type="button" class="fold" aria-expanded={areAllShown} onClick={() => showAll(!areAllShown)}>
          {tally(checks)}
        </button>
      )}
    </div>
  );
}

/** "32 passed, 4 not judged yet": what the failing rows leave out, counted over all cases. */
export function tally(checks: readonly CheckResult[]): string {
  const counts = Map.groupBy(checks, ({ verdict }) => verdict);
  const passed = counts.get("pass")?.length ?? 0;
  const skipped = counts.get("skipped")?.length ?? 0;
  return [passed > 0 && `${passed} passed`, skipped > 0 && `${skipped} not judged yet`].filter(Boolean).join(", ");
}

interface VerdictMarkProps {
  readonly check: CheckResult | undefined;
  readonly isShown: boolean;
  readonly onChoose: (failure: CheckResult) => void;
}

function VerdictMark({ check, isShown, onChoose }: VerdictMarkProps) {
  switch (check?.verdict) {
    case undefined:
      return <span class="sr-only">not part of this case</span>;
    case "pass":
      return <Sign verdict="pass" says="passes" drawn="M2 7l3.5 3.5L12 3.5" />;
    case "fail":
      return (
        <button type="button" class="mark" aria-pressed={isShown} onClick={() => onChoose(check)}>
          <Sign verdict="fail" says="fails: show how" drawn="M3 3l8 8M11 3l-8 8" />
        </button>
      );
    case "skipped":
      return <Sign verdict="skipped" says="not judged yet" drawn="M3 7h8" />;
  }
}

function Sign({ verdict, says, drawn }: { readonly verdict: Verdict; readonly says: string; readonly drawn: string }) {
  return (
    <svg class={`sign ${verdict}`} viewBox="0 0 14 14" width="14" height="14" role="img" aria-label={says}>
      <path d={drawn} />
    </svg>
  );
}
