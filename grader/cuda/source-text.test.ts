import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "../..");
/** The lab: the code that compiles and runs a text, and that shows it. */
const LAB = ["grader/cuda/**/*.ts", "grader/memory/**/*.ts", "src/notebook/{lab,lab-cell}/**/*.{ts,tsx}"];
/** The one file that finds tokens in a text. */
const TOKENIZER = "grader/cuda/text/token.ts";
/** By convention a whole text is named `source`, and parts are sliced from it. */
const WHOLE_TEXT = /\bsource$|\bsource\.slice\(/;

/** The operands of all regular expressions in a program. */
function searched(program: string): string[] {
  const file = ts.createSourceFile("program.tsx", program, ts.ScriptTarget.Latest, true);
  const patterns = new Set<string>();
  const isPattern = (node: ts.Node | undefined): boolean =>
    node !== undefined &&
    (ts.isRegularExpressionLiteral(node) ||
      (ts.isNewExpression(node) && node.expression.getText() === "RegExp") ||
      (ts.isIdentifier(node) && patterns.has(node.text)));
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && isPattern(node.initializer)) patterns.add(node.name.getText());
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: subject, name } = node.expression;
      if (["test", "exec"].includes(name.text) && isPattern(subject)) found.push(node.arguments[0]?.getText() ?? "");
      if (["match", "matchAll", "replace", "replaceAll", "search", "split"].includes(name.text) && isPattern(node.arguments[0]))
        found.push(subject.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it("no regular expression reads a learner’s text: comments and strings would count as code", () => {
  const files = LAB.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter((file) => !/\.(test|e2e)\.ts$/.test(file));
  expect(files).toContain(TOKENIZER);
  const faults = files
    .filter((file) => file !== TOKENIZER)
    .flatMap((file) => searched(readFileSync(path.join(ROOT, file), "utf8")).map((subject) => ({ file, subject })))
    .filter(({ subject }) => WHOLE_TEXT.test(subject));
  expect(faults).toEqual([]);
});

it.each([
  ["a literal", "/volatile/.test(source)"],
  ["a constant", "const WORD = /volatile/; WORD.exec(this.#source)"],
  ["one that is made", "new RegExp(`\\\\b${name}\\\\b`).test(source.slice(from, to))"],
  ["a method of the text", "kernel.source.replaceAll(/__launch_bounds__/g, '')"],
])("would be found: %s", (_, program) => {
  expect(searched(program).filter((subject) => WHOLE_TEXT.test(subject))).toHaveLength(1);
});
