import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { comparedLaunches } from "./compared-launches.ts";
import { measuredGallery } from "./measured-gallery.ts";

const gallery = measuredGallery();

test("every kernel of the gallery was timed twice and counted", () => {
  expect(gallery.map(({ name }) => name).sort()).toEqual(readdirSync("content/kernels").sort());
});

test("the first run's time is the one that the model is compared with", () => {
  const compared = comparedLaunches().filter(({ device }) => device === "h200");
  for (const { name, microseconds } of gallery)
    expect(compared.find((launch) => launch.name === name)?.measured.microseconds).toBe(microseconds[0]);
});

test.each([
  ["tensor-product-naive", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", 114688],
  ["tensor-product-naive-768", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", 3096576],
  ["tensor-product-padded", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", 0],
  ["copy-async-1-stage", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 524288],
  ["copy-async-3-stages", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 524288],
])("%s: %s", (kernel, metric, value) => {
  expect(gallery.find(({ name }) => name === kernel)?.counters[metric]).toBe(value);
});
