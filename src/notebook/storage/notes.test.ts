import { afterEach, describe, expect, it, vi } from "vitest";
import { MemoryBrowser } from "../../testing/memory-browser.ts";
import { mergedNote, restored, written, type Note } from "./notes.ts";

const place = { page: "lessons/1/", slug: "what", heading: "What" };
const note = (text: string, at: number, aside: Note["aside"] = []): Note => ({ ...place, text, at, aside });
const textsOf = ({ text, aside }: Note): string[] => [text, ...aside.map((one) => one.text)];

describe("a note", () => {
  it("is what was typed last", () => {
    const first = written(undefined, place, { text: "sec", at: 1 }, undefined);
    expect(written(first, place, { text: "sectors", at: 2 }, 1)).toEqual(note("sectors", 2));
  });

  it("keeps aside what another tab has typed since, but not its every letter", () => {
    const theirs = note("theirs", 5);
    const mine = written(theirs, place, { text: "mi", at: 6 }, undefined);
    expect(textsOf(written(mine, place, { text: "mine", at: 7 }, 6))).toEqual(["mine", "theirs"]);
  });

  it("that is emptied is empty, and not kept", () => {
    expect(textsOf(written(note("old", 1), place, { text: "", at: 2 }, 1))).toEqual([""]);
  });
});

describe("two browsers' notes", () => {
  it("become the newer one, with the other aside", () => {
    const one = note("one", 1, [{ text: "zero", at: 0 }]);
    const two = note("two", 2);
    expect(textsOf(mergedNote(one, two))).toEqual(["two", "one", "zero"]);
    expect(mergedNote(two, one)).toEqual(mergedNote(one, two));
  });

  it("that are the same stay one", () => expect(mergedNote(note("same", 1), note("same", 2))).toEqual(note("same", 2)));
});

describe("a note that its page could not save", () => {
  const left = (text: string, at: number, ...seen: number[]) => ({ ...note(text, at), seen });

  it.each([
    ["continues the text that it has seen", note("sec", 1), left("sectors", 3, 1), ["sectors"]],
    ["continues the text that was being saved", note("sect", 2), left("sectors", 3, 1, 2), ["sectors"]],
    ["puts aside a text that it has not seen", note("theirs", 2), left("mine", 3, 1), ["mine", "theirs"]],
    ["goes aside where a newer one was saved", note("theirs", 4), left("mine", 3, 1), ["theirs", "mine"]],
    ["is the note where there was none", undefined, left("mine", 3), ["mine"]],
  ])("%s", (_, stored, unsaved, texts) => {
    const result = restored(stored, unsaved);
    expect(textsOf(result)).toEqual(texts);
    expect(result).not.toHaveProperty("seen");
  });
});

describe("notes of this browser", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it("are read although one that was left cannot be, which stays where it is", async () => {
    const browser = new MemoryBrowser();
    browser.use();
    const { leaveNote, readNotes } = await import("./notes.ts");
    browser.localStorage.setItem("coalesce-unsaved-note/broken", "{");
    browser.localStorage.setItem("coalesce-unsaved-note/no-note", "{}");
    leaveNote(place, "mine", []);
    expect((await readNotes()).map(({ text }) => text)).toEqual(["mine"]);
    expect(Object.keys(browser.localStorage)).toEqual(["coalesce-unsaved-note/broken", "coalesce-unsaved-note/no-note"]);
  });

  it("are continued after a save that failed", async () => {
    const browser = new MemoryBrowser();
    browser.use();
    const { leaveNote, readNotes, saveNote } = await import("./notes.ts");
    await saveNote(place, "se", undefined, 1);
    browser.isFull = true;
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    leaveNote(place, "sec", [1]);
    await expect(saveNote(place, "sect", 1, 2)).rejects.toThrow("full");
    expect((await readNotes()).map(textsOf)).toEqual([["se"]]);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
    browser.isFull = false;
    expect((await readNotes()).map(textsOf)).toEqual([["sec"]]);
  });
});
