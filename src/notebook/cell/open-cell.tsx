import { effect, signal, untracked, type ReadonlySignal } from "@preact/signals";
import { render } from "preact";
import { exercises } from "virtual:exercises";
import type { CodeEditor } from "../editor/code-editor.ts";
import { followInCuda } from "../cuda/follow-text.ts";
import { openEditor } from "../editor/open-editor.ts";
import { showHistory } from "../history/history.tsx";
import { dockWhileTyping } from "../keyboard-dock.ts";
import type { OpenedCell } from "../lazy-cell.ts";
import { replaceByLive } from "../live-picture.ts";
import { pageSandbox } from "../sandbox/page-sandbox.ts";
import { Drafts } from "../storage/drafts.ts";
import { RunMark } from "../storage/run-mark.ts";
import { readPassed } from "../storage/passed.ts";
import { readSuccess, saveSuccess } from "../storage/successes.ts";
import { readVerdict, saveResult } from "../storage/results.ts";
import { savedAssignments } from "../storage/saved-assignments.ts";
import { showStaticCode } from "../first-strokes.ts";
import { withoutLastBreak } from "../static-code.ts";
import { CellSession } from "./cell-session.ts";
import { CellBar, Complaint, Help, Notices, Pictures } from "./cell-view.tsx";
import { openedSolution } from "./sealed-solution.ts";
import { announceVerdict } from "./verdict-event.ts";
import { Verdict } from "./verdict.tsx";
import { measurementsOf } from "./measurements-page.ts";
import { waysOn } from "./way-on.ts";

/** Opens a cell: its buttons work, and the picture is that of the learner's text. The editor replaces the static code on demand. */
export async function openCell(cell: HTMLElement, id: string): Promise<OpenedCell> {
  const source = exercises[id];
  if (source === undefined) throw new Error(`there is no exercise "${id}"`);
  const exercise = (await source.data()).default;
  const session = new CellSession(exercise, {
    sandbox: pageSandbox,
    openDrafts: (onOther) => new Drafts(id, exercise.version, onOther),
    runMark: new RunMark(id),
    readPassed: () => readPassed(id),
    hasTried: async () => (await readVerdict(id)) !== undefined,
    saveResult: (text, result) => saveResult(exercise, text, result),
    wrongSources: async () => (await source.wrongSources()).default,
    solution: async (saved) => openedSolution((await source.solution()).default, saved),
    savedAssignments,
    readSuccess: (text) => readSuccess(id, exercise.version, text),
    saveSuccess: (text, success) => saveSuccess(id, exercise.version, text, success),
  });
  await session.restore();
  const wasHeldBack = session.isHeldBack.value;
  const line = signal<number | undefined>(undefined);
  let editor: Promise<CodeEditor> | undefined;
  // Until there is an editor, the static code shows the learner's text.
  const stopShowing = effect(() => void showStaticCode(find(cell, ".code-host"), session.text.value));
  const open = async (): Promise<CodeEditor> => {
    const opened = await openEditor({
      host: find(cell, ".code-host"),
      exercise: id,
      label: `Code of the exercise ${session.exercise.title}`,
      text: session.text.value,
      onChange: (text) => session.edit(text),
      onLine: (at) => (line.value = at),
    });
    stopShowing();
    // A reset may have come while the editor was loading.
    if (withoutLastBreak(session.text.value) !== opened.text) opened.text = session.text.value;
    cell.dataset["editor"] = opened.kind;
    session.attach(opened);
    return opened;
  };
  const edit = (): void => {
    editor ??= open();
    void editor.finally(follow);
  };
  /** Puts the cursor at the end of a line, from 1. */
  const goTo = (at: number): void => {
    edit();
    void editor?.then((opened) => {
      const end = opened.text.split("\n").slice(0, at).join("\n").length;
      opened.select(end, end);
      opened.focus();
      find(cell, ".code-host").scrollIntoView({ block: "nearest" });
    });
  };
  let isFollowed = false;
  /** What follows the text. An editor that is wanted comes first: they would share the processor. */
  const follow = (): void => {
    if (isFollowed || session.isHeldBack.value) return;
    isFollowed = true;
    // If it cannot be loaded, the first preview or grading reports that.
    pageSandbox.warmUp().catch(() => undefined);
    session.start();
    followInCuda(cell, source.kernelInCuda, { exercise, text: session.text, line, goTo });
  };
  const write = (): void => {
    edit();
    void editor?.then((opened) => opened.focus());
  };
  show(cell, session, write, dockWhileTyping(cell));
  // Once another text is there, everything goes on as usual.
  const stopWaiting = effect(() => {
    if (session.isHeldBack.value) return;
    queueMicrotask(() => stopWaiting());
    if (wasHeldBack) follow();
  });
  addEventListener("pagehide", () => session.leave());
  cell.addEventListener("keydown", (event) => answerKey(event, session, () => void editor?.then((opened) => opened.releaseTab())), {
    capture: true,
  });
  return {
    carryOut(intent) {
      // Whoever pressed a button of the closed cell has not read yet what its text did.
      const isToRun = intent === "write" || intent === "grade";
      if (session.isHeldBack.value && editor === undefined && isToRun) return find(cell, "[data-held-back] button").focus();
      switch (intent) {
        case "write":
          return edit();
        case "repeat":
          follow();
          return void session.reset();
        default: {
          follow();
          const button = find(cell, `:is([data-live="bar"], .cell-history) [data-intent="${intent}"]`);
          if (!find(cell, ".cell-writing").contains(document.activeElement)) button.focus();
          return button.click();
        }
      }
    },
  };
}

function answerKey(event: KeyboardEvent, session: CellSession, releaseTab: () => void): void {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    event.stopPropagation();
    void session.grade();
  }
  if (event.key === "Escape") releaseTab();
}

function show(cell: HTMLElement, session: CellSession, edit: () => void, isDocked: ReadonlySignal<boolean>): void {
  const bar = find(cell, '[data-live="bar"]');
  bar.removeAttribute("data-static");
  bar.replaceChildren();
  render(<CellBar session={session} />, bar);
  render(<Complaint session={session} />, find(cell, '[data-live="complaint"]'));
  render(<Notices session={session} onEdit={edit} />, find(cell, '[data-live="notices"]'));
  render(<Help session={session} />, find(cell, '[data-live="help"]'));
  render(<Verdict session={session} />, find(cell, '[data-live="verdict"]'));
  showHistory(cell, session);
  const picture = find(cell, '[data-live="picture"]');
  // The picture that the page was built with stays until there is one of the learner's own code.
  const stop = effect(() => {
    if (session.picture.value === undefined && session.failure.value === undefined && session.success.value === undefined) return;
    queueMicrotask(() => stop());
    // A picture of an earlier pass may stand there.
    render(null, picture);
    const course = { waysOn: () => waysOn(cell), measurements: measurementsOf(cell) };
    replaceByLive(picture, <Pictures session={session} isDocked={isDocked} {...course} />);
    keepHeight(cell, picture);
  });
  effect(() => {
    if (session.passed.value !== undefined) cell.dataset["passed"] = "";
  });
  effect(() => {
    const result = session.result.value;
    // The effect must not depend on what the listeners read.
    if (result !== undefined) untracked(() => announceVerdict(cell, result));
  });
}

/** Tells the style sheet how tall the picture is: one that is taller than the window is pinned by its lower end. */
function keepHeight(cell: HTMLElement, picture: HTMLElement): void {
  new ResizeObserver(() => cell.style.setProperty("--picture-height", `${picture.offsetHeight}px`)).observe(picture);
}

function find(cell: HTMLElement, selector: string): HTMLElement {
  const element = cell.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`the exercise cell has no ${selector}`);
  return element;
}
