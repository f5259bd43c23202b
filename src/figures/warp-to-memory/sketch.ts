import type { Sketch } from "#judge/sketch.ts";
import type { Pattern } from "#pictures/pattern.ts";
import { patternSketch } from "../drawing/free-sketch.ts";

/** The warp's request as a kernel of one access. */
export function sketch(pattern: Pattern): Sketch {
  return patternSketch("Warp to memory", pattern);
}
