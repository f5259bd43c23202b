import { sourceIds, type Kernel, type Launch, type Thread } from "#simulator";
import { barrier, input, launchOver, load, move, output, store, tile } from "#kit/vocabulary.ts";
import type { KernelTiming } from "#hardware/kernel-timings.ts";

/** Rows and columns of the matrix that is drawn: four tiles. */
export const SIDE = 64;
/** Rows and columns of a tile; threads of a block along each axis. */
export const TILE = 32;

export type Version = "naive" | "mirrored" | "tiled" | "padded" | "swizzled";
/** The accesses of a version in the order of its text; a version without a tile has the first and the last. */
export type AccessName = "read" | "toTile" | "fromTile" | "write";

/** One access of a version in two forms: as CUDA text, and as the function that the simulator calls. */
interface AccessText {
  /** CUDA, with tx, ty for threadIdx, bx, by for blockIdx, n for the side of the matrix. */
  readonly code: string;
  readonly index: (thread: Thread) => number;
}

/** One way to transpose. */
export interface VersionText {
  readonly label: string;
  /** Words of the tile; 0: the version has none. */
  readonly tileWords: number;
  readonly accesses: Readonly<Partial<Record<AccessName, AccessText>>>;
}

const alongRowsOfIn: AccessText = {
  code: "in[(32*by + ty)*n + 32*bx + tx]",
  index: ({ threadIdx, blockIdx }) => (TILE * blockIdx.y + threadIdx.y) * SIDE + TILE * blockIdx.x + threadIdx.x,
};
const downColumnsOfIn: AccessText = {
  code: "in[(32*bx + tx)*n + 32*by + ty]",
  index: ({ threadIdx, blockIdx }) => (TILE * blockIdx.x + threadIdx.x) * SIDE + TILE * blockIdx.y + threadIdx.y,
};
/** Block (x, y) of `in` is block (y, x) of `out`, and within it the warp walks along a row again. */
const alongRowsOfTransposedTile: AccessText = {
  code: "out[(32*bx + ty)*n + 32*by + tx]",
  index: ({ threadIdx, blockIdx }) => (TILE * blockIdx.x + threadIdx.y) * SIDE + TILE * blockIdx.y + threadIdx.x,
};

export const versions: Readonly<Record<Version, VersionText>> = {
  naive: {
    label: "naive",
    tileWords: 0,
    accesses: { read: alongRowsOfIn, write: { ...downColumnsOfIn, code: "out[(32*bx + tx)*n + 32*by + ty]" } },
  },
  mirrored: {
    label: "naive, mirrored",
    tileWords: 0,
    accesses: { read: downColumnsOfIn, write: { ...alongRowsOfIn, code: "out[(32*by + ty)*n + 32*bx + tx]" } },
  },
  tiled: throughTile("tile", TILE),
  padded: throughTile("padded tile", TILE + 1),
  swizzled: {
    label: "swizzled tile",
    tileWords: TILE * TILE,
    accesses: {
      read: alongRowsOfIn,
      toTile: { code: "tile[ty*32 + (tx ^ ty)]", index: ({ threadIdx: { x, y } }) => y * TILE + (x ^ y) },
      fromTile: { code: "tile[tx*32 + (ty ^ tx)]", index: ({ threadIdx: { x, y } }) => x * TILE + (y ^ x) },
      write: alongRowsOfTransposedTile,
    },
  },
};

/** @param pitch words from one row of the tile to the next */
function throughTile(label: string, pitch: number): VersionText {
  return {
    label,
    tileWords: TILE * pitch,
    accesses: {
      read: alongRowsOfIn,
      toTile: { code: `tile[ty*${pitch} + tx]`, index: ({ threadIdx: { x, y } }) => y * pitch + x },
      fromTile: { code: `tile[tx*${pitch} + ty]`, index: ({ threadIdx: { x, y } }) => x * pitch + y },
      write: alongRowsOfTransposedTile,
    },
  };
}

/** One thread per element, 32 × 32 threads per block: a warp is a row of threads. */
export const launch: Launch = launchOver([SIDE, SIDE], [TILE, TILE]);

/** A version as the simulator runs it. */
export function kernelOf({ tileWords, accesses }: VersionText): Kernel {
  const source = input(SIDE * SIDE);
  const firstId = sourceIds({ in: source }).in;
  if (firstId === undefined) throw new RangeError("the input has no source ids");
  const out = { ...output(SIDE * SIDE), expected: (element: number) => firstId + (element % SIDE) * SIDE + Math.floor(element / SIDE) };
  const named = (name: AccessName) => {
    const access = accesses[name];
    if (!access) throw new RangeError(`the version has no access "${name}"`);
    return { name, index: access.index };
  };
  if (tileWords === 0) {
    return { size: {}, arrays: { in: source, out }, steps: [move(load("in", named("read")), store("out", named("write")))] };
  }
  return {
    size: {},
    arrays: { in: source, tile: tile(tileWords), out },
    steps: [
      move(load("in", named("read")), store("tile", named("toTile"))),
      barrier,
      move(load("tile", named("fromTile")), store("out", named("write"))),
    ],
  };
}

/** How fast a version ran on an H200, with `__restrict__`. "copy" is the plain copy of a matrix of that size. */
export interface MeasuredVersion {
  readonly version: Version | "copy";
  readonly usefulGBps: number;
}

/** Rows and columns of the matrices that were timed. */
export const MEASURED_SIDE = 4096;

const kernelNames: Readonly<Record<MeasuredVersion["version"], string>> = {
  copy: "copy_restrict",
  naive: "strided_write_restrict",
  mirrored: "strided_read_restrict",
  tiled: "tile_restrict",
  padded: "tile_pad1_restrict",
  swizzled: "swizzle_restrict",
};

/**
 * The timings of the versions, from those of the H200, which a page passes to the figure.
 *
 * @throws RangeError when one of them was not measured.
 */
export function measuredVersions(timings: readonly KernelTiming[]): MeasuredVersion[] {
  return Object.entries(kernelNames).map(([version, kernel]) => {
    const timing = timings.find(({ name, param }) => name === kernel && param === MEASURED_SIDE);
    if (!timing) throw new RangeError(`${kernel} was not timed with parameter ${MEASURED_SIDE}`);
    return { version: version as MeasuredVersion["version"], usefulGBps: timing.usefulGBps };
  });
}
