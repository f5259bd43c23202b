import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AnswerRefused } from "./answer-error.ts";
import { loadAnswer, type ExportSpec } from "./load-answer.ts";

const exports: readonly ExportSpec[] = ["read", "write"].map((name) => ({ name, kind: "function", description: `${name} gives 7.` }));

/** The results of `read` and `write` of a source, or the sentence that refuses it. */
function outcome(source: string): unknown {
  try {
    const { read, write } = loadAnswer(source, exports) as Record<string, () => unknown>;
    return [read!(), write!()];
  } catch (error) {
    if (error instanceof AnswerRefused) return error.message;
    throw error;
  }
}

/** Spellings of two functions that both return 7: the export forms of ECMAScript and TypeScript. */
const right: Readonly<Record<string, string>> = {
  "function declarations": "export function read() { return 7; }\nexport function write() { return 7; }",
  "a list of constants": "const f = () => 7;\nexport const read = f, write = f;",
  "a list of arrow functions": "export const read = () => 7, write = () => read();",
  "a list with a variable between": "export let read = () => seven, seven = 7, write = () => seven;",
  "var, used before its line": "export { read, write };\nfunction seven() { return 7; }\nvar read = seven;\nvar write = read;",
  "var, declared by its export": "export var read = seven;\nexport var write = read;\nfunction seven() { return 7; }",
  "a hoisted function, used before its line": "export const read = write;\nexport function write() { return 7; }",
  renamed: "const a = () => 7;\nexport { a as read, a as write };",
  "renamed as strings": 'const a = () => 7;\nexport { a as "read", a as "write" };',
  "twice under two names": 'export function read() { return 7; }\nexport { read as write, read as "r w" };',
  "exported before it is declared": "export { read as write };\nexport const read = () => 7;",
  "taken out of an object": "export const { read, inner: { write } } = { read: () => 7, inner: { write: () => 7 } };",
  "taken out of an object by default": "export const { read = () => 7, other: write = read } = {};",
  "taken out of an array": "export const [read, , [write], ...rest] = [() => 7, 0, [() => 7], 1];",
  "taken out with the rest": "export const { read, ...others } = { read: () => 7, seven: 7 };\nexport const write = () => others.seven;",
  "a computed name taken out": 'const name = "read";\nexport const { [name]: read, write } = { read: () => 7, write: () => 7 };',
  "assigned again afterwards": "export let read = () => 1;\nexport let write = () => 1;\nread = write = () => 7;",
  "assigned after an export list": "let read, write;\nexport { read, write };\nread = () => 7;\nwrite = () => 7;",
  "counted up": "export let n = 6;\nn++;\nexport const read = () => n, write = () => n;",
  "a default beside": "export const read = () => 7, write = read;\nexport default read;",
  "a nameless default beside": "export default function () { return 1; }\n(() => 2)();\nexport const read = () => 7, write = read;",
  "a default class beside": "export default class {}\nexport const read = () => 7, write = read;",
  "a default object beside": "export default { a: 1 };\nexport const read = () => 7, write = read;",
  "a default function, renamed": "export default function seven() { return 7; }\nexport { seven as read, seven as write };",
  "a default that is an alias": "const f = () => 7;\nexport { f as default, f as read, f as write };",
  "a class with static methods": "export class Of { static seven = () => 7; }\nexport const { seven: read, seven: write } = Of;",
  "a class with parameter properties":
    "export class Of { constructor(private readonly n: number, public m = n) {} both() { return this.n && this.m; } }\nconst of = new Of(7);\nexport const read = () => of.both(), write = read;",
  "an abstract class":
    "abstract class A { abstract n(): number; }\nclass B extends A { override n() { return 7; } }\nexport const read = () => new B().n(), write = read;",
  "an enum": "export enum E { Six = 6, Seven }\nexport const read = () => E.Seven, write = () => E.Seven;",
  "a constant enum": "export const enum E { Seven = 7 }\nexport const read = () => E.Seven, write = read;",
  "an enum in two parts": "enum E { Six = 6 }\nenum E { Seven = 7 }\nexport const read = () => E.Seven, write = read;",
  overloads:
    "export function read(): number;\nexport function read(n: number): number;\nexport function read(n = 7): number { return n; }\nexport { read as write };",
  "types beside":
    "export type N = number;\nexport interface I { n: N }\nconst f = (): N => 7;\nexport { f as read, f as write, type I as J };",
  "a type of the same name": "export type read = () => number;\nexport const read: read = () => 7;\nexport const write: read = read;",
  "types only": "export type { N };\ntype N = number;\nexport const read = (): N => 7, write = read;",
  declarations:
    "export declare const seven: number;\ndeclare function other(): void;\ndeclare namespace Deep { const a: 1; }\nexport const read = () => 7, write = read;",
  satisfies: "export const read = (() => 7) satisfies () => number;\nexport const write = read satisfies unknown as () => number;",
  "a cast": "export const read = <() => number>(() => 7);\nexport const write = read!;",
  generics: "const id = <T,>(x: T): T => x;\nexport const read = () => id<number>(7), write = read;",
  using: "export const read = () => { using nothing = null; return 7; };\nexport const write = read;",
  "a label": "export const read = () => { outer: for (;;) for (;;) break outer; return 7; }, write = read;",
  "names of ours":
    "const exporter = 7, exporter1 = 1, byDefault = 2;\nexport default exporter1;\nexport const read = () => exporter, write = () => exporter * exporter1;",
  "names of TypeScript":
    "const namespace = 7, module = 7, type = 7, accessor = 7, declare = 1;\nexport const read = () => namespace * declare, write = () => module;\nvoid type; void accessor;",
  "the word in strings and comments":
    '/* export const read = 1; */\nconst text = "export { write }";\n// export default 3\nexport const read = () => text && 7, write = read;',
  "nothing more": "export {};\nexport const read = () => 7, write = read;\nexport {};",
  "without semicolons": "export const read = () => 7\nexport const write = read\nexport { read as other }\n[1].length",
  "on one line": "const f = () => 7; export { f as read }; export { f as write }; export default f",
  "a regular expression": "export const read = () => /[/]export {x}/.test('/export {x') ? 1 : 7, write = read;",
};

/** Spellings that no engine runs, or that have no meaning here, with the words of the refusal. */
const refused: Readonly<Record<string, readonly [source: string, says: RegExp]>> = {
  "a namespace": [
    "export namespace N { export const read = () => 7; }\nexport const { read } = N, write = read;",
    /no namespaces here: write/,
  ],
  "a nested namespace": ["namespace A.B { export const n = 7; }\nexport const read = () => A.B.n, write = read;", /no namespaces here/],
  "an old module": ["module M { export const n = 7; }\nexport const read = () => M.n, write = read;", /no namespaces here/],
  "a decorator": ["@sealed class A {}\nexport const read = () => 7, write = read;", /no decorators here: call/],
  "a decorated method": ["class A { @log n() {} }\nexport const read = () => 7, write = read;", /no decorators here/],
  "an accessor field": [
    "class A { accessor n = 7; }\nexport const read = () => new A().n, write = read;",
    /no accessor fields here: write/,
  ],
  "a static accessor field": [
    "class A { static accessor n = 7; }\nexport const read = () => A.n, write = read;",
    /no accessor fields here/,
  ],
  "Node's own way": ["const read = () => 7;\nmodule.exports = { read, write: read };", /no `module.exports` here: write/],
  "an export assignment": ["export = { read: () => 7, write: () => 7 };", /no `export =` here: write/],
  "a re-export": ['export { read, write } from "elsewhere";', /no `export … from` here/],
  "a re-export of all": ['export * from "elsewhere";', /no `export … from` here/],
  "a re-export as a namespace": ['export * as all from "elsewhere";', /no `export … from` here/],
  "an import": ['import { read, write } from "elsewhere";\nexport { read, write };', /no `import` here/],
  "an import of TypeScript": ['import read = require("elsewhere");\nexport { read };', /no `import` here/],
  "an alias of TypeScript": ["import N = A.B;\nexport const read = () => N, write = read;", /no `import` here/],
  "import.meta": ["export const read = () => import.meta.n, write = read;", /no `import` here/],
  "an awaited export": ["export const read = await 7, write = read;", /`await` has no meaning here/],
  "awaiting the end of use": ["await using nothing = null;\nexport const read = () => 7, write = read;", /`await` has no meaning here/],
  "the same name twice": ["export const read = () => 7;\nexport { read };", /Duplicate export|duplicate export/],
  "a name that is not there": ["export { read, write };", /not defined/],
  "one of two": ["export const read = () => 7;", /must export a function called `write`: it exports read/],
  "without the word": ["export const read = () => 7;\nconst write = read;", /without the word `export`/],
  "a nameless default": ["export default () => 7;", /a default export has no name, write `export function read`/],
};

/** Texts that may surround a file's contents. */
const around: Readonly<Record<string, (source: string) => string>> = {
  "as it is": (source) => source,
  "a byte order mark": (source) => `\uFEFF${source}`,
  "a hashbang": (source) => `#!/usr/bin/env node\n${source}`,
  both: (source) => `\uFEFF#!/usr/bin/env -S node --import x\n${source}`,
  "Windows' line ends": (source) => source.replaceAll("\n", "\r\n"),
  "a line separator in a string": (source) => `const odd = "a\u2028b\u2029c";\n${source}\nvoid odd;`,
  "a line separator between lines": (source) => source.replaceAll("\n", "\u2028\n"),
  "strict mode": (source) => `"use strict";\n${source}`,
  comments: (source) => `/** @file */ // first\n${source}\n// last`,
  "blank lines": (source) => `\n\n\t${source}\n\n`,
};

describe("a module exports by", () => {
  it.each(Object.entries(right))("%s", (_, source) => expect(outcome(source)).toEqual([7, 7]));
});

describe("an unavailable feature names its substitute:", () => {
  it.each(Object.entries(refused))("%s", (_, [source, says]) => expect(outcome(source)).toMatch(says));
});

it("text around a module does not change its outcome", () => {
  const modules = [
    ...Object.values(right).map((source) => [source, [7, 7]]),
    ...Object.values(refused).map(([source, says]) => [source, says]),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...modules), fc.constantFrom(...Object.values(around)), ([source, expected], wrap) => {
      const wrapped = outcome(wrap(source as string));
      if (expected instanceof RegExp) expect(wrapped).toMatch(expected);
      else expect(wrapped).toEqual(expected);
    }),
    { numRuns: 400 },
  );
});

it("an error names the line of the file, whatever is rewritten before it", () => {
  const source =
    "#!x\nexport const a = 1,\n  b = 2;\nexport { a as c,\n  b as d };\nexport default\n  3\nexport enum E { A,\n B }\nexport const read = () => { throw new Error('no'); }, write = read;\nundefined.x;";
  expect.assertions(1);
  try {
    loadAnswer(source, exports);
  } catch (error) {
    expect((error as AnswerRefused).error).toMatchObject({ kind: "threw", line: source.split("\n").length });
  }
});
