import { globalCost, type Device, type WarpRequest } from "#simulator";
import { spansOf, type Span } from "./memory.ts";

/** A load that hardware refuses. */
export interface Fault {
  /** The lane that is named: the first whose address does not suit the width. */
  readonly lane: number;
  /** The bytes that it asked for. */
  readonly spans: readonly Span[];
  /** The simulator's refusal. */
  readonly message: string;
}

/** What the device refuses of a load, if anything: the simulator is asked lane by lane. */
export function faultOf(load: WarpRequest, device: Device): Fault | undefined {
  for (const [lane, byteAddress] of load.addresses.entries()) {
    const message = refusal({ ...load, activeMask: 2 ** lane }, device);
    if (message !== undefined) return { lane, spans: spansOf(byteAddress, load.bytesPerLane), message };
  }
  return undefined;
}

function refusal(load: WarpRequest, device: Device): string | undefined {
  try {
    globalCost(load, device);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
