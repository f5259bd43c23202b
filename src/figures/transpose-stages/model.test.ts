import { describe, expect, test } from "vitest";
import { WARP_SIZE, positionIn, volume } from "#simulator";
import { kernelTimings } from "#hardware/kernel-timings.ts";
import { SIDE, TILE, launch, measuredVersions, versions, type AccessName, type Version } from "./versions.ts";
import { model, type Picture } from "./model.ts";
import { VersionRun } from "./run.ts";
import { scenesOf, type SceneKind } from "./scenes.ts";

const all = Object.keys(versions) as Version[];
const tiledOnes = all.filter((version) => versions[version].tileWords > 0);

/** The picture of a version at a scene. */
function at(version: Version, kind: SceneKind, hoveredLane?: number): Picture {
  return model({ version, step: scenesOf(versions[version]).findIndex((scene) => scene.kind === kind), hoveredLane });
}
const reading = (readings: Picture["input"]["readings"], name: string) => readings.find((entry) => entry.name === name)?.value;

test.each(all)("%s transposes the whole matrix, each element once, without a race", (version) => {
  expect(VersionRun.of(version).trace.violations).toEqual([]);
});

describe("what each version costs, over the whole kernel", () => {
  // 128 warps go along a row (4 sectors, 1 line, no conflict) or down a column (32 sectors, 32 lines, 31 conflicts).
  test.each<[Version, { load: string; store: string; conflicts: string[] }]>([
    ["naive", { load: "4", store: "32", conflicts: [] }],
    ["mirrored", { load: "32", store: "4", conflicts: [] }],
    ["tiled", { load: "4", store: "4", conflicts: ["0", "3,968"] }],
    ["padded", { load: "4", store: "4", conflicts: ["0", "0"] }],
    ["swizzled", { load: "4", store: "4", conflicts: ["0", "0"] }],
  ])("%s", (version, expected) => {
    const { input, tile, output } = at(version, "grid");
    expect(reading(input.readings, "sectors per request")).toBe(expected.load);
    expect(reading(output.readings, "sectors per request")).toBe(expected.store);
    const conflicts = tile && ["store conflicts", "load conflicts"].map((name) => reading(tile.readings, name));
    expect(conflicts ?? []).toEqual(expected.conflicts);
  });
});

test("the requests of one block, times the blocks, add up to the trace of the run", () => {
  for (const version of all) {
    const run = VersionRun.of(version);
    const blocks = volume(launch.gridDim);
    for (const traced of run.trace.accesses) {
      const name = traced.access as AccessName;
      if (traced.space === "global") expect(run.globalTally(name, "block").sectors * blocks).toBe(traced.sectors);
      else expect(run.sharedTally(name, "block").wavefronts * blocks).toBe(traced.wavefronts);
    }
  }
});

describe("what is drawn adds up to what is counted", () => {
  test.each(all)("%s", (version) => {
    const drawn = at(version, "write");
    const run = VersionRun.of(version);
    expect(drawn.output.picture.sectors).toHaveLength(run.globalTally("write", "warp").sectors);
    expect(drawn.output.picture.pieces.map(({ lane }) => lane)).toEqual(Array.from({ length: WARP_SIZE }, (_, lane) => lane));
    for (const { picture } of [at(version, "others-write").input, at(version, "others-write").output]) {
      expect(picture.done && picture.done.rows * picture.done.columns).toBe(TILE * TILE);
    }
    const whole = at(version, "grid").output.picture.done;
    expect(whole && whole.rows * whole.columns).toBe(SIDE * SIDE);
  });

  test.each(tiledOnes)("%s: the tile", (version) => {
    const full = at(version, "barrier").tile!.picture;
    expect(full.held.reduce((words, { banks }) => words + banks, 0)).toBe(TILE * TILE);
    expect(full.held.reduce((words, { banks }) => words + banks, 0) + full.spare.length).toBe(versions[version].tileWords);
    const taken = at(version, "take").tile!.picture;
    expect(taken.words).toHaveLength(WARP_SIZE);
    const busiest = Math.max(1, ...taken.stacks.map(({ degree }) => degree));
    expect(busiest).toBe(VersionRun.of(version).sharedTally("fromTile", "warp").wavefronts);
  });
});

test("a lane takes from the tile the word that ends in its element of out", () => {
  // Row 5 of the lit block's part of out is column 5 of its part of in: lane 3 stores the element that was in row 3.
  expect(at("padded", "write", 3).pointed).toBe("Lane 3 takes a word of bank 8, stores row 37, column 3 of out");
});

test("pointing at a lane highlights its element and its sector alone", () => {
  const { sectors, pieces } = at("naive", "write", 7).output.picture;
  expect(pieces.filter(({ emphasis }) => emphasis === "lit").map(({ lane }) => lane)).toEqual([7]);
  expect(sectors.filter(({ emphasis }) => emphasis === "lit")).toHaveLength(1);
});

test("elements move only between places where all lanes are drawn", () => {
  for (const version of all) {
    scenesOf(versions[version]).forEach(({ flight }, step) => {
      const drawn = model({ version, step });
      const cells = {
        in: drawn.input.picture.pieces,
        out: drawn.output.picture.pieces,
        tile: drawn.tile?.picture.words ?? [],
        lanes: drawn.lanes.filter(({ active }) => active),
      };
      for (const place of flight ? [flight.from, flight.to] : []) expect(cells[place]).toHaveLength(WARP_SIZE);
    });
  }
});

test("the CUDA text that is shown computes what the simulator runs", () => {
  const threads = [0, 5, 37, 1023].map((thread) => positionIn(launch.blockDim, thread));
  const blocks = [0, 1, 2, 3].map((block) => positionIn(launch.gridDim, block));
  for (const { accesses } of Object.values(versions)) {
    for (const { code, index } of Object.values(accesses)) {
      const formula = new Function("tx", "ty", "bx", "by", "n", `return ${/\[(.*)\]/.exec(code)?.[1]};`);
      for (const threadIdx of threads) {
        for (const blockIdx of blocks) {
          const said = formula(threadIdx.x, threadIdx.y, blockIdx.x, blockIdx.y, SIDE);
          expect(said, code).toBe(index({ ...launch, threadIdx, blockIdx }));
        }
      }
    }
  }
});

test("there is one bar per measured version, and the fastest is full", () => {
  const { bars } = model({ version: "tiled", step: 0, measured: measuredVersions(kernelTimings("h200")) });
  expect(bars.map(({ label }) => label)).toEqual(["plain copy", ...all.map((version) => versions[version].label)]);
  expect(Math.max(...bars.map(({ share }) => share))).toBe(1);
  expect(bars.filter(({ current }) => current).map(({ label }) => label)).toEqual(["tile"]);
});

test("a version that was not measured is an error", () => {
  expect(() => measuredVersions([])).toThrow(RangeError);
});
