import { useEffect, useState } from "preact/hooks";
import type { ReadonlySignal } from "@preact/signals";
import { playgroundLink } from "#figures/drawing/playground-link.ts";
import { IsStrip } from "#figures/drawing/strip.ts";
import type { RequestPrints } from "../cell/shown-warp.ts";
import { PrintedOutput } from "../cell/printed-output.tsx";
import { CopyButton } from "../share/copy-button.tsx";
import { embeddedCellLink } from "../share/sketch-links.ts";
import { SketchMessages, complaintOf, printedIn } from "../sketch/sketch-messages.tsx";
import { LastPicture } from "../last-picture.tsx";
import { SketchPicture } from "../sketch/sketch-picture.tsx";
import { HeldBack, SaveMark, TextNotices } from "../text-notices.tsx";
import type { TrySession } from "./try-session.ts";

interface TryViewProps {
  readonly session: TrySession;
}

interface TryBarProps extends TryViewProps {
  /** The site's base path, with a slash at its end. */
  readonly base: string;
}

/** What can be done with a try cell. Try.astro draws the link until the cell is opened. */
export function TryBar({ session, base }: TryBarProps) {
  const isChanged = session.text.value !== session.starter;
  return (
    <div class="cell-bar">
      <PlaygroundLink session={session} base={base} />
      <CopyButton label="Copy embed code" copied="The HTML of a frame with this cell is copied." text={() => frameOf(base, session)} />
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
  );
}

/** Leads to the playground with the learner's text. */
function PlaygroundLink({ session, base }: TryBarProps) {
  const [href, setHref] = useState<string>();
  const text = session.text.value;
  useEffect(() => {
    let isCurrent = true;
    void playgroundLink(base, session.sketch).then((link) => isCurrent && setHref(link));
    return () => void (isCurrent = false);
  }, [session, base, text]);
  return <a href={href}>Open in the playground</a>;
}

/** The HTML of a frame that shows the cell, with the learner's text, on another site. */
async function frameOf(base: string, session: TrySession): Promise<string> {
  const { href } = new URL(await embeddedCellLink(base, session.sketch), location.href);
  return `<iframe src="${href}" title="A cell of Coalesce" width="100%" height="700" style="border: 0"></iframe>`;
}

/** What the learner must know about the text, what is wrong with it, and what it printed. */
export function TryOutput({ session }: TryViewProps) {
  const outcome = session.runner.outcome.value;
  return (
    <>
      <SketchMessages outcome={outcome} />
      <PrintedOutput printed={printedIn(outcome)} />
      <div role="status">
        <HeldBack session={session} />
        <TextNotices session={session} name="try-cell" />
      </div>
    </>
  );
}

interface TryPictureProps extends TryViewProps {
  /** The requests of the code that the lesson starts with. */
  readonly starting: RequestPrints | undefined;
  /** Whether the picture stands above an on-screen keyboard. */
  readonly isDocked: ReadonlySignal<boolean>;
  readonly isFirstLook: boolean;
}

/** The picture that follows the typing. While the text cannot be run, the last picture stays, faded. */
export function TryPicture({ session, starting, isDocked, isFirstLook }: TryPictureProps) {
  const { outcome, picture } = session.runner;
  if (picture.value === undefined) return null;
  const isCurrent = outcome.value?.status === "ran";
  return (
    <IsStrip.Provider value={isDocked.value}>
      <LastPicture isCurrent={isCurrent} why={complaintOf(outcome.value)}>
        <SketchPicture run={picture.value} starting={starting} isFirstLook={isFirstLook} />
      </LastPicture>
    </IsStrip.Provider>
  );
}
