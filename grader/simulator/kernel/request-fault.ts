import { INACTIVE } from "./index-caller.ts";

/** A request that a GPU would not carry out: some lane is outside the array, or not aligned to what it moves. */
export interface RequestFault {
  /** The address of each of the 32 lanes, in bytes from the start of the array; null for an inactive lane. */
  readonly byteAddresses: readonly (number | null)[];
  readonly arrayBytes: number;
  /** The part that has so many bytes, if it isn't a whole array. */
  readonly bounded?: "row";
}

interface FaultTarget {
  readonly bytesPerElement: number;
  /** Elements of the array. */
  readonly length: number;
  readonly elementsPerLane: number;
}

/**
 * The fault of a warp's request; undefined where every lane is inside the array and aligned.
 *
 * @param indexes what was asked for, lane by lane; null or INACTIVE for a lane that sits out
 */
export function requestFault(
  indexes: readonly (number | null)[] | Int32Array,
  { bytesPerElement, length, elementsPerLane }: FaultTarget,
): RequestFault | undefined {
  const byteAddresses = Array.from(indexes, (index) => (index === null || index === INACTIVE ? null : index * bytesPerElement));
  const fault = { byteAddresses, arrayBytes: length * bytesPerElement };
  return byteAddresses.some((address) => laneFault(address, fault, bytesPerElement * elementsPerLane) !== undefined) ? fault : undefined;
}

/** The fault of a lane's address; undefined for a valid one. */
export function laneFault(
  byteAddress: number | null,
  { arrayBytes }: Pick<RequestFault, "arrayBytes">,
  bytesPerLane: number,
): "outside" | "misaligned" | undefined {
  if (byteAddress === null) return undefined;
  if (byteAddress < 0 || byteAddress + bytesPerLane > arrayBytes) return "outside";
  return byteAddress % bytesPerLane === 0 ? undefined : "misaligned";
}
