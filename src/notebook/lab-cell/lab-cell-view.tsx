import { Prose } from "#pictures/inline-code.ts";
import { wrongResultsText } from "../goals/wrong-results.ts";
import type { LabSession } from "../lab/lab-session.ts";
import { RunBar } from "../lab/lab-view.tsx";
import { TimeError, TimeSentence } from "../time/time-view.tsx";
import { LabFindings, LabTotals, Printed } from "../lab/results-view.tsx";
import { STEP_ORDER, WarpView } from "../lab/warp-view.tsx";
import { LastPicture } from "../last-picture.tsx";
import { LabLink } from "../share/lab-link.tsx";
import { embeddedKernelFrame } from "../share/lab-links.ts";
import { CopyButton } from "../share/copy-button.tsx";
import { HeldBack, SaveMark, TextNotices } from "../text-notices.tsx";
import type { LabCellSession } from "./lab-cell-session.ts";
import { launchText } from "./launch-text.ts";

interface LabCellViewProps {
  readonly session: LabCellSession;
}

interface LabCellBarProps extends LabCellViewProps {
  /** The site's base path, with a slash at its end. */
  readonly base: string;
}

/** What can be done with a lab cell. LabCell.astro draws Run and the link until the cell is opened. */
export function LabCellBar({ session, base }: LabCellBarProps) {
  const isChanged = session.text.value !== session.starter;
  return (
    <>
      <RunBar session={session.lab} canGuess={false} />
      <div class="cell-bar">
        <LabLink kernel={session.lab.kernel.value} base={base} />
        <CopyButton
          label="Copy embed code"
          copied="The HTML of a frame with this kernel is copied."
          text={() => embeddedKernelFrame(base, session.lab.kernel.value)}
        />
        {isChanged && (
          <button type="button" data-intent="reset" onClick={() => void session.reset()}>
            Reset
          </button>
        )}
        {session.recoverable.value !== undefined && (
          <button type="button" data-intent="bring-back" onClick={() => void session.bringBack()}>
            Bring back my code
          </button>
        )}
        <SaveMark session={session} />
      </div>
    </>
  );
}

/** What the launch must not do, and what the learner must know about the text. */
export function LabCellOutput({ session }: LabCellViewProps) {
  const { notice } = session.lab;
  return (
    <>
      <LabFindings session={session.lab} />
      <div role="status">
        {notice.value !== undefined && <p class="notice wrong">{notice.value}</p>}
        <MissedGoal session={session} />
        <HeldBack session={session} />
        <TextNotices session={session} name="lab-cell" extension="cu" />
      </div>
    </>
  );
}

/** Why a goal isn't ticked whose counts are there. */
function MissedGoal({ session }: LabCellViewProps) {
  const wrong = session.wrongResults.value;
  if (wrong === undefined || !session.lab.isCurrent.value) return null;
  return (
    <p class="notice missed-goal">
      <span>
        <Prose text={wrongResultsText(wrong)} />
      </span>
    </p>
  );
}

/** What the kernel is launched with. */
export function LaunchLine({ session }: LabPartProps) {
  return (
    <p class="launch-line">
      Launched as <code>{launchText(session.kernel.value.launch)}</code>
    </p>
  );
}

interface LabPartProps {
  readonly session: LabSession;
}

/** One warp's request in the last launch. While text or launch have changed since, it is faded. */
export function LabCellPicture({ session }: LabPartProps) {
  if (session.profile.value === undefined) return null;
  return (
    <LastPicture isCurrent={session.areCountsCurrent.value}>
      <WarpView session={session} hasHeading={false} />
    </LastPicture>
  );
}

/** What the last launch adds up to, and what it printed. */
export function LabCellTotals({ session }: LabPartProps) {
  const profile = session.profile.value;
  if (profile === undefined) return null;
  return (
    <LastPicture isCurrent={session.areCountsCurrent.value}>
      {profile.costs !== undefined && <TimeSentence time={profile.costs.time} device={profile.run.device} />}
      <Printed profile={profile} />
      <details class="lab-details all-counts">
        <summary>All counts, and how sure the time is</summary>
        <TimeError />
        <LabTotals profile={profile} />
        <p class="step-order">{STEP_ORDER}</p>
      </details>
    </LastPicture>
  );
}
