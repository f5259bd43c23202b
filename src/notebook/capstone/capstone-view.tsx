import { useEffect, useRef } from "preact/hooks";
import { PART_NAMES } from "#clock/estimate-time.ts";
import { COUNT_NAMES, budgetSentence } from "#judge/cuda/cuda-sentences.ts";
import type { BudgetVerdict, CaseVerdict, CudaVerdict, JudgedAnswer } from "#judge/cuda/cuda-verdict.ts";
import type { Judged } from "#judge/result.ts";
import { count, decimal, pluralize } from "#pictures/format.ts";
import { Prose } from "#pictures/inline-code.ts";
import { timeAccuracySentence } from "#pictures/time-accuracy.ts";
import { GradeBar } from "../grade-bar.tsx";
import { dayText } from "../history/entries.ts";
import { HeldBack, TextNotices } from "../text-notices.tsx";
import type { CapstoneSession } from "./capstone-session.ts";

interface CapstoneProps {
  readonly session: CapstoneSession;
}

/** The buttons under the code, with the verdict and what an assignment says. */
export function CapstoneBar({ session }: CapstoneProps) {
  const { capstone, isGrading } = session;
  const keptBack = session.keptBack.value;
  return (
    <GradeBar
      session={session}
      hints={capstone.hints.length}
      keepsBack={{ hints: false, solution: keptBack !== undefined }}
      status={
        <>
          {isGrading.value && (
            <button type="button" onClick={() => session.stop()}>
              Stop
            </button>
          )}
          <VerdictLine session={session} />
        </>
      }
    >
      {keptBack && <p class="notice">The solution is kept back: this capstone is part of the assignment {keptBack.assignment}.</p>}
    </GradeBar>
  );
}

/** The verdict in one sentence. */
function VerdictLine({ session }: CapstoneProps) {
  const verdict = session.isGrading.value ? undefined : session.verdict.value?.verdict;
  const isStale = session.isStale.value;
  const result = session.result.value;
  const points = result?.status === "pass" || result?.status === "fail" ? ` ${pointsText(result)}` : "";
  const passed = session.passed.value;
  return (
    <>
      <div data-status-line role="status" class={verdict?.status ?? (passed === undefined || session.isGrading.value ? undefined : "pass")}>
        {session.isGrading.value ? (
          "Grading…"
        ) : verdict !== undefined ? (
          <Prose text={lineOf(verdict) + points} />
        ) : (
          passed !== undefined && `Passed on ${dayText(passed.at)}.`
        )}
      </div>
      {verdict !== undefined && isStale && <span class="stale">The code has changed since.</span>}
    </>
  );
}

/** "8 of 8 points." */
function pointsText({ score, maxScore }: Pick<Judged, "score" | "maxScore">): string {
  return `${count(score)} of ${pluralize(maxScore, "point")}.`;
}

/** "Passed: …", or what comes first of what is wrong. */
export function lineOf(verdict: CudaVerdict): string {
  if (verdict.status === "error") {
    const where = verdict.line === undefined ? "" : `Line ${verdict.line}: `;
    return `${where}${verdict.message}`;
  }
  if (verdict.status === "pass") return "Passed: all values are right, the lab finds nothing wrong, and every budget is met.";
  const wrong = verdict.cases.find(({ values, findings }) => values.verdict === "fail" || findings.length > 0);
  if (wrong?.values.verdict === "fail") return `Not yet, with ${wrong.title}: ${wrong.values.message}`;
  if (wrong) return `Not yet, with ${wrong.title}: the values are right, and the lab finds something wrong.`;
  const broken = verdict.budgets.filter((budget) => budget.verdict === "fail");
  return `Right, and too dear: ${broken.length === 1 ? "a budget is" : `${broken.length} budgets are`} not met.`;
}

export function CapstoneNotices({ session, onEdit }: CapstoneProps & { readonly onEdit: () => void }) {
  return (
    <div role="status">
      <HeldBack session={session} onEdit={onEdit} />
      <TextNotices session={session} name={session.capstone.id} extension="cu" />
      {session.problem.value !== undefined && <p class="notice wrong">{session.problem.value}</p>}
    </div>
  );
}

/** Hints, and the solution. */
export function CapstoneHelp({ session }: CapstoneProps) {
  const { capstone, hintsShown, solution } = session;
  const hints = useRef<HTMLOListElement>(null);
  const shownSolution = useRef<HTMLElement>(null);
  useEffect(() => hints.current?.lastElementChild?.scrollIntoView({ block: "nearest" }), [hintsShown.value]);
  useEffect(() => shownSolution.current?.scrollIntoView({ block: "nearest" }), [solution.value]);
  return (
    <>
      <div aria-live="polite">
        {hintsShown.value > 0 && (
          <ol ref={hints} class="hints" aria-label="Hints">
            {capstone.hints.slice(0, hintsShown.value).map((hint) => (
              <li key={hint}>
                <Prose text={hint} />
              </li>
            ))}
          </ol>
        )}
      </div>
      {solution.value !== undefined && (
        <section ref={shownSolution} class="solution" role="group" aria-label="A solution">
          <p class="panel-title">One way to solve it. Your own code stays as it is.</p>
          <p class="solution-why">{capstone.why}</p>
          <div dangerouslySetInnerHTML={{ __html: solution.value.html }} />
        </section>
      )}
    </>
  );
}

/** Everything that the judge says of the text: cases, findings with their remedies, budgets. */
export function CapstoneVerdictView({ session }: CapstoneProps) {
  const capstone = session.verdict.value;
  if (capstone === undefined || capstone.verdict.status === "error") return null;
  const { verdict, diagnosis } = capstone;
  const { caseTitles } = session.capstone;
  const notRun = capstone.cases.filter(({ id, hidden = false }) => !hidden && !verdict.cases.some((one) => one.id === id));
  return (
    <section class={session.isGrading.value || session.isStale.value ? "verdict outdated" : "verdict"} role="group" aria-label="Verdict">
      {diagnosis && (
        <p class="advice">
          <Prose text={diagnosis.message} />
        </p>
      )}
      <Faults cases={verdict.cases} />
      <table class="capstone-cases">
        <caption>Cases</caption>
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col">Values</th>
            <th scope="col">Faults found</th>
            <th scope="col">Time, by estimate</th>
          </tr>
        </thead>
        <tbody>
          {verdict.cases.map(({ id, title, values, findings, time }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              <td class={values.verdict}>{values.verdict === "pass" ? "right" : "wrong"}</td>
              <td class={findings.length === 0 ? "pass" : "fail"}>{findings.length === 0 ? "none" : faultCount(findings)}</td>
              <td>{decimal(time.microseconds)} µs</td>
            </tr>
          ))}
          {notRun.map(({ id }) => (
            <tr key={id}>
              <th scope="row">{caseTitles[id] ?? id}</th>
              <td colSpan={3}>run once the case before it is right</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Budgets budgets={verdict.budgets} caseTitles={caseTitles} />
      <Time verdict={verdict} />
    </section>
  );
}

function faultCount(findings: CaseVerdict["findings"]): string {
  const all = findings.reduce((sum, { further }) => sum + 1 + further, 0);
  return `${count(all)} ${all === 1 ? "fault" : "faults"}`;
}

/** How many findings are listed; the others come with the same remedies. */
const LISTED = 4;

function Faults({ cases }: { readonly cases: readonly CaseVerdict[] }) {
  const wrong = cases.find(({ findings }) => findings.length > 0);
  if (wrong === undefined) return null;
  const { findings, remedies } = wrong;
  return (
    <div class="capstone-faults">
      <ul>
        {findings.slice(0, LISTED).map(({ line, column, message }) => (
          <li key={`${line}:${column}:${message}`}>
            <strong>Line {line}:</strong> <Prose text={message} />
          </li>
        ))}
      </ul>
      {remedies.map((remedy) => (
        <p key={remedy}>
          <Prose text={remedy} />
        </p>
      ))}
    </div>
  );
}

interface BudgetsProps {
  readonly budgets: readonly BudgetVerdict[];
  readonly caseTitles: Readonly<Record<string, string>>;
}

/** Counts against budgets, as a table with bars. */
function Budgets({ budgets, caseTitles }: BudgetsProps) {
  return (
    <table class="capstone-budgets">
      <caption>Budgets, with {[...new Set(budgets.map((budget) => caseTitles[budget.case] ?? budget.case))].join(", ")}</caption>
      <thead>
        <tr>
          <th scope="col">Count</th>
          <th scope="col">Yours</th>
          <th scope="col">Allowed</th>
          <th scope="col">
            <span class="sr-only">Yours beside what is allowed</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {budgets.map((budget) => {
          const { case: id, count: what, counted, allowed, verdict } = budget;
          const sentence = verdict === "fail" ? budgetSentence(budget) : "";
          return (
            <tr key={`${id} ${what}`} class={verdict}>
              <th scope="row">{COUNT_NAMES[what]}</th>
              <td>{counted === undefined ? "–" : count(counted)}</td>
              <td>{count(allowed)}</td>
              <td>
                {counted !== undefined && <BudgetBar counted={counted} allowed={allowed} isMet={counted <= allowed} />}
                {sentence !== "" && (
                  <span class="budget-guilty">
                    <Prose text={sentence.replace(/^[^;]*; /, "")} />
                  </span>
                )}
                {verdict === "skipped" && counted !== undefined && <span class="budget-guilty">once all values are right</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const BAR_WIDTH = 160;
const BAR_HEIGHT = 12;

/** A count as a bar, with a line where its budget ends. */
function BudgetBar({ counted, allowed, isMet }: { readonly counted: number; readonly allowed: number; readonly isMet: boolean }) {
  const most = Math.max(counted, allowed);
  const at = (value: number): number => (BAR_WIDTH * value) / most;
  return (
    <svg class="budget-bar" viewBox={`0 0 ${BAR_WIDTH} ${BAR_HEIGHT}`} width={BAR_WIDTH} height={BAR_HEIGHT} aria-hidden="true">
      <rect class={isMet ? "met" : "over"} x={0} y={2} width={at(counted)} height={BAR_HEIGHT - 4} />
      <line class="allowed" x1={Math.min(at(allowed), BAR_WIDTH - 1)} x2={Math.min(at(allowed), BAR_WIDTH - 1)} y1={0} y2={BAR_HEIGHT} />
    </svg>
  );
}

function Time({ verdict: { cases } }: { readonly verdict: JudgedAnswer }) {
  const last = cases.findLast(({ hidden }) => !hidden);
  if (last === undefined) return null;
  const { microseconds, boundBy } = last.time;
  return (
    <p class="fine-print">
      With {last.title}, an H200 would take about {decimal(microseconds)} µs for all launches
      {boundBy === undefined ? "" : `, most of it ${PART_NAMES[boundBy]}`}. {timeAccuracySentence()} No verdict depends on it.
    </p>
  );
}
