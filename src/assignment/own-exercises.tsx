import { useComputed, type ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { micromark } from "micromark";
import type { OwnExercise } from "#classroom/assignment/own-exercise.ts";
import { withheldBy } from "#classroom/assignment/withheld.ts";
import "#notebook/cell/cell.css";
import "#notebook/hanging-indent.css";
import { downloadText } from "#notebook/download-text.ts";
import type { CodeEditor } from "#notebook/editor/code-editor.ts";
import { openEditor } from "#notebook/editor/open-editor.ts";
import { preloadEditor } from "#notebook/editor/preload-editor.ts";
import { showStaticCode, writeInto } from "#notebook/first-strokes.ts";
import { withoutLastBreak } from "#notebook/static-code.ts";
import { Drafts } from "#notebook/storage/drafts.ts";
import { RunMark } from "#notebook/storage/run-mark.ts";
import { SaveMark, TextNotices } from "#notebook/text-notices.tsx";
import { TextSession } from "#notebook/text-session.ts";
import { ownExerciseOf, ownKey, type HandInSession } from "./hand-in-session.ts";

/** A student's text of an exercise that no page judges: it is kept like any other, and never run here. */
class OwnText extends TextSession {
  constructor({ id, version, starter }: OwnExercise) {
    const key = ownKey(id);
    super(starter, { openDrafts: (onOther) => new Drafts(key, version, onOther), runMark: new RunMark(key) });
  }

  protected override onPause(): void {
    // The page has nothing that it could be judged by.
  }
}

interface OwnExercisesProps {
  readonly session: HandInSession;
  /** Milliseconds since 1970. */
  readonly now: ReadonlySignal<number>;
}

/** The exercises of an assignment that the course does not have: to be read and written here, and judged by the instructor. */
export function OwnExercises({ session, now }: OwnExercisesProps) {
  const { assignment } = session;
  const { what, until } = withheldBy(assignment);
  const areHintsShown = useComputed(() => !what.includes("hints") || now.value > until);
  return assignment.exercises.map(({ id, points }) => {
    const exercise = ownExerciseOf(assignment, id);
    if (exercise === undefined) return null;
    return <OneExercise key={id} exercise={exercise} points={points} session={session} hints={areHintsShown.value ? exercise.hints : []} />;
  });
}

interface OneExerciseProps {
  readonly exercise: OwnExercise;
  readonly points: number;
  readonly session: HandInSession;
  readonly hints: readonly string[];
}

function OneExercise({ exercise, points, session, hints }: OneExerciseProps) {
  const { id, title, prompt, cases } = exercise;
  const text = useMemo(() => new OwnText(exercise), [exercise]);
  const work = useRef<HTMLDivElement>(null);
  useEffect(() => (work.current === null ? undefined : openInto(work.current, exercise, text, () => void session.refresh())), [text]);
  return (
    <section class="exercise-cell own-exercise" id={`exercise-${id}`} aria-labelledby={`_title-${id}`}>
      <header class="cell-head">
        <p class="cell-kind">Exercise · {points} points · graded by your instructor</p>
        <h3 id={`_title-${id}`}>{title}</h3>
      </header>
      {/* Markdown without HTML: what the text has of it is shown as it was written. */}
      <div class="prompt" dangerouslySetInnerHTML={{ __html: micromark(prompt) }} />
      <p class="soft">
        Your answer is judged with {cases.join("; ")}, and with cases that nobody has seen. This page can’t judge it: it runs nothing that a
        link brings. What you write is kept in this browser, and goes into the file that you hand in.
      </p>
      <div ref={work}>
        <div
          class="code-host"
          tabIndex={0}
          role="group"
          aria-label={`Code of the exercise ${title}: press Enter to edit`}
          dangerouslySetInnerHTML={STATIC_CODE}
        />
        <p class="leave-editor">
          Press <kbd>Esc</kbd>, then <kbd>Tab</kbd> to leave the editor.
        </p>
      </div>
      <Bar text={text} id={id} />
      <div role="status">
        <TextNotices session={text} name={id} />
      </div>
      {hints.length > 0 && (
        <details>
          <summary>Hints</summary>
          <ol>
            {hints.map((hint) => (
              <li key={hint} dangerouslySetInnerHTML={{ __html: micromark(hint) }} />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

/** The code until there is an editor; its lines are put in by script. */
const STATIC_CODE = { __html: '<pre class="astro-code"><code><span class="line"></span></code></pre>' };

/** Shows the student's text, and opens the editor when they reach for it. @returns what ends that */
function openInto(work: HTMLElement, { id, title }: OwnExercise, text: OwnText, onSaved: () => void): () => void {
  const host = work.querySelector<HTMLElement>(".code-host");
  if (host === null) throw new Error("an exercise needs its code");
  const stopShowing = text.text.subscribe((shown) => void showStaticCode(host, shown));
  const stopSaving = text.saveState.subscribe((state) => state?.kind === "saved" && onSaved());
  const leave = (): void => text.leave();
  let editor: Promise<CodeEditor> | undefined;
  const open = async (): Promise<CodeEditor> => {
    const opened = await openEditor({
      host,
      exercise: ownKey(id),
      label: `Code of the exercise ${title}`,
      text: text.text.value,
      onChange: (now) => text.edit(now),
    });
    stopShowing();
    if (withoutLastBreak(text.text.value) !== opened.text) opened.text = text.text.value;
    work.dataset["editor"] = opened.kind;
    text.attach(opened);
    return opened;
  };
  for (const reach of ["pointerenter", "pointerdown", "focusin"]) host.addEventListener(reach, preloadEditor, { once: true });
  writeInto(host, () => (editor ??= open()));
  work.addEventListener("keydown", ({ key }) => key === "Escape" && void editor?.then((opened) => opened.releaseTab()), { capture: true });
  addEventListener("pagehide", leave);
  void text.restore();
  return () => {
    removeEventListener("pagehide", leave);
    leave();
    stopShowing();
    stopSaving();
    void editor?.then((opened) => opened.dispose());
  };
}

/** The buttons under the code. */
function Bar({ text, id }: { readonly text: OwnText; readonly id: string }) {
  const [isAsking, ask] = useState(false);
  return (
    <div class="cell-bar">
      <button type="button" onClick={() => downloadText(`${id}.ts`, text.text.value)}>
        Save as {id}.ts
      </button>
      {text.recoverable.value !== undefined && (
        <button type="button" onClick={() => void text.bringBack()}>
          Bring back my code
        </button>
      )}
      <SaveMark session={text} />
      <button type="button" class="apart" aria-expanded={isAsking} onClick={() => ask(!isAsking)}>
        Reset
      </button>
      {isAsking && (
        <p class="notice" role="group" aria-label="Reset?">
          Start over from the starter code? Your code is kept, and you can bring it back.
          <button
            type="button"
            onClick={() => {
              ask(false);
              void text.reset();
            }}
          >
            Start over
          </button>
          <button type="button" onClick={() => ask(false)}>
            Cancel
          </button>
        </p>
      )}
    </div>
  );
}
