import type { AnswerErrorKind } from "#sandbox/answer/answer-error.ts";

/** An answer to `straight-copy` that attacks the grader, deliberately or by accident. The tests of both sandboxes run all of them. */
export interface AdversarialAnswer {
  readonly title: string;
  readonly source: string;
  /** The allowed outcomes; "fail" means that the answer is judged and does not pass. */
  readonly ends: readonly (AnswerErrorKind | "fail")[];
  /** Whether page and command line must give the same bytes: not if the heap runs out, because that can happen at different points. */
  readonly isRepeatable: boolean;
}

const honest =
  "const index = (thread, size) => {\n  const i = thread.blockIdx.x * thread.blockDim.x + thread.threadIdx.x;\n  return i < size.n ? i : null;\n};\n";

/** The source of an answer with the given function as `read`, and an honest `write`. */
function withRead(body: string): string {
  return `${honest}export const write = index;\nexport const read = ${body};\n`;
}

function answer(title: string, source: string, ...ends: (AnswerErrorKind | "fail")[]): AdversarialAnswer {
  return { title, source, ends, isRepeatable: true };
}

function bomb(title: string, source: string): AdversarialAnswer {
  return { title, source, ends: ["out-of-memory", "out-of-time", "threw"], isRepeatable: false };
}

const returns = (value: string): AdversarialAnswer => answer(`returns ${value}`, withRead(`() => ${value}`), "not-an-index");
const accesses = (expression: string): AdversarialAnswer =>
  answer(
    `accesses ${expression}`,
    withRead(`(thread, size) => (${expression}) === undefined ? "nothing there" : index(thread, size)`),
    "not-an-index",
    "threw",
    "does-not-parse",
  );

export const adversarialAnswers: readonly AdversarialAnswer[] = [
  answer("loops forever", withRead("() => { for (;;); }"), "out-of-time"),
  answer("loops forever while it is loaded", "for (;;);", "out-of-time"),
  answer("calls itself forever", `${honest}export const write = index;\nexport function read() { return read(); }`, "threw"),
  answer("hangs in a regular expression", withRead("() => /^(a+)+$/.test('a'.repeat(60) + 'b')"), "out-of-time"),
  answer("leaves an endless chain of promises", withRead("index;\n(async () => { for (;;) await null; })()"), "out-of-time"),
  bomb("fills the heap with arrays", withRead("() => { const kept = []; for (;;) kept.push(new Array(1e6).fill(1)); }")),
  bomb("fills the heap with strings", withRead("() => { const kept = []; for (;;) kept.push('abcdefghijk'.repeat(1e7 + kept.length)); }")),
  bomb("fills a map", withRead("() => { const map = new Map(); for (let i = 0; ; i++) map.set(i, i); }")),
  answer("doubles a string forever", withRead("() => { let text = 'x'; for (;;) text += text; }"), "threw"),
  answer("counts its calls", `${honest}let n = 0;\nexport const read = () => n++;\nexport const write = index;`, "impure", "fail"),
  ...["NaN", "-0", "0.5", "2 ** 53", '"3"', "3n", "({ valueOf: () => 3 })", "undefined", "true", "Infinity"].map(returns),
  ...["new Proxy({}, {})", "Promise.resolve(3)"].map((value) => answer(`returns ${value}`, withRead(`() => ${value}`), "threw")),
  answer("is async", `${honest}export const write = index;\nexport async function read() { return 3; }`, "missing-export"),
  answer("throws null", withRead("() => { throw null; }"), "threw"),
  answer("throws an object whose getter throws", withRead("() => { throw { get message() { throw 1; } }; }"), "threw"),
  answer("exports a getter that throws", `Object.defineProperty(exports, "read", { get() { throw 1; } });`, "threw"),
  answer("rewrites its thread", withRead("(thread) => { thread.threadIdx = { x: 0, y: 0, z: 0 }; return 0; }"), "threw"),
  answer("rewrites a coordinate", withRead("(thread) => { thread.threadIdx.x = 0; return 0; }"), "threw"),
  answer("rewrites its size", withRead("(thread, size) => { size.n = 0; return 0; }"), "threw"),
  answer(
    "freezes its thread and answers 0",
    withRead("(thread) => { Object.freeze(thread); Object.freeze(thread.threadIdx); return 0; }"),
    "fail",
  ),
  ...[
    "Array.prototype.push = () => 0",
    "Math.floor = () => 0",
    "Int32Array.prototype.fill = () => 0",
    "Object.prototype.verdict = 'pass'",
  ].map((patch) => answer(`patches: ${patch}`, `${patch};\n${withRead("index")}`, "threw")),
  answer("forges a message", `${withRead("index")}postMessage({ type: "result", result: { status: "pass" } });`, "threw"),
  answer("calls process.send", `${withRead("index")}process.send({ type: "result" });`, "threw"),
  ...[
    "process",
    "require",
    "fetch",
    "indexedDB",
    "globalThis.process",
    "self",
    "WebSocket",
    "XMLHttpRequest",
    "navigator",
    "performance",
  ].map(accesses),
  ...["Function('return this')()", "(() => {}).constructor('return this')()", "[].constructor.constructor('return this')()"].map(accesses),
  ...["Date.now()", "Math.random()", 'import("node:fs")', "eval('this')"].map(accesses),
  answer("throws a name of 12 million signs", withRead('() => { throw { name: "\\x01".repeat(12e6), message: "m" }; }'), "threw"),
  answer("throws a message of 12 million signs", withRead('() => { throw { name: "n", message: "\\x01".repeat(12e6) }; }'), "threw"),
  answer("throws a stack of 12 million signs", withRead('() => { throw { message: "m", stack: "answer.ts:1".repeat(1e6) }; }'), "threw"),
  answer("throws an endless line", withRead('() => { throw { message: "m", stack: "answer.ts:" + "9".repeat(400) + ":1" }; }'), "threw"),
  answer("throws as it is loaded, at length", 'throw { name: "n".repeat(12e6), message: "m".repeat(12e6) };', "threw"),
  answer(
    "exports a getter that throws at length",
    'Object.defineProperty(exports, "read", { get() { throw { name: "n".repeat(12e6), message: "" }; } });',
    "threw",
  ),
  answer("exports one long name", 'exports["x".repeat(12e6)] = 1;', "missing-export"),
  answer("exports 100,000 names", "for (let i = 0; i < 1e5; i++) exports['name' + i] = 1;", "missing-export"),
  answer("has a long and wrong regular expression", withRead(`() => /${"a".repeat(200_000)}(/`), "does-not-parse"),
  answer("returns a name of 12 million signs", withRead('() => "\\x01".repeat(12e6)'), "not-an-index"),
  answer(
    "prints a line of 12 million signs",
    withRead('(thread, size) => { console.log("x".repeat(12e6)); return "no"; }'),
    "not-an-index",
  ),
  answer("awaits forever at the top level", "await new Promise(() => {});", "does-not-parse"),
  answer("is five megabytes long", `// ${"x".repeat(5_000_000)}`, "does-not-parse"),
  answer("nests 200,000 parentheses", "(".repeat(200_000), "does-not-parse"),
];
