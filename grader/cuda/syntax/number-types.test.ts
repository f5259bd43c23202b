import { expect, it } from "vitest";
import { isWrittenInteger, isWrittenNumber } from "./number-types.ts";
import { parse } from "./parse.ts";

it.each([
  ["int", true, true],
  ["unsigned", true, true],
  ["const unsigned long long", true, true],
  ["size_t", true, true],
  ["std::size_t", true, true],
  ["uint8_t", true, true],
  ["float", false, true],
  ["double", false, true],
  ["float4", false, false],
  ["interval", false, false],
  ["int *", false, false],
])("%s", (type, isInteger, isNumber) => {
  const [declared] = parse(`void f(${type} x);`).declarations;
  const [parameter] = declared?.kind === "function" ? declared.parameters : [];
  expect([isWrittenInteger(parameter!.type), isWrittenNumber(parameter!.type)]).toEqual([isInteger, isNumber]);
});
