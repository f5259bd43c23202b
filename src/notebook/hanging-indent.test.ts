import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { emptyKernel } from "#kit/cuda/fill-kernel.ts";
import { KernelText } from "#cuda/answer/kernel-text.ts";
import { kernelHtml } from "./cuda/kernel-highlighter.ts";
import { indentOf } from "./hanging-indent.ts";
import { LONGEST_COLORED, highlightTypeScript } from "./highlight.ts";

it.each([
  ["", 0],
  ["x;", 0],
  ["  x;", 2],
  ["\tx;", 2],
  ["\t  x; // two", 4],
  ["    ", 4],
])("the indentation of %j is %i", (line, indent) => {
  expect(indentOf(line)).toBe(indent);
});

describe("highlighted code notes the indentation of its lines", () => {
  const lines = ["const f = () => {", "  return () => {", "", "    /* deep */ 1;", "};"];
  const indents = [null, "--indent:2", null, "--indent:4", null];
  const indentsIn = (html: string) => [...parseHTML(html).document.querySelectorAll(".line")].map((line) => line.getAttribute("style"));

  it.each(["", " ".repeat(LONGEST_COLORED)])("coloured or plain", async (end) => {
    expect(indentsIn(await highlightTypeScript(lines.join("\n") + end))).toEqual(indents);
  });

  it("where a hole of a kernel begins a line, too", () => {
    const kernel = new KernelText("void f() {\n  {{a}} = 1;\n}\n");
    expect(indentsIn(kernelHtml(emptyKernel(kernel)))).toEqual([null, "--indent:2", null]);
  });
});
