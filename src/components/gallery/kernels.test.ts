import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { galleryKernels, kernelGroups } from "./kernels.ts";

const root = new URL("../../../", import.meta.url);
const folders = readdirSync(new URL("content/kernels/", root)).sort();
const files = ["about.yaml", "kernel.cu", "launch.json"];

test("a folder of content/kernels holds exactly its three files", () => {
  const others = folders.filter((slug) => `${readdirSync(new URL(`content/kernels/${slug}/`, root)).sort()}` !== `${files}`);
  expect(others).toEqual([]);
  expect(galleryKernels.map(({ slug }) => slug).sort()).toEqual(folders);
});

test("the kernels of a group are numbered from 1, without a gap", () => {
  for (const group of Object.keys(kernelGroups)) {
    const orders = galleryKernels.filter((kernel) => kernel.group === group).map(({ order }) => order);
    expect(orders, group).toEqual(orders.map((_, i) => i + 1));
    expect(orders, group).not.toEqual([]);
  }
});

test("no two kernels have the same title", () => {
  expect(new Set(galleryKernels.map(({ title }) => title)).size).toBe(galleryKernels.length);
});

describe.each(galleryKernels)("$slug", ({ exercise, lesson, source, launch }) => {
  test("leads to an exercise and a lesson that exist", () => {
    expect(existsSync(new URL(`exercises/${exercise}/exercise.ts`, root)), exercise).toBe(true);
    expect(existsSync(new URL(`content/lessons/${lesson}/index.mdx`, root)), lesson).toBe(true);
  });

  test("launches a kernel of its text", () => {
    const { kernel, grid, block, sharedBytes, arguments: given } = JSON.parse(launch);
    const signature = new RegExp(
      `__global__ void\\s*(?:__(?:launch_bounds|cluster_dims)__\\([^\\n]*?\\)\\s*)?${kernel.replace(/<.*/, "")}\\(([^)]*)\\)`,
    );
    const parameters = signature.exec(source)?.[1]?.split(",");
    expect(parameters, kernel).toHaveLength(given.length);
    expect([grid, block]).toEqual([expect.arrayContaining([expect.any(Number)]), expect.arrayContaining([expect.any(Number)])]);
    expect([grid.length, block.length]).toEqual([3, 3]);
    expect(sharedBytes > 0).toBe(source.includes("extern __shared__"));
  });
});
