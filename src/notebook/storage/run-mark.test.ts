import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MemoryBrowser } from "../../testing/memory-browser.ts";
import { RunMark } from "./run-mark.ts";

beforeEach(() => new MemoryBrowser().use());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const nextPage = () => new RunMark("copy");

it.each<[string, (mark: RunMark) => void, boolean]>([
  ["ran nothing", () => undefined, false],
  ["went away in the middle of a run, without a word", (mark) => mark.begin(), true],
  ["closed in good order in the middle of a run", (mark) => (mark.begin(), mark.leave()), false],
  ["began to run after it had closed in good order", (mark) => (mark.leave(), mark.begin()), false],
  ["ran the text to a good end", (mark) => (mark.begin(), mark.end(true)), false],
  ["ran it until the worker had no memory left", (mark) => (mark.begin(), mark.end(false)), true],
  ["had no memory left, and closed in good order", (mark) => (mark.begin(), mark.end(false), mark.leave()), true],
  ["had no memory left, and then ran another text", (mark) => (mark.begin(), mark.end(false), mark.begin(), mark.end(true)), false],
  ["went away with one of two runs left", (mark) => (mark.begin(), mark.begin(), mark.end(true)), true],
])("the mark of a page that %s", async (_, visit, isLeft) => {
  visit(new RunMark("copy"));
  // Its locks go with it; and over plain http, it never had any.
  vi.stubGlobal("navigator", {});
  expect(await nextPage().isLeft()).toBe(isLeft);
  expect(await new RunMark("another").isLeft()).toBe(false);
});

describe("while another page is in the middle of a run", () => {
  it("waits for its good end, and finds no mark", async () => {
    const other = new RunMark("copy");
    other.begin();
    const isLeft = nextPage().isLeft();
    other.end(true);
    expect(await isLeft).toBe(false);
  });

  it("does not wait for one that hangs", async () => {
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
    const other = new RunMark("copy");
    other.begin();
    expect(await nextPage().isLeft()).toBe(true);
    other.end(true);
  });
});

it("a browser that keeps nothing has no marks, and runs", async () => {
  vi.stubGlobal("localStorage", undefined);
  const mark = nextPage();
  mark.begin();
  mark.end(true);
  mark.leave();
  expect(await mark.isLeft()).toBe(false);
});
