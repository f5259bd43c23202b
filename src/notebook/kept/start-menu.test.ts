import { h } from "preact";
import renderToString from "preact-render-to-string";
import { expect, test } from "vitest";
import { StartMenu, matching } from "./start-menu.tsx";

const groups = [
  {
    name: "Copies",
    entries: [
      { value: "copy-strided", title: "Every stride-th element", sentence: "Like a reduction that reads too much." },
      { value: "copy-float4", title: "Four floats at once", sentence: "" },
    ],
  },
  { name: "Reductions", entries: [{ value: "reduce-1", title: "Reduction 1: divergent", sentence: "Half of each `warp` waits." }] },
];
const found = (words: string) => matching(groups, words).map(({ name, entries }) => [name, ...entries.map(({ value }) => value)]);

test.each([
  [
    "",
    [
      ["Copies", "copy-strided", "copy-float4"],
      ["Reductions", "reduce-1"],
    ],
  ],
  ["FLOAT4", [["Copies", "copy-float4"]]],
  ["copies four", [["Copies", "copy-float4"]]],
  [
    "reduction",
    [
      ["Reductions", "reduce-1"],
      ["Copies", "copy-strided"],
    ],
  ],
  ["warp  half", [["Reductions", "reduce-1"]]],
  ["each warp waits", [["Reductions", "reduce-1"]]],
  ["nothing", []],
])("“%s” finds what has all its words, in titles first", (words, expected) => expect(found(words)).toEqual(expected));

test("what an entry is about is told in plain words", () => {
  const menu = renderToString(h(StartMenu, { label: "Start", search: "Search", groups, onChoose: () => undefined }));
  expect(menu).toContain('title="Half of each warp waits."');
  expect(menu).not.toContain("`");
});
