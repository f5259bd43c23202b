import { describe, expect, test } from "vitest";
import { applyEdit, editedAnswer } from "./answer-edit.ts";

const solution = `type Size = { n: number };
const TILE = 32; // threads of a row

/** One word to spare. */
export const pitch = TILE + 1;

/** The word of a thread. */
export function word({ threadIdx }: Thread, size: Size): number {
  return threadIdx.y * pitch + threadIdx.x;
}

const half = (value: number): number => value >> 1;
`;

describe("an edit of a solution", () => {
  test.each<[string, string, string]>([
    [
      "a constant, with its comment",
      "export const pitch = TILE;\n",
      solution.replace("/** One word to spare. */\n", "").replace("TILE + 1", "TILE"),
    ],
    [
      "a constant, not the comment behind the one before",
      "export const pitch = 1;",
      solution.replace(/\/\*\* One.*\n.*\n/, "export const pitch = 1;\n"),
    ],
    ["a type", "type Size = { count: number };", solution.replace("n: number }", "count: number }")],
    [
      "a function by a constant",
      "export const word = () => 0;",
      solution.replace(/\/\*\* The word[^]*?\n}\n/, "export const word = () => 0;\n"),
    ],
    ["a constant by a function", "function half() {}", solution.replace(/const half.*/, "function half() {}")],
    [
      "a comment along with the code",
      "// Plain.\nexport const pitch = TILE;",
      solution.replace(/\/\*\* One.*\n.*\n/, "// Plain.\nexport const pitch = TILE;\n"),
    ],
    [
      "several, in the order of the solution",
      "const half = 0;\ntype Size = 0;",
      solution.replace("{ n: number }", "0").replace(/const half.*/, "const half = 0;"),
    ],
    [
      "one by two: a new declaration goes before the next that is replaced",
      "const SPARE = 2;\n\nexport const pitch = TILE + SPARE;",
      solution.replace(/\/\*\* One.*\n.*\n/, "const SPARE = 2;\n\nexport const pitch = TILE + SPARE;\n"),
    ],
    [
      "the last, and adds one to the end",
      "const half = twice;\n\nfunction twice() {}",
      solution.replace(/const half.*/, "const half = twice;\n\nfunction twice() {}"),
    ],
    [
      "a function, whatever brackets and keywords it holds",
      "export function word() {\n  const text = `} ${'{'} ( ${`}`}`;\n  type Inner = { const: 1 };\n  return [/[}]/, text] as const;\n}",
      solution.replace(
        /\/\*\* The word[^]*?\n}\n/,
        "export function word() {\n  const text = `} ${'{'} ( ${`}`}`;\n  type Inner = { const: 1 };\n  return [/[}]/, text] as const;\n}\n",
      ),
    ],
  ])("replaces %s", (_what, edit, expected) => expect(applyEdit(solution, edit)).toBe(expected));

  test.each<[string, string, string]>([
    [
      "a declaration that the solution does not have",
      "const other = 1;",
      "w.ts replaces nothing: give a declaration the name of the one in solution.ts that it stands for (Size, TILE, pitch, word, half)",
    ],
    ["no declaration at all", "// to do\n", "w.ts replaces nothing: "],
    ["the solution", solution, "w.ts equals solution.ts: write the mistake into it, or drop it"],
    ["a part of the solution in another layout", "export const pitch\n  = TILE + 1;", "w.ts equals solution.ts: "],
    [
      "a part of the solution besides",
      "const TILE = 32;\nexport const pitch = TILE;",
      "w.ts repeats TILE of solution.ts: remove it, and leave only what the mistake changes",
    ],
    ["what is no TypeScript", "export const pitch = ;\n", "w.ts:1:22 cannot be read: The file is not valid TypeScript: "],
    ["a name twice", "const TILE = 1;\nconst TILE = 2;", "w.ts declares TILE twice: keep one"],
    ["a call", "const TILE = 1;\nrun();", "w.ts:2 isn't a const, let, function, type or interface with a name: write it as one"],
    ["a default export", "export default function () {}", "w.ts:1 isn't a const, let, function, type or interface with a name: "],
    ["several names at once", "const { pitch } = { pitch: 1 };", "w.ts:1 isn't a const, let, function, type or interface with a name: "],
  ])("is refused when it holds %s", (_what, edit, message) => {
    expect(() => applyEdit(solution, edit, "w.ts")).toThrow(message);
  });

  test("each line of the answer comes from a line of the solution or of the edit", () => {
    const edit = "// A spare vector.\nconst SPARE = 4;\n\nexport const pitch = TILE + SPARE;\n";
    const { source, placeOf } = editedAnswer(solution, edit, "w.ts");
    const lines = { "solution.ts": solution.split("\n"), "w.ts": edit.split("\n") };
    for (const [number, text] of source.split("\n").entries()) {
      const { file, line } = placeOf(number + 1);
      if (text.trim() !== "") expect(lines[file as keyof typeof lines][line - 1], `line ${number + 1}`).toBe(text);
    }
    expect(placeOf(source.split("\n").indexOf("export const pitch = TILE + SPARE;") + 1)).toEqual({ file: "w.ts", line: 4 });
  });
});
