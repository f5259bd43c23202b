import type { Device } from "../devices.ts";
import { ACCESS_WIDTHS } from "../warp-request.ts";
import type { Access, Kernel, KernelArray, Step } from "./kernel.ts";

/** The accesses of a kernel in the order of its text, those of moves and inside repeats included. */
export function accessesOf(steps: readonly Step[]): Access[] {
  return steps.flatMap((step) => {
    switch (step.kind) {
      case "barrier":
      case "combine":
      case "pack":
        return [];
      case "repeat":
        return accessesOf(step.steps);
      case "move":
        return [step.load, step.store];
      default:
        return [step];
    }
  });
}

/** Indexes are 32-bit, and a byte address of global memory must stay a safe integer for the counters: 2 GiB an array. */
const MAX_GLOBAL_BYTES = 2 ** 31;

/** @throws RangeError for a kernel that could not be compiled or launched, with the array or access that is at fault. */
export function checkKernel(kernel: Kernel, device: Device): void {
  for (const [name, array] of Object.entries(kernel.arrays)) checkArray(name, array);
  const sharedBytes = Object.values(kernel.arrays)
    .filter((array) => array.space === "shared")
    .reduce((sum, array) => sum + array.length * array.bytesPerElement, 0);
  if (sharedBytes > device.sharedBytesPerBlock) {
    throw new RangeError(
      `the block's shared arrays take ${sharedBytes} bytes; a block on the ${device.name} has at most ${device.sharedBytesPerBlock}`,
    );
  }
  for (const access of accessesOf(kernel.steps)) checkAccess(access, kernel, device);
}

function checkArray(name: string, { length, bytesPerElement, space, contents }: KernelArray): void {
  if (!Number.isInteger(length) || length < 1)
    throw new RangeError(`array "${name}" has ${length} elements; it needs a whole number from 1 up`);
  if (length * bytesPerElement > MAX_GLOBAL_BYTES) throw new RangeError(`array "${name}" is larger than 2 GiB`);
  if (space === "shared" && contents === "source") throw new RangeError(`shared array "${name}" cannot hold data when the kernel starts`);
}

function checkAccess({ kind, name, array, elementsPerLane = 1 }: Access, { arrays }: Kernel, device: Device): void {
  const target = arrays[array];
  if (!target) throw new RangeError(`access "${name}" is to array "${array}", which the kernel does not have`);
  if (kind === "store" && target.space === "global" && !target.expected) {
    throw new RangeError(`access "${name}" stores to array "${array}", of which nobody said what it is expected to hold`);
  }
  const width = target.bytesPerElement * elementsPerLane;
  const widest = target.space === "shared" ? 16 : device.widestAccessBytes;
  if (!(ACCESS_WIDTHS as readonly number[]).includes(width) || width > widest) {
    throw new RangeError(
      `access "${name}" moves ${width} bytes a lane; the ${device.name} has widths up to ${widest} bytes of ${target.space} memory`,
    );
  }
}
