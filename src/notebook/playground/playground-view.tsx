import { useEffect, useState } from "preact/hooks";
import { LONGEST_TITLE } from "#judge/sketch-limits.ts";
import { PrintedOutput } from "../cell/printed-output.tsx";
import { sharedSketchLink } from "../share/sketch-links.ts";
import { KeptButtons, OwnWorks, TitleField } from "../kept/kept-bar.tsx";
import { KeptNotices } from "../kept/kept-notices.tsx";
import { StartMenu } from "../kept/start-menu.tsx";
import type { RunOnGpuProps } from "../own-gpu/run-exercise.ts";
import { RunOnGpu } from "../own-gpu/run-on-gpu.tsx";
import { SketchMessages, printedIn } from "../sketch/sketch-messages.tsx";
import { LastPicture } from "../last-picture.tsx";
import { TimeBars, TimeError, TimeSentence } from "../time/time-view.tsx";
import { SketchPicture } from "../sketch/sketch-picture.tsx";
import { whatIsMissing } from "./kernel-problems.ts";
import { LanguageField } from "./language-field.tsx";
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
  readonly onCuda: () => void;
}

/** Title, language and list of sketches, and what can be done with the one that is open. */
export function PlaygroundBar({ session, base, exercises, onExercise, onCuda }: PlaygroundBarProps) {
  const { sketch } = session;
  const link = async (): Promise<string> => {
    if (!session.isRunnable.value) throw new Error("correct the marked fields first.");
    return sharedSketchLink(base, sketch.value);
  };
  return (
    <div class="playground-bar">
      <OwnWorks session={session} label="My sketches" />
      <StartFrom session={session} exercises={exercises} onExercise={onExercise} />
      <TitleField session={session} title={sketch.value.title} longest={LONGEST_TITLE} />
      <LanguageField language="typescript" onChoose={onCuda} />
      <KeptButtons session={session} first={presets[0] ?? emptySketch} link={link} />
    </div>
  );
}

function StartFrom({ session, exercises, onExercise }: Omit<PlaygroundBarProps, "base" | "onCuda">) {
  const start = (choice: string): void => {
    if (choice === "nothing") return session.show(emptySketch, "started");
    const [kind, name] = choice.split("/");
    if (kind === "exercise" && name !== undefined) return onExercise(name);
    const preset = presets[Number(name)];
    if (preset !== undefined) session.show(preset, "started");
  };
  const groups = [
    {
      name: "A small kernel",
      entries: [{ value: "nothing", title: "Nothing" }, ...presets.map(({ title }, number) => ({ value: `preset/${number}`, title }))],
    },
    { name: "An exercise, with your code", entries: exercises.map(([id, title]) => ({ value: `exercise/${id}`, title })) },
  ];
  return <StartMenu label="New, starting from" search="Search kernels and exercises" groups={groups} onChoose={start} />;
}

/** What the learner must know about the sketch that is shown: where it comes from, and whether it is saved. */
export function PlaygroundNotices({ session }: PlaygroundViewProps) {
  const { notLoaded } = session;
  return (
    <KeptNotices session={session} nouns={{ one: "sketch", many: "sketches" }} linkHolds="the whole sketch">
      {notLoaded.value !== undefined && (
        <p class="notice wrong">
          A part of the course could not be loaded ({notLoaded.value}). Check your network connection, then reload the page.
          <button type="button" onClick={() => location.reload()}>
            Reload the page
          </button>
        </p>
      )}
    </KeptNotices>
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

interface PlaygroundPictureProps extends PlaygroundViewProps {
  /** For the kernel of an exercise: what runs on the reader's GPU, once the judge has passed it. */
  readonly subject: RunOnGpuProps["subject"];
}

/** The picture that follows every change. While the sketch cannot be run, the last one stays, faded. */
export function PlaygroundPicture({ session, subject }: PlaygroundPictureProps) {
  const { kernel } = session.sketch.value.program;
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
      <TimeSentence time={picture.value.costs.time} device={picture.value.device} />
      <TimeBars time={picture.value.costs.time} />
      <TimeError />
      {kernel.kind === "exercise" && <RunOnGpu key={session.opened.value} exercise={kernel.exercise} subject={subject} />}
    </LastPicture>
  );
}
