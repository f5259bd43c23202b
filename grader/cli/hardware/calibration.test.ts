import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TIME_ACCURACY, ACCURACY_BY_OTHERS } from "#clock/accuracy.ts";
import { agreementOf, heldOutLaunches, lastHeldOutLaunches } from "#hardware/compared-launches.ts";
import { chosenByOthers } from "./calibration.ts";
import { countedLaunches } from "./model-comparison.ts";

const byOthers = chosenByOthers(heldOutLaunches(), countedLaunches());

describe("kernels of other people, whose repository has chosen no constant of the clock", () => {
  test.each(["h200", "h100"])("have times within 15 %% on average on the %s, and within a factor of 2", (device) => {
    const { meanTimeError, worstTimeRatio } = agreementOf(byOthers.filter((launch) => launch.device === device));
    expect(meanTimeError).toBeLessThanOrEqual(0.15);
    expect(worstTimeRatio).toBeLessThan(2);
  });

  test("are as far off as the course says", () => {
    expect(agreementOf(byOthers).meanTimeError).toBeCloseTo(ACCURACY_BY_OTHERS.meanTimeError, 2);
    expect(agreementOf(lastHeldOutLaunches()).meanTimeError).toBeCloseTo(TIME_ACCURACY.meanTimeError, 2);
  });

  test("are as far off as the readme says", () => {
    const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
    expect(readme).toContain(`${Math.round(100 * TIME_ACCURACY.meanTimeError)} % off on average`);
  });
});
