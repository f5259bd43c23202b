import { describe, expect, it } from "vitest";
import { AnswerRefused, describeThrown, type AnswerError } from "./answer-error.ts";
import { loadAnswer, type Answer, type ExportSpec } from "./load-answer.ts";
import { MAX_SOURCE_CHARACTERS } from "./compile.ts";

const read: ExportSpec = { name: "read", kind: "function", description: "Which element this thread reads." };
const pitch: ExportSpec = { name: "pitch", kind: "number", description: "Words from row to row." };

function call(source: string): unknown {
  return (loadAnswer(source, [read])["read"] as () => unknown)();
}

function refusal(source: string, exports: readonly ExportSpec[] = [read]): AnswerError {
  try {
    loadAnswer(source, exports);
  } catch (error) {
    if (error instanceof AnswerRefused) return error.error;
    throw error;
  }
  throw new Error("the answer was accepted");
}

describe("an answer that is accepted", () => {
  it("is TypeScript without its types", () => {
    const answer: Answer = loadAnswer(
      "export const pitch: number = 33;\nexport function read(t: { x: number }): number | null { return t.x; }",
      [read, pitch],
    );
    expect(answer["pitch"]).toBe(33);
    expect((answer["read"] as (thread: object) => unknown)({ x: 7 })).toBe(7);
  });

  it.each([
    ["an arrow towards zero", "export function read() { let n = 3, s = 0; while (n-->0) s += n; return s; }", 3],
    ["less than the negation of a decrement", "export function read() { let b = 2; return 0<!--b; }", false],
    ["what looks like code in a string", "export const read = () => '<!-- --> import(1) eval(1)'.length;", 26],
    ["what looks like code in a comment", "/* --> import('x') */ // <!-- eval(1)\nexport const read = () => 1;", 1],
    ["what looks like code in a regular expression", "export const read = () => /^-->$/.test('-->');", true],
    ["an import of types", 'import type { Thread } from "course"; export const read = (t: Thread) => 1;', 1],
    ["a variable with the name of a global", "const Math = { floor: () => 7 }; export const read = () => Math.floor();", 7],
    ["an enum", "enum Side { Left = 4 } export const read = () => Side.Left;", 4],
  ])("may contain %s", (_what, source, value) => {
    expect(call(source)).toBe(value);
  });
});

describe("an answer that is refused", () => {
  it.each<[string, string, Partial<AnswerError>]>([
    ["a missing bracket", "\nexport function read( {", { kind: "does-not-parse", line: 2 }],
    ["too deep a nesting", "(".repeat(30_000), { kind: "does-not-parse" }],
    ["too long a file", " ".repeat(MAX_SOURCE_CHARACTERS + 1), { kind: "does-not-parse" }],
    ["an import", '\nimport fs from "node:fs";', { kind: "does-not-parse", line: 2, column: 1 }],
    ["an import for its effects", 'import "node:fs";', { kind: "does-not-parse", line: 1 }],
    ["an import on demand", 'export const read = () => import("node:fs");', { kind: "does-not-parse", line: 1 }],
    ["an import after a decoy", 'import type {A} from "a"; import b from "b"; export const read = () => b;', { kind: "does-not-parse" }],
    ["a re-export", 'export * from "node:fs";', { kind: "does-not-parse", line: 1 }],
    ["waiting at the top", "\nawait new Promise(() => {});", { kind: "does-not-parse", line: 2, column: 1 }],
    ["a name declared twice", "let a; let a;", { kind: "does-not-parse" }],
    ["eval", "export const read = () => eval('1');", { kind: "does-not-parse" }],
    ["an error as it is loaded", "\n\nthrow new RangeError('too far')", { kind: "threw", line: 3 }],
    ["null thrown", "throw null", { kind: "threw" }],
    ["an error that throws when it is read", "throw { get message() { throw 1; } }", { kind: "threw" }],
    ["a recursion without end", "function again() { again(); } again();", { kind: "threw" }],
    ["a getter that throws", "Object.defineProperty(exports, 'read', { get() { throw 1; } })", { kind: "threw" }],
    ["a patch of Array.prototype", "Array.prototype.map = () => [];", { kind: "threw" }],
    ["a patch of Object.prototype", "Object.prototype.x = 1;", { kind: "threw" }],
    ["a patch of Math", "Math.floor = () => 0;", { kind: "threw" }],
    ["a patch of Int32Array", "Int32Array.prototype.fill = () => 0;", { kind: "threw" }],
    ["require", "const fs = require('node:fs');", { kind: "threw", line: 1 }],
    ["an async function", "export async function read() {}", { kind: "missing-export" }],
    ["a generator", "export function* read() {}", { kind: "missing-export" }],
    ["a class", "export class read {}", { kind: "missing-export" }],
    ["a number for a function", "export const read = 3;", { kind: "missing-export" }],
  ])("for %s", (_what, source, error) => {
    expect(refusal(source)).toMatchObject(error);
  });

  it("describes an endless recursion without the engine's own message", () => {
    expect(refusal("function again() { again(); } again();").message).toContain("called itself without end");
  });

  it("for a string where the exercise asks for a number", () => {
    expect(refusal("export const pitch = '33';", [pitch]).message).toContain('"33" (a string), not a number');
  });
});

describe("a missing export is named, with the one that was probably meant", () => {
  it.each([
    ["export function raed() {}", "raed, which is nearly that name"],
    ["export function Read() {}", "Read, which is nearly that name"],
    ["function read() {}", "without the word `export`"],
    ["export default function () {}", "write `export function read`"],
    ["", "it exports nothing"],
    ["export const other = 1;", "it exports other"],
  ])("%s", (source, says) => {
    expect(refusal(source).message).toContain(says);
    expect(refusal(source).message).toContain(read.description);
  });
});

describe("an answer reaches nothing outside", () => {
  it.each([
    ..."process fetch indexedDB self require module setTimeout performance crypto postMessage onmessage".split(" "),
    ..."WebAssembly Atomics SharedArrayBuffer ArrayBuffer Int32Array TextEncoder Date Proxy Reflect WeakRef Promise Symbol".split(" "),
    ..."Function Compartment lockdown globalThis.process globalThis.fetch Error.prepareStackTrace().x Error.stackTraceLimit".split(" "),
  ])("%s is undefined", (name) => {
    expect(call(`export const read = () => ${name};`)).toBe(undefined);
  });

  it("may print, and gets nothing back", () => {
    const printed: unknown[] = [];
    const source = "export const read = () => console.log('lane', 3) ?? (Object.isFrozen(console) ? Object.keys(console).length : 0);";
    const answer = loadAnswer(source, [read], (values) => void printed.push(...values));
    expect((answer["read"] as () => unknown)()).toBe(5);
    expect(printed).toEqual(["lane", 3]);
  });

  it.each([
    "Function('return this')()",
    "(() => {}).constructor('return this')()",
    "[].constructor.constructor('return process')()",
    "(async () => {}).constructor('return this')()",
    "Object.getPrototypeOf(function* () {}).constructor('return this')()",
    "Math.random()",
    "new Date()",
    "Object.prototype.__defineGetter__('x', () => 1)",
  ])("%s throws", (expression) => {
    expect(() => call(`export const read = () => ${expression};`)).toThrow();
  });

  it("sees only its own lines of the stack", () => {
    expect(call("export const read = () => new Error('x').stack;")).toMatch(/^answer\.ts:1:\d+$/);
  });

  it("leaves Function to the simulator, which compiles its loops with it", () => {
    loadAnswer("export const read = () => 1;", [read]);
    expect(new Function("a", "return a + 1")(2)).toBe(3);
  });
});

describe("an answer that throws when it is called", () => {
  it.each([
    ["throw null", { message: "It threw null." }],
    ["throw 'no'", { message: 'It threw "no" (a string).' }],
    ["throw { toString() { return 'x'; } }", { message: "It threw an object." }],
    ["undefined.x", { message: "It threw TypeError: Cannot read properties of undefined (reading 'x')", line: 2 }],
  ])("%s", (statement, thrown) => {
    const source = `export function read() {\n${statement} }`;
    try {
      call(source);
    } catch (error) {
      expect(describeThrown(error, source)).toEqual(thrown);
    }
    expect.assertions(1);
  });

  it.each([
    ["another file's", '"elsewhere.ts:2:1"'],
    ["zero", '"answer.ts:0:1"'],
    ["a size", '"answer.ts:27190064:1"'],
    ["beyond the last", '"answer.ts:4:1"'],
    ["endless", '"answer.ts:" + "9".repeat(400)'],
    ["negative", '"answer.ts:-1:1"'],
    ["a fraction", '"answer.ts:1.5:1"'],
    ["behind a megabyte", '"x\\n".repeat(1e6) + "answer.ts:2:1"'],
    ["a getter's", "{ get 2() { throw 1; } }"],
  ])("has no line that the file does not have: %s", (_, stack) => {
    const source = `export function read() {\n  throw { message: "m", stack: ${stack} };\n}`;
    expect.assertions(1);
    try {
      call(source);
    } catch (error) {
      expect(describeThrown(error, source)).toEqual({ message: "It threw an object: m" });
    }
  });

  it("has a line that the file has, its last one too", () => {
    for (const line of [1, 2, 3])
      expect(describeThrown({ name: "E", message: "m", stack: `answer.ts:${line}:1` }, "1\n2\n3")).toEqual({
        message: "It threw E: m",
        line,
      });
  });
});

describe("no path of this machine reaches an answer", () => {
  it("through a promise of its own class, which the grader makes by a getter", () => {
    const stacks: string[] = [];
    const source = `
const promises: any = (async () => 0)().constructor;
function C(executor: any) { executor(() => 0, (error: any) => console.log(String(error.stack))); }
Object.defineProperty(exports, "read", { get: promises.try.bind(C, BigInt) });
`;
    expect(() => loadAnswer(source, [read], (values) => void stacks.push(values.join()))).toThrow(AnswerRefused);
    expect(stacks).toHaveLength(1);
    expect(stacks.join()).not.toMatch(/[/\\]|node:|load-answer|compartment/);
  });
});
