import type { Exercise, JudgedLayout, Size } from "#judge/exercise.ts";
import { offsetsOf } from "#judge/layout-of-answer.ts";
import {
  WARP_SIZE,
  rowPlaces,
  tileAddress,
  tilePitch,
  type Access,
  type KernelArray,
  type RowPlace,
  type Step,
  type Thread,
  type TmaTile,
} from "#simulator";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import type { Check } from "#judge/exercise.ts";
import { bankConflicts, everyElement, inBounds, noRace, step } from "../checks.ts";
import { closure } from "../closure.ts";
import { defineExercise, growing, type Own } from "../define-exercise.ts";
import { barrier, exported, exportedNumber, input, launch, load, move, output, repeat, store, tile as sharedTile } from "../vocabulary.ts";

/** An element of a tile. */
export interface TilePlace {
  readonly row: number;
  readonly column: number;
}

/** How the threads of a block reach the elements of a tile, pass after pass. */
export interface TileTouch {
  /** The access's name in checks and verdicts. */
  readonly name: string;
  /** Default: plain loads and stores through a register. */
  readonly instruction?: Access["instruction"];
  /** Of `ldmatrix` and `stmatrix`. */
  readonly matrices?: Access["matrices"];
  readonly transposed?: boolean;
  /** Elements that a lane moves at once; with matrices, those of a row of 16 bytes. */
  readonly elementsPerLane: number;
  readonly passes: number;
  /** The element whose place the thread of that number gives in a pass, the first of several; null for one that gives none. */
  readonly place: (thread: number, pass: number) => TilePlace | null;
  /**
   * Where the elements are in global memory: the tile's rows, one after the other; its columns, where each vector of a lane counts as one
   * element; or what the threads have in their registers, thread after thread.
   */
  readonly inGlobal: "rows" | "columns" | "registers";
}

/** The tile that each block fills and reads, and how many elements of shared memory it may take. */
export interface LayoutTile {
  readonly rows: number;
  readonly columns: number;
  readonly bytesPerElement: 1 | 2 | 4 | 8;
  /** Threads of a block, a multiple of 32. */
  readonly threads: number;
  /** Elements of shared memory: so many; the answer's number `elements`; its number `pitch` for each row; or what follows from others. */
  readonly elements: number | "learner" | "pitch" | ((answer: Answer) => number);
  /** The element at which the tile begins in shared memory. Default 0. */
  readonly base?: number;
  readonly fill: TileTouch;
  /** The element of shared memory that the fill goes to, where the answer doesn't say it: as TMA places a tile; null for one that it refuses. */
  readonly filledAt?: (place: TilePlace, answer: Answer) => number | null;
  readonly take: TileTouch;
  /**
   * How many tiles a block takes one after the other, by turns in two stages of shared memory: while one is read, the next one is copied.
   * `offset` is then asked for a stage, 0 or 1, a row and a column. Default: one tile, and no stages.
   */
  readonly tilesInTurn?: number;
}

/** Where the rows of tiles lie in global memory, if not one after the other: the answer says it, and the judge knows. */
export interface GlobalSource<S extends Tiles> {
  /** Elements of `in`. */
  readonly length: (size: S) => number;
  /** The element of `in` that belongs in a place of a tile. */
  readonly element: (size: S, tile: number, place: TilePlace) => number;
  /** The answer's function of thread, size, row and column that gives it. */
  readonly function: string;
}

/** An exercise in the layout of a tile, as its author writes it. */
export interface TileLayout<S extends Tiles> extends Own<S, "kernel" | "expected" | "cases" | "hidden" | "larger" | "launch"> {
  readonly tile: LayoutTile;
  readonly source?: GlobalSource<S>;
  readonly checks: readonly Check<S>[];
}

/** The size of a case: one block for each tile. */
export type Tiles = Size & { readonly tiles: number };

/**
 * An exercise in which the answer says where in shared memory each element of a tile is, by `offset(row, column)` or by a pitch. Each block
 * fills one tile of `in` in one way, and reads it in another after a barrier; all accesses to global memory are given. Checked are the
 * bounds and the alignment of every access, that no two elements share a place, and that each arrives; what each way costs is the author's.
 *
 *     export default tileLayout({
 *       id: "copied-fragments",
 *       …,
 *       exports: [learnerFunction("offset(row, column) gives the element of `tile` that holds that element of the tile.")],
 *       tile: {
 *         rows: 32, columns: 64, bytesPerElement: 2, threads: 128, elements: 2048,
 *         fill: alongRows("copy", { rows: 32, columns: 64, threads: 128, elementsPerLane: 8, instruction: "cp.async.cg" }),
 *         take: matricesOfTile("ldmatrix", { rows: 32, columns: 64, threads: 128, instruction: "ldmatrix", matrices: 4 }),
 *       },
 *       checks: [bankConflicts({ access: "ldmatrix", atMost: 0, points: 3 })],
 *     });
 */
export function tileLayout<S extends Tiles = { readonly tiles: number }>({ tile, source, checks, ...own }: TileLayout<S>): Exercise {
  const { rows, columns, bytesPerElement, threads, fill, take, base = 0, tilesInTurn } = tile;
  const layout: JudgedLayout = {
    rows: tilesInTurn === undefined ? rows : STAGES * rows,
    columns,
    bytesPerElement,
    together: Math.min(fill.elementsPerLane, take.elementsPerLane),
    ...(base !== 0 && { base }),
    ...(tilesInTurn !== undefined && { rowsPerStage: rows }),
    offset: (answer, row, column) => offsetBy(tile, answer)({ row: row % rows, column }, Math.floor(row / rows)),
  };
  const sources = sourcesOf(tile, source);
  const choosesMode = own.exports.some(({ name }) => name === "mode");
  const sized = (tiles: number): S => ({ tiles }) as S;
  return defineExercise<S>({
    launch: ({ tiles }) => launch([tiles], [threads]),
    cases: [
      { id: "one-tile", title: "one block", size: sized(1) },
      { id: "three-tiles", title: "three blocks", size: sized(3) },
      { id: "full-size", title: "132 blocks", size: sized(132), fullSize: true },
    ],
    hidden: (draw) => ({ size: sized(draw.between(4, 24)) }),
    larger: growing("tiles"),
    kernel: ({ size, answer }) => ({ size, ...tileKernel(tile, source, size, answer) }),
    expected: (size) => ({ out: sources(size) }),
    layout,
    checks: [
      ...(choosesMode ? [boxFits(tile)] : []),
      inBounds({ points: 1 }),
      onePlaceEach(layout, { points: 1 }),
      everyElement({ points: 2 }),
      ...(tilesInTurn === undefined ? [] : [noRace({ points: 1 })]),
      ...checks,
    ],
    ...own,
  });
}

/** Stages of a double buffer. */
const STAGES = 2;

type Offset = (place: TilePlace, stage: number) => unknown;

/** The answer's layout: its function `offset`, or rows as far apart as its number `pitch` says. */
function offsetBy({ elements, tilesInTurn }: LayoutTile, answer: Answer): Offset {
  if (elements === "pitch") {
    const pitch = exportedNumber(answer, "pitch");
    return closure(
      { pitch },
      ({ pitch }) =>
        ({ row, column }: TilePlace, _stage: number) =>
          row * pitch + column,
    );
  }
  const offset = exported(answer, "offset") as (...numbers: number[]) => unknown;
  if (tilesInTurn !== undefined) return ({ row, column }, stage) => offset(stage, row, column);
  return closure(
    { offset },
    ({ offset }) =>
      ({ row, column }: TilePlace, _stage: number) =>
        offset(row, column),
  );
}

function elementsOf({ elements, rows }: LayoutTile, answer: Answer): number {
  if (typeof elements === "function") return elements(answer);
  if (elements === "learner") return exportedNumber(answer, "elements");
  return elements === "pitch" ? rows * exportedNumber(answer, "pitch") : elements;
}

interface TileKernel {
  readonly arrays: Record<string, KernelArray>;
  readonly steps: Step[];
}

function tileKernel<S extends Tiles>(tile: LayoutTile, source: GlobalSource<S> | undefined, size: S, answer: Answer): TileKernel {
  const { rows, columns, bytesPerElement, fill, take, filledAt, tilesInTurn = 1 } = tile;
  const all = rows * columns * size.tiles * tilesInTurn;
  const offset = offsetBy(tile, answer);
  const filled: Offset = filledAt ? (place) => filledAt(place, answer) : offset;
  const fillFrom = source && (exported(answer, source.function) as unknown as FillFrom);
  const arrays = {
    in: input(source ? source.length(size) : all, bytesPerElement),
    tile: sharedTile(elementsOf(tile, answer), bytesPerElement),
    out: output(all, bytesPerElement),
  };
  const loops: Loops = { tilesInTurn, fillFrom };
  if (tilesInTurn === 1) {
    return { arrays, steps: [...fillSteps(tile, fill, filled, loops), barrier, ...takeSteps(tile, take, offset, loops)] };
  }
  const first = { ...fill, name: `first-${fill.name}` };
  const steps = [
    ...fillSteps(tile, first, filled, loops),
    barrier,
    repeat(tilesInTurn, ...fillSteps(tile, fill, filled, { ...loops, ahead: 1 }), ...takeSteps(tile, take, offset, loops), barrier),
  ];
  return { arrays, steps };
}

type FillFrom = (thread: Thread, size: unknown, row: number, column: number) => unknown;

/** What the indexes of a touch depend on besides its places. */
interface Loops {
  readonly tilesInTurn: number;
  /** The answer's function that says where in global memory an element is. */
  readonly fillFrom?: FillFrom | undefined;
  /** How many tiles ahead of the block's loop the touch is. Default 0. */
  readonly ahead?: number;
}

function fillSteps(tile: LayoutTile, touch: TileTouch, offset: Offset, loops: Loops): Step[] {
  const lane = laneOf(touch);
  const to = store("tile", { name: touch.name, index: inTile(touch, offset, loops), ...lane });
  // The register of matrices is as wide as what all lanes of a warp have of them.
  if (touch.matrices !== undefined) {
    const width = { elementsPerLane: registerWidth(tile, touch), register: "fragment" };
    return [repeat(touch.passes, load("in", { name: "read", index: inGlobal(tile, touch, loops), ...width }), to)];
  }
  const name = touch.instruction === undefined ? "read" : touch.name;
  return [repeat(touch.passes, move(load("in", { ...lane, name, index: inGlobal(tile, touch, loops) }), to))];
}

function takeSteps(tile: LayoutTile, touch: TileTouch, offset: Offset, { tilesInTurn }: Loops): Step[] {
  const loops = { tilesInTurn };
  const lane = laneOf(touch);
  const from = load("tile", { name: touch.name, index: inTile(touch, offset, loops), ...lane });
  if (touch.matrices !== undefined) {
    const width = { elementsPerLane: registerWidth(tile, touch), register: "fragment" };
    return [repeat(touch.passes, from, store("out", { name: "write", index: inGlobal(tile, touch, loops), ...width }))];
  }
  return [repeat(touch.passes, move(from, store("out", { ...lane, name: "write", index: inGlobal(tile, touch, loops) })))];
}

function laneOf({ elementsPerLane, instruction, matrices, transposed }: TileTouch) {
  return {
    elementsPerLane,
    ...(instruction && { instruction }),
    ...(matrices && { matrices }),
    register: matrices === undefined ? `vector of ${elementsPerLane}` : "fragment",
    ...(transposed && { transposed }),
  };
}

function inTile({ place }: TileTouch, offset: Offset, { tilesInTurn, ahead = 0 }: Loops) {
  return closure(
    { place, offset, tilesInTurn, ahead, STAGES },
    ({ place, offset, tilesInTurn, ahead, STAGES }) =>
      ({ threadIdx }: Thread, _size: unknown, pass: number, turn: number): unknown => {
        const wanted = turn + ahead < tilesInTurn ? place(threadIdx.x, pass) : null;
        return wanted === null ? null : offset(wanted, (turn + ahead) % STAGES);
      },
  );
}

/** Elements of a thread's register. */
function registerWidth({ bytesPerElement }: Pick<LayoutTile, "bytesPerElement">, { matrices, elementsPerLane }: TileTouch): number {
  return matrices === undefined ? elementsPerLane : (4 * matrices) / bytesPerElement;
}

/** The element of global memory that a thread's register begins with. */
function inGlobal(tile: LayoutTile, touch: TileTouch, { fillFrom, tilesInTurn, ahead = 0 }: Loops) {
  const { rows, columns, threads } = tile;
  const width = registerWidth(tile, touch);
  const given = { place: touch.place, tilesInTurn, ahead, rows, columns, threads, width };
  if (fillFrom) {
    return closure(
      { ...given, fillFrom },
      ({ place, tilesInTurn, ahead, fillFrom }) =>
        (thread: Thread, size: unknown, pass: number, turn: number): unknown => {
          const wanted = turn + ahead < tilesInTurn ? place(thread.threadIdx.x, pass) : null;
          return wanted === null ? null : fillFrom(thread, size, wanted.row, wanted.column);
        },
    );
  }
  return closure(
    { ...given, inRegisters: touch.inGlobal === "registers", inRows: touch.inGlobal === "rows" },
    ({ place, tilesInTurn, ahead, rows, columns, threads, width, inRegisters, inRows }) =>
      ({ threadIdx, blockIdx }: Thread, _size: unknown, pass: number, turn: number): unknown => {
        if (turn + ahead >= tilesInTurn) return null;
        const firstOfTile = (blockIdx.x * tilesInTurn + turn + ahead) * rows * columns;
        if (inRegisters) return firstOfTile + (pass * threads + threadIdx.x) * width;
        const wanted = place(threadIdx.x, pass);
        if (wanted === null) return null;
        return firstOfTile + (inRows ? wanted.row * columns + wanted.column : wanted.column * rows + wanted.row * width);
      },
  );
}

/** The places of a tile in the order of global memory. */
function placesInGlobal(tile: LayoutTile, touch: TileTouch): TilePlace[] {
  const { rows, columns, threads } = tile;
  const width = registerWidth(tile, touch);
  const ofWarp = touch.matrices === undefined ? undefined : matrixPlaces(tile, touch);
  return Array.from({ length: rows * columns }, (_, index): TilePlace => {
    switch (touch.inGlobal) {
      case "rows":
        return { row: Math.floor(index / columns), column: index % columns };
      case "columns":
        return { row: Math.floor((index % (rows * width)) / width), column: Math.floor(index / (rows * width)) * width + (index % width) };
      case "registers": {
        const [pass, thread, element] = [Math.floor(index / (threads * width)), Math.floor(index / width) % threads, index % width];
        return placeInRegister(touch, ofWarp, thread, pass, element);
      }
    }
  });
}

/** Where the elements of a warp's registers lie in the rows of its matrices, by lane, then by element. */
function matrixPlaces(tile: LayoutTile, touch: TileTouch): readonly RowPlace[][] {
  const access = load("tile", { name: touch.name, index: () => null, ...laneOf(touch) });
  const places = rowPlaces(access, { arrays: { tile: sharedTile(1, tile.bytesPerElement) }, size: {}, steps: [] });
  const width = registerWidth(tile, touch);
  return Array.from({ length: WARP_SIZE }, (_, lane) => places.slice(lane * width, (lane + 1) * width));
}

/**
 * The element of the tile that a thread's register has.
 *
 * @param ofWarp where the elements of a warp's registers lie, if the touch moves matrices
 */
function placeInRegister(
  touch: TileTouch,
  ofWarp: readonly RowPlace[][] | undefined,
  thread: number,
  pass: number,
  element: number,
): TilePlace {
  const lane = thread % WARP_SIZE;
  const { lane: giver, element: offset } = ofWarp ? ofWarp[lane]![element]! : { lane, element };
  const from = thread - lane + giver;
  const place = touch.place(from, pass);
  if (place === null) throw new Error(`"${touch.name}": thread ${from} gives no place in pass ${pass}`);
  return { row: place.row, column: place.column + offset };
}

/** For each element of `out`, the element of `in` that belongs there. The order within a tile is the same for every size. */
function sourcesOf<S extends Tiles>(tile: LayoutTile, source: GlobalSource<S> | undefined): (size: S) => (elementIndex: number) => number {
  const { columns } = tile;
  const taken = placesInGlobal(tile, tile.take);
  if (source) {
    return (size) => (elementIndex) => source.element(size, Math.floor(elementIndex / taken.length), taken[elementIndex % taken.length]!);
  }
  const numberOfPlace = new Map(placesInGlobal(tile, tile.fill).map(({ row, column }, index) => [row * columns + column, index]));
  const sources = taken.map(({ row, column }) => numberOfPlace.get(row * columns + column)!);
  return () => (elementIndex) => elementIndex - (elementIndex % sources.length) + sources[elementIndex % sources.length]!;
}

/** No two places of the layout are one. */
function onePlaceEach(layout: JudgedLayout, options: { readonly points: number }): Check<Size> {
  return {
    id: "one-place-each",
    title: "No two elements share a place",
    kind: "correctness",
    ...options,
    judge: ({ answer }) => {
      const offsets = offsetsOf(layout, answer) ?? [];
      const first = new Map<number, number>();
      let overlap: readonly [number, number] | undefined;
      let count = 0;
      for (const [place, offset] of offsets.entries()) {
        const before = first.get(offset);
        if (before === undefined) first.set(offset, place);
        else {
          overlap ??= [before, place];
          count++;
        }
      }
      if (overlap === undefined) return { verdict: "pass" };
      const perRow = layout.columns / layout.together;
      const placeOf = (place: number) => [Math.floor(place / perRow), (place % perRow) * layout.together] as const;
      const [one, other] = overlap;
      return {
        verdict: "fail",
        evidence: {
          kind: "overlap",
          array: "tile",
          elementIndex: offsets[one]!,
          places: [placeOf(one), placeOf(other)],
          ...(layout.rowsPerStage !== undefined && { rowsPerStage: layout.rowsPerStage }),
          count,
        },
      };
    },
  };
}

/** The modes of TMA by how many bits they swizzle. */
const MODES = ["none", "32B", "64B", "128B"] as const;

/** A box that TMA copies: its answer's number `mode` says how it is swizzled, by 0 to 3 bits. */
type TmaBox = Pick<LayoutTile, "columns" | "bytesPerElement" | "base">;

function tmaTile({ columns, bytesPerElement, base = 0 }: TmaBox, answer: Answer): TmaTile {
  return {
    mode: MODES[exportedNumber(answer, "mode")]!,
    boxBytes: columns * bytesPerElement,
    sharedAddress: base * bytesPerElement,
  };
}

/** For `LayoutTile.filledAt`: where TMA puts an element in the mode that the answer chooses; nowhere where the box is too wide for it. */
export function tmaPlace(box: TmaBox): NonNullable<LayoutTile["filledAt"]> {
  return ({ row, column }, answer) => {
    const tile = tmaTile(box, answer);
    return tile.boxBytes > tilePitch(tile) ? null : tileAddress(tile, row, column * box.bytesPerElement) / box.bytesPerElement;
  };
}

/** For `LayoutTile.elements`: what a box takes of shared memory in the mode that the answer chooses, what lies before it included. */
export function tmaElements(box: TmaBox & Pick<LayoutTile, "rows">, answer: Answer): number {
  const tile = tmaTile(box, answer);
  return (box.base ?? 0) + (box.rows * Math.max(tilePitch(tile), tile.boxBytes)) / box.bytesPerElement;
}

/** With a swizzle, a row of the box is at most as long as the mode says. */
function boxFits(box: TmaBox): Check<Size> {
  return {
    id: "box-fits",
    title: "The box is no wider than its mode",
    kind: "correctness",
    points: 1,
    judge: ({ answer }) => {
      const tile = tmaTile(box, answer);
      const [measured, target] = [tile.boxBytes, tilePitch(tile)];
      if (measured <= target) return { verdict: "pass" };
      return { verdict: "fail", evidence: { kind: "number-over-target", name: "A row of the box", unit: "bytes", measured, target } };
    },
  };
}

/** The bytes that shared memory can serve at once: a word of each bank. */
const WAVEFRONT_BYTES = 128;

/** Half the way to a layout without conflicts: an access that reaches each element of the tile once meets two words on a bank at most. */
export function twoWayAtMost(
  access: string,
  { rows, columns, bytesPerElement }: Pick<LayoutTile, "rows" | "columns" | "bytesPerElement">,
  points = 1,
): Check<Size> {
  const wavefronts = (rows * columns * bytesPerElement) / WAVEFRONT_BYTES;
  const check = bankConflicts({ access, atMost: ({ tiles }: Tiles) => tiles * wavefronts, points });
  return step(check, `\`${access}\` meets two-way conflicts at most`);
}

/** What a way along a tile depends on. */
interface WayOptions {
  readonly rows: number;
  readonly columns: number;
  readonly threads: number;
}

/** Neighbouring threads take neighbouring vectors of a row. */
export function alongRows(
  name: string,
  {
    rows,
    columns,
    threads,
    elementsPerLane,
    instruction,
  }: WayOptions & { readonly elementsPerLane: number; readonly instruction?: "cp.async.cg" | "TMA" },
): TileTouch {
  const perRow = columns / elementsPerLane;
  return {
    name,
    elementsPerLane,
    ...(instruction && { instruction }),
    passes: (rows * perRow) / threads,
    inGlobal: "rows",
    place: closure({ threads, perRow, elementsPerLane }, ({ threads, perRow, elementsPerLane }) => (thread: number, pass: number) => {
      const item = pass * threads + thread;
      return { row: Math.floor(item / perRow), column: (item % perRow) * elementsPerLane };
    }),
  };
}

/** Neighbouring threads take neighbouring rows of a column, a vector each. */
export function downColumns(
  name: string,
  { rows, columns, threads, elementsPerLane }: WayOptions & { readonly elementsPerLane: number },
): TileTouch {
  return {
    name,
    elementsPerLane,
    passes: (rows * columns) / elementsPerLane / threads,
    inGlobal: "columns",
    place: closure({ threads, rows, elementsPerLane }, ({ threads, rows, elementsPerLane }) => (thread: number, pass: number) => {
      const item = pass * threads + thread;
      return { row: item % rows, column: Math.floor(item / rows) * elementsPerLane };
    }),
  };
}

/** Rows of one matrix of `ldmatrix` and `stmatrix`, and bytes of each. */
const MATRIX_ROWS = 8;
const ROW_BYTES = 16;

/**
 * Four matrices an instruction, from a square of 16 rows and 32 bytes: lanes 0 to 15 give its rows' first halves, lanes 16 to 31 their second
 * ones, as the operand `a` of an `mma` wants them. A warp takes squares of the tile from left to right, pass after pass.
 */
export function matricesOfTile(
  name: string,
  {
    rows,
    columns,
    threads,
    bytesPerElement = 2,
    instruction,
    transposed,
  }: WayOptions & {
    readonly bytesPerElement?: 2 | 4;
    readonly instruction: "ldmatrix" | "stmatrix";
    readonly transposed?: boolean;
  },
): TileTouch {
  const elementsPerLane = ROW_BYTES / bytesPerElement;
  const squaresPerRow = columns / (2 * elementsPerLane);
  const warps = threads / 32;
  return {
    name,
    instruction,
    matrices: 4,
    ...(transposed && { transposed }),
    elementsPerLane,
    passes: ((rows / (2 * MATRIX_ROWS)) * squaresPerRow) / warps,
    inGlobal: "registers",
    place: (thread, pass) => {
      const square = pass * warps + Math.floor(thread / 32);
      const lane = thread % 32;
      return {
        row: 2 * MATRIX_ROWS * Math.floor(square / squaresPerRow) + (lane % (2 * MATRIX_ROWS)),
        column: elementsPerLane * (2 * (square % squaresPerRow) + Math.floor(lane / (2 * MATRIX_ROWS))),
      };
    },
  };
}
