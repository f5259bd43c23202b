import { CACHE_LINE_BYTES, WARP_SIZE, type WarpRequest } from "#simulator";
import { patternRequest } from "#pictures/pattern.ts";

/** Any odd number walks through all 32 lines before it comes back; this one leaves no order that the eye could find. */
const STEP = 13;

/** 32 floats in 32 different lines, out of order and at different places of their lines: the worst that random addresses can do. */
export function scatteredRequest(): WarpRequest {
  const floats = patternRequest({ op: "load", strideElements: 1, offsetElements: 0, bytesPerElement: 4 });
  const addresses = floats.addresses.map((withinLine, lane) => ((lane * STEP) % WARP_SIZE) * CACHE_LINE_BYTES + withinLine);
  return { ...floats, addresses };
}
