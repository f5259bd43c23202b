import {
  FULL_MASK,
  WARP_SIZE,
  type AccessWidth,
  type FetchGranularity,
  type MemoryOp,
  type MemorySpace,
  type WarpRequest,
} from "#simulator";

/** The floors of the machine that a part of the course has opened: 1 is lanes and memory, 2 adds shared memory, 3 what DRAM reads, 4 several SMs and time. */
export type Floor = 1 | 2 | 3 | 4;

/** A request of a small kernel that the figure runs. */
export interface SceneRequest extends WarpRequest {
  readonly sm: number;
  readonly warp: number;
  /** The access as the kernel's text has it: `x[16 * i]`. */
  readonly access: string;
}

/** An array of a scene. Its lines are drawn in rows of their own. */
interface SceneArray {
  readonly name: string;
  readonly firstByte: number;
}

/** A small kernel, as the requests that its warps make one after the other. */
export interface Scene {
  readonly id: string;
  /** What the choice of scenes calls it. */
  readonly label: string;
  /** The line of the kernel that makes the requests. */
  readonly code: string;
  readonly sms: number;
  readonly arrays: readonly SceneArray[];
  readonly requests: readonly SceneRequest[];
  readonly fetchGranularityBytes: FetchGranularity;
}

const FLOAT_BYTES = 4;
/** Where the second array begins: far behind the first one's last byte. */
const SECOND_ARRAY = 1 << 20;

interface Wanted {
  readonly space?: MemorySpace;
  readonly op?: MemoryOp;
  readonly bytesPerLane?: AccessWidth;
  readonly sm?: number;
  readonly warp?: number;
  readonly access: string;
  readonly byteAddress: (lane: number) => number;
}

function requested({
  space = "global",
  op = "load",
  bytesPerLane = FLOAT_BYTES,
  sm = 0,
  warp = 0,
  access,
  byteAddress,
}: Wanted): SceneRequest {
  const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => byteAddress(lane));
  return { space, op, bytesPerLane, activeMask: FULL_MASK, addresses, sm, warp, access };
}

const X: SceneArray = { name: "x", firstByte: 0 };
const Y: SceneArray = { name: "y", firstByte: SECOND_ARRAY };

const onOneSm = { sms: 1, fetchGranularityBytes: 64 } as const;

/** Two warps that each load what `terms` of their index say, and store a float. */
function twoWarps(id: string, terms: readonly { readonly text: string; readonly element: (i: number) => number }[]): Scene {
  const warps = [0, 1];
  const loads = terms.flatMap(({ text, element }) =>
    warps.map((warp) => requested({ warp, access: `x[${text}]`, byteAddress: (lane) => FLOAT_BYTES * element(WARP_SIZE * warp + lane) })),
  );
  const stores = warps.map((warp) =>
    requested({ op: "store", warp, access: "y[i]", byteAddress: (lane) => SECOND_ARRAY + FLOAT_BYTES * (WARP_SIZE * warp + lane) }),
  );
  const read = terms.map(({ text }) => `x[${text}]`).join(" + ");
  return { ...onOneSm, id, label: read, code: `y[i] = ${read};`, arrays: [X, Y], requests: [...loads, ...stores] };
}

const strided = (stride: number) => ({ text: stride === 1 ? "i" : `${stride} * i`, element: (i: number) => stride * i });

/** Warp 0 of a transpose through a tile: a row in, a column out. */
function throughTile(wordsPerRow: number): Scene {
  const tile = `tile[32][${wordsPerRow}]`;
  return {
    ...onOneSm,
    id: `tile-${wordsPerRow}`,
    label: tile,
    code: `__shared__ float ${tile};`,
    arrays: [X, Y],
    requests: [
      requested({ access: "x[row][lane]", byteAddress: (lane) => FLOAT_BYTES * lane }),
      requested({ space: "shared", op: "store", access: "tile[row][lane]", byteAddress: (lane) => FLOAT_BYTES * lane }),
      requested({ space: "shared", access: "tile[lane][row]", byteAddress: (lane) => FLOAT_BYTES * wordsPerRow * lane }),
      requested({ op: "store", access: "y[row][lane]", byteAddress: (lane) => SECOND_ARRAY + FLOAT_BYTES * lane }),
    ],
  };
}

const VECTOR_BYTES = 16;
const ROW_BYTES = 4096 * FLOAT_BYTES;

/** A warp that doubles `float4`s of a matrix in place, so many lanes side by side in each row that it touches. */
export function downTheRows(lanesPerRow: number, fetchGranularityBytes: FetchGranularity): Scene {
  const byteAddress = (lane: number) => ROW_BYTES * Math.floor(lane / lanesPerRow) + VECTOR_BYTES * (lane % lanesPerRow);
  const access = "x[row][column]";
  return {
    ...onOneSm,
    fetchGranularityBytes,
    id: `lanes-${lanesPerRow}`,
    label: `${lanesPerRow}`,
    code: "x[row][column] *= 2;  // float4",
    arrays: [X],
    requests: [
      requested({ bytesPerLane: VECTOR_BYTES, access, byteAddress }),
      requested({ op: "store", bytesPerLane: VECTOR_BYTES, access, byteAddress }),
    ],
  };
}

/** Two blocks on two SMs, two warps each: the first warps of both, then the second ones. */
function twoSms(id: string, label: string, access: string, element: (block: number, warp: number, lane: number) => number): Scene {
  const turns = [0, 1].flatMap((warp) => [0, 1].map((sm) => ({ sm, warp })));
  return {
    id,
    label,
    code: `float value = ${access};`,
    sms: 2,
    fetchGranularityBytes: 64,
    arrays: [X],
    requests: turns.map(({ sm, warp }) => requested({ sm, warp, access, byteAddress: (lane) => FLOAT_BYTES * element(sm, warp, lane) })),
  };
}

/** The scenes that each floor adds. */
export const SCENES: Readonly<Record<Floor, readonly Scene[]>> = {
  1: [
    twoWarps("neighbours", [strided(1)]),
    twoWarps("stride-2", [strided(2)]),
    twoWarps("stride-16", [strided(16)]),
    twoWarps("again", [strided(1), { text: "i + 1", element: (i) => i + 1 }]),
  ],
  2: [throughTile(32), throughTile(33)],
  3: [1, 2, 4, 8].map((lanesPerRow) => downTheRows(lanesPerRow, 64)),
  4: [
    twoSms("one-table", "the same 32 floats", "x[lane]", (_, __, lane) => lane),
    twoSms("own-data", "its own 32 floats", "x[i]", (block, warp, lane) => 64 * block + 32 * warp + lane),
  ],
};

/** @throws RangeError for a scene that the floor doesn't have */
export function sceneOf(floor: Floor, id: string): Scene {
  const scene = SCENES[floor].find((other) => other.id === id);
  if (scene === undefined) throw new RangeError(`floor ${floor} of the machine has no scene “${id}”`);
  return scene;
}
