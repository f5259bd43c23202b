import { XMLValidator } from "fast-xml-parser";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { FULL_MASK, globalCost, h100, sharedCost, type WarpRequest } from "#simulator";
import { pictureCaption, type DrawnRequest } from "./request-drawing.ts";
import { pictureFile } from "./request-picture.ts";

function drawnRequest(request: Partial<WarpRequest> & Pick<WarpRequest, "addresses">, lanes: readonly number[] = []): DrawnRequest {
  return {
    access: "read",
    array: "in<1>",
    lanes,
    request: { space: "global", op: "load", bytesPerLane: 4, activeMask: FULL_MASK, ...request },
  };
}

const lanes = (address: (lane: number) => number): number[] => Array.from({ length: 32 }, (_, lane) => address(lane));
const svgOf = (drawn: DrawnRequest) => parseHTML(pictureFile(drawn, "p-1")).document;

const globalRequests: [string, Partial<WarpRequest> & Pick<WarpRequest, "addresses">][] = [
  ["unit stride", { addresses: lanes((lane) => lane * 4) }],
  ["unit stride, off by 4 bytes", { addresses: lanes((lane) => lane * 4 + 4) }],
  ["a column", { addresses: lanes((lane) => lane * 4096) }],
  ["one value for all", { addresses: lanes(() => 64) }],
  ["vectors", { addresses: lanes((lane) => lane * 16), bytesPerLane: 16 }],
  ["vectors of 32 bytes", { addresses: lanes((lane) => lane * 32), bytesPerLane: 32 }],
  ["bytes, stored backwards", { addresses: lanes((lane) => 31 - lane), bytesPerLane: 1, op: "store" }],
  ["half a warp", { addresses: lanes((lane) => lane * 8), activeMask: 0xffff }],
];

describe("a picture of global memory", () => {
  test.each(globalRequests)("%s: draws each moved sector and each line once, and is valid XML", (_, request) => {
    const drawn = drawnRequest(request, [0, 1]);
    const svg = svgOf(drawn);
    const cost = globalCost(drawn.request, request.bytesPerLane === 32 ? { ...h100, widestAccessBytes: 32 } : h100);
    expect(svg.querySelectorAll(".sector:not(.still)")).toHaveLength(cost.sectors);
    expect(svg.querySelectorAll(".line-rule")).toHaveLength(cost.cacheLines);
    expect(svg.querySelectorAll(".named-rule")).toHaveLength(2);
    expect(XMLValidator.validate(pictureFile(drawn, "p-1"))).toBe(true);
  });

  test("without an active lane there is no request, and lanes that memory refused are named", () => {
    const drawn = drawnRequest({ addresses: lanes(() => 0), activeMask: 0 }, [3]);
    expect(svgOf(drawn).querySelectorAll(".line-rule")).toHaveLength(0);
    expect(pictureCaption(drawn)).toContain("Lane 3 is out of bounds or misaligned, so it’s not drawn.");
  });
});

describe("a picture of shared memory", () => {
  test.each<[string, (lane: number) => number]>([
    ["no conflict", (lane) => lane * 4],
    ["stride 2", (lane) => lane * 8],
    ["a column without padding", (lane) => lane * 128],
    ["one word for all", () => 8],
  ])("%s: shows the conflict degree of the simulator on its busiest bank", (_, address) => {
    const drawn = drawnRequest({ space: "shared", addresses: lanes(address) });
    const { conflictDegree } = sharedCost(drawn.request, h100);
    const degrees = Array.from(svgOf(drawn).querySelectorAll(".degree")).map((text) => Number(text.textContent));
    expect(Math.max(1, ...degrees)).toBe(conflictDegree);
    expect(XMLValidator.validate(pictureFile(drawn, "p-1"))).toBe(true);
  });
});

test("a picture contains its description", () => {
  const drawn = drawnRequest({ addresses: lanes((lane) => lane * 8) });
  expect(pictureCaption(drawn)).toBe(
    "`read`: one warp's load from `in<1>`. The warp asks for 128\u00a0B and moves 8 sectors in 2 cache lines; 4 sectors would do. Efficiency: 50%.",
  );
  expect(svgOf(drawn).querySelector("desc")?.textContent).toContain("Efficiency: 50%.");
});
