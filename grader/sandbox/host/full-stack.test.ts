import { afterAll, expect, test } from "vitest";
import { readExerciseFolder, wrongSources } from "#kit/folder.ts";
import { courseRoot } from "#kit/installation.ts";
import type { GradeResult } from "#judge/result.ts";
import { childProcess } from "./node-transport.ts";
import { Sandbox } from "./sandbox.ts";

// When the call stack is full, the engine writes stacks by itself: with all frames, including the grader's.

const { exercise, version, files } = await readExerciseFolder("straight-copy");
const sandbox = new Sandbox(childProcess, { jobs: 1 });
afterAll(() => sandbox.close());

const grade = (source: string): Promise<GradeResult> =>
  sandbox.grade({ exercise: exercise.id, exerciseVersion: version, source, wrongSources: wrongSources(files) });

/**
 * Ways to an error whose stack the engine may have to write, each the body of a function that returns or throws it. `early` gives an error
 * that was created where the stack was not full, each time another one.
 */
const WAYS: readonly (readonly [name: string, body: string])[] = [
  ["an error made before", "return early();"],
  ["the constructor of errors", 'return new Error("m");'],
  ["an error with a cause", 'return new Error("m", { cause: early() });'],
  ["a function that calls itself", "const own = (): any => own() + 1; return own();"],
  ["captureStackTrace of an object", "const o = {} as any; (Error as any).captureStackTrace(o, early); return o;"],
  ["captureStackTrace of an error", "const e = early(); (Error as any).captureStackTrace(e); return e;"],
  ["a getter", 'return ({ get x(): any { return new Error("m"); } }).x;'],
  [
    "a setter of the language's prototypes",
    "const o = [] as any; o.toString = 1; o.constructor = 2; return new TypeError(String(o.length));",
  ],
  ["a static block", 'let e: any; class C { static { e = new Error("m"); } } return e;'],
  ["a static getter", 'class C { static get x(): any { throw new Error("m"); } } return (C as any).x;'],
  ["a class that extends errors", "class Own extends Error {} return new Own();"],
  ["an async function", 'let e: any; void (async () => { e = new Error("m"); await null; e = new Error("n"); })(); return e;'],
  ["a generator", 'const g = (function* (): any { yield new Error("m"); })(); return g.next().value;'],
  ["a conversion", 'return `${{ toString: (): string => { throw new Error("m"); } } as any}`;'],
  ["a comparison in a sort", 'return [2, 1].sort((): any => { throw new Error("m"); });'],
  ["JSON", 'return JSON.stringify({ toJSON: (): any => { throw new Error("m"); } });'],
  ["a function of the language", 'return BigInt("x" as any);'],
  ["the console", "console.log(early()); return early();"],
  [
    "the console, with what throws when it is read",
    "console.log({ get x(): any { throw early(); }, toString: (): any => early() }); return early();",
  ],
  [
    "a promise that is rejected",
    "let e: any; const P = (async () => 0)().constructor as any; new P((_: any, no: any) => { no(1); e = early(); }); return e;",
  ],
  [
    "Promise.try with a constructor of the answer",
    "let e: any; const P = (async () => 0)().constructor as any; const C = function (f: any) { f(() => 0, (x: any) => { e = x; }); } as any; (P.try.bind(C, BigInt) as any)(); return e;",
  ],
  ["a reader of the judge's own objects", "return Object.keys(thread.threadIdx).concat(thread.threadIdx.x as any, early() as any).at(-1);"],
];

/**
 * The numbers of variables in functions that call themselves: each has frames of another size, and leaves another remainder of the call
 * stack.
 */
const SIZES = [0, 1, 2, 3, 5, 8, 13, 21];

/** An answer that looks at the stacks of `way` at many depths near the end of the call stack, and returns its findings. */
function spy(body: string): string {
  const downs = SIZES.map((size) => {
    const locals = Array.from({ length: size }, (_, i) => `a${i}`);
    const declared = size === 0 ? "" : `const ${locals.map((name, i) => `${name} = n + ${i}`).join(", ")};`;
    return `(function down(n: number): any { ${declared} try { return down(n + 1); } catch {} look(); if (++level > 40) throw [${locals.join()}]; })`;
  });
  return `
const places = ${JSON.stringify([courseRoot, "/grader/", "file:"])};
let level = 0, byEngine = 0, leak = "";
let kept: any[] = [];
const made = (): any[] => { const all: any[] = []; for (let i = 0; i < 60; i++) all.push(new Error("m")); return all; };
const early = (): any => kept.pop();
const read = (thread: any): number => {
  const way = (): any => { ${body} };
  const see = (e: any): void => {
    const stack = e.stack;
    if (typeof stack !== "string") return;
    if (stack.includes("\\n    at ")) byEngine++;
    for (const place of places) if (leak === "" && (stack.includes(place) || String(e.message).includes(place))) leak = stack;
  };
  const seen: any[] = [];
  const look = (): void => {
    try { const e = way(); try { see(e); } catch (x) { see(x); } seen.push(e); } catch (e) { see(e); seen.push(e); }
  };
  for (const down of [${downs.join(",\n")}]) {
    level = 0; kept = made();
    try { down(0); } catch {}
    for (const e of seen.splice(0)) try { see(e); } catch {}
  }
  throw new Error(leak === "" ? (byEngine > 0 ? "clean" : "saw nothing") : \`LEAK \${leak.replaceAll("file:", "f_le:")}\`);
};
export { read, read as write };
`;
}

test.each(WAYS)("at a full call stack, %s tells an answer no place on this machine", async (_, body) => {
  const result = await grade(spy(body));
  expect(result.status === "error" && result.error.message.replace(/^.*It threw /, "")).toBe("Error: clean");
});
