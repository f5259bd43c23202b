import { tokenize, type Token } from "./token.ts";

/** Texts whose changed parts have more pairs of lines are not compared: nothing is known of the lines between. */
const MOST_PAIRS = 1_000_000;
/** Two lines of which at least this share is the same are one line that was edited. */
const ALIKE = 1 / 2;
/** The share of a text's lines that it must keep to be the same text, where its kernels are still there and where they are not. */
const KEPT_WITH_KERNEL = 1 / 5;
const KEPT_WITHOUT_KERNEL = 1 / 2;

/**
 * Where the lines of a text are now, from 1: lines that were moved are found again, and those that were edited in their place. Those that
 * are gone are absent, and all lines of a text that another one has replaced.
 */
export function movedLines(before: string, now: string): ReadonlyMap<number, number> {
  const moved = new Map<number, number>();
  if (before !== now && isAnotherText(before, now)) return moved;
  const old = before.split("\n");
  const own = now.split("\n");
  let start = 0;
  while (start < old.length && start < own.length && old[start] === own[start]) moved.set(++start, start);
  let end = 0;
  while (end < old.length - start && end < own.length - start && old.at(-1 - end) === own.at(-1 - end)) {
    moved.set(old.length - end, own.length - end);
    end++;
  }
  let oldAt = start;
  let ownAt = start;
  for (const [i, j] of [...matches(old.slice(start, old.length - end), own.slice(start, own.length - end)), undefined].map(
    (pair) => [start + (pair?.[0] ?? old.length - end - start), start + (pair?.[1] ?? own.length - end - start)] as const,
  )) {
    // As many lines as there were: they may have been edited.
    if (i - oldAt === j - ownAt)
      for (let line = 0; line < i - oldAt; line++)
        if (areAlike(old[oldAt + line]!, own[ownAt + line]!)) moved.set(oldAt + line + 1, ownAt + line + 1);
    if (i < old.length - end) moved.set(i + 1, j + 1);
    [oldAt, ownAt] = [i + 1, j + 1];
  }
  return moved;
}

/** Whether a text is none that the other one was edited to, but one that was put in its place. */
export function isAnotherText(before: string, now: string): boolean {
  const lines = tellingLines(before);
  if (lines.length === 0 || !now.includes("__global__") || sameAtEnds(before, now) >= before.length * ALIKE) return false;
  const own = new Map<string, number>();
  for (const line of tellingLines(now)) own.set(line, (own.get(line) ?? 0) + 1);
  let kept = 0;
  for (const line of lines) {
    const left = own.get(line) ?? 0;
    if (left > 0) kept++;
    own.set(line, left - 1);
  }
  const kernels = new Set(kernelNames(before));
  const hasKernel = kernelNames(now).some((name) => kernels.has(name));
  return kept < lines.length * (hasKernel ? KEPT_WITH_KERNEL : KEPT_WITHOUT_KERNEL);
}

/** Names of the functions that are marked `__global__`, in order, as far as can be seen without parsing the text. */
export function kernelNames(text: string): string[] {
  const tokens = tokenize(text);
  return tokens.flatMap(({ text: word }, at) => (word === "__global__" ? (nameOfFunction(tokens, at + 1) ?? []) : []));
}

/** The name before the parentheses of a declaration; undefined where none comes. */
function nameOfFunction(tokens: readonly Token[], from: number): string | undefined {
  for (let at = from; at + 1 < tokens.length; at++) {
    const { kind, text } = tokens[at]!;
    if (text === "__launch_bounds__") at = closing(tokens, at + 1);
    else if (kind === "name" && tokens[at + 1]!.text === "(") return text;
    else if ([";", "{", "}", "("].includes(text)) return undefined;
  }
  return undefined;
}

/** Where the parenthesis is closed that is opened at a token; behind the text where it is not. */
function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at]!.text === "(") depth++;
    if (tokens[at]!.text === ")") depth--;
    if (depth === 0) return at;
  }
  return tokens.length;
}

/** Lines that say something: no brackets alone. */
function tellingLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /\w{2}/.test(line));
}

/** Pairs of equal lines, in the order of both texts, as many as can be. */
function matches(old: readonly string[], own: readonly string[]): [number, number][] {
  if (old.length * own.length > MOST_PAIRS) return [];
  const width = own.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = own.length - 1; j >= 0; j--)
      longest[i * width + j] =
        old[i] === own[j] ? longest[(i + 1) * width + j + 1]! + 1 : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < old.length && j < own.length;) {
    if (old[i] === own[j]) pairs.push([i++, j++]);
    else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}

/** Whether one line may have been edited to be the other: they begin and end alike. */
function areAlike(one: string, other: string): boolean {
  const a = one.trim();
  const b = other.trim();
  return sameAtEnds(a, b) >= Math.max(a.length, b.length) * ALIKE;
}

/** How many characters at their beginnings and ends are the same. */
function sameAtEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return start + end;
}
