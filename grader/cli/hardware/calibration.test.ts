import { describe, expect, test } from "vitest";
import { TIME_ACCURACY, ACCURACY_BY_OTHERS } from "#clock/accuracy.ts";
import { agreementOf, heldOutLaunches, lastHeldOutLaunches, type ComparedLaunch } from "#simulator/hardware/compared-launches.ts";
import { chosenByOthers } from "./calibration.ts";
import { countedLaunches } from "./model-comparison.ts";

const byOthers = chosenByOthers(heldOutLaunches(), countedLaunches());

describe("kernels of other people, whose repository has chosen no constant of the clock", () => {
  /** Columns that are read and written again. */
  const FAR = ["prk-transpose-naive-double"];
  const on = (device: string) => byOthers.filter((launch) => launch.device === device);

  test("have times within 15 % on average on the H200, and within a factor of 2", () => {
    const { meanTimeError, worstTimeRatio } = agreementOf(on("h200"));
    expect(meanTimeError).toBeLessThanOrEqual(0.15);
    expect(worstTimeRatio).toBeLessThan(2);
  });

  test("have times within 15 % on average on the H100, and within a factor of 2 but for what the report says is not modelled", () => {
    expect(agreementOf(on("h100")).meanTimeError).toBeLessThanOrEqual(0.15);
    const isFar = ({ measured, model }: ComparedLaunch): boolean => Math.abs(Math.log2(model.microseconds / measured.microseconds)) >= 1;
    expect(
      on("h100")
        .filter(isFar)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(FAR);
  });

  test("are as far off as the course says", () => {
    expect(agreementOf(byOthers).meanTimeError).toBeCloseTo(ACCURACY_BY_OTHERS.meanTimeError, 2);
    expect(agreementOf(lastHeldOutLaunches()).meanTimeError).toBeCloseTo(TIME_ACCURACY.meanTimeError, 2);
  });
});
