import { describe, expect, test } from "vitest";
import { readExerciseFolder, wrongSources } from "./folder.ts";
import { applyEdit } from "./answer-edit.ts";
import { elementMap } from "#judge/element-map.ts";
import { grade } from "#judge/grade.ts";
import { answerLoader } from "#sandbox/answer/load-answer.ts";
import { provenanceConclusion, provenanceLines } from "#judge/report/provenance-sentence.ts";
import type { Judged } from "#judge/result.ts";

async function judged(id: string, edit: string): Promise<Judged & { readonly source: string }> {
  const { exercise, files } = await readExerciseFolder(id);
  const source = applyEdit(files.get("solution.ts") ?? "", edit);
  const result = grade(
    { exercise: id, exerciseVersion: "test", source, wrongSources: wrongSources(files), isFollowed: true },
    exercise,
    () => undefined,
  );
  if (result.status === "error" || result.status === "fault") throw new Error(JSON.stringify(result));
  return { ...result, source };
}

const A_BY_COLUMNS = `export function readA({ threadIdx, blockIdx }: Thread, size: Product, step: number): number | null {
  return element(blockIdx.y * TILE + threadIdx.x, step * TILE + threadIdx.y, size.rows, size.inner);
}`;
const B_TURNED = `export function toB({ threadIdx }: Thread): number {
  return threadIdx.x * TILE + threadIdx.y;
}`;
const TILE_NOT_TURNED = `export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.y * 32 + threadIdx.x;
}`;
const OF_ANOTHER_TILE = `export function readB({ threadIdx, blockIdx }: Thread, size: Product, step: number): number | null {
  return element(step * TILE + threadIdx.y, blockIdx.y * TILE + threadIdx.x, size.inner, size.columns);
}`;

const PAGES_OF_BLOCK_0 = `export function source(_: Thread, { table }: Size, row: number, column: number): number {
  return (table[row >> 4]! * 16 + (row % 16)) * 64 + column;
}`;
const KEY_OF_THE_ROW = `export function offset(row: number, column: number): number {
  return 192 + row * 64 + (column ^ ((row & 7) << 3));
}`;

describe("a wrong element is followed back to one function", () => {
  test.each<[mistake: string, exercise: string, edit: string, conclusion: RegExp]>([
    ["A read by columns", "matmul-tiles", A_BY_COLUMNS, /`readA`: thread \(1, 0\) reads element 64 of `a`; .* element 1\./],
    [
      "B's tile stored turned",
      "matmul-tiles",
      B_TURNED,
      /`toB`: thread \(0, 1\) puts element 32 of `b` in element 1 of `tileB`; .* element 32\./,
    ],
    ["the tile of another block", "matmul-tiles", OF_ANOTHER_TILE, /`readB`/],
    [
      "a tile that isn't turned",
      "transpose-tiled",
      TILE_NOT_TURNED,
      /`fromTile`: thread \(1, 0\) takes element 1 of `tile`; .* element 32\./,
    ],
    [
      "the side of a copy that reads",
      "paged-kv-tile",
      PAGES_OF_BLOCK_0,
      /is `copy` by `source`: thread 0 reads element 2,048 of `in`; .* element 1,024\.$/,
    ],
    [
      "a layout that an instruction reads by",
      "tma-swizzle-128",
      KEY_OF_THE_ROW,
      /is `ldmatrix` by `offset`: thread 0 takes element 192 of `tile`; .* element 216\.$/,
    ],
  ])("%s", async (_, exercise, edit, conclusion) => {
    const { provenance } = await judged(exercise, edit);
    expect(provenance && provenanceConclusion(provenance)).toMatch(conclusion);
    expect(provenance?.suspects).toHaveLength(1);
    const guilty = provenance?.steps[provenance.guilty!];
    expect(guilty?.function).toBe(provenance?.suspects[0]);
    expect(provenance?.witness?.access).toBe(guilty?.access);
    expect(provenance && provenanceLines(provenance).filter(({ isGuilty }) => isGuilty)).toHaveLength(1);
  });

  test("the chain names the thread that wrote, the element of the tile, the thread that stored it and the element it read", async () => {
    const { provenance } = await judged("transpose-tiled", TILE_NOT_TURNED);
    expect(provenance?.steps.map(({ access, op, array, elementIndex }) => [access, op, array, elementIndex])).toEqual([
      ["write", "store", "out", 1],
      ["fromTile", "load", "tile", 1],
      ["toTile", "store", "tile", 1],
      ["read", "load", "in", 1],
    ]);
    expect(provenance).toMatchObject({ found: { array: "in", elementIndex: 1 }, wanted: { array: "in", elementIndex: 64 } });
  });

  test("any wrong element can be asked for, a right one has no such way", async () => {
    const { provenance, source } = await judged("transpose-tiled", TILE_NOT_TURNED);
    const { exercise } = await readExerciseFolder("transpose-tiled");
    const mapOf = (element: number) => {
      const job = {
        exercise: exercise.id,
        source,
        case: provenance!.case,
        check: "every-element",
        element,
        suspects: provenance!.suspects,
      };
      return elementMap(job, exercise, answerLoader(source, exercise.exports), () => undefined);
    };
    expect(mapOf(34)).toMatchObject({ provenance: { elementIndex: 34, suspects: ["fromTile"] } });
    expect(mapOf(0)).not.toHaveProperty("provenance");
  });

  test("a dead end is reported, with the function that has to change", async () => {
    const neverWrites = await judged("transpose-tiled", "export function read(): null {\n  return null;\n}");
    expect(neverWrites.provenance).toMatchObject({ suspects: ["read"], isLoaded: false });
    expect(provenanceLines(neverWrites.provenance!).at(-1)?.text).toBe("Nothing had been stored there.");
    expect(provenanceConclusion(neverWrites.provenance!)).toMatch(/no thread of that block has read it. It's enough to change `read`\.$/);
  });

  test("where the costs alone are wrong, nothing is followed", async () => {
    const costly = await judged(
      "transpose-tiled",
      `export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.y * TILE + threadIdx.x;
}
export function write({ threadIdx, blockIdx }: Thread, { rows, columns }: Matrix): number | null {
  const row = blockIdx.x * TILE + threadIdx.x;
  const column = blockIdx.y * TILE + threadIdx.y;
  return row < columns && column < rows ? row * rows + column : null;
}`,
    );
    expect(costly.status).toBe("fail");
    expect(costly.provenance).toBeUndefined();
  });
});
