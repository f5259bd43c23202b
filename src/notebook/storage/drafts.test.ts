import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MemoryBrowser } from "../../testing/memory-browser.ts";
import type { Draft } from "./draft.ts";

const UNSAVED = "coalesce-last-words/copy";

let browser: MemoryBrowser;

/** A page with the exercise on it. Each has its own modules, as pages have. */
async function openPage() {
  browser.use();
  const { Drafts } = await import("./drafts.ts");
  const drafts = new Drafts("copy", "v", () => undefined);
  const loaded = await drafts.load();
  if (loaded !== undefined) drafts.show(loaded);
  return { drafts, loaded, texts: () => [loaded?.text, ...drafts.aside.map(({ text }) => text)] };
}

function draft(text: string, savedAt: number): Draft {
  return { text, savedAt, exerciseVersion: "v", revision: `of ${text}` };
}

beforeEach(() => {
  browser = new MemoryBrowser();
  vi.useFakeTimers({ toFake: ["Date"], now: 1000 });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

it("a text that its page could not save is current on the next visit, with the saved one aside", async () => {
  const { drafts } = await openPage();
  await drafts.save("saved");
  vi.setSystemTime(2000);
  drafts.leave("unsaved");
  expect((await openPage()).texts()).toEqual(["unsaved", "saved"]);
  expect(browser.localStorage).toHaveLength(0);
});

it("a text that its page could not save is current on the next visit, though the clock was set back meanwhile", async () => {
  const { drafts } = await openPage();
  await drafts.save("saved");
  vi.setSystemTime(-60_000);
  drafts.leave("unsaved");
  expect((await openPage()).texts()).toEqual(["unsaved", "saved"]);
});

it("two pages that close at once leave both texts, even where neither sees what the other writes", async () => {
  const one = await openPage();
  const other = await openPage();
  const before = { ...browser.localStorage };
  one.drafts.leave("of one");
  const ofOne = { ...browser.localStorage };
  browser.localStorage.clear();
  Object.assign(browser.localStorage, before);
  other.drafts.leave("of the other");
  Object.assign(browser.localStorage, ofOne);
  expect((await openPage()).texts().toSorted()).toEqual(["of one", "of the other"]);
});

it("a text that a page could not save goes aside where another page has saved a newer one", async () => {
  browser.localStorage.setItem(UNSAVED, JSON.stringify(draft("unsaved", 500)));
  const first = await openPage();
  expect(first.texts()).toEqual(["unsaved"]);
  await first.drafts.save("saved");
  browser.localStorage.setItem(UNSAVED, JSON.stringify(draft("left by another page", 600)));
  expect((await openPage()).texts()).toEqual(["saved", "left by another page"]);
});

it("a save removes what its own page has left, and nothing that another page has left", async () => {
  const one = await openPage();
  const other = await openPage();
  one.drafts.leave("of one");
  other.drafts.leave("of the other");
  await other.drafts.save("of the other, saved");
  expect(Object.values({ ...browser.localStorage }).map((left) => JSON.parse(String(left)) as Draft)).toMatchObject([{ text: "of one" }]);
  await one.drafts.save("of one, saved");
  expect((await openPage()).texts().toSorted()).toEqual(["of one, saved", "of the other, saved"]);
});

it("a save that was under way when the page was left does not remove what was typed after it", async () => {
  const { drafts } = await openPage();
  const saved = drafts.save("ab");
  vi.setSystemTime(1001);
  drafts.leave("abc");
  await saved;
  expect((await openPage()).texts()).toEqual(["abc", "ab"]);
});

it.each([["nothing"], ["an older text"]])(
  "a text that was left is current where the browser has %s and can store no more",
  async (saved) => {
    const { drafts } = await openPage();
    if (saved !== "nothing") await drafts.save(saved);
    drafts.leave("unsaved");
    browser.isFull = true;
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    expect((await openPage()).texts()).toEqual(saved === "nothing" ? ["unsaved"] : ["unsaved", saved]);
    expect(browser.localStorage).toHaveLength(1);
  },
);

it("a text that was left and is not readable stays where it is", async () => {
  browser.localStorage.setItem(UNSAVED, "{");
  expect((await openPage()).loaded).toBeUndefined();
  expect(browser.localStorage.getItem(UNSAVED)).toBe("{");
});

it("a text that was replaced while the browser stores nothing can be brought back, now and on the next visit", async () => {
  const { drafts } = await openPage();
  await drafts.save("saved");
  browser.isFull = true;
  vi.setSystemTime(2000);
  expect(await drafts.replace("starter", "mine")).toEqual({ kind: "failed", reason: "the disk is full" });
  expect(drafts.aside.map(({ text }) => text)).toEqual(["mine"]);
  vi.setSystemTime(3000);
  drafts.leave("starter");
  browser.isFull = false;
  expect((await openPage()).texts()).toEqual(["starter", "mine", "saved"]);
});

it("a text that was replaced while the browser stored nothing is stored with the next save", async () => {
  const { drafts } = await openPage();
  browser.isFull = true;
  await drafts.replace("starter", "mine");
  browser.isFull = false;
  await drafts.save("changed");
  expect((await openPage()).texts()).toEqual(["changed", "mine"]);
});

it("a text that is stored stays where a page saves another one without having shown it", async () => {
  await (await openPage()).drafts.save("stored");
  browser.use();
  const { Drafts } = await import("./drafts.ts");
  const drafts = new Drafts("copy", "v", () => undefined);
  await drafts.load();
  expect(await drafts.save("typed meanwhile")).toMatchObject({ kind: "elsewhere", other: { text: "stored" } });
  expect((await openPage()).texts()).toEqual(["stored", "typed meanwhile"]);
});

describe("a cell opens, and saves,", () => {
  it("where the browser has no BroadcastChannel", async () => {
    browser.use();
    vi.stubGlobal("BroadcastChannel", undefined);
    const { Drafts } = await import("./drafts.ts");
    const drafts = new Drafts("copy", "v", () => undefined);
    expect(await drafts.load()).toBeUndefined();
    expect(await drafts.save("mine")).toMatchObject({ kind: "saved" });
    expect((await openPage()).texts()).toEqual(["mine"]);
  });

  it.each([
    ["draft has no texts aside", "coalesce-drafts", { current: draft("mine", 1) }],
    ["history is no list", "coalesce-history", { versions: [] }],
  ])("where the stored %s", async (_, database, spoiled) => {
    browser.put("coalesce-drafts", "copy", { current: draft("mine", 1), aside: [] });
    browser.put(database, "copy", spoiled);
    const { drafts, loaded } = await openPage();
    expect(loaded?.text).toBe("mine");
    expect(await drafts.replace("next", "mine")).toMatchObject({ kind: "saved" });
    expect((await openPage()).texts()).toEqual(["next", "mine"]);
  });
});
