import { expect, test } from "vitest";
import { PackedAnswer, sourceKeyOf } from "./packed-answer.ts";
import { TextPack } from "./text-pack.ts";

test.each(["", "export const read = 1;", "// \ud800", "// \ud801", "// \ufffd"])(
  "the key of a packed source is that of the source: %j",
  (source) => {
    const answer = new PackedAnswer(new TextPack(), { exercise: "row-walk", source });
    expect(answer.source).toBe(source);
    expect(sourceKeyOf(answer)).toBe(sourceKeyOf({ exercise: "row-walk", source }));
  },
);

test("different sources have different keys, halves of characters too", () => {
  const keys = ["// \ud800", "// \ud801", "// \ufffd"].map((source) => sourceKeyOf({ exercise: "row-walk", source }));
  expect(new Set(keys).size).toBe(3);
});
