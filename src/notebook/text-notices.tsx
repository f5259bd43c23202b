import { useState } from "preact/hooks";
import { downloadText } from "./download-text.ts";
import type { TextSession } from "./text-session.ts";

interface TextNoticesProps {
  readonly session: TextSession;
  /** Names the file that the learner can download when the browser does not store the text. */
  readonly name: string;
  /** That of the file; default "ts". */
  readonly extension?: "ts" | "cu";
}

/** What the learner must know about the text itself: whether it is saved, and whether another tab has a different one. */
export function TextNotices({ session, name, extension }: TextNoticesProps) {
  return (
    <>
      <FailedSave session={session} name={name} {...(extension && { extension })} />
      <NotLoaded session={session} />
      <OtherTab session={session} />
    </>
  );
}

interface HeldBackProps {
  readonly session: TextSession;
  /** Opens the editor; absent where the cell opens with it. */
  readonly onEdit?: () => void;
}

/** Says that a text does not run by itself, because its last run took an earlier page with it. */
export function HeldBack({ session, onEdit }: HeldBackProps) {
  const [isOpened, setOpened] = useState(false);
  if (!session.isHeldBack.value) return null;
  return (
    <p class="notice wrong" data-held-back>
      The last time that this code ran, the page did not survive it or ran out of memory. So it does not run by itself: change it, reset it,
      or run it yourself.
      {onEdit && !isOpened && (
        <button
          type="button"
          onClick={() => {
            setOpened(true);
            onEdit();
          }}
        >
          Open the editor
        </button>
      )}
    </p>
  );
}

export function SaveMark({ session }: { readonly session: TextSession }) {
  const state = session.saveState.value;
  if (state?.kind !== "saved") return null;
  return <span class="save-mark">Saved in this browser</span>;
}

function FailedSave({ session, name, extension = "ts" }: TextNoticesProps) {
  const state = session.saveState.value;
  if (state?.kind !== "failed") return null;
  // Such a frame may not download either.
  if (origin === "null")
    return <p class="notice">This frame keeps nothing: your code is lost when the page closes. Copy it if you want to have it later.</p>;
  const download = (): void => downloadText(`${name}.${extension}`, session.text.value);
  return (
    <p class="notice wrong">
      This browser does not store your code ({state.reason}). It will be lost when this page closes unless you download it.
      <button type="button" onClick={download}>
        Download my code
      </button>
    </p>
  );
}

function NotLoaded({ session }: { readonly session: TextSession }) {
  const reason = session.notLoaded.value;
  if (reason === undefined) return null;
  return (
    <p class="notice wrong">
      A part of the course could not be loaded ({reason}). Your code is safe. Check your network connection, then try again; if that does
      not help, reload the page.
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  );
}

function OtherTab({ session }: { readonly session: TextSession }) {
  if (session.other.value === undefined) return null;
  return (
    <p class="notice">
      Another tab has saved a different text here. Both are kept.
      <button type="button" onClick={() => void session.takeOther()}>
        Show the other one
      </button>
      <button type="button" onClick={() => void session.keepOwn()}>
        Keep this one
      </button>
    </p>
  );
}
