import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "../..");
/** The lab: the code that compiles and runs a text, and that shows it. */
const LAB = ["grader/cuda/**/*.ts", "grader/memory/**/*.ts", "src/notebook/{lab,lab-cell}/**/*.{ts,tsx}"];
/** The one file that finds tokens in a text. */
const TOKENIZER = "grader/cuda/text/token.ts";

/**
 * What regular expressions of the lab read, as written there, by what it is: none of them looks for code in a learner's text, or for a fact in
 * a message. A new one is judged before it is added: a learner's text has tokens (`tokenize`) and a tree (`parse`), a finding has fields.
 */
const SUBJECTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "a number, a word or a literal that the tokenizer has found": {
    "grader/cuda/check/calls.ts": ["name"],
    "grader/cuda/check/constants.ts": ["name"],
    "grader/cuda/check/construct.ts": ["type.struct.name"],
    "grader/cuda/check/literals.ts": ["text", "suffix", "digits"],
    "grader/cuda/check/names.ts": ["name"],
    "grader/cuda/check/numeric-limits.ts": ["owner.name"],
    "grader/cuda/check/types.ts": ["name", "type.scalar"],
    "grader/cuda/errors/text-errors.ts": ["digits"],
    "grader/cuda/host/missing-definition.ts": [
      "name",
      'String.raw`#include <cstdio>\n#include <cstdlib>\n#define ${name}(call)                                                                                  \\\n  do {                                                                                                 \\\n    cudaError_t returned = (call);                                                                     \\\n    if (returned != cudaSuccess) {                                                                     \\\n      fprintf(stderr, "%s:%d: %s\\n", __FILE__, __LINE__, cudaGetErrorString(returned));                \\\n      exit(EXIT_FAILURE);                                                                              \\\n    }                                                                                                  \\\n  } while (0)\n`',
    ],
    "grader/cuda/launch/guess-launch.ts": ["parameter", "name", "text", "own"],
    "grader/cuda/syntax/declarations.ts": ["name", 'tokens[i - 1]?.text ?? ""'],
    "grader/cuda/syntax/operators.ts": ["text"],
    "grader/cuda/syntax/types.ts": ["inner", "text"],
    "grader/cuda/text/headers.ts": ["written", "name"],
    "grader/cuda/text/literals.ts": ["literal.slice(1, -1)", "digits", "number"],
    "grader/cuda/text/macro-condition.ts": ['token.text.replaceAll("\'", "")'],
    "grader/cuda/text/macros.ts": ["text"],
  },
  "the text of a kernel.cu that belongs to an exercise, and its description": {
    "grader/cuda/answer/compile-answer.ts": ['description.replace(/^\\w+\\([^)]*\\) /, "")', "description"],
    "grader/cuda/answer/kernel-text.ts": [
      "text",
      'text.replace(HOLE, "")',
      "code",
      "text.slice(0, start)",
      "text.slice(end)",
      "argument",
      'before[line] ?? ""',
      'before[line - 1] ?? ""',
      "description",
    ],
  },
  "a format of printf or scanf, and numbers as C reads and writes them": {
    "grader/cuda/check/built-ins.ts": ["format"],
    "grader/cuda/check/print-format.ts": ["format"],
    "grader/cuda/host/c-library.ts": ["written", "digits"],
    "grader/cuda/host/printing.ts": ["format"],
    "grader/cuda/host/scanning.ts": ["machine.readText(format, span)"],
    "grader/cuda/launch/print-text.ts": ["text", "mantissa"],
    "grader/cuda/launch/printer.ts": ['formatted(this.#formats[format] ?? "", own, (address) => textAt(this.#memory.u8, address))'],
  },
  "text that the course itself writes: code, declarations, names of types, sentences": {
    "grader/cuda/answer/index-function.ts": ["special"],
    "grader/cuda/check/intrinsics-text.ts": ["given"],
    "grader/cuda/check/library-text.ts": ["text"],
    "grader/cuda/check/library-types.ts": ["type"],
    "grader/cuda/emit/code.ts": ["text"],
    "grader/cuda/emit/lane-groups.ts": ["line"],
    "grader/cuda/emit/lane-values.ts": ["place"],
    "grader/cuda/errors/error-kind.ts": ["error.message"],
    "grader/cuda/errors/wording.ts": ["name"],
    "grader/cuda/ir/values.ts": ["name", "type"],
    "grader/cuda/launch/array-text.ts": ["path"],
    "grader/cuda/launch/place-arguments.ts": ["type.scalar"],
    "grader/cuda/launch/run-launch.ts": ["register.type"],
    "grader/cuda/launch/signature.ts": ["type.scalar"],
    "grader/cuda/lower/access.ts": ["path"],
    "grader/cuda/lower/constant-evaluation.ts": ["name"],
    "grader/cuda/machine/element-ranges.ts": ['listed.join(", ")'],
    "grader/cuda/machine/memory.ts": ["String(count)"],
    "grader/cuda/profile/pattern-words.ts": ["String(Math.abs(count))"],
    "grader/cuda/profile/trial-words.ts": ["uncapitalized(sharedWords(trial, change))"],
    "grader/cuda/text/stand-ins/checks.ts": ["text"],
    "src/notebook/lab/address-groups.ts": ['pluralize(groups.length, "address")'],
    "src/notebook/lab/advice.tsx": ['lines.join(", ")'],
    "src/notebook/lab/expected-form.tsx": ["array.type"],
    "src/notebook/lab/lab-report.ts": ['kernel.replace(/\\(.*/s, "")', "kernel"],
  },
  "a name of the tree or of a launch": {
    "grader/cuda/launch/kernel-name.ts": ["name"],
    "grader/cuda/profile/guard-remedy.ts": ["name"],
    "src/notebook/lab/compare-view.tsx": ["chosen"],
    "src/notebook/lab/watched-expression.ts": ["node.callee.name"],
    "src/notebook/lab/watched-program.ts": ["name"],
  },
  "a report of Nsight Compute, or of a program that measures": {
    "grader/cuda/measured/compare-launch.ts": ["gpu"],
    "grader/cuda/measured/matching-launch.ts": [
      "name\n        .trim()",
      'given\n      .slice(1, -1)\n      .replaceAll(/\\(\\w[\\w ]*\\)/g, "")',
      "given\n      .slice(1, -1)",
    ],
    "grader/cuda/measured/measured-launch.ts": ["name"],
    "grader/cuda/measured/ncu-csv.ts": ["text", "plain", "unit"],
  },
  "line breaks and spaces, for a text that is shown": {
    "grader/cuda/profile/brief.ts": ["text"],
    "grader/cuda/profile/places.ts": ["text", 'this.text(span)\n      .replaceAll(/(?:\\\\[nt])*"\\s+"/g, "")', "this.text(span)"],
    "grader/cuda/text/moved-lines.ts": ["line"],
    "src/notebook/lab/inert-text.ts": ["line"],
  },
  "what a reader writes into a field, a file or the description of a launch": {
    "src/notebook/lab/described-launch.ts": ["setting", "text"],
    "src/notebook/lab/kernel-files.ts": ['title\n    .normalize("NFKD")\n    .toLowerCase()', "name", "source.name"],
    "src/notebook/lab/lab-view.tsx": ['globalThis.navigator?.userAgent ?? ""'],
    "src/notebook/lab/launch-form.tsx": ["type", "text.trim()", "text"],
    "src/notebook/lab/parse-values.ts": ["text", 'lines[0] ?? ""'],
    "src/notebook/lab/tensor-map-fields.tsx": ['text\n    .replaceAll(/[\u00d7x]/g, " ")\n    .trim()', "text"],
  },
};

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
  const files = LAB.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter((file) => !/\.(test|e2e)\.tsx?$/.test(file));
  expect(files).toContain(TOKENIZER);
  const allowed = new Map(Object.values(SUBJECTS).flatMap((group) => Object.entries(group)));
  const found = files
    .filter((file) => file !== TOKENIZER)
    .flatMap((file) => {
      const subjects = [...new Set(searched(readFileSync(path.join(ROOT, file), "utf8")))];
      return subjects.length === 0 ? [] : [[file.replaceAll(path.sep, "/"), subjects.toSorted()] as const];
    });
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries([...allowed].map(([file, subjects]) => [file, subjects.toSorted()])));
});

it.each([
  ["a literal", "/volatile/.test(source)"],
  ["a constant", "const WORD = /volatile/; WORD.exec(this.#source)"],
  ["one that is made", "new RegExp(`\\\\b${name}\\\\b`).test(source.slice(from, to))"],
  ["a message", "/multiple of (\\\\d+)/.exec(finding.message)"],
  ["a part as written", "new RegExp(`&${array}$`).test(writtenText(text, span))"],
  ["a method of the text", "kernel.source.replaceAll(/__launch_bounds__/g, '')"],
])("would be found: %s", (_, program) => {
  expect(searched(program)).toHaveLength(1);
});
