import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryBrowser } from "../../testing/memory-browser.ts";
import { RunMark } from "./run-mark.ts";

beforeEach(() => new MemoryBrowser().use());
afterEach(() => void vi.unstubAllGlobals());

const nextPage = () => new RunMark("copy");

it.each<[string, (mark: RunMark) => void, boolean]>([
  ["ran nothing", () => undefined, false],
  ["went away in the middle of a run, without a word", (mark) => mark.begin(), true],
  ["closed in good order in the middle of a run", (mark) => (mark.begin(), mark.leave()), false],
  ["ran the text to a good end", (mark) => (mark.begin(), mark.end(true)), false],
  ["ran it until the worker had no memory left", (mark) => (mark.begin(), mark.end(false)), true],
  ["had no memory left, and closed in good order", (mark) => (mark.begin(), mark.end(false), mark.leave()), true],
  ["had no memory left, and then ran another text", (mark) => (mark.begin(), mark.end(false), mark.begin(), mark.end(true)), false],
  ["went away with one of two runs left", (mark) => (mark.begin(), mark.begin(), mark.end(true)), true],
])("the mark of a page that %s", (_, visit, isLeft) => {
  visit(new RunMark("copy"));
  expect(nextPage().isLeft).toBe(isLeft);
  expect(new RunMark("another").isLeft).toBe(false);
});

it("a browser that keeps nothing has no marks, and runs", () => {
  vi.stubGlobal("localStorage", undefined);
  const mark = nextPage();
  mark.begin();
  mark.end(true);
  mark.leave();
  expect(mark.isLeft).toBe(false);
});
