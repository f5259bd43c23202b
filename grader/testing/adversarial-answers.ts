import type { AnswerErrorKind } from "#sandbox/answer/answer-error.ts";

/** An answer to `straight-copy` that attacks the grader, on purpose or by carelessness. The tests of both sandboxes run all of them. */
export interface AdversarialAnswer {
  readonly title: string;
  readonly source: string;
  /** The outcomes that are allowed; "fail" means that it is judged and wrong. */
  readonly ends: readonly (AnswerErrorKind | "fail")[];
  /** Whether page and command line must give the same bytes: two heaps need not run out at the same point. */
  readonly isRepeatable: boolean;
}

const honest =
  "const index = (thread, size) => {\n  const i = thread.blockIdx.x * thread.blockDim.x + thread.threadIdx.x;\n  return i < size.n ? i : null;\n};\n";

/** An answer with the given function as `read`, and an honest `write`. */
function reader(body: string): string {
  return `${honest}export const write = index;\nexport const read = ${body};\n`;
}

function answer(title: string, source: string, ...ends: (AnswerErrorKind | "fail")[]): AdversarialAnswer {
  return { title, source, ends, isRepeatable: true };
}

function bomb(title: string, source: string): AdversarialAnswer {
  return { title, source, ends: ["out-of-memory", "out-of-time", "threw"], isRepeatable: false };
}

const returns = (value: string): AdversarialAnswer => answer(`returns ${value}`, reader(`() => ${value}`), "not-an-index");
const reaches = (expression: string): AdversarialAnswer =>
  answer(
    `reaches for ${expression}`,
    reader(`(thread, size) => (${expression}) === undefined ? "nothing there" : index(thread, size)`),
    "not-an-index",
    "threw",
    "does-not-parse",
  );

export const adversarialAnswers: readonly AdversarialAnswer[] = [
  answer("loops for ever", reader("() => { for (;;); }"), "out-of-time"),
  answer("loops for ever as it is loaded", "for (;;);", "out-of-time"),
  answer("calls itself for ever", `${honest}export const write = index;\nexport function read() { return read(); }`, "threw"),
  answer("hangs in a regular expression", reader("() => /^(a+)+$/.test('a'.repeat(60) + 'b')"), "out-of-time"),
  answer("leaves an endless chain of promises", reader("index;\n(async () => { for (;;) await null; })()"), "out-of-time"),
  bomb("fills the heap with arrays", reader("() => { const kept = []; for (;;) kept.push(new Array(1e6).fill(1)); }")),
  bomb("fills the heap with strings", reader("() => { const kept = []; for (;;) kept.push('abcdefghijk'.repeat(1e7 + kept.length)); }")),
  bomb("fills a map", reader("() => { const map = new Map(); for (let i = 0; ; i++) map.set(i, i); }")),
  answer("makes a string without end", reader("() => { let text = 'x'; for (;;) text += text; }"), "threw"),
  answer("counts its calls", `${honest}let n = 0;\nexport const read = () => n++;\nexport const write = index;`, "impure", "fail"),
  ...["NaN", "-0", "0.5", "2 ** 53", '"3"', "3n", "({ valueOf: () => 3 })", "undefined", "true", "Infinity"].map(returns),
  ...["new Proxy({}, {})", "Promise.resolve(3)"].map((value) => answer(`returns ${value}`, reader(`() => ${value}`), "threw")),
  answer("is async", `${honest}export const write = index;\nexport async function read() { return 3; }`, "missing-export"),
  answer("throws null", reader("() => { throw null; }"), "threw"),
  answer("throws what throws when it is read", reader("() => { throw { get message() { throw 1; } }; }"), "threw"),
  answer("exports a getter that throws", `Object.defineProperty(exports, "read", { get() { throw 1; } });`, "threw"),
  answer("rewrites its thread", reader("(thread) => { thread.threadIdx = { x: 0, y: 0, z: 0 }; return 0; }"), "threw"),
  answer("rewrites a coordinate", reader("(thread) => { thread.threadIdx.x = 0; return 0; }"), "threw"),
  answer("rewrites its size", reader("(thread, size) => { size.n = 0; return 0; }"), "threw"),
  answer(
    "freezes its thread and answers 0",
    reader("(thread) => { Object.freeze(thread); Object.freeze(thread.threadIdx); return 0; }"),
    "fail",
  ),
  ...[
    "Array.prototype.push = () => 0",
    "Math.floor = () => 0",
    "Int32Array.prototype.fill = () => 0",
    "Object.prototype.verdict = 'pass'",
  ].map((patch) => answer(`patches: ${patch}`, `${patch};\n${reader("index")}`, "threw")),
  answer("forges a message", `${reader("index")}postMessage({ type: "result", result: { status: "pass" } });`, "threw"),
  answer("sends on the process", `${reader("index")}process.send({ type: "result" });`, "threw"),
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
  ].map(reaches),
  ...["Function('return this')()", "(() => {}).constructor('return this')()", "[].constructor.constructor('return this')()"].map(reaches),
  ...["Date.now()", "Math.random()", 'import("node:fs")', "eval('this')"].map(reaches),
  answer("waits for ever at the top", "await new Promise(() => {});", "does-not-parse"),
  answer("is five megabytes long", `// ${"x".repeat(5_000_000)}`, "does-not-parse"),
  answer("is nested without end", "(".repeat(200_000), "does-not-parse"),
];
