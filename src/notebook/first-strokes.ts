import { bodyLine, linesOf, nodeAt, placeAt, startOfLine, wordAt, type TextSpan } from "./clicked-place.ts";
import "./first-strokes.css";
import type { CodeEditor } from "./editor/code-editor.ts";
import { showLines, staticText, withoutLastBreak } from "./static-code.ts";

/** What takes an editor's place until it is there, by its host; and the editor that has taken over from it. */
const waiting = new WeakMap<HTMLElement, FirstStrokes>();
const arrived = new WeakMap<HTMLElement, CodeEditor>();

/** How far a pointer may move between press and release of a click. */
const CLICK_PX = 4;

/** The line that the keyboard has reached in static code. */
const REACHED = "reached";

/**
 * Lets a learner click into static code, or choose one of its lines with the arrow keys, and write at once: what is typed before the
 * editor is there goes into the code that is shown, and the editor goes on from it, with the cursor where it was.
 *
 * @param open fetches the editor, which `handOver` ends this with
 */
export function writeInto(host: HTMLElement, open: () => void): void {
  keepScale();
  host.querySelector("pre")?.removeAttribute("tabindex");
  let pressed: { readonly offset: number; readonly x: number; readonly y: number } | undefined;
  let clicked: { readonly offset: number; readonly at: number } | undefined;
  const write = (span: TextSpan): void => {
    const editor = arrived.get(host);
    if (editor !== undefined) {
      editor.select(span.start, span.end);
      return editor.focus();
    }
    if (!waiting.has(host)) waiting.set(host, new FirstStrokes(host));
    waiting.get(host)?.select(span);
    open();
  };
  const isStatic = (): boolean => !arrived.has(host) && linesOf(host).length > 0;
  host.addEventListener("pointerdown", ({ clientX, clientY, isPrimary, button }) => {
    const isWriting = isStatic() && isPrimary && button === 0;
    pressed = isWriting ? { offset: placeAt(host, clientX, clientY), x: clientX, y: clientY } : undefined;
  });
  host.addEventListener("click", ({ detail, shiftKey, clientX, clientY }) => {
    const press = pressed;
    pressed = undefined;
    if (detail > 1) return;
    // A click without a pointer, as scripts and screen readers make it, is for the whole code.
    const offset = detail === 1 ? press?.offset : isStatic() ? reachedPlace(host) : undefined;
    if (offset === undefined) return;
    // What was chosen by dragging can be copied: the editor stays away.
    const hasMoved = press !== undefined && Math.hypot(clientX - press.x, clientY - press.y) > CLICK_PX;
    if (detail === 1 && chosenIn(host) !== undefined && (shiftKey || hasMoved)) return;
    getSelection()?.removeAllRanges();
    clicked = { offset, at: performance.now() };
    write({ start: offset, end: offset });
  });
  // The editor may have come between the two clicks, and knows of one only.
  host.addEventListener("dblclick", () => {
    if (clicked === undefined || performance.now() - clicked.at > 1000) return;
    const text = waiting.get(host)?.text ?? arrived.get(host)?.text;
    if (text !== undefined) write(wordAt(text, clicked.offset));
  });
  host.addEventListener("keydown", (event) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (!isStatic() || altKey || ctrlKey || metaKey) return;
    if (key === "Enter") {
      event.preventDefault();
      const offset = reachedPlace(host);
      write({ start: offset, end: offset });
    }
    if ((key === "ArrowDown" || key === "ArrowUp") && reachLine(host, key === "ArrowDown" ? 1 : -1)) event.preventDefault();
  });
  host.addEventListener("blur", () => linesOf(host).forEach((line) => delete line.dataset[REACHED]));
}

/**
 * An iPhone zooms in on a field with characters below 16 px, unless the page names a largest scale; fingers may zoom in all the same. Other
 * phones hold fingers to it, and don't zoom by themselves.
 */
function keepScale(): void {
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  const viewport = document.querySelector<HTMLMetaElement>('meta[name="viewport"]');
  if (isApple && viewport !== null && !viewport.content.includes("maximum-scale")) viewport.content += ", maximum-scale=1";
}

/** Where the keyboard begins to write: in the line that it has reached, or else in the first one of the body, after the signature. */
function reachedPlace(host: HTMLElement): number {
  const text = staticText(host);
  const reached = linesOf(host).findIndex(({ dataset }) => dataset[REACHED] !== undefined);
  return startOfLine(text, reached < 0 ? bodyLine(text) : reached);
}

/** Goes on to the line below or above; false where there is none, so that the page scrolls on. */
function reachLine(host: HTMLElement, step: 1 | -1): boolean {
  const lines = linesOf(host);
  const from = lines.findIndex(({ dataset }) => dataset[REACHED] !== undefined);
  const to = lines[from < 0 && step === -1 ? lines.length - 1 : from + step];
  if (to === undefined) return false;
  if (from >= 0) delete lines[from]?.dataset[REACHED];
  to.dataset[REACHED] = "";
  to.scrollIntoView({ block: "nearest", behavior: "instant" });
  return true;
}

/** The range that the reader has chosen inside of the code. */
function chosenIn(host: HTMLElement): Range | undefined {
  const chosen = getSelection();
  if (chosen === null || chosen.isCollapsed || chosen.rangeCount === 0) return undefined;
  const range = chosen.getRangeAt(0);
  return range.intersectsNode(host) ? range : undefined;
}

/** Resolves when the code may give way to its editor: nobody is choosing a part of it, or composing a character. */
export async function readyToGiveWay(host: HTMLElement): Promise<void> {
  while (waiting.get(host)?.isComposing === true || chosenIn(host) !== undefined) {
    await new Promise<void>((resolve) => {
      const stop = new AbortController();
      const settle = (): void => {
        stop.abort();
        resolve();
      };
      for (const event of ["selectionchange", "compositionend"]) document.addEventListener(event, settle, { signal: stop.signal });
    });
  }
}

/** The text with what was typed so far, before the editor is there; empty where nothing could be typed. */
export function typedText(host: HTMLElement): string {
  return waiting.get(host)?.text ?? "";
}

/** The editor goes on from what was typed before it was there. It gets the focus if that is still in its place. */
export function handOver(host: HTMLElement, editor: CodeEditor): void {
  arrived.set(host, editor);
  const strokes = waiting.get(host);
  waiting.delete(host);
  strokes?.handOver(editor);
}

/**
 * Shows another text in static code: one that was saved. What was typed meanwhile goes into it.
 *
 * @returns whether it is another text than before
 */
export function showStaticCode(host: HTMLElement, text: string): boolean {
  const strokes = waiting.get(host);
  const shown = withoutLastBreak(text);
  return strokes === undefined ? showLines(host, shown) : strokes.goOnFrom(shown);
}

/**
 * Takes what is typed until the editor is there: a text area that nobody sees, at a cursor that is drawn in the static code. It opens the
 * on-screen keyboard, and knows undo, paste and composed characters.
 */
class FirstStrokes {
  readonly #host: HTMLElement;
  readonly #area = document.createElement("textarea");
  readonly #cursor = document.createElement("div");
  readonly #stop = new AbortController();
  /** What the code showed before anything was typed. */
  #before: string;
  #isToRun = false;
  isComposing = false;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#before = staticText(host);
    this.#area.className = "first-strokes";
    this.#area.value = this.#before;
    this.#area.wrap = "off";
    this.#area.autocapitalize = "off";
    this.#area.autocomplete = "off";
    this.#area.spellcheck = false;
    this.#area.setAttribute("autocorrect", "off");
    this.#area.setAttribute("aria-label", host.getAttribute("aria-label") ?? "Code");
    this.#cursor.className = "first-cursor";
    // Where Tab finds what comes after the code.
    host.after(this.#area, this.#cursor);
    host.dataset["awaiting"] = "";
    const { signal } = this.#stop;
    this.#area.addEventListener("input", () => {
      showLines(host, this.#area.value);
      this.#draw();
    });
    for (const event of ["compositionstart", "compositionend"]) {
      this.#area.addEventListener(event, () => (this.isComposing = event === "compositionstart"));
    }
    this.#area.addEventListener("keydown", (event) => this.#keepRun(event));
    document.addEventListener("selectionchange", () => this.#draw(), { signal });
    this.#area.addEventListener("selectionchange", () => this.#draw());
    for (const event of ["focus", "blur"]) this.#area.addEventListener(event, () => this.#draw());
  }

  get text(): string {
    return this.#area.value;
  }

  select({ start, end }: TextSpan): void {
    this.#area.focus({ preventScroll: true });
    this.#area.setSelectionRange(start, end);
    this.#draw();
  }

  /** Ctrl+Enter waits for the editor: it runs what was typed. */
  #keepRun(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#isToRun = true;
  }

  /** Draws the cursor, and what is chosen, where the text area has them. */
  #draw(): void {
    const { selectionStart, selectionEnd } = this.#area;
    const hasFocus = document.activeElement === this.#area;
    const start = nodeAt(this.#host, selectionStart);
    const end = nodeAt(this.#host, selectionEnd);
    this.#cursor.hidden = !hasFocus || start === undefined || selectionStart !== selectionEnd;
    CSS.highlights?.delete("first-strokes");
    if (start === undefined || end === undefined) return;
    const chosen = document.createRange();
    chosen.setStart(start.node, start.offset);
    chosen.setEnd(end.node, end.offset);
    if (hasFocus && selectionStart !== selectionEnd) CSS.highlights?.set("first-strokes", new Highlight(chosen));
    const at = chosen.getClientRects()[0] ?? emptyLineRect(start.node);
    const { offsetParent } = this.#area;
    if (at === undefined || offsetParent === null) return;
    const frame = offsetParent.getBoundingClientRect();
    const left = at.left - frame.left - offsetParent.clientLeft;
    const top = at.top - frame.top - offsetParent.clientTop;
    for (const { style } of [this.#area, this.#cursor])
      style.translate = `${left + offsetParent.scrollLeft}px ${top + offsetParent.scrollTop}px`;
  }

  goOnFrom(text: string): boolean {
    if (text === this.#before) return false;
    const { selectionStart, selectionEnd } = this.#area;
    const { start, end, insert } = difference(this.#before, this.#area.value);
    const hasTyped = start !== end || insert !== "";
    this.#before = text;
    this.#area.value = hasTyped ? text.slice(0, start) + insert + text.slice(end) : text;
    this.#area.setSelectionRange(selectionStart, selectionEnd);
    showLines(this.#host, this.#area.value);
    this.#draw();
    return true;
  }

  handOver(editor: CodeEditor): void {
    const { selectionStart, selectionEnd } = this.#area;
    const hasFocus = document.activeElement === this.#area;
    // Of a long text, the code may have shown the first lines only.
    const { start, end, insert } = difference(this.#before, this.#area.value);
    if (start !== end || insert !== "") editor.text = editor.text.slice(0, start) + insert + editor.text.slice(end);
    editor.select(selectionStart, selectionEnd);
    if (hasFocus) editor.focus();
    this.#stop.abort();
    CSS.highlights?.delete("first-strokes");
    this.#area.remove();
    this.#cursor.remove();
    delete this.#host.dataset["awaiting"];
    if (this.#isToRun)
      setTimeout(() => this.#host.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true })));
  }
}

/** The part of a text that differs from another, and what stands there in the other. */
function difference(before: string, after: string): TextSpan & { readonly insert: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { start, end: before.length - same, insert: after.slice(start, after.length - same) };
}

/** Where the cursor stands in a line without characters. */
function emptyLineRect(line: Node): { readonly left: number; readonly top: number } | undefined {
  if (!(line instanceof HTMLElement)) return undefined;
  const { left, top } = line.getBoundingClientRect();
  const { paddingInlineStart, textIndent } = getComputedStyle(line);
  return { left: left + Number.parseFloat(paddingInlineStart) + Number.parseFloat(textIndent), top };
}
