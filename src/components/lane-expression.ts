/** Numbers, arithmetic, comparisons, bit operations, and functions of Math by their own names. */
const ALLOWED = /^(?:[\d\s.,()+\-*/%<>=!&|^~?:]|\blane\b|\b(?:floor|ceil|min|max|abs|log2)\b)*$/;

/**
 * A function of the lane from an expression: "lane * 4 + 100".
 *
 * @throws SyntaxError when it is not an expression, or contains more than arithmetic
 */
export function laneExpression(expression: string): (lane: number) => number {
  if (!ALLOWED.test(expression)) throw new SyntaxError(`"${expression}" contains more than arithmetic on \`lane\``);
  const evaluate = new Function("lane", "floor", "ceil", "min", "max", "abs", "log2", `"use strict"; return Number(${expression});`);
  return (lane) => evaluate(lane, Math.floor, Math.ceil, Math.min, Math.max, Math.abs, Math.log2) as number;
}
