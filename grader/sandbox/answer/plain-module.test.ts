import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { adversarialAnswers } from "#testing/adversarial-answers.ts";
import { loadAnswer, plainAnswerLoader, type AnswerFunction, type ExportSpec } from "./load-answer.ts";
import { MOST_ROUNDS, plainModule } from "./plain-module.ts";

const exports: readonly ExportSpec[] = [{ name: "read", kind: "function", description: "" }];
const textOf = (source: string): string | undefined => plainModule(source)?.code;

/** The results of `read` for some threads: as the learner wrote it, and as the plain program has it. */
function returned(source: string): { readonly asWritten: unknown[]; readonly asPlain: unknown[] } {
  const program = plainModule(source);
  if (program === undefined) throw new Error("it is not plain");
  const load = plainAnswerLoader(source, program, exports);
  return { asWritten: callAll(loadAnswer(source, exports)["read"]), asPlain: callAll(load()["read"]) };
}

const sizes = [{ n: 40, rows: 5, list: [3, 1, 2] }, { n: 0 }, { n: 2.5, rows: -1, list: [] }];

function callAll(read: unknown): unknown[] {
  return [0, 1, 7, 31].flatMap((x) =>
    sizes.map((size) => {
      try {
        return (read as AnswerFunction)({ threadIdx: { x, y: 1 }, blockIdx: { x: 2 } }, size, 3);
      } catch {
        return "throws";
      }
    }),
  );
}

describe("a plain program does what the learner wrote:", () => {
  test.each([
    ["a guard", "export const read = ({ threadIdx }, { n }) => (threadIdx.x < n ? threadIdx.x : null);"],
    ["types", "type S = { n: number };\nexport function read(t: Thread, { n }: S): number | null { return (n as number)! * 2; }"],
    [
      "loops of each kind",
      "export function read(t, s) { let a = 0; for (let i = 0; i < t.threadIdx.x; i++) { if (i === 3) continue; a += i; } while (a > 50) a -= 7; do a++; while (a < 0); for (const e of s.list ?? []) a += e; return a; }",
    ],
    [
      "functions in functions, which change its variables",
      "export function read(t) { let a = 1; const twice = () => { a *= 2; return a; }; function thrice() { a *= 3; } twice(); thrice(); return a + t.threadIdx.x; }",
    ],
    [
      "functions that are used before their line",
      "export const read = (t) => later(t.threadIdx.x); function later(x) { return x + one; } const one = 1;",
    ],
    ["second names", "const f = (t) => t.threadIdx.x; const g = f; export { h as read }; const h = g;"],
    [
      "objects and arrays",
      "const place = ({ threadIdx: { x } }) => ({ row: x >> 2, both: [x, -x] }); export const read = (t) => { const { row, both: [a, b = 1] } = place(t); return row * a - b; };",
    ],
    [
      "what may be missing",
      "export const read = (t, s) => s.rows?.deep ?? s.other?.even.deeper ?? s.list?.[t.threadIdx.x] ?? (s.other?.a, null);",
    ],
    [
      "functions of Math under names of their own",
      "const { floor, min: least } = Math; const top = Math.max; export const read = (t) => top(floor(t.threadIdx.x / 3), least(2, 4), Math.trunc(Math.PI));",
    ],
    [
      "parameters by default",
      "const at = (x, y = x * 2, { z = y } = {}) => x + y + z; export const read = (t) => at(t.threadIdx.x) + at(1, 2, { z: 3 });",
    ],
    [
      "a switch",
      "export function read({ threadIdx: { x } }) { switch (x % 4) { case 0: return 1; case 1: { const k = 5; x += k; } default: x++; break; case 3: x = 9; } return x; }",
    ],
    [
      "variables of one name",
      "const x = 1; export function read(t, s, x) { { let x = 2; x++; } for (let x = 0; x < 2; x++); const f = (y = x) => { const x = 5; return y + x; }; return f() + x; }",
    ],
    [
      "every operator",
      "export const read = ({ threadIdx: { x } }) => { let a = x; a <<= 2; a ^= 5; a |= 1; a &&= a; a ??= 1; a **= 2; a >>>= 1; a %= 1000; return (a-- > 3, ~a + +a - -a) * (x === 1 || !(x != 2) ? 1 : void 0 ?? 2); };",
    ],
    [
      "lists that are searched",
      "export const read = (t, { list = [] }) => list.indexOf(t.threadIdx.x) + (list.includes(3) ? 10 : 0) + (list.at(-1) ?? 0);",
    ],
    [
      "lists that are looked through",
      "const five = 5; export const read = (t, { list = [] }) => { let sum = 0; list.map((e, i) => { sum += e * i; return e; }); return sum + list.filter((e) => e < five).reduce((a, b) => a + b, 0) + (list.some((e) => e === t.threadIdx.x) ? 10 : (list.find((e) => e > 1) ?? 7)); };",
    ],
    ["properties named by texts", 'const o = { "a": 1 }; export const read = (t) => t["threadIdx"].x + 1;'],
    [
      "values swapped",
      "export const read = (t) => { let [a, b] = [t.threadIdx.x, 1]; [a, b] = [b, a]; ({ a, other: b = 4 } = { a: b, other: undefined }); return a * 10 + b; };",
    ],
    ["what is no index", "export const read = (t) => [0.5, NaN, -0, undefined, true, Infinity, 1e400][t.threadIdx.x];"],
    ["what throws", "export const read = (t) => (t.threadIdx.x > 0 ? t.none.x : soon); const soon = 3;"],
    ["what throws as late as it should", "const read = (t) => { const a = f(); const f = () => 1; return a; }; export { read };"],
  ])("%s", (_, source) => {
    const { asWritten, asPlain } = returned(source);
    expect(asPlain).toEqual(asWritten);
  });
});

describe("not plain, since it could reach or remember something, is", () => {
  test.each([
    ["a variable of the module that changes", "let n = 0; export const read = () => n++;"],
    ["a constant object that changes", "const seen = { n: 0 }; export const read = () => seen.n++;"],
    ["an element that changes", "const seen = [0]; export const read = () => (seen[0] += 1);"],
    ["a list that grows", "const seen = []; export const read = () => seen.push(1);"],
    [
      "a list's way to grow under another name",
      "const o = { at: [].push, length: 0 }; export const read = () => { o.at(1); return o.length; };",
    ],
    ["the same, taken out of a list", "const { push } = []; const o = { at: push, length: 0 }; export const read = () => o.at(1);"],
    [
      "an iterator",
      "const o = { at: [].keys, length: 9 }; const all = o.at(); export const read = () => { const [next] = all; return next; };",
    ],
    ["a function of texts", "const o = { at: ([] + []).repeat }; export const read = () => o.at(9);"],
    ["a function that is kept", "const make = () => { let n = 0; return () => n++; }; export const read = make();"],
    ["a function that is returned", "const f = () => 1; export const read = () => f;"],
    ["a function in an object", "const o = { f() { return 1; } }; export const read = () => o.f();"],
    ["a function as a property", "const f = () => 1; const o = { f }; export const read = () => o.f();"],
    ["a function as an argument", "const call = (f) => f(); export const read = () => call(() => 1);"],
    ["a function as text", "const f = () => 1; export const read = () => f + 1;"],
    ["a function of a list that sorts it", "export const read = (t, s) => s.list.sort((a, b) => a - b)[0];"],
    ["a function that a list is to keep", "export const read = (t, s) => s.list.map(() => () => 1)[0]();"],
    ["a function of a list that gets a named one", "const f = (e) => e; export const read = (t, s) => s.list.map(f)[0];"],
    ["a function for another function", "const f = (g) => g; export const read = () => f(() => 1);"],
    ["a function that goes through a list and calls itself", "export const read = (t, s) => s.list.map((e) => read(t, s))[0];"],
    ["a function that calls itself", "export const read = (t) => (t.threadIdx.x > 5 ? 1 : read(t));"],
    ["functions that call each other", "const a = () => b(); function b() { return a(); } export const read = a;"],
    [
      "calls that multiply",
      `${Array.from({ length: 12 }, (_, i) => `const f${i + 1} = () => f${i}() + f${i}();`).join("\n")} const f0 = () => 1; export const read = () => f12();`,
    ],
    ["another global", "export const read = () => Date.now();"],
    ["chance", "export const read = () => Math.random();"],
    ["chance under another name", "const { random } = Math; export const read = () => random();"],
    ["Math itself", "const M = Math; export const read = () => M.random();"],
    ["a Math of its own", "const Math = { floor: 1 }; export const read = () => Math.floor;"],
    ["its own object", "export function read() { return this; }"],
    ["its arguments as an object", "export function read() { return arguments[0]; }"],
    ["the way to other functions", "export const read = (t) => t.constructor;"],
    ["a prototype", "export const read = () => ({ __proto__: { a: 1 } }).a;"],
    ["a getter", "export const read = () => ({ get a() { return 1; } }).a;"],
    ["text", 'export const read = (t) => t.x === "threadIdx";'],
    ["the way to other functions, as a text", 'export const read = (t) => t["constructor"];'],
    ["a property with an odd name", 'export const read = (t) => t["a b"];'],
    ["a template", "export const read = (t) => t[`x`];"],
    ["a regular expression", "export const read = () => /a/.lastIndex;"],
    ["a BigInt", "export const read = () => 3n;"],
    ["a class", "class A {} export const read = () => new A();"],
    ["a throw", "export const read = () => { throw 1; };"],
    ["a try", "export const read = () => { try { return 1; } finally { return 2; } };"],
    ["a statement that is no declaration", "export const read = () => 1; for (;;);"],
    ["a call as it is loaded, alone", "export const read = () => 1; read();"],
    ["an async function", "export async function read() { return 3; }"],
    ["a generator", "export function* read() {}"],
    ["what it prints", "export const read = () => { console.log(1); return 1; };"],
    ["an enum", "enum E { A } export const read = () => E.A;"],
    ["what does not parse", "export const read = ("],
    ["deep nesting", `export const read = () => ${"(".repeat(300)}1${"+1)".repeat(300)};`],
    ["very deep nesting", "(".repeat(9_000)],
    ["a long file", `// ${"x".repeat(20_000)}\nexport const read = () => 1;`],
  ])("%s", (_, source) => expect(textOf(source)).toBeUndefined());
});

it("programs that differ in names, comments and spacing are the same text", () => {
  const one =
    "/** One. */\nconst WARP = 32;\nexport function read({ threadIdx }, size) {\n  const i = threadIdx.x; // lane\n  return i < size.n ? i % WARP : null;\n}";
  const other =
    "const w = 0x20; export function read({ threadIdx: t }: Thread, s: { n: number }) { const j = (t.x); return ((j < s.n)) ? (j % w) : null }";
  const third =
    "const w = 0x20; export function read({ threadIdx: t }: Thread, s: { n: number }) { const j = (t.x); return ((j <= s.n)) ? (j % w) : null }";
  expect(textOf(one)).toBeDefined();
  expect(textOf(other)).toBe(textOf(one));
  expect(textOf(third)).not.toBe(textOf(one));
});

it("an element is asked for by a number only: a text that was put together names no property", () => {
  const source = "export const read = (t) => t[[] + ([] + {})[5] + ([] + {})[1]];";
  expect(returned(source).asPlain.every((value) => value === "throws")).toBe(true);
});

it("a loop that has no end throws", () => {
  expect(MOST_ROUNDS).toBeLessThan(2 ** 30);
  const source = "export const read = () => { for (;;); };";
  const load = plainAnswerLoader(source, plainModule(source)!, exports);
  expect(() => (load()["read"] as AnswerFunction)()).toThrow("too many rounds");
});

it("no hostile answer that reaches for anything is plain", () => {
  const plain = adversarialAnswers.filter(({ source }) => textOf(source) !== undefined).map(({ title }) => title);
  expect(plain.filter((title) => !/^returns |^loops forever$/.test(title))).toEqual([]);
});

/** Programs of `depth` levels of expressions over a few variables, a helper function and a loop. */
const programs = fc.letrec<{ value: string; leaf: string }>((tie) => ({
  leaf: fc.constantFrom(
    "x",
    "y",
    "s.n",
    "s.rows",
    "t.threadIdx.x",
    "t.blockIdx?.x",
    "s.list?.length",
    "0",
    "1",
    "-3",
    "2.5",
    "null",
    "undefined",
    "true",
    "NaN",
    "pass",
  ),
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("leaf"),
    fc
      .tuple(tie("value"), fc.constantFrom(..."+ - * / % ** << >> >>> & | ^ < <= > >= == != === !== && ||".split(" ")), tie("value"))
      .map(([a, o, b]) => `((${a}) ${o} (${b}))`),
    fc.tuple(tie("value"), tie("value"), tie("value")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.tuple(fc.constantFrom("-", "+", "!", "~", "void "), tie("value")).map(([o, a]) => `${o}(${a})`),
    fc
      .tuple(fc.constantFrom("floor", "abs", "sign", "clz32", "imul", "min", "hypot"), tie("value"), tie("value"))
      .map(([f, a, b]) => `Math.${f}(${a}, ${b})`),
    tie("value").map((a) => `helper(${a})`),
    tie("value").map((a) => `(x += ${a})`),
    fc.tuple(tie("value"), tie("value")).map(([a, b]) => `({ a: ${a}, b: [${b}] }).b[${a}]`),
    fc.constantFrom("x++", "--y", "(s.list ?? [1])[x]", "[...[1]]", "() => x", "t", "s"),
  ),
})).value;

it("whatever a plain program returns, the learner's returns as well", () => {
  fc.assert(
    fc.property(programs, programs, programs, (first, second, third) => {
      const source = `const helper = (v: unknown) => { let x = v, y = 2; return x > 3 ? y : x + y; };
export function read(t: Thread, s: { n: number }, pass: number) {
  let x = pass, y = 4;
  x = ${first};
  for (let i = 0; i < 3; i++) { if (${second}) y += i; else x = i; }
  return ${third};
}`;
      fc.pre(textOf(source) !== undefined);
      const { asWritten, asPlain } = returned(source);
      for (const [i, value] of asPlain.entries()) if (value !== "throws") expect(value).toEqual(asWritten[i]);
    }),
    { numRuns: 150 },
  );
});
