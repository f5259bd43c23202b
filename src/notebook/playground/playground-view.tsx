import { useEffect, useState } from "preact/hooks";
import { LONGEST_TITLE } from "#judge/sketch-limits.ts";
import { PrintedOutput } from "../cell/printed-output.tsx";
import { sharedSketchLink } from "../share/sketch-links.ts";
import { reasonOf } from "../reason-of.ts";
import { SketchMessages, printedIn } from "../sketch/sketch-messages.tsx";
import { LastPicture } from "../last-picture.tsx";
import { SketchPicture } from "../sketch/sketch-picture.tsx";
import { whatIsMissing } from "./kernel-problems.ts";
import type { PlaygroundSession } from "./playground-session.ts";
import { emptySketch, presets } from "./presets.ts";

interface PlaygroundViewProps {
  readonly session: PlaygroundSession;
}

interface PlaygroundBarProps extends PlaygroundViewProps {
  /** The site's base path, with a slash at its end. */
  readonly base: string;
  /** Id and title of each exercise. */
  readonly exercises: readonly (readonly [id: string, title: string])[];
  readonly onExercise: (id: string) => void;
}

/** Title, language and list of sketches, and what can be done with the one that is open. */
export function PlaygroundBar({ session, base, exercises, onExercise }: PlaygroundBarProps) {
  const { sketch, keeping } = session;
  const { origin, own, broken, saveState } = keeping;
  const id = origin.value.kind === "own" ? origin.value.id : "";
  const [first] = presets;
  return (
    <div class="playground-bar">
      <label class="field">
        <span>My sketches</span>
        <select value={id} onChange={({ currentTarget }) => session.openOwn(currentTarget.value)}>
          {id === "" && (
            <option value="" selected>
              {own.value.length === 0 ? "none yet" : "choose…"}
            </option>
          )}
          {own.value.map((kept) => (
            <option key={kept.id} value={kept.id} selected={kept.id === id}>
              {kept.sketch.title}
            </option>
          ))}
          {broken.value.map((title, number) => (
            <option key={`broken/${number}`} value="" disabled>
              {title} (cannot be opened)
            </option>
          ))}
        </select>
      </label>
      <StartFrom session={session} exercises={exercises} onExercise={onExercise} />
      <label class="field title-field">
        <span>Title</span>
        <input
          type="text"
          maxLength={LONGEST_TITLE}
          value={sketch.value.title}
          onInput={({ currentTarget }) => session.rename(currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Language</span>
        <select value={sketch.value.program.language}>
          <option value="typescript">TypeScript</option>
        </select>
      </label>
      <div class="cell-bar">
        <button type="button" onClick={() => session.duplicate()}>
          Duplicate
        </button>
        {first !== undefined && id !== "" && (
          <button type="button" onClick={() => void session.remove(first)}>
            Delete
          </button>
        )}
        <CopyLink session={session} base={base} />
        {saveState.value?.kind === "saved" && id !== "" && <span class="save-mark">Saved in this browser</span>}
      </div>
    </div>
  );
}

function StartFrom({ session, exercises, onExercise }: Omit<PlaygroundBarProps, "base">) {
  const start = (choice: string): void => {
    if (choice === "nothing") return session.show(emptySketch, "started");
    const [kind, name] = choice.split("/");
    if (kind === "exercise" && name !== undefined) return onExercise(name);
    const preset = presets[Number(name)];
    if (preset !== undefined) session.show(preset, "started");
  };
  return (
    <label class="field">
      <span>New, starting from</span>
      <select
        value=""
        onChange={({ currentTarget }) => {
          start(currentTarget.value);
          currentTarget.value = "";
        }}
      >
        <option value="">choose…</option>
        <option value="nothing">Nothing</option>
        <optgroup label="A small kernel">
          {presets.map(({ title }, number) => (
            <option key={title} value={`preset/${number}`}>
              {title}
            </option>
          ))}
        </optgroup>
        <optgroup label="An exercise, with your code">
          {exercises.map(([id, title]) => (
            <option key={id} value={`exercise/${id}`}>
              {title}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}

function CopyLink({ session, base }: { readonly session: PlaygroundSession; readonly base: string }) {
  const [outcome, setOutcome] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      const link = new URL(await sharedSketchLink(base, session.sketch.value), location.href).href;
      await navigator.clipboard.writeText(link);
      setOutcome("Copied.");
    } catch (error) {
      setOutcome(`The link was not copied: ${reasonOf(error)}`);
    }
  };
  return (
    <>
      <button type="button" onClick={() => (session.isRunnable.value ? void copy() : setOutcome("First correct the marked fields."))}>
        Copy link
      </button>
      <span role="status">{outcome}</span>
    </>
  );
}

/** What the learner must know about the sketch that is shown: where it comes from, and whether it is saved. */
export function PlaygroundNotices({ session }: PlaygroundViewProps) {
  const { keeping, notice, notLoaded } = session;
  const { origin, deleted, saveState } = keeping;
  return (
    <div role="status">
      {origin.value.kind === "shared" && (
        <p class="notice">
          <strong>Shared with you.</strong> This sketch came with a link. Your own sketches are as they were. If you change this one, a copy
          is kept beside them.
          <button type="button" onClick={() => session.keepCopy()}>
            Keep a copy
          </button>
        </p>
      )}
      {deleted.value !== undefined && (
        <p class="notice">
          “{deleted.value.sketch.title}” is deleted.
          <button type="button" onClick={() => void session.undoRemove()}>
            Undo
          </button>
        </p>
      )}
      {notice.value !== undefined && (
        <p class="notice">
          {notice.value}
          <button type="button" onClick={() => (notice.value = undefined)}>
            OK
          </button>
        </p>
      )}
      {saveState.value?.kind === "failed" && (
        <p class="notice wrong">
          This browser does not store your sketches ({saveState.value.reason}). Copy the link: it holds the whole sketch.
        </p>
      )}
      {notLoaded.value !== undefined && (
        <p class="notice wrong">
          A part of the course could not be loaded ({notLoaded.value}). Check your network connection, then reload the page.
          <button type="button" onClick={() => location.reload()}>
            Reload the page
          </button>
        </p>
      )}
    </div>
  );
}

/** What is wrong with the sketch, and what it printed. */
export function PlaygroundOutput({ session }: PlaygroundViewProps) {
  const outcome = session.runner.outcome.value;
  if (!session.isRunnable.value) {
    return <p class="complaint">{session.complaints.value.join(" ")} The kernel runs again once the marked fields are corrected.</p>;
  }
  return (
    <>
      <SketchMessages outcome={outcome} withProofs />
      <PrintedOutput printed={printedIn(outcome)} />
    </>
  );
}

/** The picture that follows every change. While the sketch cannot be run, the last one stays, faded. */
export function PlaygroundPicture({ session }: PlaygroundViewProps) {
  const { outcome, picture } = session.runner;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 1000);
    return () => clearTimeout(timer);
  }, []);
  const todo = whatIsMissing(session.sketch.value.program);
  if (todo !== undefined) return <p class="what-is-missing">{todo}</p>;
  if (picture.value === undefined) return isSlow && outcome.value === undefined ? <p>The simulator is being loaded.</p> : null;
  const isCurrent = session.isRunnable.value && outcome.value?.status === "ran";
  return (
    <LastPicture isCurrent={isCurrent}>
      <SketchPicture run={picture.value} key={session.opened.value} />
    </LastPicture>
  );
}
