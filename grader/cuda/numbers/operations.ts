import { doubleFromBits, doubleToBits, floatFromBits, floatToBits } from "./bits.ts";
import * as half from "./half.ts";
import * as int32 from "./int32.ts";
import * as int64 from "./int64.ts";
import { multiplyMatrices } from "./matrix-product.ts";
import { multiplyWarpgroup } from "./warpgroup-product.ts";

/** The arithmetic that JavaScript lacks, for generated code. */
export const numberOperations = {
  ...int32,
  ...int64,
  ...half,
  doubleFromBits,
  doubleToBits,
  floatFromBits,
  floatToBits,
  multiplyMatrices,
  multiplyWarpgroup,
};
