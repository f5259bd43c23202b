import { ofFloatingTypes, type NumberFunctions } from "./function-table.ts";
import * as functions from "./functions.ts";

/** The transcendental functions, of each floating type. */
export const transcendentalFunctions: NumberFunctions = {
  ...ofFloatingTypes(functions),
  // Of floats, it is exact until it is rounded.
  "hypot3.f32": (x: number, y: number, z: number) => Math.fround(functions.hypot3(x, y, z)),
};
