import { parse } from "yaml";
import { z } from "zod";

/** The groups of the gallery, in the order of the page, with their titles. */
export const kernelGroups = {
  "access-patterns": "Access patterns",
  "layouts-and-widths": "Layouts and widths",
  "shared-memory": "Shared memory",
  transposes: "Transposes",
  reductions: "Reductions",
  rows: "Softmax, norms and other rows",
  "matrix-products": "Matrices, dense and sparse",
  "counting-and-scanning": "Counting, scanning, sorting",
  neighbourhoods: "Neighbourhoods",
  "tensor-core-tiles": "Tiles for tensor cores, copies and clusters",
} as const;

export type KernelGroup = keyof typeof kernelGroups;

const about = z.strictObject({
  title: z.string().min(1),
  sentence: z.string().min(1).describe("What to look at, in one or two sentences; no cause of a time."),
  group: z.enum(Object.keys(kernelGroups) as [KernelGroup, ...KernelGroup[]]),
  order: z.number().int().positive().describe("Its place in the group, from 1."),
  exercise: z.string().describe("Id of the exercise that treats its pattern."),
  lesson: z.string().describe("The lesson that treats its pattern, as `<part folder>/<nn-slug>`."),
});

/** A kernel of the gallery: a folder of content/kernels. */
export interface GalleryKernel extends z.infer<typeof about> {
  /** The folder's name. */
  readonly slug: string;
  /** The text of kernel.cu: device code. */
  readonly source: string;
  /** The text of launch.json: one launch of the kernel. */
  readonly launch: string;
}

/** The text of each file of content/kernels, by its path. */
const texts = import.meta.glob<string>("../../../content/kernels/*/{about.yaml,kernel.cu,launch.json}", {
  eager: true,
  query: "?raw",
  import: "default",
});

const groupOrder = Object.keys(kernelGroups);

/** All kernels of the gallery, group by group, in their order. */
export const galleryKernels: readonly GalleryKernel[] = Object.keys(texts)
  .filter((path) => path.endsWith("/about.yaml"))
  .map((path) => path.slice(0, -"/about.yaml".length))
  .map((folder) => ({
    ...about.parse(parse(texts[`${folder}/about.yaml`] ?? "")),
    slug: folder.split("/").at(-1) ?? "",
    source: texts[`${folder}/kernel.cu`] ?? "",
    launch: texts[`${folder}/launch.json`] ?? "",
  }))
  .sort((a, b) => groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group) || a.order - b.order);
