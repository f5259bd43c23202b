import { render } from "preact";
import type { CellGoals } from "../goals/cell-goals.ts";
import type { LabKernel } from "../lab/lab-kernel.ts";
import { pageMachine } from "../lab/page-machine.ts";
import type { OpenedCell } from "../lazy-cell.ts";
import { Drafts } from "../storage/drafts.ts";
import { RunMark } from "../storage/run-mark.ts";
import { LAB_CELL_OPENED, type OpenLabCell } from "./lab-cell-event.ts";
import { LabCellSession } from "./lab-cell-session.ts";
import { LabCellBar, LabCellOutput, LaunchLine } from "./lab-cell-view.tsx";
import { BUILT, openLiveCell, partOf } from "./live-cell.tsx";

/** Opens a lab cell: the editor replaces the static code, and what the text does follows each run. */
export async function openLabCell(cell: HTMLElement, id: string, goals?: CellGoals): Promise<OpenedCell> {
  const key = `lab/${id}`;
  const session = new LabCellSession(kernelIn(cell), {
    machine: pageMachine(),
    openDrafts: (onOther) => new Drafts(key, "", onOther),
    runMark: new RunMark(key),
  });
  if (goals !== undefined) session.lab.profile.subscribe((profile) => void session.judge(profile, goals));
  await session.restore();
  // What the page was built with is about another text.
  if (session.text.value !== session.starter) for (const name of BUILT) partOf(cell, name).replaceChildren();
  const bar = partOf(cell, "bar");
  bar.removeAttribute("data-static");
  for (const part of [bar, partOf(cell, "launch")]) part.replaceChildren();
  render(<LabCellBar session={session} base={cell.dataset["base"] ?? "/"} />, bar);
  render(<LabCellOutput session={session} />, partOf(cell, "output"));
  render(<LaunchLine session={session.lab} />, partOf(cell, "launch"));
  const editor = await openLiveCell(cell, session.lab, {
    name: `lab-${id}`,
    text: session.text.value,
    onChange: (text) => session.edit(text),
  });
  session.attach(editor);
  const detail: OpenLabCell = { text: () => session.text.value, run: () => void session.lab.run() };
  cell.dispatchEvent(new CustomEvent(LAB_CELL_OPENED, { bubbles: true, detail }));
  addEventListener("pagehide", () => session.leave());
  return {
    // The editor goes on from the first strokes by itself, and runs the kernel.
    carryOut: () => undefined,
  };
}

/** The kernel that the page starts with. */
function kernelIn(cell: HTMLElement): LabKernel {
  return JSON.parse(cell.querySelector("script[data-kernel]")?.textContent ?? "") as LabKernel;
}
