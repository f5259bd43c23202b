import { readFile } from "node:fs/promises";
import { XMLValidator } from "fast-xml-parser";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import type { Witness } from "#judge/result.ts";
import { FULL_MASK, globalCost, h100, sharedCost, type WarpRequest } from "#simulator";
import { palette } from "./palette.ts";
import { pictureFile, pictureWords } from "./request-picture.ts";

function witnessOf(request: Partial<WarpRequest> & Pick<WarpRequest, "addresses">, lanes: readonly number[] = []): Witness {
  return {
    case: "small",
    access: "read",
    array: "in<1>",
    blockIdx: { x: 0, y: 0, z: 0 },
    warp: 0,
    iteration: 0,
    outerIteration: 0,
    lanes,
    request: { space: "global", op: "load", bytesPerLane: 4, activeMask: FULL_MASK, ...request },
  };
}

const lanes = (address: (lane: number) => number): number[] => Array.from({ length: 32 }, (_, lane) => address(lane));
const drawn = (witness: Witness) => parseHTML(pictureFile(witness, "p-1")).document;

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
  test.each(globalRequests)("%s: draws each sector that moves, each line once, and is XML", (_, request) => {
    const witness = witnessOf(request, [0, 1]);
    const svg = drawn(witness);
    const cost = globalCost(witness.request, request.bytesPerLane === 32 ? { ...h100, widestAccessBytes: 32 } : h100);
    expect(svg.querySelectorAll(".sector:not(.still)")).toHaveLength(cost.sectors);
    expect(svg.querySelectorAll(".line-rule")).toHaveLength(cost.cacheLines);
    expect(svg.querySelectorAll(".named-rule")).toHaveLength(2);
    expect(XMLValidator.validate(pictureFile(witness, "p-1"))).toBe(true);
  });

  test("no lane, no request, but a word for lanes that memory refused", () => {
    const witness = witnessOf({ addresses: lanes(() => 0), activeMask: 0 }, [3]);
    expect(drawn(witness).querySelectorAll(".line-rule")).toHaveLength(0);
    expect(pictureWords(witness)).toContain("Lane 3 asks for what memory refuses, and is not drawn.");
  });
});

describe("a picture of shared memory", () => {
  test.each<[string, (lane: number) => number]>([
    ["no conflict", (lane) => lane * 4],
    ["stride 2", (lane) => lane * 8],
    ["a column without padding", (lane) => lane * 128],
    ["one word for all", () => 8],
  ])("%s: has the degree of the simulator on its busiest bank", (_, address) => {
    const witness = witnessOf({ space: "shared", addresses: lanes(address) });
    const { conflictDegree } = sharedCost(witness.request, h100);
    const degrees = Array.from(drawn(witness).querySelectorAll(".degree")).map((text) => Number(text.textContent));
    expect(Math.max(1, ...degrees)).toBe(conflictDegree);
    expect(XMLValidator.validate(pictureFile(witness, "p-1"))).toBe(true);
  });
});

test("what is said of a picture stands in it", () => {
  const witness = witnessOf({ addresses: lanes((lane) => lane * 8) });
  expect(pictureWords(witness)).toBe(
    "`read`: one warp's load from `in<1>`. The warp asks for 128 bytes and moves 8 sectors in 2 cache lines; 4 sectors would do. Efficiency: 50 %.",
  );
  expect(drawn(witness).querySelector("desc")?.textContent).toContain("Efficiency: 50 %.");
});

test("the palettes are the site's", async () => {
  const css = await readFile(new URL("../../src/styles/palette.css", import.meta.url), "utf8");
  const [dark, light] = css.split(':root[data-theme="light"] {');
  for (const [name, color] of Object.entries(palette.dark)) expect(dark).toContain(`--${name}: ${color};`);
  for (const [name, color] of Object.entries(palette.light)) expect(light).toContain(`--${name}: ${color};`);
});
