import { expect, test } from "vitest";
import { parseSketch } from "./parse-sketch.ts";
import { stridedRead } from "#testing/sketches.ts";

test("a sketch that went through JSON is the same sketch", () => {
  const sketch = stridedRead("export const read = () => 0;");
  expect(parseSketch(JSON.parse(JSON.stringify(sketch)))).toEqual(sketch);
});

const { program } = stridedRead("");
const { kernel } = program;
const array = { name: "in", space: "global", bytesPerElement: 4, length: 32, contents: "source" };
const withKernel = (changes: object): object => ({ ...stridedRead(""), program: { ...program, kernel: { ...kernel, ...changes } } });

test.each<[string, unknown, RegExp]>([
  ["text", "sketch", /^the sketch: /],
  ["another schema", { ...stridedRead(""), schema: "coalesce/sketch/v9" }, /^schema: /],
  ["a field that no sketch has", { ...stridedRead(""), onLoad: "alert()" }, /onLoad/],
  [
    "a grid of half a block",
    withKernel({ launch: { gridDim: { x: 0.5, y: 1, z: 1 }, blockDim: { x: 32, y: 1, z: 1 } } }),
    /gridDim\.x: must be a whole number/,
  ],
  ["a device that does not exist", withKernel({ device: "h9000" }), /^program\.kernel\.device: /],
  ["a step that does not exist", withKernel({ steps: [{ kind: "teleport" }] }), /^program\.kernel\.steps\.0/],
  ["more steps than a sketch may have", withKernel({ steps: Array(65).fill({ kind: "barrier" }) }), /steps: must have at most 64 steps/],
  [
    "more steps than a sketch may have, in loops",
    withKernel({ steps: Array(8).fill({ kind: "repeat", times: 2, steps: Array(8).fill({ kind: "barrier" }) }) }),
    /steps: must have at most 64 steps, with those in loops/,
  ],
  ["more arrays than a sketch may have", withKernel({ arrays: Array(17).fill(array) }), /at most 16 arrays/],
  ["more constants", withKernel({ size: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`n${i}`, i])) }), /at most 64 constants/],
  ["a name of 41 characters", withKernel({ steps: [{ kind: "load", name: "a".repeat(41), array: "in" }] }), /at most 40 characters/],
  ["an access without a name", withKernel({ steps: [{ kind: "load", name: "not a name", array: "in" }] }), /must be a name/],
])("%s is refused, and the message names the field", (_, value, message) => {
  expect(() => parseSketch(value)).toThrow(RangeError);
  expect(() => parseSketch(value)).toThrow(message);
});
