import { expect, it } from "vitest";
import { MAX_ASIDE, isLater, keptAside, mergedRecord, readableRecord, replaced, type Draft, type DraftRecord } from "./draft.ts";

function draft(text: string): Draft {
  return { text, savedAt: 0, exerciseVersion: "v", revision: `of ${text}` };
}

const textsOf = ({ current, aside }: DraftRecord): string[] => [current.text, ...aside.map(({ text }) => text)];

it("keeps the text that was replaced", () => {
  const record = replaced(replaced(undefined, draft("mine")), draft("starter"));
  expect(textsOf(record)).toEqual(["starter", "mine"]);
});

it("keeps each text once, and does not also keep the current one aside", () => {
  const record = ["a", "b", "a", "b", "a"].reduce<DraftRecord | undefined>((before, text) => replaced(before, draft(text)), undefined);
  expect(record && textsOf(record)).toEqual(["a", "b"]);
});

it("keeps a second tab's text aside, replacing what that tab wrote before", () => {
  const first = keptAside({ current: draft("theirs"), aside: [] }, draft("min"), undefined);
  const second = keptAside(first, draft("mine"), "of min");
  expect(textsOf(second)).toEqual(["theirs", "mine"]);
});

it("drops the oldest when there are too many", () => {
  const texts = Array.from({ length: MAX_ASIDE + 5 }, (_, number) => `text ${number}`);
  const record = texts.reduce<DraftRecord | undefined>((before, text) => replaced(before, draft(text)), undefined);
  expect(record?.aside).toHaveLength(MAX_ASIDE);
  expect(record?.aside[0]?.text).toBe(`text ${MAX_ASIDE + 3}`);
});

it("keeps every text of two browsers, the newer one as the current", () => {
  const at = (text: string, savedAt: number): Draft => ({ ...draft(text), savedAt });
  const one = { current: at("one", 5), aside: [at("zero", 1)] };
  const two = { current: at("two", 7), aside: [at("one", 4), at("half", 3)] };
  expect(textsOf(mergedRecord(one, two))).toEqual(["two", "one", "half", "zero"]);
  expect(textsOf(mergedRecord(two, one))).toEqual(["two", "one", "half", "zero"]);
});

it.each<[string, Partial<Draft>, Partial<Draft>, boolean]>([
  ["follows, whatever the clock says, in the order of saves", { order: 2, savedAt: 5 }, { order: 1, savedAt: 9 }, true],
  ["is later than one of a version of the course that kept no order", { order: 1, savedAt: 5 }, { savedAt: 9 }, true],
  ["that continues the same text as another one is told from it by the clock", { order: 2, savedAt: 9 }, { order: 2, savedAt: 5 }, true],
  ["of the same version without orders is told by the clock", { savedAt: 9 }, { savedAt: 5 }, true],
  ["is not later than itself", { order: 2, savedAt: 5 }, { order: 2, savedAt: 5 }, false],
])("a draft %s", (_, one, other, expected) => {
  expect(isLater({ ...draft("one"), ...one }, { ...draft("other"), ...other })).toBe(expected);
});

it.each<[string, unknown, string[] | undefined]>([
  ["without the texts aside", { current: draft("mine") }, ["mine"]],
  ["whose texts aside are no list", { current: draft("mine"), aside: "gone" }, ["mine"]],
  ["with a text alone", { current: { text: "mine" }, aside: [] }, ["mine"]],
  ["whose current text is spoiled", { current: { text: 7 }, aside: [null, draft("former"), 3] }, ["former"]],
  ["that is null", null, undefined],
  ["that is a text", "mine", undefined],
  ["without any text", { current: null, aside: [] }, undefined],
])("of a stored record %s, every text is read", (_, stored, texts) => {
  const record = readableRecord(stored);
  expect(record && textsOf(record)).toEqual(texts);
});
