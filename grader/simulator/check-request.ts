import type { Device } from "./devices.ts";
import { ACCESS_WIDTHS, WARP_SIZE, isActive, type MemorySpace, type WarpRequest } from "./warp-request.ts";

/**
 * Refuses a request that hardware would refuse: an unknown width, a misaligned lane, an address that is no address.
 *
 * @throws RangeError that names the lane, the value and the rule.
 */
export function checkRequest(request: WarpRequest, space: MemorySpace, device: Device): void {
  const { bytesPerLane, addresses, activeMask } = request;
  if (request.space !== space) throw new RangeError(`a ${request.space} request was given where a ${space} one is costed`);
  if (request.op !== "load" && request.op !== "store") throw new RangeError(`op is ${String(request.op)}; it is load or store`);
  if (!ACCESS_WIDTHS.includes(bytesPerLane)) {
    throw new RangeError(`${bytesPerLane} bytes a lane: a lane loads or stores ${ACCESS_WIDTHS.join(", ")} bytes`);
  }
  const widest = space === "shared" ? 16 : device.widestAccessBytes;
  if (bytesPerLane > widest) {
    throw new RangeError(`${bytesPerLane} bytes a lane: the widest ${space} access of the ${device.name} is ${widest} bytes`);
  }
  if (!Number.isInteger(activeMask)) throw new RangeError(`activeMask is ${activeMask}; it is a 32-bit integer, bit i for lane i`);
  if (addresses.length !== WARP_SIZE) {
    throw new RangeError(`${addresses.length} addresses: a warp has ${WARP_SIZE} lanes, inactive ones included`);
  }
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    if (isActive(activeMask, lane)) checkAddress(addresses[lane], lane, bytesPerLane);
  }
}

function checkAddress(byteAddress: number, lane: number, bytesPerLane: number): void {
  if (!Number.isSafeInteger(byteAddress) || byteAddress < 0 || Object.is(byteAddress, -0)) {
    throw new RangeError(`lane ${lane}: ${String(byteAddress)} is not a byte address; it must be a whole number from 0 up`);
  }
  if (byteAddress % bytesPerLane !== 0) {
    throw new RangeError(
      `lane ${lane}: an access of ${bytesPerLane} bytes at byte ${byteAddress} is not aligned; the address must be a multiple of ${bytesPerLane}`,
    );
  }
}
