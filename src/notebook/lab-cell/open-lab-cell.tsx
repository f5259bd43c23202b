import { effect } from "@preact/signals";
import { render } from "preact";
import type { CodeEditor } from "../editor/code-editor.ts";
import { openEditor } from "../editor/open-editor.ts";
import { LiveGutter } from "../lab/badge-gutter.tsx";
import type { LabKernel } from "../lab/lab-kernel.ts";
import { pageMachine } from "../lab/page-machine.ts";
import type { OpenedCell } from "../lazy-cell.ts";
import { Drafts } from "../storage/drafts.ts";
import { LabCellSession } from "./lab-cell-session.ts";
import { LabCellBar, LabCellOutput, LabCellPicture, LabCellTotals, LaunchLine } from "./lab-cell-view.tsx";

/** Parts that say what a launch did. */
const BUILT = ["gutter", "picture", "totals"] as const;

/** Opens a lab cell: the editor replaces the static code, and what the text does follows each run. */
export async function openLabCell(cell: HTMLElement, id: string): Promise<OpenedCell> {
  const key = `lab/${id}`;
  const session = new LabCellSession(kernelIn(cell), {
    machine: pageMachine(),
    openDrafts: (onOther) => new Drafts(key, "", onOther),
  });
  await session.restore();
  const part = (name: string): HTMLElement => find(cell, `[data-live="${name}"]`);
  // What the page was built with is about another text.
  if (session.text.value !== session.starter) for (const name of BUILT) part(name).replaceChildren();
  const bar = part("bar");
  bar.removeAttribute("data-static");
  bar.replaceChildren();
  part("launch").replaceChildren();
  render(<LabCellBar session={session} base={cell.dataset["base"] ?? "/"} />, bar);
  render(<LabCellOutput session={session} />, part("output"));
  render(<LaunchLine session={session.lab} />, part("launch"));
  const code = find(cell, ".code-host");
  const editor = await openEditor({
    host: code,
    exercise: `lab-${id}`,
    language: "cuda",
    label: "CUDA source. Escape, then Tab, leaves the editor.",
    text: session.text.value,
    onChange: (text) => session.edit(text),
  });
  cell.dataset["editor"] = editor.kind;
  session.attach(editor);
  showRuns(cell, session, { code, editor, part });
  addEventListener("pagehide", () => session.leave());
  cell.addEventListener("keydown", (event) => handleKey(event, session, editor), { capture: true });
  return {
    carryOut(intent) {
      if (intent === "write") editor.focus();
    },
  };
}

/** The kernel that the page starts with. */
function kernelIn(cell: HTMLElement): LabKernel {
  return JSON.parse(find(cell, "script[data-kernel]").textContent ?? "") as LabKernel;
}

function handleKey(event: KeyboardEvent, session: LabCellSession, editor: CodeEditor): void {
  if (event.key === "Escape") editor.releaseTab();
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  void session.lab.run();
}

interface OpenCode {
  readonly code: HTMLElement;
  readonly editor: CodeEditor;
  readonly part: (name: string) => HTMLElement;
}

/** What the page was built with stays until a launch has ended. */
function showRuns(cell: HTMLElement, { lab }: LabCellSession, { code, editor, part }: OpenCode): void {
  const stop = effect(() => {
    if (lab.profile.value === undefined) return;
    queueMicrotask(() => stop());
    const isOpen = [...part("picture").querySelectorAll("details")].map(({ open }) => open);
    for (const name of BUILT) part(name).replaceChildren();
    render(<LiveGutter session={lab} code={code} editor={editor} />, part("gutter"));
    render(<LabCellPicture session={lab} />, part("picture"));
    render(<LabCellTotals session={lab} />, part("totals"));
    part("picture")
      .querySelectorAll("details")
      .forEach((details, number) => (details.open = isOpen[number] ?? false));
    cell.dataset["ran"] = "";
  });
}

function find(cell: HTMLElement, selector: string): HTMLElement {
  const element = cell.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`the lab cell has no ${selector}`);
  return element;
}
