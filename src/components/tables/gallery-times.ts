import { compared, gallery } from "virtual:hardware";
import { count, decimal } from "#pictures/format.ts";
import { dataTable, type Column } from "../data-table.ts";

/** How long a kernel of the gallery takes an H200, in microseconds, launched as its folder says. */
export interface GalleryTime {
  readonly microseconds: number;
  /** In another run. */
  readonly again: number;
  /** What the model of the lab predicts. */
  readonly predicted: number;
}

/**
 * A time of the gallery, measured and predicted.
 *
 * @throws RangeError when there is none: a page must not show a number that was not measured
 */
export function galleryTime(kernel: string): GalleryTime {
  const measured = gallery.find(({ name }) => name === kernel);
  const launch = compared.find(({ name, device }) => name === kernel && device === "h200");
  if (!measured || !launch) throw new RangeError(`the gallery's ${kernel} was not timed on the h200`);
  const [microseconds, again] = measured.microseconds;
  return { microseconds, again, predicted: launch.model.microseconds };
}

/**
 * What Nsight Compute counted over a kernel of the gallery on an H200.
 *
 * @throws RangeError when it was not counted
 */
export function galleryCount(kernel: string, metric: string): number {
  const value = gallery.find(({ name }) => name === kernel)?.counters[metric];
  if (value === undefined) throw new RangeError(`${metric} of the gallery's ${kernel} was not counted on the h200`);
  return value;
}

interface Version {
  readonly name: string;
  readonly kernel: string;
}

const MEASURED_IN = ["kernels-memory-h200.json", "lab-kernels-h200.json"];

const times: readonly Column<Version>[] = [
  { head: "µs, H200", cell: ({ kernel }) => decimal(galleryTime(kernel).microseconds) },
  { head: "in another run", cell: ({ kernel }) => decimal(galleryTime(kernel).again) },
  { head: "model", cell: ({ kernel }) => decimal(galleryTime(kernel).predicted) },
];

/** A copy in one to four stages, and a product with one stage and with three. */
export const stageTimes = dataTable<Version>({
  label: "One stage, and several",
  caption: "A lone launch on an H200, timed twice, and the lab’s prediction.",
  measuredIn: MEASURED_IN,
  rows: [
    { name: "copy, 1 stage", kernel: "copy-async-1-stage" },
    { name: "copy, 2 stages", kernel: "copy-async-2-stages" },
    { name: "copy, 3 stages", kernel: "copy-async-3-stages" },
    { name: "copy, 4 stages", kernel: "copy-async-4-stages" },
    { name: "product, 1 stage", kernel: "tensor-product-swizzled" },
    { name: "product, 3 stages", kernel: "tensor-product-pipelined" },
  ],
  columns: [{ head: "Kernel", cell: ({ name }) => name }, ...times],
});

/** A product on tensor cores in four steps, and two of them at a size that fills the GPU. */
export const productTimes = dataTable<Version>({
  label: "A product in four steps, and a larger one",
  wide: true,
  caption:
    "256 × 256 halves on 16 blocks, 768 × 768 on 144, on an H200: what its loads from shared memory and its copies count, a lone launch timed twice, and the lab’s prediction.",
  measuredIn: MEASURED_IN,
  rows: [
    { name: "rows of 128 bytes", kernel: "tensor-product-naive" },
    { name: "padded to 144", kernel: "tensor-product-padded" },
    { name: "swizzled", kernel: "tensor-product-swizzled" },
    { name: "swizzled, 3 stages", kernel: "tensor-product-pipelined" },
    { name: "768 × 768, rows of 128 bytes", kernel: "tensor-product-naive-768" },
    { name: "768 × 768, swizzled", kernel: "tensor-product-swizzled-768" },
  ],
  columns: [
    { head: "Tiles", cell: ({ name }) => name },
    { head: "wavefronts", cell: ({ kernel }) => count(galleryCount(kernel, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum")) },
    { head: "sectors", cell: ({ kernel }) => count(galleryCount(kernel, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")) },
    ...times,
  ],
});
