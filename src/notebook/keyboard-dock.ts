import { signal, type ReadonlySignal } from "@preact/signals";
import "./keyboard-dock.css";

/** Screens on which an on-screen keyboard leaves no room for code, picture and page. */
const SMALL = "(max-width: 40rem)";

/** How long the dock stays once the editor has lost the keyboard: a tap on one of its buttons must still find it in its place. */
const STAY_MS = 250;

/** Between the line that is written and what is around it, in CSS pixels. */
const MARGIN = 24;

/**
 * While a learner types on a small screen, the cell's picture and its bar stand above the on-screen keyboard, and the page's header is
 * away. The line that is written stays in between.
 *
 * @returns whether that is so now: the picture is then drawn as a strip
 */
export function dockWhileTyping(cell: HTMLElement): ReadonlySignal<boolean> {
  const isDocked = signal(false);
  // In a frame of another page, the window's lower end may be anywhere.
  if (window.parent !== window) return isDocked;
  const isSmall = matchMedia(SMALL);
  const code = part(cell, ".code-host");
  let docked: AbortController | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  const dock = (): void => {
    clearTimeout(leaving);
    if (docked !== undefined || !isSmall.matches || code.querySelector(":scope > pre.astro-code") !== null) return;
    docked = new AbortController();
    const { signal } = docked;
    // What leaves the page keeps its room there.
    const places = DOCKED.flatMap((name) => keepPlace(part(cell, name)));
    signal.addEventListener("abort", () => places.forEach((place) => place.remove()));
    asOverlay(cell, () => {
      cell.dataset["docked"] = "";
      document.documentElement.dataset["typing"] = "";
    });
    isDocked.value = true;
    const settle = (): void => place(cell, code);
    const sizes = new ResizeObserver(settle);
    for (const name of DOCKED) sizes.observe(part(cell, name));
    signal.addEventListener("abort", () => sizes.disconnect());
    for (const event of ["resize", "scroll"]) visualViewport?.addEventListener(event, settle, { signal });
    document.addEventListener("selectionchange", settle, { signal });
    isSmall.addEventListener("change", leave, { signal });
    settle();
  };
  const leave = (): void => {
    docked?.abort();
    docked = undefined;
    isDocked.value = false;
    delete cell.dataset["docked"];
    delete document.documentElement.dataset["typing"];
    for (const name of DOCKED) part(cell, name).parentElement!.style.minHeight = "";
  };

  for (const writing of ["focusin", "keydown", "input"]) code.addEventListener(writing, dock);
  code.addEventListener("focusout", () => (leaving = setTimeout(leave, STAY_MS)));
  // Whoever presses a button looks at what it does.
  cell.addEventListener("click", ({ target }) => target instanceof Node && !code.contains(target) && docked !== undefined && leave());
  // The editor may have had the keyboard before it was ready.
  if (code.contains(document.activeElement)) dock();
  return isDocked;
}

/** The parts of a cell that stand above the keyboard, the lower one first. */
const DOCKED = ['[data-live="bar"]', '[data-live="picture"]'] as const;

/** Makes a change after which parts of the page stand above it: to the browser they have left one place and appeared in another, not moved. */
function asOverlay(cell: HTMLElement, change: () => void): void {
  const docked = DOCKED.map((name) => part(cell, name));
  for (const { style } of docked) style.display = "none";
  void cell.offsetHeight;
  change();
  for (const { style } of docked) style.display = "";
}

/** Keeps the room of a part that leaves the page: in its parent, or where that has no box, by an element in its place. */
function keepPlace(docked: HTMLElement): HTMLElement[] {
  const parent = docked.parentElement!;
  if (getComputedStyle(parent).display !== "contents") {
    parent.style.minHeight = `${parent.getBoundingClientRect().height}px`;
    return [];
  }
  const place = document.createElement("div");
  place.style.height = `${docked.getBoundingClientRect().height}px`;
  place.style.flex = "none";
  docked.after(place);
  return [place];
}

/** Puts the dock above the keyboard, and brings the line that is written into view above the dock. */
function place(cell: HTMLElement, code: HTMLElement): void {
  const seen = visualViewport ?? { offsetTop: 0, height: innerHeight };
  const [bar, picture] = DOCKED.map((name) => part(cell, name));
  const below = Math.max(0, document.documentElement.clientHeight - seen.offsetTop - seen.height);
  cell.style.setProperty("--keyboard-height", `${below}px`);
  cell.style.setProperty("--bar-height", `${bar!.offsetHeight}px`);
  const top = seen.offsetTop + MARGIN;
  const bottom = seen.offsetTop + seen.height - bar!.offsetHeight - picture!.offsetHeight - MARGIN;
  const line = caret(code);
  if (line === undefined) return;
  if (line.bottom > bottom) scrollBy(0, line.bottom - bottom);
  else if (line.top < top) scrollBy(0, line.top - top);
}

/** Where the cursor is, in the window. */
function caret(code: HTMLElement): DOMRect | undefined {
  const selection = getSelection();
  const { focusNode } = selection ?? {};
  if (!selection || !focusNode || !code.contains(focusNode)) return undefined;
  const range = document.createRange();
  range.setStart(focusNode, selection.focusOffset);
  const at = range.getClientRects()[0];
  // An empty line has no text that a range could enclose.
  return at ?? (focusNode instanceof Element ? focusNode : focusNode.parentElement)?.getBoundingClientRect();
}

function part(cell: HTMLElement, selector: string): HTMLElement {
  const found = cell.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`the cell has no ${selector}`);
  return found;
}
