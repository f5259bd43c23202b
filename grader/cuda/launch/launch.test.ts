import { expect, it } from "vitest";
import { parseLaunch } from "./launch.ts";

const launch = { kernel: "k", grid: [1, 1, 1], block: [32, 1, 1], arguments: [] };
const given = (argument: unknown): object => ({ ...launch, arguments: [argument] });
const array = { array: "in", type: "float", length: 4 };

it.each<[string, unknown, string]>([
  ["an argument that is called by name", given({ name: "in", type: "float" }), '`arguments.0`: it has `name`, `type`; expected: `{"array": "in", "type": "float", "length": 1024}`, `{"value": 1024, '],
  ["an argument that is only a number", given(5), '`arguments.0`: it is 5; expected: `{"array": "in"'],
  ["an array without a type", given({ array: "in", length: 4 }), "`arguments.0.type`: it is missing; expected: string."],
  ["a value that is a word", given({ value: "x", type: "int" }), '`arguments.0.value`: it is "x"; expected: a number, true, false'],
  ["a misspelled fill", given({ ...array, fill: { consant: 1 } }), "`arguments.0.fill`: it has `consant`; expected: `\"index\"`, `{\"indexModulo\": 10}`"],
  ["random numbers without bounds", given({ ...array, fill: { random: { seed: 1 } } }), "`arguments.0.fill.random.from`: it is missing; expected: number."],
  ["a tensor map that is only a box", given({ ...array, tensorMap: [64, 8] }), "`arguments.0.tensorMap`: it is [64,8]; expected: a tensor and a box of it: `{\"sizes\": [64, 128]"],
  ["a tensor map without a box", given({ ...array, tensorMap: { sizes: [4] } }), "`arguments.0.tensorMap.box`: it is missing; expected: elements of a box along each dimension"],
  ["sizes of nothing", given({ ...array, tensorMap: { sizes: [], box: [4] } }), "`arguments.0.tensorMap.sizes`: it is []; expected: elements along each dimension, the innermost first: `[64, 128]`."],
  ["a swizzle that there is not", given({ ...array, tensorMap: { sizes: [4], box: [4], swizzle: "256B" } }), '`arguments.0.tensorMap.swizzle`: it is "256B"; expected: one of "none", "32B", "64B", "128B".'],
  ["an argument within a struct", given({ struct: [{ nme: 1 }], type: "P" }), '`arguments.0.struct.0`: it has `nme`; expected: `{"array": "in"'],
  ["a grid of two numbers", { ...launch, grid: [1, 1] }, "`grid`: it is [1,1]; expected: blocks along x, y and z: `[16, 1, 1]`."],
  ["no block", { ...launch, block: undefined }, "`block`: it is missing; expected: threads along x, y and z"],
  ["a symbol's misspelled fill", { ...launch, symbols: { c: { cnst: 1 } } }, "`symbols.c`: it has `cnst`; expected: `\"index\"`"],
  ["a symbol named toString", { ...launch, symbols: { toString: { random: { seed: 1 } } } }, "`symbols.toString.random.from`: it is missing; expected: a fill per variable"],
  ["symbols that are a number", { ...launch, symbols: 5 }, "`symbols`: it is 5; expected: a fill per variable"],
  ["structs in structs without end", given(Array.from({ length: 20_000 }).reduce((inner) => ({ struct: [inner], type: "P" }), 1)), "it is nested too deeply"],
  ["a list", [], "The launch is not in order: it is []; expected: object."],
])("%s is refused with its place and what is expected there", (_, json, message) => {
  expect(() => parseLaunch(json)).toThrow(message);
}); // prettier-ignore
