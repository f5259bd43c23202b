import { expect, it } from "vitest";
import { elementOf, overItems, perCase } from "./over-items.ts";

const described = {
  id: "an-exercise",
  title: "",
  summary: "",
  part: 1,
  concepts: [],
  difficulty: 1,
  minutes: 1,
  exports: [],
  kernel: ({ size }) => ({ size, arrays: {}, steps: [] }),
  expected: () => ({}),
  checks: [],
  hints: [],
  wrong: {},
} as const satisfies Partial<Parameters<typeof overItems<{ rows: number; columns: number }>>[0]>;

const flat = { gridDim: { x: 5, y: 1, z: 1 }, blockDim: { x: 2, y: 1, z: 1 } };

it.each([
  ["one item per thread, whole blocks", 64, { threads: 32 }, [2, 1], [32, 1]],
  ["a last block that is not full", 65, { threads: 32 }, [3, 1], [32, 1]],
  ["fewer items than threads", 3, { threads: 256 }, [1, 1], [256, 1]],
  ["items along x and y, threads along both", [70, 5] as const, { threads: [32, 4] as const }, [3, 2], [32, 4]],
  ["items along x and y, threads along x alone", [25, 5] as const, { threads: 64 }, [1, 5], [64, 1]],
  ["an explicit launch, whatever the items", 64, { launch: flat }, [5, 1], [2, 1]],
])("%s", (_title, items, launch, [blocksX, blocksY], [threadsX, threadsY]) => {
  const size = { rows: 1, columns: 1 };
  const { cases, hidden } = overItems<typeof size>({
    ...described,
    items: () => items,
    cases: [{ id: "only", title: "the only one", size, ...launch }],
    hidden: () => ({ size, ...launch }),
  });
  const expected = { gridDim: { x: blocksX, y: blocksY, z: 1 }, blockDim: { x: threadsX, y: threadsY, z: 1 } };
  expect(cases).toEqual([{ id: "only", title: "the only one", size, launch: expected }]);
  expect(hidden?.({ between: () => 1, oneOf: ([first]) => first as never })).toEqual({ size, launch: expected });
});

it("a target follows from the size of each case", () => {
  expect(perCase({ small: { n: 64 }, ragged: { n: 100 } }, ({ n }) => Math.ceil(n / 32))).toEqual({ small: 2, ragged: 4 });
});

it("an element names its array", () => {
  expect(elementOf("a", 3)).toEqual({ array: "a", elementIndex: 3 });
});
