import { expect, test } from "vitest";
import { inertText } from "./inert-text.ts";

const line = "p[0]=1;".repeat(8000);

test.each<[string, unknown, ReturnType<typeof inertText>]>([
  ["nothing that can be read", undefined, undefined],
  ["a source", { source: "a;\n\tb;", launch: 1 }, { text: "a;\n\tb;", isCut: false }],
  ["another kind of file", { schema: "x" }, { text: '{\n  "schema": "x"\n}', isCut: false }],
  ["a long line", { source: line }, { text: `${line.slice(0, 240)}…`, isCut: true }],
  ["characters that turn what follows, and a null", { source: "a\u202eb\u0000" }, { text: String.raw`a\u{202e}b\u{0}`, isCut: false }],
])("of a refused link that holds %s, text is shown", (_, shared, text) => expect(inertText(shared)).toEqual(text));

test("of many lines, the first ones are shown", () => {
  const { text = "", isCut } = inertText({ source: "x;\n".repeat(1e6) }) ?? {};
  expect([text.split("\n").length, isCut]).toEqual([60, true]);
});
