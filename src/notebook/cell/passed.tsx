import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isFaster, isSlower, speedup } from "#judge/answer-time.ts";
import { answerTimeSentences } from "#judge/report/answer-time-sentence.ts";
import { achievedSentence, passedSentence, type AccessCost } from "#judge/report/passed-sentence.ts";
import { warpName } from "#judge/report/places.ts";
import { count, decimal, withUnit } from "#pictures/format.ts";
import { Prose } from "#pictures/inline-code.ts";
import { BeforeAndAfterFigure } from "#figures/before-and-after/figure.tsx";
import type { OpenDiff } from "../editor/comparison.ts";
import type { ExerciseData, MeasuredPattern } from "../exercise-data.ts";
import type { AnswerTimes, Success } from "../storage/successes.ts";
import type { CellSession } from "./cell-session.ts";
import type { WayOn } from "./way-on.ts";
import "./passed.css";

interface PassedPanelProps {
  readonly success: Success;
  readonly exercise: Pick<ExerciseData, "caseTitles" | "measured">;
  readonly waysOn: () => Promise<readonly WayOn[]>;
  /** The page that says how good measurements and estimates are; absent where there is no course around the exercise. */
  readonly measurements: string | undefined;
  /** Whether it was passed just now: then it comes into view. */
  readonly isFresh?: boolean;
  readonly children?: ComponentChildren;
}

/** After a pass: what was achieved, the access that changed, how much faster that is, and where to go from here. */
export function PassedPanel({ success, exercise, waysOn, measurements, isFresh = false, children }: PassedPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFresh && panel.current !== null) bringIntoView(panel.current);
  }, []);
  return (
    <section ref={panel} class="success" role="group" aria-label="Passed">
      <p class="achieved">
        <strong>Passed.</strong> <Prose text={sentenceOf(success)} />
      </p>
      <ChangedAccess success={success} caseTitles={exercise.caseTitles} />
      <Factor measured={exercise.measured} times={success.times} measurements={measurements} />
      <WaysOn waysOn={waysOn} />
      {children}
      {success.costs.length > 0 && (
        <details class="all-counts">
          <summary>All counts</summary>
          <CostTable success={success} />
        </details>
      )}
    </section>
  );
}

/**
 * Scrolls to what a pass achieved, unless it begins in view. The bar with the verdict no longer sticks to the top of the window then: where it
 * is above the panel, both come into view.
 */
function bringIntoView(panel: HTMLElement): void {
  const above = heightFromBar(panel);
  panel.style.setProperty("--bar-above", `${above}px`);
  // What the page has at its top, and some air.
  const header = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const { top } = panel.getBoundingClientRect();
  const isInView = Math.ceil(top) >= header + above && top < 0.6 * innerHeight;
  if (!isInView) panel.scrollIntoView({ block: "start" });
}

/** From where the bar begins down to the panel, in CSS pixels, wherever the bar sticks now; 0 where it is beside the panel. */
function heightFromBar(panel: HTMLElement): number {
  const bar = panel.closest(".exercise-cell")?.querySelector<HTMLElement>('[data-live="bar"]');
  const picture = panel.closest(".cell-picture");
  if (!bar || !picture) return 0;
  const around = panel.getBoundingClientRect();
  if (bar.getBoundingClientRect().right <= around.left) return 0;
  const between = Number.parseFloat(getComputedStyle(picture).marginTop);
  return bar.offsetHeight + between + around.top - picture.getBoundingClientRect().top;
}

/** What was achieved; where it isn't a cost, that everything is right. */
function sentenceOf({ comparison, costs }: Success): string {
  return (comparison && achievedSentence(comparison)) ?? `Every element is where it belongs. ${passedSentence(costs)}`;
}

interface ChangedAccessProps {
  readonly success: Success;
  readonly caseTitles: ExerciseData["caseTitles"];
}

function ChangedAccess({ success: { change }, caseTitles }: ChangedAccessProps) {
  if (change === undefined) return null;
  const { access, own, other, from } = change;
  const title = `${access}: ${warpName(change, change.gridDim)}, ${caseTitles[change.case] ?? change.case}`;
  const names = { before: from === "naive" ? "Costlier version" : "Starter", after: "Yours" };
  return <BeforeAndAfterFigure requests={{ before: other, after: own }} names={names} title={title} />;
}

interface FactorProps {
  readonly measured: MeasuredPattern | undefined;
  readonly times: AnswerTimes | undefined;
  readonly measurements: string | undefined;
}

/** How much faster than the naive version: measured, where the pattern was; else by the model. */
function Factor({ measured, times, measurements }: FactorProps) {
  if (measured !== undefined) {
    const factor = measured.before.microseconds / measured.after.microseconds;
    return (
      <div class="factor">
        <p class="times-as-fast">
          <strong>{decimal(factor >= 1 ? factor : 1 / factor)}×</strong> {factor >= 1 ? "as fast" : "as long"}, measured on an H100
        </p>
        <p>
          {measuredSentence(measured)} {measurements !== undefined && <a href={measurements}>How it was measured</a>}
        </p>
      </div>
    );
  }
  if (times === undefined) return null;
  const factor = speedup(times.own, times.naive);
  const isDifferent = factor !== undefined && (isFaster(factor) || isSlower(factor));
  return (
    <div class="factor">
      {isDifferent && (
        <p class="times-as-fast">
          <strong>{twoDigits(factor >= 1 ? factor : 1 / factor)}×</strong> {factor >= 1 ? "as fast" : "as long"}, by the model
        </p>
      )}
      <p>
        {answerTimeSentences(times.own, times.naive)} {measurements !== undefined && <a href={measurements}>How good is this estimate?</a>}
      </p>
    </div>
  );
}

function twoDigits(factor: number): string {
  return decimal(Number(factor.toPrecision(2)));
}

/** "A transpose of a 4,096 × 4,096 matrix of floats takes 92.2 µs through a plain tile and 53.5 µs through a padded tile." */
function measuredSentence({ what, before, after }: MeasuredPattern): string {
  const time = (value: number): string => withUnit(decimal(value), "µs");
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} takes ${time(before.microseconds)} ${before.as} and ${time(after.microseconds)} ${after.as}.`;
}

/** Where the course goes on from here. */
function WaysOn({ waysOn }: Pick<PassedPanelProps, "waysOn">) {
  const [ways, setWays] = useState<readonly WayOn[]>([]);
  useEffect(() => void waysOn().then(setWays), [waysOn]);
  if (ways.length === 0) return null;
  return (
    <ul class="ways-on">
      {ways.map(({ what, title, href }) => (
        <li key={href}>
          {what}: <a href={href}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

const METRICS = { sectorsPerRequest: "sectors per request", bankConflicts: "bank conflicts" } as const;

function CostTable({ success: { costs, comparison } }: { readonly success: Success }) {
  const largest = comparison?.cases.at(-1);
  const naiveCost = ({ access, metric }: AccessCost): number | undefined => {
    const counts = largest?.accesses.find((one) => one.access === access)?.other;
    if (counts === undefined) return undefined;
    return metric === "bankConflicts" ? counts.bankConflicts : counts.moved / Math.max(1, counts.requests);
  };
  const requests = (access: string, version: "own" | "other"): string => {
    const counts = largest?.accesses.find((one) => one.access === access)?.[version];
    return counts === undefined ? "–" : count(counts.requests);
  };
  const caption = "Cost in the largest case";
  return (
    <div class="totals sideways" role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">access</th>
            <th scope="col">count</th>
            {largest && <th scope="col">naive version</th>}
            <th scope="col">yours</th>
            <th scope="col">least possible</th>
          </tr>
        </thead>
        <tbody>
          {costs.flatMap((cost) => {
            const naive = naiveCost(cost);
            return [
              largest && (
                <tr key={`${cost.access} requests`}>
                  <th scope="row">{cost.access}</th>
                  <td>requests</td>
                  <td>{requests(cost.access, "other")}</td>
                  <td>{requests(cost.access, "own")}</td>
                  <td />
                </tr>
              ),
              <tr key={cost.access}>
                <th scope="row">{cost.access}</th>
                <td>{METRICS[cost.metric]}</td>
                {largest && <td>{naive === undefined ? "–" : number(naive)}</td>}
                <td>{number(cost.value)}</td>
                <td>{number(cost.ideal)}</td>
              </tr>,
            ];
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
export function SolutionComparison({ session }: { readonly session: CellSession }) {
  const host = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const mine = session.passedText.value;
  useEffect(() => {
    if (!isOpen || mine === undefined) return undefined;
    let opened: OpenDiff | undefined;
    let isGone = false;
    void session.readSolution().then(async (solution) => {
      if (solution === undefined || isGone || host.current === null) return;
      const { openDiff } = await import("../editor/diff-editor.ts");
      const labels = { originalLabel: "Your answer", modifiedLabel: "The course’s solution" };
      if (!isGone)
        opened = await openDiff(host.current, {
          original: mine,
          modified: session.textOf(solution).text,
          language: session.language,
          ...labels,
        });
      if (isGone) opened?.dispose();
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
