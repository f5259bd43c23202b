import { describe, expect, test } from "vitest";
import { lessonFiles } from "#browser/lesson-files.ts";
import { CUDA_LANGUAGES, labKernelOfBlock } from "#build/cuda-block.ts";
import type { LabKernel } from "#notebook/lab/lab-kernel.ts";
import { profileRun } from "#notebook/lab/profile.ts";
import { propertiesOf } from "./course/lesson-tree.ts";
import { labCell, type LabCellProps } from "./lab-cell.ts";

/** Blocks of CUDA that the lab cannot run, by their lesson and how they begin, each with the reason. */
const PARTS_ONLY: Readonly<Record<string, string>> = {
  "1-coalescing/00-thirty-two-lanes: int i = blockIdx.x": "two lines of a kernel",
  "1-coalescing/02-order-and-offset: int i = blockIdx.x": "four lines to compare, none of which belongs to one kernel",
  "1-coalescing/04-arrays-of-what: struct Bodies {": "a layout without a kernel",
  "1-coalescing/05-a-transpose-at-first-sight: const dim3 everyRow": "a launch on the host, of a kernel further up",
  "1-coalescing/06-types-and-widths: struct alignas(16) Packet": "a layout without a kernel",
  "1-coalescing/08-when-indices-decide: picked[i]": "two statements to compare",
  "3-sectors-and-vector-loads/02-down-the-columns: int row": "two lines of an exercise's kernel",
  "4-alignment-and-tiling/02-diagnosis-and-layout: // AoS": "two layouts without a kernel",
  "5-kernels-of-language-models/01-four-rules: int warpStart": "four lines of a kernel",
  "5-kernels-of-language-models/04-kernels-of-a-server: template <typename T, int N>": "a struct, and the loop that uses it",
};

/** A launch of a lesson is small: a page has several, and a phone runs them too. */
const MOST_THREADS = 300_000;

const lessons = lessonFiles();

const blocks = lessons.flatMap(({ id, tree }) =>
  tree.nodes.flatMap((node) => {
    if (node.type !== "code" || !CUDA_LANGUAGES.includes(node.lang ?? "")) return [];
    const [first = ""] = node.value.trim().split("\n");
    return [{ name: `${id}: ${first}`, kernel: labKernelOfBlock(node.value, node.meta ?? "") }];
  }),
);

const cells = lessons.flatMap(({ id, tree }) =>
  tree.elements("LabCell").map((element) => ({ lesson: id, ...labCell(propertiesOf<LabCellProps>(element)) })),
);

/** What a launch did, without an error and without a finding. */
function clean({ source, launch, device }: LabKernel): void {
  const { outcome } = profileRun({ source, launch, device });
  expect(outcome).toMatchObject({ kind: "profile", status: "done", findings: [] });
  expect([...launch.grid, ...launch.block].reduce((product, extent) => product * extent, 1)).toBeLessThanOrEqual(MOST_THREADS);
}

describe("a block of CUDA in a lesson", () => {
  test("is a kernel of the lab, or its reason not to be one is listed", () => {
    const parts = blocks.filter(({ kernel }) => kernel === undefined).map(({ name }) => name);
    const listed = Object.keys(PARTS_ONLY);
    expect(parts.filter((name) => !listed.some((start) => name.startsWith(start)))).toEqual([]);
    expect(listed.filter((start) => !parts.some((name) => name.startsWith(start)))).toEqual([]);
  });

  test.each(blocks.flatMap(({ name, kernel }) => (kernel === undefined ? [] : [[name, kernel] as const])))("%s runs", (_, kernel) =>
    clean(kernel),
  );
});

describe("a lab cell of a lesson", () => {
  test("has an id of its own", () => {
    const ids = cells.map(({ id }) => id);
    expect(ids.filter((id, number) => ids.indexOf(id) !== number)).toEqual([]);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test("stands at least twice in each of parts 1, 2 and 5", () => {
    for (const part of ["1", "2", "5"]) {
      expect(cells.filter(({ lesson }) => lesson.startsWith(`${part}-`)).length, `part ${part}`).toBeGreaterThanOrEqual(2);
    }
  });

  test.each(cells.map(({ id, kernel }) => [id, kernel] as const))("%s runs", (_, kernel) => clean(kernel));
});

test("a lab cell without code names a kernel of the gallery", () => {
  expect(() => labCell({ id: "none", kernel: "no-such-kernel" })).toThrow("one of content/kernels");
});
