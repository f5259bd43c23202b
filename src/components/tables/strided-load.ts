import { globalCost, h100, type GlobalCost } from "#simulator";
import { patternRequest } from "#pictures/pattern.ts";

/** The strides of the documents' tables, in elements. */
export const STRIDES = [1, 2, 4, 8, 16, 32] as const;

/** What a warp's load of floats at a stride costs, by the simulator. */
export function stridedLoadCost(stride: number): GlobalCost {
  return globalCost(patternRequest({ op: "load", strideElements: stride, offsetElements: 0, bytesPerElement: 4 }), h100);
}
