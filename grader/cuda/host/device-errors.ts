import { errorOfFault, type CudaError } from "../launch/cuda-error.ts";
import type { Fault } from "../machine/fault.ts";
import type { Span } from "../source-error.ts";

/** A launch that ended with a fault. */
interface FailedLaunch {
  readonly error: CudaError;
  /** The launch in the text. */
  readonly span: Span;
}

/**
 * The error of the device as the program sees it. A launch that ends with a fault is over for good: neither launches nor copies are made
 * after it. The host learns of it from the first call that waits for the device, and each call after that returns the same error, which
 * `cudaGetLastError` does not clear.
 */
export class DeviceErrors {
  #failed: FailedLaunch | undefined;
  #isKnown = false;
  readonly #onWait: () => void;
  /** Launches that were asked for after the failed one. */
  launchesNotMade = 0;

  /** @param onWait called when the program waits for the device */
  constructor(onWait: () => void = () => undefined) {
    this.#onWait = onWait;
  }

  /** The launch that ended with a fault. */
  get failed(): FailedLaunch | undefined {
    return this.#failed;
  }

  fail(fault: Fault, span: Span): void {
    this.#failed ??= { error: errorOfFault(fault), span };
  }

  /** The result of a call that does not wait for the device: its error if a call before has returned it. */
  get known(): number {
    return this.#isKnown ? this.#failed!.error.code : 0;
  }

  /** The result of a call that waits until the device is done. */
  wait(): number {
    this.#onWait();
    this.#isKnown = this.#failed !== undefined;
    return this.known;
  }
}
