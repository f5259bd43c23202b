import { ASYNCHRONOUS } from "./asynchronous.ts";
import { COPIES } from "./copies.ts";
import { FRAGMENTS } from "./fragments.ts";
import { MATRIX } from "./matrix.ts";
import { MEMORY } from "./memory.ts";
import { NUMBERS } from "./numbers.ts";
import type { Instructions } from "./operation.ts";
import { WARP } from "./warp.ts";
import { WARPGROUP } from "./warpgroup.ts";

/**
 * The instructions of PTX that the lab knows, each with what it means. A new one is a row `[name, meaning]` in the file of its kind; a new kind
 * is a file with a list of rows, which is spread here. The name has no types: they are modifiers, which the meaning reads by way of its
 * `Operation` (`operation.has("trans")`, `operation.type()`), as it reads operands (`operation.value(operand, "u32")`,
 * `operation.address(operand)`), sets results (`operation.set(operand, value)`) and adds steps of the IR (`operation.add({ … })`).
 */
export const INSTRUCTIONS: Instructions = [
  ...NUMBERS,
  ...MEMORY,
  ...WARP,
  ...MATRIX,
  ...FRAGMENTS,
  ...WARPGROUP,
  ...ASYNCHRONOUS,
  ...COPIES,
  // A jump within the statement: assembly.ts sees to it.
  ["bra", () => undefined],
];

/** The first word of an instruction that one was perhaps meant to be. */
export function nearestInstruction(word: string): string | undefined {
  const known = new Set(INSTRUCTIONS.map(([name]) => name.split(".")[0]!));
  return word.length < 3 ? undefined : [...known].find((name) => differsByOne(name, word));
}

/** Whether two words differ by one letter: another one, one more or one less. */
function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  const rest = (word: string, skipped: number): string => word.slice(start + skipped);
  return rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1);
}
