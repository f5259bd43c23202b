import { expect, it } from "vitest";
import { typecheck } from "./typecheck.ts";

it("finds nothing in a correct answer that uses the course's types", () => {
  expect(typecheck("export function read(thread: Thread): number {\n  return thread.threadIdx.x;\n}\n")).toEqual([]);
});

it.each([
  ["a string for a number", "export const pitch: number =\n  '33';", { line: 1, column: 14, code: 2322 }],
  ["an assignment to the thread", "export function read(thread: Thread) {\n  thread.threadIdx.x = 1;\n}", { line: 2, code: 2540 }],
  ["a namespace, which has no meaning here", "namespace A {\n  export const b = 1;\n}", { line: 1, code: 1294 }],
  ["a name from a browser", "export const read = () => fetch;", { line: 1 }],
])("finds %s", (_what, source, mistake) => {
  expect(typecheck(source)).toMatchObject([mistake]);
});
