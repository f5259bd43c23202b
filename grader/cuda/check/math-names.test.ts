import { expect, test } from "vitest";
import { numberFunctions } from "../numbers/function-table.ts";
import { MATH, OVERLOADS } from "./math-names.ts";

test.each(MATH.map(([name, base]) => [name, base]))("%s has the function %s", (_, base) => {
  expect(numberFunctions[base]).toBeTypeOf("function");
});

test.each(OVERLOADS)("%s has a function for each type that its arguments can have", (name, parameters, kinds) => {
  const types = kinds === "all" ? ["i32", "u32", "i64", "u64", "f32", "f64"] : ["f32", "f64"];
  expect(types.filter((type) => !(`${name}.${type}` in numberFunctions))).toEqual([]);
  expect(parameters).toBeGreaterThan(0);
});
