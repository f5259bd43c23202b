import type { Sketch } from "#judge/sketch.ts";
import { patternSketch } from "../drawing/free-sketch.ts";
import { patternOf, walks, type Sweep } from "./walk.ts";

/** The request at the marker as a kernel of one access. */
export function sketch(sweep: Sweep, value: number): Sketch {
  return patternSketch("Stride and offset sweeps", patternOf(walks[sweep], value));
}
