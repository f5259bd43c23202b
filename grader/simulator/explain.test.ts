import { describe, expect, it } from "vitest";
import { FULL_MASK, explainGlobal, explainShared, h100 } from "./index.ts";

const lanes = Array.from({ length: 32 }, (_, lane) => lane);

describe("explainGlobal", () => {
  it("lists for each sector the lanes that touch it and how much of it they use", () => {
    const addresses = lanes.map((lane) => lane * 4 + 4);
    const { lines } = explainGlobal({ space: "global", op: "load", bytesPerLane: 4, activeMask: FULL_MASK, addresses }, h100);
    expect(lines).toMatchObject([
      { firstByte: 0, sectors: [{ number: 0, firstByte: 0, lanes: [0, 1, 2, 3, 4, 5, 6], usefulBytes: 28 }, {}, {}, {}] },
      { firstByte: 128, sectors: [{ number: 4, firstByte: 128, lanes: [31], usefulBytes: 4 }] },
    ]);
  });

  it("lists sectors and lines by address, whatever the order of the lanes", () => {
    const addresses = lanes.map((lane) => (31 - lane) * 128);
    const { lines } = explainGlobal({ space: "global", op: "load", bytesPerLane: 4, activeMask: FULL_MASK, addresses }, h100);
    expect(lines.map(({ number }) => number)).toEqual(lanes);
    expect(lines[0]).toMatchObject({ sectors: [{ lanes: [31] }] });
  });
});

describe("explainShared", () => {
  it("shows the stack of words on the busiest bank", () => {
    const addresses = lanes.map((lane) => lane * 16 * 4);
    const { groupEvidence } = explainShared({ space: "shared", op: "load", bytesPerLane: 4, activeMask: FULL_MASK, addresses }, h100);
    expect(groupEvidence).toMatchObject([{ wavefronts: 16, busiestBank: 0 }]);
    const onBank0 = groupEvidence.flatMap(({ words }) => words).filter(({ bank }) => bank === 0);
    expect(onBank0.flatMap((word) => word.lanes)).toEqual(lanes.filter((lane) => lane % 2 === 0));
  });

  it("shows a multicast as one word with several lanes", () => {
    const addresses = lanes.map(() => 8);
    const { groupEvidence } = explainShared({ space: "shared", op: "load", bytesPerLane: 4, activeMask: FULL_MASK, addresses }, h100);
    expect(groupEvidence).toMatchObject([{ words: [{ number: 2, bank: 2, lanes }] }]);
  });
});
