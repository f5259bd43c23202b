import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { IsStrip } from "#figures/drawing/strip.ts";
import { Prose } from "#pictures/inline-code.ts";
import { witnessTitle } from "#judge/report/places.ts";
import { errorSentence } from "#judge/report/verdict-line.ts";
import type { CheckResult } from "#judge/result.ts";
import { GradeBar } from "../grade-bar.tsx";
import { LastPicture } from "../last-picture.tsx";
import { RunOnGpu } from "../own-gpu/run-on-gpu.tsx";
import { HeldBack, TextNotices } from "../text-notices.tsx";
import type { CellSession } from "./cell-session.ts";
import { FailurePanel, witnessOf } from "./failure.tsx";
import { LayoutPanel } from "./layout-panel.tsx";
import { PassedPanel, SolutionComparison } from "./passed.tsx";
import { PreviewPanel, RequestPicture, StripTitle } from "./preview.tsx";
import { PrintedOutput } from "./printed-output.tsx";
import { StatusLine } from "./verdict.tsx";

/** The buttons under the code, with the verdict and what an assignment says. */
export function CellBar({ session }: { readonly session: CellSession }) {
  const { hints, solutions } = session.keptBack.value;
  return (
    <GradeBar
      session={session}
      hints={session.exercise.hints.length}
      keepsBack={{ hints: hints !== undefined, solution: solutions !== undefined }}
      status={<StatusLine session={session} />}
    >
      <KeptBackNote session={session} />
      <PersonalCasesNote session={session} />
    </GradeBar>
  );
}

/** The cases that only this student has. */
function PersonalCasesNote({ session }: { readonly session: CellSession }) {
  const personal = session.personal.value;
  if (personal === undefined) return null;
  return (
    <p class="notice">
      In the assignment {personal.assignment}, your code is judged on {personal.cases.length === 1 ? "a case" : "cases"} of your own as
      well: {personal.cases.map(({ title }) => title).join("; and ")}.
    </p>
  );
}

/** What an open assignment keeps back, and until when, in the reader's time. */
function KeptBackNote({ session }: { readonly session: CellSession }) {
  const { solutions, hints } = session.keptBack.value;
  const kept = solutions ?? hints;
  if (kept === undefined) return null;
  const what = solutions && hints ? "Hints and solution come" : solutions ? "The solution comes" : "Hints come";
  if (kept.until === undefined) {
    return (
      <p class="notice">
        This exercise is part of the assignment {kept.assignment}: its solution is sealed, and opens with a link that your instructor gives
        out.
      </p>
    );
  }
  const until = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" }).format(kept.until);
  return (
    <p class="notice">
      {what} after {until}: this exercise is part of the assignment {kept.assignment}.
    </p>
  );
}

/** What the learner must know about the text itself: whether it is saved, and where another version of it is. */
export function Notices({ session, onEdit }: { readonly session: CellSession; readonly onEdit: () => void }) {
  return (
    <div role="status">
      <HeldBack session={session} onEdit={onEdit} />
      <TextNotices session={session} name={session.exercise.id} />
      <FormerVersion session={session} />
    </div>
  );
}

function FormerVersion({ session }: { readonly session: CellSession }) {
  const { isFromFormerVersion } = session;
  if (!isFromFormerVersion.value) return null;
  return (
    <p class="notice">
      This exercise has changed since you wrote this. Your code is as you left it; grade it again.
      <button type="button" onClick={() => (isFromFormerVersion.value = false)}>
        OK
      </button>
    </p>
  );
}

/** The hints that were asked for, and the solution if it was asked for: each comes into view as it appears. */
export function Help({ session }: { readonly session: CellSession }) {
  const { exercise, hintsShown, hintCameBy, solution } = session;
  const hints = useRef<HTMLOListElement>(null);
  const shownSolution = useRef<HTMLElement>(null);
  useEffect(() => hints.current?.lastElementChild?.scrollIntoView({ block: "nearest" }), [hintsShown.value]);
  useEffect(() => shownSolution.current?.scrollIntoView({ block: "nearest" }), [solution.value]);
  return (
    <>
      <div aria-live="polite">
        {hintCameBy.value && <p class="hint-reason">The same again: here is a hint for it.</p>}
        {hintsShown.value > 0 && (
          <ol ref={hints} class="hints" aria-label="Hints">
            {exercise.hints.slice(0, hintsShown.value).map((hint) => (
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
          {solution.value.explanation !== undefined && (
            <p class="explanation">
              <Prose text={solution.value.explanation} />
            </p>
          )}
          <div dangerouslySetInnerHTML={{ __html: session.textOf(solution.value).html }} />
        </section>
      )}
    </>
  );
}

interface PicturesProps extends Pick<Parameters<typeof PassedPanel>[0], "waysOn" | "measurements"> {
  readonly session: CellSession;
  /** Whether the picture is a strip above the on-screen keyboard: it follows the typing. */
  readonly isDocked: ReadonlySignal<boolean>;
}

/** What is beside the editor: what a pass achieved, the first failure, or the picture that follows the typing. */
export function Pictures({ session, isDocked, waysOn, measurements }: PicturesProps) {
  const { isFailureShown, isSuccessShown } = session;
  const failure = session.failure.value;
  const success = session.success.value;
  const isVerdictShown = failure ? isFailureShown : isSuccessShown;
  const isVerdict = (failure ?? success) !== undefined && isVerdictShown.value && !isDocked.value;
  const outdated = session.isGrading.value ? "outdated" : undefined;
  return (
    <>
      {(failure || (success && session.picture.value)) && (
        <div class="which-picture" role="group" aria-label="Which picture">
          <button type="button" aria-pressed={isVerdict} onClick={() => (isVerdictShown.value = true)}>
            {failure ? "The failure" : "What changed"}
          </button>
          <button type="button" aria-pressed={!isVerdict} onClick={() => (isVerdictShown.value = false)}>
            Small case
          </button>
        </div>
      )}
      {failure && (
        <div hidden={!isVerdict} class={outdated}>
          <FailurePanel session={session} check={failure} />
        </div>
      )}
      {success && (
        <div hidden={!isVerdict} class={outdated}>
          <PassedPanel
            key={session.passedText.value}
            success={success}
            exercise={session.exercise}
            waysOn={waysOn}
            measurements={measurements}
            isFresh={session.result.value !== undefined}
          >
            {session.language === "typescript" && measurements !== undefined && !session.exercise.hasNoWgsl && (
              <RunOnGpu exercise={session.exercise.id} subject={() => session.passedSubject()} modelled={success.times} />
            )}
            <SolutionComparison session={session} />
          </PassedPanel>
        </div>
      )}
      {isVerdict && <LayoutBelow session={session} />}
      <div hidden={isVerdict}>
        <IsStrip.Provider value={isDocked.value}>
          {isDocked.value && failure && !session.isResultStale.value ? (
            <FailureStrip session={session} check={failure} />
          ) : (
            <LivePicture session={session} />
          )}
        </IsStrip.Provider>
      </div>
    </>
  );
}

/** The layout that the text gives, below what the verdict shows: in the small case, the picture has it. */
function LayoutBelow({ session }: { readonly session: CellSession }) {
  const layout = session.picture.value?.layout;
  if (layout === undefined) return null;
  return (
    <LastPicture isCurrent={session.preview.value?.status === "ran"}>
      <LayoutPanel layout={layout} />
    </LastPicture>
  );
}

/** The request that a failed check is proved by, above the on-screen keyboard. */
function FailureStrip({ session, check }: { readonly session: CellSession; readonly check: CheckResult }) {
  const witness = witnessOf(session, check);
  if (witness === undefined || witness.fault !== undefined) return <LivePicture session={session} />;
  const title = witnessTitle(witness);
  return (
    <>
      <StripTitle title={title} />
      <RequestPicture request={witness.request} lanes={witness.lanes} title={title} />
    </>
  );
}

/** The picture that follows the typing. While the text cannot be run, the last picture stays, faded. */
function LivePicture({ session }: { readonly session: CellSession }) {
  const picture = session.picture.value;
  if (picture === undefined) return null;
  const isCurrent = session.preview.value?.status === "ran";
  return (
    <LastPicture isCurrent={isCurrent} why={complaintAbout(session)}>
      <PreviewPanel
        preview={picture}
        caseTitle={session.exercise.caseTitles[picture.case] ?? picture.case}
        complained={witnessOf(session, session.failure.value)}
      />
    </LastPicture>
  );
}

/** The first problem in the small case, or the error that keeps the text from being run. A verdict replaces it. */
export function Complaint({ session }: { readonly session: CellSession }) {
  const preview = session.preview.value;
  const complaint = complaintAbout(session);
  return (
    <>
      {complaint !== undefined && (
        <p class="complaint">
          <Prose text={complaint} />
        </p>
      )}
      {preview !== undefined && preview.status !== "fault" && <PrintedOutput printed={preview.printed} />}
    </>
  );
}

function complaintAbout(session: CellSession): string | undefined {
  const hasVerdict = session.result.value !== undefined && !session.isResultStale.value;
  // The starter is not the learner's: what it lacks is the exercise.
  const isStarter = session.text.value === session.starter;
  return hasVerdict || isStarter ? undefined : complaintOf(session.preview.value);
}

function complaintOf(preview: CellSession["preview"]["value"]): string | undefined {
  switch (preview?.status) {
    case undefined:
      return undefined;
    case "ran":
      return preview.problem?.message;
    case "error":
      return errorSentence(preview.error);
    case "fault":
      return `The picture could not be drawn, which is our bug and not yours: ${preview.message}`;
  }
}
