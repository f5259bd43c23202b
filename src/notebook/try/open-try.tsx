import { effect, type ReadonlySignal } from "@preact/signals";
import { render } from "preact";
import type { Sketch } from "#judge/sketch.ts";
import { openSmallEditor } from "../editor/open-editor.ts";
import { dockWhileTyping } from "../keyboard-dock.ts";
import type { CellGoals } from "../goals/cell-goals.ts";
import type { RequestPrints } from "../cell/shown-warp.ts";
import type { OpenedCell } from "../lazy-cell.ts";
import { replaceByLive } from "../live-picture.ts";
import { pageSandbox } from "../sandbox/page-sandbox.ts";
import { Drafts } from "../storage/drafts.ts";
import { RunMark } from "../storage/run-mark.ts";
import { sketchTraits } from "./sketch-traits.ts";
import { TrySession } from "./try-session.ts";
import { TryBar, TryOutput, TryPicture } from "./try-view.tsx";

/** Opens a try cell: the editor replaces the static code, and the picture follows the typing. */
export async function openTry(cell: HTMLElement, id: string, goals?: CellGoals): Promise<OpenedCell> {
  // If it cannot be loaded, the first run reports that.
  pageSandbox.warmUp().catch(() => undefined);
  const key = `try/${id}`;
  const session = new TrySession(sketchIn(cell), {
    sandbox: pageSandbox,
    openDrafts: (onOther) => new Drafts(key, "", onOther),
    runMark: new RunMark(key),
  });
  session.runner.outcome.subscribe((outcome) => {
    if (outcome?.status === "ran") void goals?.judge(sketchTraits(outcome));
  });
  await session.restore();
  show(cell, session, dockWhileTyping(cell));
  const editor = await openSmallEditor({
    host: find(cell, ".code-host"),
    exercise: `try-${id}`,
    label: "Code to try out. Escape, then Tab, leaves the editor.",
    text: session.text.value,
    onChange: (text) => session.edit(text),
  });
  cell.dataset["editor"] = editor.kind;
  session.attach(editor);
  addEventListener("pagehide", () => session.leave());
  cell.addEventListener("keydown", ({ key }) => key === "Escape" && editor.releaseTab(), { capture: true });
  return {
    // The editor goes on from the first strokes by itself.
    carryOut: () => undefined,
  };
}

/** The sketch that the lesson starts with. */
function sketchIn(cell: HTMLElement): Sketch {
  return JSON.parse(find(cell, "script[data-sketch]").textContent ?? "") as Sketch;
}

function show(cell: HTMLElement, session: TrySession, isDocked: ReadonlySignal<boolean>): void {
  const bar = find(cell, '[data-live="bar"]');
  bar.removeAttribute("data-static");
  bar.replaceChildren();
  render(<TryBar session={session} base={cell.dataset["base"] ?? "/"} />, bar);
  render(<TryOutput session={session} />, find(cell, '[data-live="output"]'));
  const picture = find(cell, '[data-live="picture"]');
  // The picture that the page was built with stays until there is one of the learner's own code.
  const stop = effect(() => {
    if (session.runner.picture.value === undefined) return;
    queueMicrotask(() => stop());
    const isFirstLook = "firstLook" in cell.dataset;
    replaceByLive(picture, <TryPicture session={session} starting={startingPrints(cell)} isDocked={isDocked} isFirstLook={isFirstLook} />);
    keepRoom(picture);
  });
}

/** Tells the style sheet how high the drawing is, as Try.astro does of the first one. */
function keepRoom(picture: HTMLElement): void {
  new ResizeObserver(() => {
    const drawing = picture.querySelector("svg:is(.memory, .banks)");
    picture.parentElement!.style.setProperty("--drawn", `${drawing?.getAttribute("height") ?? 0}px`);
  }).observe(picture);
}

/** The requests of the code that the lesson starts with, as far as the page knows them. */
function startingPrints(cell: HTMLElement): RequestPrints | undefined {
  const requests = cell.querySelector("script[data-starting]")?.textContent ?? "";
  return requests === "" ? undefined : (JSON.parse(requests) as RequestPrints);
}

function find(cell: HTMLElement, selector: string): HTMLElement {
  const element = cell.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`the try cell has no ${selector}`);
  return element;
}
