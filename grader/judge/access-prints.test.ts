import { expect, test } from "vitest";
import { INACTIVE, dim3 } from "#simulator";
import { AccessPrints, type AccessPrint } from "./access-prints.ts";

/** The print of an access that each block makes in turn. */
function printOf(...blocks: readonly (readonly number[])[]): AccessPrint {
  const prints = new AccessPrints();
  blocks.forEach((indexes, block) => prints.observe(0, Int32Array.from(indexes), dim3(block)));
  return prints.prints(1)[0]!;
}

const lanes = Array.from({ length: 32 }, (_, lane) => lane);

test("threads that access the same elements have one print", () => {
  expect(printOf(lanes.map((lane) => 2 * lane))).toEqual(printOf(lanes.map((lane) => lane + lane)));
});

test.each<[string, readonly number[], { addresses: boolean; elements: boolean }]>([
  ["two lanes exchanged", [1, 0, ...lanes.slice(2)], { addresses: false, elements: true }],
  ["all lanes reversed", lanes.toReversed(), { addresses: false, elements: true }],
  ["one element twice, another never", [0, 0, ...lanes.slice(2)], { addresses: false, elements: false }],
  ["two elements by others with the same sum", [0, 2, 2, 2, 4, ...lanes.slice(5)], { addresses: false, elements: false }],
  ["a lane that sits out", [...lanes.slice(0, 31), INACTIVE], { addresses: false, elements: false }],
])("%s", (_, changed, same) => {
  const [before, after] = [printOf(lanes), printOf(changed)];
  expect({ addresses: after.addresses === before.addresses, elements: after.elements === before.elements }).toEqual(same);
});

test("what two blocks exchange is another access to the same elements", () => {
  const there = printOf(
    lanes,
    lanes.map((lane) => lane + 32),
  );
  const back = printOf(
    lanes.map((lane) => lane + 32),
    lanes,
  );
  expect(back.addresses).not.toBe(there.addresses);
  expect(back.elements).toBe(there.elements);
});
