import { plainFunctions, type NumberFunctions } from "./function-table.ts";
import { transcendentalFunctions } from "./transcendental-functions.ts";

/** All functions of numbers. In the lab's worker `fetched-functions.ts` takes the place of this file. */
export const numberFunctions: NumberFunctions = { ...plainFunctions, ...transcendentalFunctions };
