import { downloadText } from "../download-text.ts";
import type { CellSession } from "./cell-session.ts";

/** What the learner must know about the text itself: where it is kept, and where it is not. */
export function Notices({ session }: { readonly session: CellSession }) {
  return (
    <div role="status">
      <FailedSave session={session} />
      <NotLoaded session={session} />
      <OtherTab session={session} />
      <FormerVersion session={session} />
    </div>
  );
}

function FailedSave({ session }: { readonly session: CellSession }) {
  const state = session.saveState.value;
  if (state?.kind !== "failed") return null;
  const download = (): void => downloadText(`${session.exercise.id}.ts`, session.text.value);
  return (
    <p class="notice wrong">
      This browser does not store your code ({state.reason}). It will be gone when this page closes, unless you take it with you.
      <button type="button" onClick={download}>
        Download my code
      </button>
    </p>
  );
}

function NotLoaded({ session }: { readonly session: CellSession }) {
  const reason = session.notLoaded.value;
  if (reason === undefined) return null;
  return (
    <p class="notice wrong">
      A part of the course could not be loaded ({reason}). Your code is kept. Check the network, then grade again; where that does not help,
      reload the page.
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  );
}

function OtherTab({ session }: { readonly session: CellSession }) {
  if (session.other.value === undefined) return null;
  return (
    <p class="notice">
      Another tab has saved a different text for this exercise. Both are kept.
      <button type="button" onClick={() => void session.takeOther()}>
        Show that one here
      </button>
      <button type="button" onClick={() => void session.keepOwn()}>
        Go on with this one
      </button>
    </p>
  );
}

function FormerVersion({ session }: { readonly session: CellSession }) {
  const { isFromFormerVersion } = session;
  if (!isFromFormerVersion.value) return null;
  return (
    <p class="notice">
      This exercise has changed since you wrote this. Your code is as you left it; grade it again.
      <button type="button" onClick={() => (isFromFormerVersion.value = false)}>
        All right
      </button>
    </p>
  );
}
