import { useEffect, useRef, useState } from "preact/hooks";
import { answerTimeSentences } from "#judge/report/answer-time-sentence.ts";
import { accessCosts, passedSentence } from "#judge/report/passed-sentence.ts";
import type { Judged } from "#judge/result.ts";
import { count, decimal } from "#pictures/format.ts";
import { Prose } from "#pictures/inline-code.ts";
import type { OpenDiff } from "../editor/comparison.ts";
import { openDiff } from "../editor/diff-editor.ts";
import type { MeasuredPattern } from "../exercise-data.ts";
import type { CellSession } from "./cell-session.ts";

/** The exercise that comes after this one. */
export interface NextExercise {
  readonly title: string;
  readonly href: string;
}

interface PassedPanelProps {
  readonly session: CellSession;
  readonly judged: Judged;
  readonly next: NextExercise | undefined;
}

/** After a pass: what the answer shows, its cost beside that of the naive version and the least possible, and where to go from here. */
export function PassedPanel({ session, judged, next }: PassedPanelProps) {
  const { measured } = session.exercise;
  const times = session.times.value;
  return (
    <section class="passed-panel" role="group" aria-label="Passed">
      <p class="passed-sentence">
        <Prose text={passedSentence(judged)} />
      </p>
      <CostTable judged={judged} naive={session.naive.value} />
      {times && <p class="answer-time">{answerTimeSentences(times.own, times.naive)}</p>}
      {measured && <p class="measured-pattern">{measuredSentence(measured)}</p>}
      <Comparison session={session} />
      {next && (
        <p class="next-exercise">
          Next: <a href={next.href}>{next.title}</a>
        </p>
      )}
    </section>
  );
}

/** "Measured on an H100: a transpose … takes 92.2 µs through a plain tile and 53.5 µs through a padded tile, 1.72 times as fast." */
export function measuredSentence({ what, before, after }: MeasuredPattern): string {
  const ratio = before.microseconds / after.microseconds;
  const times = `${what} takes ${decimal(before.microseconds)} µs ${before.as} and ${decimal(after.microseconds)} µs ${after.as}`;
  return `Measured on an H100: ${times}, ${decimal(ratio)} times as fast.`;
}

const METRICS = { sectorsPerRequest: "sectors per request", bankConflicts: "bank conflicts" } as const;

interface CostTableProps {
  readonly judged: Judged;
  readonly naive: Judged | undefined;
}

function CostTable({ judged, naive }: CostTableProps) {
  const costs = accessCosts(judged);
  const naiveCosts = naive && accessCosts(naive);
  if (costs.length === 0) return null;
  const caption = "Cost in the largest case";
  return (
    <div class="totals sideways" role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">access</th>
            <th scope="col">count</th>
            {naiveCosts && <th scope="col">naive version</th>}
            <th scope="col">yours</th>
            <th scope="col">least possible</th>
          </tr>
        </thead>
        <tbody>
          {costs.map(({ access, metric, value, ideal }) => {
            const other = naiveCosts?.find((cost) => cost.access === access);
            return (
              <tr key={access}>
                <th scope="row">{access}</th>
                <td>{METRICS[metric]}</td>
                {naiveCosts && <td>{other === undefined ? "–" : number(other.value)}</td>}
                <td>{number(value)}</td>
                <td>{number(ideal)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function number(value: number): string {
  return Number.isInteger(value) ? count(value) : decimal(value);
}

/** The difference to the course's solution, opened on demand. */
function Comparison({ session }: { readonly session: CellSession }) {
  const host = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const mine = session.gradedText.value;
  useEffect(() => {
    if (!isOpen || mine === undefined) return undefined;
    let opened: OpenDiff | undefined;
    let isGone = false;
    void session.readSolution().then(async (solution) => {
      if (solution === undefined || isGone || host.current === null) return;
      const labels = { originalLabel: "Your answer", modifiedLabel: "The course’s solution" };
      opened = await openDiff(host.current, { original: mine, modified: solution.text, ...labels });
      if (isGone) opened.dispose();
    });
    return () => {
      isGone = true;
      opened?.dispose();
    };
  }, [isOpen, mine]);
  if (session.keptBack.value.solutions !== undefined) return null;
  return (
    <div class="comparison">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Compare with the course’s solution
      </button>
      <div ref={host} class="comparison-host" hidden={!isOpen} />
    </div>
  );
}
