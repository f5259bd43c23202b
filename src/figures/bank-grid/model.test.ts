import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FULL_MASK, WARP_SIZE, h100, sharedCost, type WarpRequest } from "#simulator";
import type { WordRow } from "#pictures/banks.ts";
import { picture, type Picture } from "./model.ts";

const floats = (wordOfLane: (lane: number) => number): WarpRequest => ({
  space: "shared",
  op: "load",
  bytesPerLane: 4,
  activeMask: FULL_MASK,
  addresses: Array.from({ length: WARP_SIZE }, (_, lane) => wordOfLane(lane) * 4),
});

const cells = ({ rows }: Picture) => rows.filter((row): row is WordRow => row.kind === "words").flatMap((row) => row.cells);
const degrees = ({ banks }: Picture) => banks.filter(({ degree }) => degree > 0).map(({ degree }) => degree);

test.each<[string, (lane: number) => number, { cells: number; banks: number; degree: number; gaps: number }]>([
  ["unit stride", (lane) => lane, { cells: 32, banks: 32, degree: 1, gaps: 0 }],
  ["one word for all", () => 7, { cells: 1, banks: 1, degree: 1, gaps: 0 }],
  ["stride 2", (lane) => lane * 2, { cells: 32, banks: 16, degree: 2, gaps: 0 }],
  ["stride 32: one bank", (lane) => lane * 32, { cells: 32, banks: 1, degree: 32, gaps: 0 }],
  ["stride 33: padded", (lane) => lane * 33, { cells: 32, banks: 32, degree: 1, gaps: 0 }],
  ["stride 64: every other row", (lane) => lane * 64, { cells: 32, banks: 1, degree: 32, gaps: 31 }],
])("%s", (_, wordOfLane, expected) => {
  const drawn = picture({ request: floats(wordOfLane) });
  expect({
    cells: cells(drawn).length,
    banks: degrees(drawn).length,
    degree: Math.max(...degrees(drawn)),
    gaps: drawn.rows.filter((row) => row.kind === "gap").length,
  }).toEqual(expected);
});

test("the numbers come in the course's order", () => {
  const { readings } = picture({ request: floats((lane) => lane) });
  expect(readings.map((reading) => reading.name)).toEqual(["wavefronts", "conflicts", "degree"]);
});

test("pointing at a lane highlights its word", () => {
  const drawn = picture({ request: floats((lane) => lane * 2), hoveredLane: 3 });
  expect(cells(drawn).filter((cell) => cell.emphasis === "lit")).toEqual([{ bank: 6, lanes: [3], emphasis: "lit" }]);
  expect(drawn.pointed).toBe("Lane 3: word 6, bank 6");
});

describe("an ldmatrix.x4", () => {
  /** Rows of 128 bytes: all of matrices 0 to 2 side by side, those of matrix 3 at one place of their lines. */
  const request: WarpRequest = {
    ...floats(() => 0),
    bytesPerLane: 16,
    instruction: "ldmatrix",
    addresses: Array.from({ length: WARP_SIZE }, (_, lane) => (lane < 24 ? lane * 16 : 512 + (lane - 24) * 128)),
  };

  test.each([
    ["the costliest one", {}, 3],
    ["that of the lane that a check names", { namedLanes: [9, 10] }, 1],
    ["the chosen one, whatever a check names", { namedLanes: [9], matrix: 2 }, 2],
    ["that of the lane that is pointed at, whatever is chosen", { matrix: 2, hoveredLane: 1 }, 0],
  ])("is drawn a matrix at a time: %s", (_, input, matrix) => {
    const drawn = picture({ request, ...input });
    expect(drawn.matrix).toEqual({ drawn: matrix, of: 4 });
    expect(new Set(cells(drawn).flatMap(({ lanes }) => lanes.map((lane) => Math.floor(lane / 8))))).toEqual(new Set([matrix]));
  });

  test("keeps the counts of the whole request, and says which of them are the drawn matrix's", () => {
    const drawn = picture({ request });
    expect(drawn.readings[0]).toMatchObject({ name: "wavefronts", value: "11", ideal: "4" });
    expect(drawn.sentence).toMatch(
      /^The request takes 11 wavefronts; 4 would do\. .* Matrix 3, the one drawn, takes 8 of the 11 wavefronts\.$/,
    );
    expect(Math.max(...degrees(drawn))).toBe(8);
    expect(Math.max(...degrees(picture({ request, matrix: 0 })))).toBe(1);
    expect(drawn.lanes.filter(({ emphasis }) => emphasis === "plain").map(({ lane }) => lane)).toEqual([24, 25, 26, 27, 28, 29, 30, 31]);
  });

  test("of one matrix, or of a plain load of as many bytes, is drawn whole", () => {
    const { instruction: _, ...plain } = request;
    expect(picture({ request: plain })).not.toHaveProperty("matrix");
    expect(picture({ request: { ...request, activeMask: 0xff } })).not.toHaveProperty("matrix");
  });
});

describe("for any request", () => {
  test("the tallest stack is the simulator's conflict degree, and every active lane is drawn", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("load" as const, "store" as const),
        fc.constantFrom(1 as const, 2 as const, 4 as const, 8 as const, 16 as const),
        fc.integer({ min: 1, max: 0xffffffff }),
        fc.array(fc.nat(255), { minLength: WARP_SIZE, maxLength: WARP_SIZE }),
        (op, bytesPerLane, activeMask, elements) => {
          const request: WarpRequest = {
            space: "shared",
            op,
            bytesPerLane,
            activeMask,
            addresses: elements.map((element) => element * bytesPerLane),
          };
          const drawn = picture({ request });
          expect(Math.max(...degrees(drawn))).toBe(sharedCost(request, h100).conflictDegree);
          const lanes = new Set(cells(drawn).flatMap((cell) => cell.lanes));
          expect([...lanes].sort((a, b) => a - b)).toEqual(drawn.lanes.filter((lane) => lane.active).map((lane) => lane.lane));
        },
      ),
    );
  });
});
