import { describe, expect, test } from "vitest";
import { comparedLaunches } from "#hardware/compared-launches.ts";
import { MemorySystem, type MemoryCounts } from "#memory/memory-system.ts";
import { FETCH_GRANULARITIES, SECTOR_BYTES, globalCost, h100 } from "#simulator";
import { bytesInFlight } from "./in-flight.tsx";
import { model, stagesOf, type Line, type Picture } from "./model.ts";
import { wholeKernels } from "./whole.ts";
import { SCENES, downTheRows, sceneOf, type Floor, type Scene } from "./scenes.ts";

const floors = Object.keys(SCENES).map((floor) => Number(floor) as Floor);
const scenes = [
  ...floors.flatMap((floor) => SCENES[floor]),
  ...FETCH_GRANULARITIES.flatMap((granularity) => [1, 2, 4, 8].map((lanes) => downTheRows(lanes, granularity))),
].map((scene): [string, Scene] => [`${scene.id}, fetches of ${scene.fetchGranularityBytes}`, scene]);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What the memory system of a whole H100 counts for a scene's requests; a block of each SM makes its own. */
function countsOf({ requests, sms, fetchGranularityBytes }: Scene): MemoryCounts {
  const occupancy = { blocks: 1, warps: 2, l1Bytes: 128 * 1024 };
  const system = new MemorySystem({ ...h100, fetchGranularityBytes }, occupancy, sms, { isRestrict: true });
  const accesses = [...new Set(requests.map(({ op, access }) => `${op} ${access}`))];
  // Blocks come one after the other, as the memory system takes them.
  for (const request of requests.toSorted((a, b) => a.sm - b.sm)) {
    if (request.space === "shared") continue;
    const { sm, warp, op, access, bytesPerLane, activeMask, addresses } = request;
    const number = accesses.indexOf(`${op} ${access}`);
    system.request({ block: sm, warp }, { number, operation: op, bytesPerLane }, activeMask, addresses);
  }
  return system.counts();
}

describe.each(scenes)("%s", (_, scene) => {
  const stages = stagesOf(scene);
  const global = stages.filter((stage) => stage.kind === "global");
  const loads = global.filter(({ request }) => request.op === "load").map(({ journey }) => journey);

  test("what the stages show adds up to what the simulator counts", () => {
    const counts = countsOf(scene);
    const last = stages.at(-1)!;
    expect({
      l1LoadSectors: sum(loads.map(({ sectors }) => sectors.length)),
      l1LoadHits: sum(loads.map(({ l1Hits }) => l1Hits.length)),
      l2Misses: sum(loads.map(({ sectors, l1Hits, l2Hits }) => sectors.length - l1Hits.length - l2Hits.length)),
      dramReadBytes: SECTOR_BYTES * sum(global.map(({ journey }) => journey.fetched.length)),
      unwritten: last.kind === "crowded" ? last.journey.writtenBack.length : 0,
    }).toEqual({
      l1LoadSectors: counts.l1LoadSectors,
      l1LoadHits: counts.l1LoadHits,
      l2Misses: counts.l2Sectors - counts.l2WriteSectors - (counts.l2Hits - counts.l2WriteSectors),
      dramReadBytes: counts.dramReadBytes,
      unwritten: counts.l2WriteSectors,
    });
    for (const { request, journey } of global) expect(journey.sectors.length).toBe(globalCost(request, h100).sectors);
    if (last.kind === "crowded") expect(last.journey.dramWriteBytes).toBe(SECTOR_BYTES * last.journey.writtenBack.length);
  });

  test("every stage is drawn with the sectors that it counts", () => {
    for (const [step, stage] of stages.entries()) {
      const picture = model({ scene, stages, step });
      const drawn = (lines: readonly Line[]) => lines.flatMap(({ cells }) => cells);
      if (stage.kind === "shared") continue;
      const { journey } = stage;
      expect(drawn(picture.dram).filter(({ isMovedByDram }) => isMovedByDram)).toHaveLength(
        journey.fetched.length + journey.writtenBack.length,
      );
      if (stage.kind === "crowded") continue;
      const atL1 = drawn(picture.sms[stage.request.sm]!.l1).filter(({ pieces }) => pieces.length > 0);
      expect(atL1).toHaveLength(stage.request.op === "load" ? journey.sectors.length : 0);
      expect(drawn(picture.l2).filter(({ pieces }) => pieces.length > 0)).toHaveLength(picture.toL2.blocks);
    }
  });
});

/** What crosses to and from L2 and DRAM, stage by stage: "4 up, 2 up". */
function flows(floor: Floor, id: string): string[] {
  const scene = sceneOf(floor, id);
  const stages = stagesOf(scene);
  return stages.map((_, step) => {
    const { toL2, toDram } = model({ scene, stages, step });
    return [toL2, toDram].map(({ blocks, direction }) => `${blocks} ${direction}`).join(", ");
  });
}

test.each<[string, Floor, string, readonly string[]]>([
  ["neighbours", 1, "neighbours", ["4 up, 2 up", "4 up, 2 up", "4 down, 0 none", "4 down, 0 none", "0 none, 8 down"]],
  ["every second float", 1, "stride-2", ["8 up, 4 up", "8 up, 4 up", "4 down, 0 none", "4 down, 0 none", "0 none, 8 down"]],
  ["a sector for each lane", 1, "stride-16", ["32 up, 32 up", "32 up, 32 up", "4 down, 0 none", "4 down, 0 none", "0 none, 8 down"]],
  [
    "the same floats again: only the one beyond is missing",
    1,
    "again",
    ["4 up, 2 up", "4 up, 2 up", "0 none, 0 none", "1 up, 1 up", "4 down, 0 none", "4 down, 0 none", "0 none, 8 down"],
  ],
  ["through a tile", 2, "tile-32", ["4 up, 2 up", "0 none, 0 none", "0 none, 0 none", "4 down, 0 none", "0 none, 4 down"]],
  [
    "two SMs, one table: each L1 asks once, DRAM is asked once",
    4,
    "one-table",
    ["4 up, 2 up", "4 up, 0 none", "0 none, 0 none", "0 none, 0 none"],
  ],
])("%s", (_, floor, id, expected) => {
  expect(flows(floor, id)).toEqual(expected);
});

test.each([
  ["32", 32],
  ["33", 1],
])("a column of a tile with rows of %s words takes %i wavefronts", (words, wavefronts) => {
  const scene = sceneOf(2, `tile-${words}`);
  const { banks, sentence } = model({ scene, stages: stagesOf(scene), step: 2 });
  expect(banks?.wavefronts).toBe(wavefronts);
  expect(sentence).toContain(`${wavefronts} wavefront`);
});

test("pointing at a lane lights its bytes wherever they are", () => {
  const scene = sceneOf(1, "stride-16");
  const picture: Picture = model({ scene, stages: stagesOf(scene), step: 0, hoveredLane: 3 });
  const lit = (lines: readonly Line[]) =>
    lines.flatMap(({ cells }) =>
      cells.flatMap(({ sector, pieces }) => pieces.flatMap(({ emphasis }) => (emphasis === "lit" ? [sector] : []))),
    );
  expect([picture.sms[0]!.l1, picture.l2, picture.dram].map(lit)).toEqual([[6], [6], [6]]);
  expect(picture.pointed).toBe("Lane 3: 4 bytes of sector 6, read from DRAM");
});

test("Little's law: 64 warps with a float per lane have 8 KiB in flight, and 16 bytes per lane make four times as much", () => {
  const floats = bytesInFlight({ warps: 64, bytesPerLane: 4 }, 800);
  expect(floats.bytes).toBe(8192);
  expect(bytesInFlight({ warps: 64, bytesPerLane: 16 }, 800)).toEqual({ bytes: 4 * 8192, needed: floats.needed });
  expect(floats.needed).toBeCloseTo((800 * 4800) / 132);
});

test("in words, each stage says where its sectors were", () => {
  const scene = sceneOf(1, "again");
  const { details } = model({ scene, stages: stagesOf(scene), step: 0 });
  expect(details.map((line) => line.replaceAll("\u00a0", " "))).toEqual([
    "Warp 0 loads x[i]. The lanes want 128 B in 4 sectors. L1 has none of them, so 4 move up from L2. L2 doesn’t have them either: DRAM sends 2 blocks of 64 B, 128 B in all.",
    "Warp 1 loads x[i]. The lanes want 128 B in 4 sectors. L1 has none of them, so 4 move up from L2. L2 doesn’t have them either: DRAM sends 2 blocks of 64 B, 128 B in all.",
    "Warp 0 loads x[i + 1]. The lanes want 128 B in 5 sectors. L1 has all 5, so nothing moves below it.",
    "Warp 1 loads x[i + 1]. The lanes want 128 B in 5 sectors. L1 has 4; 1 moves up from L2. L2 doesn’t have it either: DRAM sends 1 block of 64 B, 64 B in all.",
    "Warp 0 stores y[i]. The lanes store 128 B in 4 sectors. They go through L1 to L2 and stay there: DRAM doesn’t have them yet.",
    "Warp 1 stores y[i]. The lanes store 128 B in 4 sectors. They go through L1 to L2 and stay there: DRAM doesn’t have them yet.",
    "Later, L2 needs the room. The kernel has ended. When other data needs the room, L2 writes 8 sectors of 32 B back to DRAM, 256 B in all.",
  ]);
});

test("the counts say what the step costs and what has been counted so far, and a cache what it had before", () => {
  const scene = sceneOf(1, "again");
  const { readings, found } = model({ scene, stages: stagesOf(scene), step: 3 });
  expect(readings.slice(0, 3)).toEqual([
    { name: "requests", value: "4", of: "so far" },
    { name: "sectors", value: "5", of: "this step, 18 so far" },
    { name: "found in L1", value: "9 of 18", of: "so far" },
  ]);
  expect(found).toEqual({ L1: "had 4 of 5 before", L2: "had 0 of 1 before" });
});

test("of whole kernels, the part that takes longest is the one that the model is bound by", () => {
  const compared = comparedLaunches();
  const kernels = wholeKernels(compared);
  expect(kernels.map(({ id, loads }) => [id, Object.entries(loads).find(([, { isLongest }]) => isLongest)?.[0]])).toEqual(
    ["transpose_strided_write", "transpose_strided_read", "transpose_tiled", "transpose_padded"].map((name) => [
      name,
      compared.find((launch) => launch.name === name && launch.param === 4096 && launch.device === "h200")?.model.boundBy,
    ]),
  );
  for (const { loads } of kernels) for (const { share } of Object.values(loads)) expect(share).toBeLessThanOrEqual(1);
});
