import type { SketchAccess, SketchArray, SketchBarrier, SketchRepeat, SketchStep } from "#judge/sketch.ts";

// The words with which a lesson describes the arrays and the steps of a try cell: see TryProps.

type Bytes = SketchArray["bytesPerElement"];

/** An array in global memory that holds data when the kernel starts. */
export function input(name: string, length: number, bytesPerElement: Bytes = 4): SketchArray {
  return { name, space: "global", bytesPerElement, length, contents: "source" };
}

/** An array in global memory that holds nothing yet. */
export function output(name: string, length: number, bytesPerElement: Bytes = 4): SketchArray {
  return { name, space: "global", bytesPerElement, length, contents: "empty" };
}

/** An array of each block in shared memory. */
export function shared(name: string, length: number, bytesPerElement: Bytes = 4): SketchArray {
  return { name, space: "shared", bytesPerElement, length, contents: "empty" };
}

/** A load from an array, whose index is what the cell's function of that name returns. */
export function load(name: string, array: string, elementsPerLane = 1): SketchAccess {
  return { kind: "load", name, array, ...(elementsPerLane > 1 && { elementsPerLane }) };
}

/** A store of what was loaded last. */
export function store(name: string, array: string, elementsPerLane = 1): SketchAccess {
  return { kind: "store", name, array, ...(elementsPerLane > 1 && { elementsPerLane }) };
}

/** The block's threads wait for one another. */
export const barrier: SketchBarrier = { kind: "barrier" };

/** Steps that each thread runs several times; the cell's functions get the number of the time as their third argument. */
export function repeat(times: number, ...steps: readonly SketchStep[]): SketchRepeat {
  return { kind: "repeat", times, steps };
}
