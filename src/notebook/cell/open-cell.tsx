import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals";
import { render, type ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { exercises } from "virtual:exercises";
import type { GradeResult } from "#judge/result.ts";
import type { Sandbox } from "#sandbox/host/sandbox.ts";
import type { CodeEditor } from "../editor/code-editor.ts";
import { followInCuda } from "../cuda/follow-text.ts";
import type { ExerciseData } from "../exercise-data.ts";
import { openEditor } from "../editor/open-editor.ts";
import { showHistory } from "../history/history.tsx";
import { dockWhileTyping } from "../keyboard-dock.ts";
import type { OpenedCell } from "../lazy-cell.ts";
import { replaceByLive } from "../live-picture.ts";
import { reasonOf } from "../reason-of.ts";
import { pageCudaSandbox, pageSandbox } from "../sandbox/page-sandbox.ts";
import { USE_CODE } from "../share/shared-code.ts";
import { Drafts } from "../storage/drafts.ts";
import { RunMark } from "../storage/run-mark.ts";
import { readPassed } from "../storage/passed.ts";
import { readSuccess, saveSuccess } from "../storage/successes.ts";
import { readVerdict, saveResult } from "../storage/results.ts";
import { savedAssignments } from "../storage/saved-assignments.ts";
import { showStaticCode } from "../first-strokes.ts";
import { withoutLastBreak } from "../static-code.ts";
import { keepLanguage, keptLanguage, textKey, type AnswerLanguage } from "./answer-language.ts";
import { CellSession, type CellServices } from "./cell-session.ts";
import { CellBar, Complaint, Help, Notices, Pictures } from "./cell-view.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { OfCurrent } from "./of-current.tsx";
import { openedSolution } from "./sealed-solution.ts";
import { announceVerdict } from "./verdict-event.ts";
import { Verdict } from "./verdict.tsx";
import { measurementsOf } from "./measurements-page.ts";
import { waysOn } from "./way-on.ts";

/** Opens a cell: its buttons work, and the picture is that of the learner's text. The editor replaces the static code on demand. */
export async function openCell(cell: HTMLElement, id: string): Promise<OpenedCell> {
  const sessions = await Sessions.open(id, keptLanguage(cell));
  const { current } = sessions;
  const wasHeldBack = current.peek().isHeldBack.value;
  const line = signal<number | undefined>(undefined);
  let editor: Promise<CodeEditor> | undefined;
  // Until there is an editor, the static code shows the learner's text.
  const stopShowing = effect(() => void showStaticCode(find(cell, ".code-host"), current.value.text.value));
  const open = async (): Promise<CodeEditor> => {
    const session = current.peek();
    const opened = await openEditor({
      host: find(cell, ".code-host"),
      exercise: session.key,
      label: `Code of the exercise ${session.exercise.title}`,
      text: session.text.value,
      language: session.language,
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
    if (isFollowed || current.value.isHeldBack.value) return;
    isFollowed = true;
    // If it cannot be loaded, the first preview or grading reports that.
    sandboxOf(current.value)
      .warmUp()
      .catch(() => undefined);
    current.value.start();
    const text = computed(() => current.value.text.value);
    const language = computed(() => current.value.language);
    followInCuda(cell, sessions.source.kernelInCuda, { exercise: sessions.exercise, text, language, line, goTo });
  };
  const write = (): void => {
    edit();
    void editor?.then((opened) => opened.focus());
  };
  /** Goes on in another language: with its own text, in an editor if there was one. */
  const choose = async (language: AnswerLanguage): Promise<void> => {
    keepLanguage(language);
    const before = current.peek();
    const opened = editor && (await editor.catch(() => undefined));
    const session = await sessions.of(language);
    if (session === before || current.peek() !== before) return;
    before.detach();
    opened?.dispose();
    line.value = undefined;
    current.value = session;
    if (editor !== undefined) await (editor = open());
    if (isFollowed && !session.isHeldBack.value) session.start();
    else follow();
  };
  show(cell, current, { edit: write, choose, isDocked: dockWhileTyping(cell) });
  cell.addEventListener(USE_CODE, ({ detail: { code, language } }) => {
    void choose(language ?? "typescript").then(() => current.peek().use(code));
  });
  // Once another text is there, everything goes on as usual.
  const stopWaiting = effect(() => {
    if (current.value.isHeldBack.value) return;
    queueMicrotask(() => stopWaiting());
    if (wasHeldBack) follow();
  });
  addEventListener("pagehide", () => sessions.leave());
  cell.addEventListener("keydown", (event) => answerKey(event, current.peek(), () => void editor?.then((opened) => opened.releaseTab())), {
    capture: true,
  });
  return {
    carryOut(intent) {
      const session = current.peek();
      // Whoever pressed a button of the closed cell has not read yet what its text did.
      const isToRun = intent === "write" || intent === "grade";
      if (session.isHeldBack.value && editor === undefined && isToRun) return find(cell, "[data-held-back] button").focus();
      switch (intent) {
        case "write":
          return edit();
        case "repeat":
          follow();
          return void session.reset();
        case "typescript":
        case "cuda":
          void choose(intent);
          return find(cell, `.cell-language [data-intent="${intent}"]`).focus();
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

const sandboxOf = ({ language }: CellSession): Sandbox => (language === "cuda" ? pageCudaSandbox : pageSandbox);

type ExerciseSource = (typeof exercises)[string];

/** The sessions of an exercise, one for each language that was asked for: what was written in one stays while the other is shown. */
class Sessions {
  readonly source: ExerciseSource;
  readonly exercise: ExerciseData;
  readonly current: Signal<CellSession>;
  readonly #sessions = new Map<AnswerLanguage, Promise<CellSession>>();

  private constructor(source: ExerciseSource, exercise: ExerciseData, language: AnswerLanguage, first: CellSession) {
    this.source = source;
    this.exercise = exercise;
    this.current = signal(first);
    this.#sessions.set(language, Promise.resolve(first));
  }

  static async open(id: string, language: AnswerLanguage): Promise<Sessions> {
    const source = exercises[id];
    if (source === undefined) throw new Error(`there is no exercise "${id}"`);
    const exercise = (await source.data()).default;
    return new Sessions(source, exercise, language, await restored(source, exercise, language));
  }

  of(language: AnswerLanguage): Promise<CellSession> {
    const session = this.#sessions.get(language) ?? restored(this.source, this.exercise, language);
    this.#sessions.set(language, session);
    // What could not be loaded is tried again.
    session.catch(() => this.#sessions.delete(language));
    return session;
  }

  leave(): void {
    for (const session of this.#sessions.values()) void session.then((one) => one.leave());
  }
}

async function restored(source: ExerciseSource, exercise: ExerciseData, language: AnswerLanguage): Promise<CellSession> {
  const { id, version } = exercise;
  const key = textKey(id, language);
  const kernel = language === "cuda" ? (await source.kernelInCuda()).default : undefined;
  const services: CellServices = {
    sandbox: kernel === undefined ? pageSandbox : pageCudaSandbox,
    openDrafts: (onOther) => new Drafts(key, version, onOther),
    runMark: new RunMark(key),
    readPassed: () => readPassed(id),
    hasTried: async () => (await Promise.all([readVerdict(id), readVerdict(textKey(id, "cuda"))])).some((one) => one !== undefined),
    saveResult: (text, result) => saveResult(exercise, text, result, key),
    wrongSources: async () => (await source.wrongSources()).default,
    solution: async (saved) => openedSolution((await source.solution()).default, saved),
    savedAssignments,
    readSuccess: (text) => readSuccess(key, version, text),
    saveSuccess: (text, success) => saveSuccess(key, version, text, success),
  };
  const session = new CellSession(exercise, services, kernel && { kernel: kernel.text, starter: kernel.starter });
  await session.restore();
  return session;
}

function answerKey(event: KeyboardEvent, session: CellSession, releaseTab: () => void): void {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    event.stopPropagation();
    void session.grade();
  }
  if (event.key === "Escape") releaseTab();
}

interface Shown {
  /** Opens the editor, and goes there. */
  readonly edit: () => void;
  readonly choose: (language: AnswerLanguage) => Promise<void>;
  readonly isDocked: ReadonlySignal<boolean>;
}

function show(cell: HTMLElement, current: ReadonlySignal<CellSession>, { edit, choose, isDocked }: Shown): void {
  const replaceStatic = (selector: string, content: ComponentChild): void => {
    const host = find(cell, selector);
    host.removeAttribute("data-static");
    host.replaceChildren();
    render(content, host);
  };
  replaceStatic(".cell-language", <OfCurrent current={current}>{(session) => <Language session={session} choose={choose} />}</OfCurrent>);
  replaceStatic('[data-live="bar"]', <OfCurrent current={current}>{(session) => <CellBar session={session} />}</OfCurrent>);
  render(<OfCurrent current={current}>{(session) => <Complaint session={session} />}</OfCurrent>, find(cell, '[data-live="complaint"]'));
  render(
    <OfCurrent current={current}>{(session) => <Notices session={session} onEdit={edit} />}</OfCurrent>,
    find(cell, '[data-live="notices"]'),
  );
  render(<OfCurrent current={current}>{(session) => <Help session={session} />}</OfCurrent>, find(cell, '[data-live="help"]'));
  render(<OfCurrent current={current}>{(session) => <Verdict session={session} />}</OfCurrent>, find(cell, '[data-live="verdict"]'));
  showHistory(cell, current);
  const picture = find(cell, '[data-live="picture"]');
  // The picture that the page was built with stays until there is one of the learner's own code.
  const stop = effect(() => {
    const { picture: own, failure, success } = current.value;
    if (own.value === undefined && failure.value === undefined && success.value === undefined) return;
    queueMicrotask(() => stop());
    // A picture of an earlier pass may stand there.
    render(null, picture);
    const course = { waysOn: () => waysOn(cell), measurements: measurementsOf(cell) };
    replaceByLive(
      picture,
      <OfCurrent current={current}>{(session) => <Pictures session={session} isDocked={isDocked} {...course} />}</OfCurrent>,
    );
    keepHeight(cell, picture);
  });
  effect(() => {
    if (current.value.passed.value !== undefined) cell.dataset["passed"] = "";
  });
  const announced = new WeakSet<GradeResult>();
  effect(() => {
    const result = current.value.result.value;
    if (result === undefined || announced.has(result)) return;
    announced.add(result);
    // The effect must not depend on what the listeners read.
    untracked(() => announceVerdict(cell, result));
  });
}

function Language({ session, choose }: { readonly session: CellSession; readonly choose: Shown["choose"] }) {
  const [complaint, complain] = useState<string>();
  const onChoose = (language: AnswerLanguage): void => {
    complain(undefined);
    choose(language).catch((error: unknown) => complain(`The other language could not be loaded (${reasonOf(error)}). Try again.`));
  };
  return <LanguageSwitch language={session.language} onChoose={onChoose} note={complaint ?? session.languageNote.value} />;
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
