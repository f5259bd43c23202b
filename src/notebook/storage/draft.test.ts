import { expect, it } from "vitest";
import { MAX_ASIDE, keptAside, mergedRecord, replaced, type Draft, type DraftRecord } from "./draft.ts";

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
