import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { volume } from "#simulator";
import { count, percent } from "#pictures/format.ts";
import { Prose } from "#pictures/inline-code.ts";
import { KeptButtons, OwnWorks, TitleField } from "../kept/kept-bar.tsx";
import { KeptNotices } from "../kept/kept-notices.tsx";
import { StartMenu, type StartGroup } from "../kept/start-menu.tsx";
import { CopyButton } from "../share/copy-button.tsx";
import { embeddedKernelFrame, sharedKernelLink } from "../share/lab-links.ts";
import { FileButtons } from "./file-buttons.tsx";
import type { GalleryEntry } from "./gallery.ts";
import { GuessToggle, LiveToggle } from "./guess-view.tsx";
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
      <StartMenu label="Start from" search={`Search ${gallery.length} kernels`} groups={startGroups(gallery)} onChoose={onGallery} />
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

/** The gallery, group by group. */
export function startGroups(gallery: readonly GalleryEntry[]): StartGroup[] {
  return [...Map.groupBy(gallery, ({ group }) => group)].map(([name, entries]) => ({
    name,
    entries: entries.map(({ slug, title, sentence }) => ({ value: slug, title, sentence })),
  }));
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
      <Prose text={sentence} /> Lesson: <a href={`${base}lessons/${lesson.id}/`}>{lesson.title}</a>. Exercise:{" "}
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
    <>
      <div class="cell-bar run-bar">
        <button type="button" class="primary" data-intent="run" disabled={!isRunnable} onClick={() => void session.run()}>
          Run <kbd>{RUN_KEYS}</kbd>
        </button>
        {canGuess && <GuessToggle session={session} />}
        {canGuess && <LiveToggle session={session} />}
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
        {progress === undefined && !isRunnable && (
          <span class="run-progress">The kernel can run once the marked fields are corrected.</span>
        )}
        {progress === undefined && isRunnable && !session.isCurrent.value && session.profile.value !== undefined && (
          <span class="run-progress">Changed since the last run.</span>
        )}
      </div>
      <div role="status">
        <WhereItIs session={session} />
      </div>
    </>
  );
}

/** Of a run that has been in one loop for a second: where, and how far. Nobody can know whether it ends. */
function WhereItIs({ session }: LabViewProps) {
  const [goesOn, goOn] = useState<number>();
  const line = session.stuckAt.value;
  const { value: progress } = session.progress;
  const at = progress?.at;
  if (progress === undefined || at === undefined || line === undefined) return null;
  if (goesOn === session.runNumber) return null;
  const isHost = progress.host !== undefined && progress.host.kernel === undefined;
  return (
    <p class="notice still-running">
      {isHost ? (
        <>
          <code>main()</code> is still at line {line}, after {about(at.steps)} steps of its own.
        </>
      ) : (
        <>
          Still in the loop at line {line}: block {count(progress.blocks)} has made {about(at.steps)} steps and not ended. A loop that needs
          its time ends by itself; one whose condition stays true never does.
        </>
      )}
      <button type="button" onClick={() => session.stop()}>
        Stop it
      </button>
      <button type="button" onClick={() => (goOn(session.runNumber), session.keepGoing())}>
        Keep going
      </button>
    </p>
  );
}

/** A number of steps as one says it: "240 million". */
function about(steps: number): string {
  return steps < 2e6 ? count(steps) : `${count(Math.floor(steps / 1e6))} million`;
}
