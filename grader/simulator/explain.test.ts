import { describe, expect, it } from "vitest";
import { FULL_MASK, explainGlobal, explainShared, h100 } from "./index.ts";

const lanes = Array.from({ length: 32 }, (_, lane) => lane);

describe("explainGlobal", () => {
  it("says of each sector which lanes touch it and how much of it they use", () => {
    const addresses = lanes.map((lane) => lane * 4 + 4);
    const { lines } = explainGlobal({ space: "global", op: "load", bytesPerLane: 4, activeMask: FULL_MASK, addresses }, h100);
    expect(lines.map(({ firstByte }) => firstByte)).toEqual([0, 128]);
    expect(lines[0].sectors[0]).toEqual({ number: 0, firstByte: 0, lanes: [0, 1, 2, 3, 4, 5, 6], usefulBytes: 28 });
    expect(lines[1].sectors).toEqual([{ number: 4, firstByte: 128, lanes: [31], usefulBytes: 4 }]);
  });

  it("lists sectors and lines by address, whatever the order of the lanes", () => {
    const addresses = lanes.map((lane) => (31 - lane) * 128);
    const { lines } = explainGlobal({ space: "global", op: "load", bytesPerLane: 4, activeMask: FULL_MASK, addresses }, h100);
    expect(lines.map(({ number }) => number)).toEqual(lanes);
    expect(lines[0].sectors[0].lanes).toEqual([31]);
  });
});

describe("explainShared", () => {
  it("shows the stack of words on the busiest bank", () => {
    const addresses = lanes.map((lane) => lane * 16 * 4);
    const { groupEvidence } = explainShared({ space: "shared", op: "load", bytesPerLane: 4, activeMask: FULL_MASK, addresses }, h100);
    expect(groupEvidence).toHaveLength(1);
    expect(groupEvidence[0]).toMatchObject({ wavefronts: 16, busiestBank: 0 });
    expect(groupEvidence[0].words.filter(({ bank }) => bank === 0).map(({ lanes }) => lanes[0])).toEqual(
      lanes.filter((lane) => lane % 2 === 0),
    );
  });

  it("shows a multicast as one word with several lanes", () => {
    const addresses = lanes.map(() => 8);
    const { groupEvidence } = explainShared({ space: "shared", op: "load", bytesPerLane: 4, activeMask: FULL_MASK, addresses }, h100);
    expect(groupEvidence[0].words).toEqual([{ number: 2, bank: 2, lanes }]);
  });
});
