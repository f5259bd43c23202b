import { describe, expect, it } from "vitest";
import * as functions from "./functions.ts";

type Row = readonly [name: keyof typeof functions, operands: readonly number[], result: number];

/** Results of g++ and glibc. */
const VALUES: readonly Row[] = [
  ["exp", [0.5], 1.6487212707001282],
  ["exp", [-700.25], 7.678723813110872e-305],
  ["exp", [1e-9], 1.000000001],
  ["exp2", [0.3], 1.2311444133449163],
  ["exp2", [-1060.5], 5.7238e-320],
  ["exp10", [2.5], 316.22776601683796],
  ["exp10", [-315.5], 3.16227764e-316],
  ["expm1", [1e-7], 1.0000000500000016e-7],
  ["expm1", [3.25], 24.790339917193062],
  ["log", [10], 2.302585092994046],
  ["log", [1.0000001], 9.999999505838704e-8],
  ["log2", [10], 3.321928094887362],
  ["log10", [2], 0.3010299956639812],
  ["log1p", [1e-9], 9.999999995e-10],
  ["sin", [1], 0.8414709848078965],
  ["sin", [100000], 0.03574879797201651],
  ["cos", [1], 0.5403023058681398],
  ["cos", [1e22], 0.523214785395139],
  ["tan", [1.5], 14.101419947171719],
  ["asin", [0.6], 0.6435011087932844],
  ["acos", [0.6], 0.9272952180016123],
  ["atan", [3], 1.2490457723982544],
  ["atan2", [-1, -2], -2.677945044588987],
  ["sinh", [0.1], 0.10016675001984403],
  ["sinh", [20], 242582597.70489514],
  ["cosh", [3], 10.067661995777765],
  ["tanh", [0.5], 0.46211715726000974],
  ["asinh", [2], 1.4436354751788103],
  ["acosh", [1.5], 0.9624236501192069],
  ["atanh", [0.25], 0.25541281188299536],
  ["pow", [2.5, -3.7], 0.03369938443095647],
  ["pow", [1.0001, 10000], 2.7181459268249255],
  ["cbrt", [2], 1.2599210498948732],
  ["hypot", [1.5, 2.5], 2.9154759474226504],
  ["erf", [0.75], 0.7111556336535151],
  ["erfc", [5], 1.537459794428035e-12],
  ["tgamma", [4.5], 11.631728396567448],
  ["tgamma", [-2.5], -0.9453087204829419],
  ["lgamma", [12.5], 18.73434751193645],
  ["lgamma", [0.001], 6.907178885383853],
];

/** C's special cases. */
const SPECIAL: readonly Row[] = [
  ["pow", [1, NaN], 1],
  ["pow", [NaN, 0], 1],
  ["pow", [-1, Infinity], 1],
  ["pow", [-1, -Infinity], 1],
  ["pow", [-8, 1 / 3], NaN],
  ["pow", [-0, -1], -Infinity],
  ["pow", [-0, -2], Infinity],
  ["pow", [-2, 3], -8],
  ["pow", [2, -1074], 5e-324],
  ["hypot", [Infinity, NaN], Infinity],
  ["atan2", [-0, -1], -Math.PI],
  ["atan2", [-0, 0], -0],
  ["atan2", [0, -0], Math.PI],
  ["tgamma", [5], 24],
  ["tgamma", [-1], NaN],
  ["tgamma", [-0], -Infinity],
  ["lgamma", [-1], Infinity],
  ["lgamma", [-Infinity], Infinity],
  ["exp2", [10], 1024],
  ["exp2", [-1074], 5e-324],
  ["exp10", [3], 1000],
  ["log2", [8], 3],
  ["log10", [1000], 3],
  ["log", [0], -Infinity],
  ["log", [-1], NaN],
  ["cbrt", [-27], -3],
  ["sinpi", [1], 0],
  ["sinpi", [-0.5], -1],
  ["cospi", [0.5], 0],
  ["cospi", [1], -1],
  ["acosh", [0.5], NaN],
  ["atanh", [1], Infinity],
  ["normcdf", [0], 0.5],
  ["normcdf", [-Infinity], 0],
  ["rcbrt", [8], 0.5],
  ["hypot3", [2, 3, 6], 7],
  ["hypot3", [NaN, 1, -Infinity], Infinity],
  ["hypot4", [1, 1, 1, 1], 2],
  ["hypot4", [0, 3 * 2 ** 600, 0, 4 * 2 ** 600], 5 * 2 ** 600],
  ["hypot4", [0, 3 * 2 ** -600, 0, 4 * 2 ** -600], 5 * 2 ** -600],
];

const valueOf = ([name, operands]: Row): number => (functions[name] as (...operands: readonly number[]) => number)(...operands);

describe("transcendental functions", () => {
  it.each(VALUES)("%s(%j) is %d within two units of the last place", (...row) => {
    const [, , expected] = row;
    expect(Math.abs(valueOf(row) / expected - 1)).toBeLessThanOrEqual(2 * Number.EPSILON);
  });

  it.each(VALUES)("%s(%j) of floats is rounded as glibc's", (...row) => {
    expect(Math.fround(valueOf(row))).toBe(Math.fround(row[2]));
  });

  it.each(SPECIAL)("%s(%j) is %d", (...row) => {
    expect(valueOf(row)).toBe(row[2]);
  });

  it.each(["sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "expm1", "log1p", "erf", "cbrt", "sinpi"] as const)(
    "%s keeps the sign of zero",
    (name) => {
      expect(functions[name](-0)).toBe(-0);
      expect(functions[name](0)).toBe(0);
    },
  );

  it("covers every function", () => {
    expect(new Set([...VALUES, ...SPECIAL].map(([name]) => name))).toEqual(new Set(Object.keys(functions)));
  });
});
