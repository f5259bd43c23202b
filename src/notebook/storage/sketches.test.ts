import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { entries } from "idb-keyval";
import type { Sketch } from "#judge/sketch.ts";
import { MemoryBrowser } from "../../testing/memory-browser.ts";
import { presets } from "../playground/presets.ts";

const [preset] = presets as [Sketch];
const sketch = (source: string): Sketch => ({ ...preset, title: "Mine", program: { ...preset.program, source } });

let browser: MemoryBrowser;
let sketches: typeof import("./sketches.ts");

beforeEach(async () => {
  browser = new MemoryBrowser();
  sketches = await openPage();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** What a page of its own does with sketches. */
async function openPage(): Promise<typeof sketches> {
  browser.use();
  return import("./sketches.ts");
}

async function sources(): Promise<string[]> {
  await sketches.restoreUnsavedSketches();
  const { own } = await sketches.readSketches();
  return own.map(({ sketch: { title, program } }) => `${title}: ${program.source}`).toSorted();
}

it("a sketch that was left continues the one that its page had read", async () => {
  const { keptSketch, leaveSketch, saveSketch } = sketches;
  const saved = keptSketch("a", sketch("saved"));
  await saveSketch(saved, undefined);
  leaveSketch(keptSketch("a", sketch("left")), [saved.revision]);
  expect(await sources()).toEqual(["Mine: left"]);
  expect(browser.localStorage).toHaveLength(0);
});

it("a sketch that was left goes beside what another tab has saved, be it older or newer", async () => {
  const { keptSketch, leaveSketch, saveSketch } = sketches;
  const former = keptSketch("a", sketch("former"));
  await saveSketch(former, undefined);
  leaveSketch({ ...keptSketch("a", sketch("left")), savedAt: 1 }, [former.revision]);
  const other = await openPage();
  await other.saveSketch(keptSketch("a", sketch("theirs")), former.revision);
  browser.localStorage.setItem("coalesce-unsaved-sketch", JSON.stringify(keptSketch("a", sketch("left by an earlier version"))));
  expect(await sources()).toEqual(["Mine (from another tab): left", "Mine (from another tab): left by an earlier version", "Mine: theirs"]);
});

it("sketches that several pages have left are all restored, and one that was saved after all only once", async () => {
  const { keptSketch, leaveSketch } = sketches;
  leaveSketch(keptSketch("a", sketch("a")), []);
  leaveSketch(keptSketch("b", sketch("b")), []);
  const other = await openPage();
  await other.saveSketch(keptSketch("b", sketch("b")), undefined);
  browser.localStorage.setItem("coalesce-unsaved-sketch/c", "{");
  expect(await sources()).toEqual(["Mine: a", "Mine: b"]);
});

it("a sketch that cannot be opened is named, and stays in the storage; one that is half finished can be opened", async () => {
  const { keptSketch, readSketches, saveSketch, sketchDatabase } = sketches;
  const spoiled = { title: "Spoiled", program: { source: "" } } as unknown as Sketch;
  await saveSketch(keptSketch("spoiled", spoiled), undefined);
  const { kernel } = preset.program;
  const half = { ...kernel, arrays: kernel.kind === "free" ? kernel.arrays.map((array) => ({ ...array, name: "" })) : [] };
  await saveSketch(
    keptSketch("half", { ...preset, title: "Half", program: { ...preset.program, kernel: half } as Sketch["program"] }),
    undefined,
  );
  const { own, broken } = await readSketches();
  expect([own.map(({ id }) => id), broken]).toEqual([["half"], ["Spoiled"]]);
  expect((await entries(sketchDatabase)).map(([id]) => id)).toEqual(["spoiled", "half"]);
});
