/** A part of a text: offsets in UTF-16 code units. Both are the same where it is only a place. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The lines of static code, as Shiki and static-code.ts write them. */
export function linesOf(code: Element): readonly HTMLElement[] {
  return [...code.querySelectorAll<HTMLElement>("code .line")];
}

/**
 * The place in static code that a point of the screen is at, as an editor finds it: right of a line its end, left of it its start, below
 * the last line the end of the text.
 */
export function placeAt(code: HTMLElement, x: number, y: number): number {
  const lines = linesOf(code);
  const number = lines.findIndex((line) => y < line.getBoundingClientRect().bottom);
  const line = lines[number];
  if (line === undefined) return lengthOf(lines, lines.length);
  const { left, top } = line.getBoundingClientRect();
  const start = lengthOf(lines, number);
  if (x < left + gutterOf(line) || y < top) return start;
  return start + (offsetIn(line, x, y) ?? line.textContent.length);
}

/** How far right of its box a line's text begins: its padding without the part that hangs. */
function gutterOf(line: HTMLElement): number {
  const { paddingInlineStart, textIndent } = getComputedStyle(line);
  return Number.parseFloat(paddingInlineStart) + Number.parseFloat(textIndent);
}

/** The characters of the first lines, with a line feed after each; of all lines, without the last one. */
function lengthOf(lines: readonly HTMLElement[], count: number): number {
  const length = lines.slice(0, count).reduce((sum, line) => sum + line.textContent.length + 1, 0);
  return count === lines.length ? Math.max(0, length - 1) : length;
}

function offsetIn(line: HTMLElement, x: number, y: number): number | undefined {
  const caret = caretAt(x, y);
  if (caret === undefined || !line.contains(caret.node)) return undefined;
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(caret.node, caret.offset);
  return before.toString().length;
}

function caretAt(x: number, y: number): { readonly node: Node; readonly offset: number } | undefined {
  // Older Safari knows only the second one.
  if ("caretPositionFromPoint" in document) {
    const caret = document.caretPositionFromPoint(x, y);
    return caret === null ? undefined : { node: caret.offsetNode, offset: caret.offset };
  }
  const range = (document as { caretRangeFromPoint?: (x: number, y: number) => Range | null }).caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}

/** The place of an offset in static code: the text node that it is in, or its line where that is empty. */
export function nodeAt(code: HTMLElement, offset: number): { readonly node: Node; readonly offset: number } | undefined {
  let left = offset;
  for (const line of linesOf(code)) {
    const { length } = line.textContent;
    if (left <= length) return nodeIn(line, left);
    left -= length + 1;
  }
  return undefined;
}

function nodeIn(line: HTMLElement, offset: number): { readonly node: Node; readonly offset: number } {
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const { length } = text.textContent ?? "";
    if (left <= length) return { node: text, offset: left };
    left -= length;
  }
  return { node: line, offset: 0 };
}

/** The word around a place, as a double click chooses it; the place itself where there is none. */
export function wordAt(text: string, offset: number): TextSpan {
  const before = /[\p{L}\p{N}_$]*$/u.exec(text.slice(0, offset))?.[0].length ?? 0;
  const after = /^[\p{L}\p{N}_$]*/u.exec(text.slice(offset))?.[0].length ?? 0;
  return { start: offset - before, end: offset + after };
}

/** Where the text of a line begins, after its indentation; lines count from 0. */
export function startOfLine(text: string, line: number): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
  return before + (/^\s*/.exec(lines[line] ?? "")?.[0].length ?? 0);
}

/** The line that one begins to write in: the first one inside of a function, or the first one of the text; lines count from 0. */
export function bodyLine(text: string): number {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => /^(?!\s*(?:\/\/|\/?\*)).*\{\s*$/.test(line));
  return head + 1 < lines.length ? head + 1 : 0;
}
