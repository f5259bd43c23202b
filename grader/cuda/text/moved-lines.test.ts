import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isAnotherText, kernelNames, movedLines } from "./moved-lines.ts";

const kernel = (name: string): string => readFileSync(`content/kernels/${name}/kernel.cu`, "utf8");

const source = kernel("transpose-tiled");
const other = kernel("reduce-2-strided");
const lines = source.split("\n");
const LOAD = lines.findIndex((line) => line.includes("= in[")) + 1;
const STORE = lines.findIndex((line) => line.includes("out[y")) + 1;
const without = (line: number): string => lines.toSpliced(line - 1, 1).join("\n");

/** Where the lines of the load and of the store are. */
const places = (now: string) => [LOAD, STORE].map((line) => movedLines(source, now).get(line));

describe("a line of the text that ran is found where it is now:", () => {
  test.each([
    ["nothing changed", source, [LOAD, STORE]],
    ["lines above", `// A\n// B\n${source}`, [LOAD + 2, STORE + 2]],
    ["a line between", lines.toSpliced(STORE - 1, 0, "  int z = 0;").join("\n"), [LOAD, STORE + 1]],
    [
      "lines in two places",
      lines
        .toSpliced(STORE - 1, 0, "  int z;")
        .toSpliced(1, 0, "// A")
        .join("\n"),
      [LOAD + 1, STORE + 2],
    ],
    ["the line was edited", source.replace("in[y * side + x]", "in[y * side + x + 1]"), [LOAD, STORE]],
    ["a name was changed everywhere", source.replaceAll("TILE", "SIDE"), [LOAD, STORE]],
    ["the line is gone", without(LOAD), [undefined, STORE - 1]],
    ["the line is another one", lines.with(LOAD - 1, "  if (x > side) return;").join("\n"), [undefined, STORE]],
    ["another kernel", other, [undefined, undefined]],
    ["an empty text", "", [undefined, undefined]],
  ])("%s", (_, now, expected) => expect(places(now)).toEqual(expected));

  test("and no two lines are at one place", () => {
    const now = lines.toSpliced(3, 2, "a", "b", "c").concat(lines).join("\n");
    const found = [...movedLines(source, now).values()];
    expect(new Set(found).size).toBe(found.length);
  });
});

describe("a text that is put in the place of another one", () => {
  const rewritten = source.replace(/\{[^]*\}/, "{\n  int one = 1;\n  int two = 2;\n  out[one] = in[two];\n}");
  test.each([
    ["another kernel", other, true],
    [
      "a kernel of the same name with another body",
      rewritten.replaceAll(/\n#define.*|^#define.*\n/g, "").replace("int side", "long pitch"),
      true,
    ],
    ["a kernel with one line more", `${source}\n// More.`, false],
    ["a name that was changed everywhere", source.replaceAll("TILE", "SIDE"), false],
    ["a kernel with another name", source.replace("transpose(", "turn("), false],
    ["a text without a kernel: it is being written", "__device__ int f();", false],
  ])("is told from one that was edited: %s", (_, now, is) => expect(isAnotherText(source, now)).toBe(is));
});

test.each([
  ["__global__ void a(int* p) {}", ["a"]],
  ["template <int N>\n__global__ void __launch_bounds__(256) b(int* p) {}", ["b"]],
  ['__global__ __launch_bounds__(256, 2)\nvoid c(float4* p) {}\nextern "C" __global__ void d() {}', ["c", "d"]],
  ["int main() {}", []],
  ["// __global__ void old(int* p)\n__global__ void own(int* p) {}\n/* __global__ void other() */", ["own"]],
])("kernels are named: %s", (text, names) => expect(kernelNames(text)).toEqual(names));
