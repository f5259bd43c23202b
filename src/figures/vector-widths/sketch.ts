import { WARP_SIZE } from "#simulator";
import type { Sketch, SketchArray, SketchStep } from "#judge/sketch.ts";
import { pluralize } from "#pictures/format.ts";
import { freeSketch, globalArray, plus, times } from "../drawing/free-sketch.ts";
import { BYTES_PER_FLOAT, COPIED_BYTES, loadsPerPiece, types, type Copy } from "./copy.ts";
import { devices, type DeviceId } from "./model.ts";

/** The whole copy: a load for each round, or two where the device loads a piece in halves. */
export function sketch({ bytesPerLane, offsetFloats, device }: Copy & { readonly device: DeviceId }): Sketch {
  const bytesPerElement = Math.min(bytesPerLane, BYTES_PER_FLOAT) as SketchArray["bytesPerElement"];
  const elements = bytesPerLane / bytesPerElement;
  const halves = loadsPerPiece(bytesPerLane, devices[device]);
  const rounds = COPIED_BYTES / (WARP_SIZE * bytesPerLane);
  const offset = (offsetFloats * BYTES_PER_FLOAT) / bytesPerElement;
  const names = halves === 1 ? ["read"] : ["readLower", "readUpper"];
  const elementsPerLane = (elements / halves) as 1 | 2 | 4 | 8;
  const loads = names.map((name) => ({ kind: "load" as const, name, array: "data", elementsPerLane }));
  const isRepeated = rounds > 1;
  const steps: SketchStep[] = isRepeated ? [{ kind: "repeat", times: rounds, steps: loads }] : loads;
  const piece = isRepeated ? `(${WARP_SIZE} * round + threadIdx.x)` : "threadIdx.x";
  const simple = isRepeated && elements === 1 ? `${WARP_SIZE} * round + threadIdx.x` : times(elements, piece);
  return freeSketch({
    title: "Vector widths",
    source: names.flatMap((name, half) => [
      ...(half === 0 ? [`// A lane copies ${pluralize(bytesPerLane, "byte")} at a time: ${types[bytesPerLane]}.`] : [""]),
      isRepeated
        ? `export function ${name}({ threadIdx }: Thread, size: object, round: number) {`
        : `export function ${name}({ threadIdx }: Thread) {`,
      `  return ${plus(simple, offset + half * elementsPerLane)};`,
      "}",
    ]),
    device,
    arrays: [globalArray("load", bytesPerElement, COPIED_BYTES / bytesPerElement + offset)],
    steps,
  });
}
