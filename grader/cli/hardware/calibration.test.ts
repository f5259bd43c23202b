import { describe, expect, test } from "vitest";
import { TIME_ACCURACY, ACCURACY_BY_OTHERS } from "#clock/accuracy.ts";
import { agreementOf, heldOutLaunches, lastHeldOutLaunches } from "#simulator/hardware/compared-launches.ts";
import { chosenByOthers } from "./calibration.ts";
import { countedLaunches } from "./model-comparison.ts";

const byOthers = chosenByOthers(heldOutLaunches(), countedLaunches());

describe("kernels of other people, whose repository has chosen no constant of the clock", () => {
  test.each(["h200", "h100"] as const)("have times within 20 % on average, and within a factor of 2.25: %s", (device) => {
    const { meanTimeError, worstTimeRatio } = agreementOf(byOthers.filter((launch) => launch.device === device));
    expect(meanTimeError).toBeLessThanOrEqual(0.2);
    expect(worstTimeRatio).toBeLessThan(2.25);
  });

  test("are as far off as the course says", () => {
    expect(agreementOf(byOthers).meanTimeError).toBeCloseTo(ACCURACY_BY_OTHERS.meanTimeError, 2);
    expect(agreementOf(lastHeldOutLaunches()).meanTimeError).toBeCloseTo(TIME_ACCURACY.meanTimeError, 2);
  });
});
