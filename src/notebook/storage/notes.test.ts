import { describe, expect, it } from "vitest";
import { mergedNote, written, type Note } from "./notes.ts";

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
