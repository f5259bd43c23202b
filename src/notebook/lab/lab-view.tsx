import type { ComponentChildren } from "preact";
import { volume } from "#simulator";
import { count, percent } from "#pictures/format.ts";
import { KeptButtons, OwnWorks, TitleField } from "../kept/kept-bar.tsx";
import { KeptNotices } from "../kept/kept-notices.tsx";
import { CopyButton } from "../share/copy-button.tsx";
import { embeddedKernelFrame, sharedKernelLink } from "../share/lab-links.ts";
import { FileButtons } from "./file-buttons.tsx";
import type { GalleryEntry } from "./gallery.ts";
import { GuessToggle } from "./guess-view.tsx";
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
  /** More fields. */
  readonly children?: ComponentChildren;
}

/** Title, gallery and list of kernels, and what can be done with the one that is open. */
export function LabBar({ session, base, gallery, onGallery, first, children }: LabBarProps) {
  return (
    <div class="playground-bar">
      <OwnWorks session={session} label="My kernels" />
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
      <TitleField session={session} title={session.kernel.value.title} longest={LONGEST_TITLE} />
      {children}
      <KeptButtons session={session} first={first} link={() => sharedKernelLink(base, session.kernel.value)}>
        <CopyButton
          label="Copy embed code"
          copied="The HTML of a frame with this kernel is copied."
          text={() => embeddedKernelFrame(base, session.kernel.value)}
        />
        <FileButtons session={session} />
      </KeptButtons>
    </div>
  );
}

/** What the learner must know about the kernel that is shown: where it comes from, and whether it is saved. */
export function LabNotices({ session }: LabViewProps) {
  return <KeptNotices session={session} nouns={{ one: "kernel", many: "kernels" }} linkHolds="the whole kernel and its launch" />;
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

/** Run, how far the launch is, and Stop; and whether to guess first, where the page lets one guess. */
export function RunBar({ session, canGuess = true }: LabViewProps & { readonly canGuess?: boolean }) {
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
      {progress?.host !== undefined && (
        <span class="run-progress">
          {count(progress.host.launches)} launches made
          {progress.host.kernel !== undefined &&
            `; ${progress.host.kernel}: ${count(progress.blocks)} of ${count(progress.host.ofBlocks)} blocks`}
        </span>
      )}
      {progress !== undefined && progress.host === undefined && (
        <>
          <progress max={blocks} value={progress.blocks} aria-label="Blocks that have ended" />
          <span class="run-progress">
            {count(progress.blocks)} of {count(blocks)} blocks, {percent(progress.blocks / blocks)}
          </span>
        </>
      )}
      {canGuess && <GuessToggle session={session} />}
      {progress === undefined && !isRunnable && <span class="run-progress">The kernel can run once the marked fields are corrected.</span>}
      {progress === undefined && isRunnable && !session.isCurrent.value && session.profile.value !== undefined && (
        <span class="run-progress">Changed since the last run.</span>
      )}
    </div>
  );
}
