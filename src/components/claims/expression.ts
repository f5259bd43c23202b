/** Numbers, arithmetic, comparison, the bits of a whole number, and the functions of Math by their own names. */
const ALLOWED = /^(?:[\d\s.,()+\-*/%<>=!&|^~?:]|\blane\b|\b(?:floor|ceil|min|max|abs|log2)\b)*$/;

/**
 * A function of the lane from an expression: "lane * 4 + 100".
 *
 * @throws SyntaxError when the expression is none, or holds more than arithmetic.
 */
export function laneExpression(expression: string): (lane: number) => number {
  if (!ALLOWED.test(expression)) throw new SyntaxError(`"${expression}" holds more than arithmetic on \`lane\``);
  const evaluate = new Function("lane", "floor", "ceil", "min", "max", "abs", "log2", `"use strict"; return Number(${expression});`);
  return (lane) => evaluate(lane, Math.floor, Math.ceil, Math.min, Math.max, Math.abs, Math.log2) as number;
}
