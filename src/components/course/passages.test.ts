import { expect, test } from "vitest";
import { LessonTree } from "./lesson-tree.ts";
import { passagesOf, type PassageSources } from "./passages.ts";

const sources: PassageSources = {
  claim: (name) => `The claim ${name}.`,
  figure: ({ name }) => (name === "Strides" ? "sectors, stride" : undefined),
};
/** Each passage as "kind: text", with its bold words in brackets. */
const read = (body: string): string[] =>
  passagesOf(new LessonTree(body), sources).map(({ kind, text, bold }) =>
    [`${kind}: ${text.replaceAll(/\s+/g, " ").trim()}`, ...bold.map((word) => `[${word}]`)].join(" "),
  );

test.each<[name: string, body: string, passages: string[]]>([
  [
    "a paragraph, with what it sets in bold",
    "What a warp asks for is a **request**.",
    ["paragraph: What a warp asks for is a request. [request]"],
  ],
  [
    "a heading and a list",
    "## Sectors\n\n- one **sector**\n- two",
    ["heading: Sectors", "paragraph: one sector [sector]", "paragraph: two"],
  ],
  ["no code, and no number of the page", "In `tile[x]` there are {WARP_SIZE} words.", ["paragraph: In … there are … words."]],
  ["a question: its bold is emphasis", '<Predict unit="sectors">\n  How **many**?\n</Predict>', ["Predict: sectors", "Predict: How many?"]],
  [
    "an answer, where its question has it",
    '<Predict>\n  How?\n  <Fragment slot="answer">\n    So.\n  </Fragment>\n</Predict>',
    ["Predict: How?", "Predict: So."],
  ],
  [
    "words that a cell asks to change",
    '<Try file="a.ts">\n  Try <Goal by={{ a: "b" }}>a stride</Goal> of 2.\n</Try>',
    ["Try: Try a stride of 2."],
  ],
  [
    "choices with their responses",
    '<SelfTest choices={[{ text: "A bank.", response: "Which `x`?" }]}>\n  What?\n</SelfTest>',
    ["SelfTest: A bank.", "SelfTest: Which …?", "SelfTest: What?"],
  ],
  [
    "a claim and a figure",
    '<Claim id="1/lines" />\n\n<Strides client:visible />',
    ["Claim: The claim 1/lines.", "figure Strides: sectors, stride"],
  ],
])("%s", (_, body, passages) => expect(read(body)).toEqual(passages));
