import type { FindingKind } from "../errors/findings.ts";
import { WARP_SIZE, volume } from "#simulator";
import { firstLaneOf } from "#simulator/warp-request.ts";
import { threadName } from "../machine/access-sentence.ts";
import type { Finding, Findings } from "../machine/findings.ts";
import type { LaunchPlace } from "../machine/launch-place.ts";
import { lanesOn } from "../machine/run-program-lanes.ts";
import type { ProgramEvents } from "../machine/run-program.ts";
import { SCALAR_BYTES, type Step } from "../ir/program.ts";
import type { Printer } from "./printer.ts";

/** The machine's events other than accesses, as findings, and the kernel's output, as lines. */
export function eventsOf(findings: Findings, place: LaunchPlace, printer: Printer): ProgramEvents {
  /** `message` gets the name of the thread that the finding is about. */
  const add = (
    kind: FindingKind,
    { span }: Step,
    warp: number,
    lane: number,
    message: (thread: string) => string,
    more?: Pick<Finding, "left" | "unset">,
  ): void => {
    findings.add(kind, span, () => {
      const thread = place.threadCoordinates(warp * WARP_SIZE + lane);
      const block = place.blockCoordinates(place.block);
      return { ...NOWHERE, ...more, thread, block, message: capital(message(threadName(thread, block))) };
    });
  };
  return {
    divergentBarrier(step, warp, arrived, live) {
      const missing = lowestLane(live & ~arrived);
      const lane = missing ?? lowestLane(arrived) ?? 0;
      add("divergent-barrier", step, warp, lane, (thread) =>
        missing === undefined
          ? `warp ${warp} of block (${place.blockCoordinates(place.block).join(", ")}) waits at this barrier while others wait at another one.`
          : `${thread} does not reach this barrier, and has not ended: all threads of a block must reach the same one.`,
      );
    },
    mismatchedMask(step, warp, waiting, named, live) {
      const absent = lowestLane(named & live & ~waiting);
      const lane = absent ?? lowestLane(waiting & ~named) ?? 0;
      const mask = `mask 0x${(named >>> 0).toString(16)}`;
      add("mismatched-mask", step, warp, lane, (thread) =>
        absent === undefined
          ? `${thread} takes part, but the ${mask} does not name its lane ${lane}.`
          : `the ${mask} names lane ${lane}, ${thread}, which does not take part.`,
      );
    },
    partialWarp(step, warp, mask) {
      const absent = lowestLane(~mask)!;
      const isThread = warp * WARP_SIZE + absent < volume(place.launch.blockDim);
      const lanes = `${lanesOn(mask)} of ${WARP_SIZE} lanes`;
      add("partial-warp", step, warp, isThread ? absent : lowestLane(mask)!, (thread) =>
        isThread
          ? `${thread} does not take part, only ${lanes} of warp ${warp} do: this takes the whole warp.`
          : `warp ${warp} of the block has threads for ${lanes} only, and this takes the whole warp: start a multiple of ${WARP_SIZE} threads.`,
      );
    },
    unsetSums(step, warp, mask) {
      const { unset = "" } = step;
      const words = `adds a product to \`${unset}\`, which nothing has set: a GPU's registers hold anything. Set \`${unset}\` to 0 before the first product.`;
      add("uninitialized", step, warp, lowestLane(mask) ?? 0, (thread) => `${thread} ${words}`, { unset });
    },
    outsideArray(step, array, lane, index) {
      add(
        "out-of-bounds",
        step,
        place.warp,
        lane,
        (thread) => `${thread} uses element ${index} of \`${array.name}\`, which it does not have.`,
        {
          left: {
            name: array.name,
            index: Number(index),
            length: array.length,
            element: { name: "", bytes: SCALAR_BYTES[array.type] },
            base: 0,
          },
        },
      );
    },
    print: (step, warp, mask, operands) => printer.print(step.format, warp, mask, operands),
    failedAssertion(step, warp, mask) {
      // `__trap` ends a kernel as an exception of the device does.
      findings.end(() => (step.text === "assert" ? "assertion" : "launch-failure"));
      add("assertion", step, warp, lowestLane(mask) ?? 0, (thread) => `the assertion fails for ${thread}.`);
    },
  };
}

/** The fields of a finding that is about no address. */
const NOWHERE = { site: undefined, address: undefined, space: undefined, other: undefined, request: undefined };

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function lowestLane(mask: number): number | undefined {
  return mask === 0 ? undefined : firstLaneOf(mask);
}
