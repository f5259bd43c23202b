import { expect, test } from "vitest";
import { encodeFragment, decodeFragment } from "#classroom/assignment/fragment.ts";
import { isForLightEditor } from "../editor/preload-editor.ts";
import { galleryKernel } from "./gallery-texts.ts";
import { kernelOfFiles } from "./kernel-files.ts";
import { parseLabKernel } from "./parse-lab-kernel.ts";
import { LONGEST_LINE, LONGEST_SOURCE, limitProblem } from "./text-limits.ts";

const kernel = galleryKernel("copy-strided", "Strided");
const oneLine = `__global__ void k(int* p) { ${"p[0]=1;".repeat(8000)} }`;

test.each([
  ["a text of the gallery", kernel.source, undefined],
  ["an empty one", "", undefined],
  ["a line that just fits", `${"x".repeat(LONGEST_LINE)}\n`, undefined],
  ["many lines", "p[0] = 1;\n".repeat(19_000), undefined],
  [
    "8,000 statements on one line",
    `// A\n// B\n${oneLine}\n`,
    /^Line 3 has 56,030 characters; the lab takes lines of 2,000 at most\. Break it/,
  ],
  ["a comment of 198,000 characters", `//${" ".repeat(198_000)}`, /^Line 1 has 198,002 characters/],
  ["all too long", "x\n".repeat(LONGEST_SOURCE), /^The text has 400,000 characters; the lab takes 200,000 at most\.$/],
])("%s", (_, text, problem) => {
  if (problem === undefined) expect(limitProblem(text)).toBeUndefined();
  else expect(limitProblem(text)).toMatch(problem);
});

test.each([
  ["a text of the gallery", kernel.source, false],
  ["600 lines", "x\n".repeat(599), false],
  ["601 lines", "x\n".repeat(600), true],
  ["30,001 characters", " ".repeat(30_001), true],
])("the light editor is for long texts: %s", (_, text, is) => expect(isForLightEditor(text)).toBe(is));

test("a link or a file with such a line is refused with the place and what to do", async () => {
  const shared = await decodeFragment(await encodeFragment({ ...kernel, source: oneLine }));
  expect(() => parseLabKernel(shared)).toThrow("Line 1 has 56,030 characters");
  expect(() => kernelOfFiles([{ name: "long.cu", text: oneLine }], kernel)).toThrow("long.cu: Line 1 has 56,030 characters");
});
