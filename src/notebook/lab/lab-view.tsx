import { useState } from "preact/hooks";
import { volume } from "#simulator";
import { count, percent } from "#pictures/format.ts";
import { reasonOf } from "../reason-of.ts";
import { sharedKernelLink } from "../share/lab-links.ts";
import type { GalleryEntry } from "./gallery.ts";
import { LONGEST_TITLE, dimensionsOf, type LabKernel } from "./lab-kernel.ts";
import type { LabSession } from "./lab-session.ts";

interface LabViewProps {
  readonly session: LabSession;
}

interface LabBarProps extends LabViewProps {
  /** The site's base path, with a slash at its end. */
  readonly base: string;
  /** Group by group. */
  readonly gallery: readonly GalleryEntry[];
  readonly onGallery: (slug: string) => void;
  /** Shown when the learner has deleted the last kernel. */
  readonly first: LabKernel;
}

/** Title, gallery and list of kernels, and what can be done with the one that is open. */
export function LabBar({ session, base, gallery, onGallery, first }: LabBarProps) {
  const { kernel, keeping } = session;
  const { origin, own, broken, saveState } = keeping;
  const id = origin.value.kind === "own" ? origin.value.id : "";
  return (
    <div class="playground-bar">
      <label class="field">
        <span>My kernels</span>
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
      <label class="field">
        <span>Start from</span>
        <select
          value=""
          onChange={({ currentTarget }) => {
            onGallery(currentTarget.value);
            currentTarget.value = "";
          }}
        >
          <option value="">choose…</option>
          {[...Map.groupBy(gallery, ({ group }) => group)].map(([group, entries]) => (
            <optgroup key={group} label={group}>
              {entries.map(({ slug, title }) => (
                <option key={slug} value={slug}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <label class="field title-field">
        <span>Title</span>
        <input
          type="text"
          maxLength={LONGEST_TITLE}
          value={kernel.value.title}
          onInput={({ currentTarget }) => session.rename(currentTarget.value)}
        />
      </label>
      <div class="cell-bar">
        <button type="button" onClick={() => session.duplicate()}>
          Duplicate
        </button>
        {id !== "" && (
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

function CopyLink({ session, base }: LabViewProps & { readonly base: string }) {
  const [outcome, setOutcome] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(new URL(await sharedKernelLink(base, session.kernel.value), location.href).href);
      setOutcome("Copied.");
    } catch (error) {
      setOutcome(`The link was not copied: ${reasonOf(error)}`);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        Copy link
      </button>
      <span role="status">{outcome}</span>
    </>
  );
}

/** What the learner must know about the kernel that is shown: where it comes from, and whether it is saved. */
export function LabNotices({ session }: LabViewProps) {
  const { keeping, notice } = session;
  const { origin, deleted, saveState } = keeping;
  return (
    <div role="status">
      {origin.value.kind === "shared" && (
        <p class="notice">
          <strong>Shared with you.</strong> This kernel came with a link. Your own kernels are as they were. If you change this one, a copy
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
          This browser does not store your kernels ({saveState.value.reason}). Copy the link: it holds the whole kernel and its launch.
        </p>
      )}
    </div>
  );
}

interface AboutKernelProps {
  readonly entry: GalleryEntry | undefined;
  readonly base: string;
}

/** What to look at in a kernel of the gallery, and where the course treats it. */
export function AboutKernel({ entry, base }: AboutKernelProps) {
  if (entry === undefined) return null;
  const { sentence, lesson, exercise } = entry;
  return (
    <p class="about-kernel">
      {sentence} Lesson: <a href={`${base}lessons/${lesson.id}/`}>{lesson.title}</a>. Exercise:{" "}
      <a href={`${base}practice/${exercise.id}/`}>{exercise.title}</a>.
    </p>
  );
}

const RUN_KEYS = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "") ? "⌘ Enter" : "Ctrl Enter";

/** Run, how far the launch is, and Stop. */
export function RunBar({ session }: LabViewProps) {
  const progress = session.progress.value;
  const { gridDim } = dimensionsOf(session.kernel.value.launch);
  const blocks = volume(gridDim);
  const isRunnable = session.badFields.value.size === 0;
  return (
    <div class="cell-bar run-bar">
      <button type="button" class="primary" disabled={!isRunnable} onClick={() => void session.run()}>
        Run <kbd>{RUN_KEYS}</kbd>
      </button>
      {progress !== undefined && (
        <button type="button" onClick={() => session.stop()}>
          Stop
        </button>
      )}
      {progress !== undefined && (
        <>
          <progress max={blocks} value={progress.blocks} aria-label="Blocks that have ended" />
          <span class="run-progress">
            {count(progress.blocks)} of {count(blocks)} blocks, {percent(progress.blocks / blocks)}
          </span>
        </>
      )}
      {progress === undefined && !isRunnable && <span class="run-progress">The kernel can run once the marked fields are corrected.</span>}
      {progress === undefined && isRunnable && !session.isCurrent.value && session.profile.value !== undefined && (
        <span class="run-progress">Changed since the last run.</span>
      )}
    </div>
  );
}
