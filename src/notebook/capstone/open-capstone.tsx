import { effect, untracked } from "@preact/signals";
import { render } from "preact";
import { capstones } from "virtual:capstones";
import { openedSolution } from "../cell/sealed-solution.ts";
import { announceVerdict } from "../cell/verdict-event.ts";
import { openEditor } from "../editor/open-editor.ts";
import type { CodeEditor } from "../editor/code-editor.ts";
import { showStaticCode } from "../first-strokes.ts";
import type { OpenedCell } from "../lazy-cell.ts";
import { noteHints, noteSolution } from "../storage/activity.ts";
import { Drafts } from "../storage/drafts.ts";
import { readPassed } from "../storage/passed.ts";
import { readVerdict, saveResult } from "../storage/results.ts";
import { RunMark } from "../storage/run-mark.ts";
import { savedAssignments } from "../storage/saved-assignments.ts";
import { withoutLastBreak } from "../static-code.ts";
import { CapstoneMachine } from "./capstone-machine.ts";
import { CapstoneSession } from "./capstone-session.ts";
import { CapstoneBar, CapstoneHelp, CapstoneNotices, CapstoneVerdictView } from "./capstone-view.tsx";
import { OwnPage } from "./own-page.tsx";

/** Opens a capstone: its buttons work. The editor replaces the static code on demand. */
export async function openCapstone(cell: HTMLElement, id: string): Promise<OpenedCell> {
  const source = capstones[id];
  if (source === undefined) throw new Error(`there is no capstone "${id}"`);
  const { default: capstone } = await source.data();
  const session = new CapstoneSession(capstone, {
    machine: new CapstoneMachine(),
    openDrafts: (onOther) => new Drafts(id, capstone.version, onOther),
    runMark: new RunMark(id),
    readPassed: () => readPassed(id),
    hasTried: async () => (await readVerdict(id)) !== undefined,
    saveResult: (text, result) => saveResult(capstone, text, result),
    noteHints: (hints) => noteHints(id, hints),
    noteSolution: () => noteSolution(id),
    wrongSources: async () => (await source.wrongSources()).default,
    solution: async (saved) => openedSolution((await source.solution()).default, saved),
    savedAssignments,
  });
  await session.restore();
  const code = find(cell, ".code-host");
  let editor: Promise<CodeEditor> | undefined;
  // Until there is an editor, the static code shows the learner's text.
  const stopShowing = effect(() => void showStaticCode(code, session.text.value));
  const open = async (): Promise<CodeEditor> => {
    const opened = await openEditor({
      host: code,
      exercise: id,
      language: "cuda",
      label: `CUDA source of the capstone ${capstone.title}`,
      text: session.text.value,
      onChange: (text) => session.edit(text),
    });
    stopShowing();
    if (withoutLastBreak(session.text.value) !== opened.text) opened.text = session.text.value;
    cell.dataset["editor"] = opened.kind;
    session.attach(opened);
    return opened;
  };
  const edit = (): Promise<CodeEditor> => (editor ??= open());
  const bar = find(cell, '[data-live="bar"]');
  bar.removeAttribute("data-static");
  bar.replaceChildren();
  render(<CapstoneBar session={session} />, bar);
  render(
    <CapstoneNotices session={session} onEdit={() => void edit().then((opened) => opened.focus())} />,
    find(cell, '[data-live="notices"]'),
  );
  render(<CapstoneVerdictView session={session} />, find(cell, '[data-live="verdict"]'));
  render(<CapstoneHelp session={session} />, find(cell, '[data-live="help"]'));
  render(<OwnPage session={session} />, find(cell, '[data-live="own-page"]'));
  effect(() => {
    if (session.passed.value !== undefined) cell.dataset["passed"] = "";
  });
  effect(() => {
    const result = session.result.value;
    if (result !== undefined) untracked(() => announceVerdict(cell, result));
  });
  addEventListener("pagehide", () => session.leave());
  cell.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") void editor?.then((opened) => opened.releaseTab());
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      void session.grade();
    },
    { capture: true },
  );
  return {
    carryOut(intent) {
      if (intent === "show") return;
      if (intent === "write") return void edit();
      if (session.isHeldBack.value && editor === undefined && intent === "grade") return find(cell, "[data-held-back] button").focus();
      const button = find(cell, `[data-live="bar"] [data-intent="${intent}"]`);
      button.focus();
      button.click();
    },
  };
}

function find(cell: HTMLElement, selector: string): HTMLElement {
  const element = cell.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`the capstone has no ${selector}`);
  return element;
}
