import type { Sketch, SketchArray, SketchStep } from "#judge/sketch.ts";
import { freeSketch } from "../drawing/free-sketch.ts";
import { SIDE, TILE, launch, versions, type AccessName, type Version } from "./versions.ts";

/** A version of the transpose over the whole matrix that is drawn. */
export function sketch(version: Version): Sketch {
  const { label, tileWords, accesses } = versions[version];
  const matrix = (name: string, contents: SketchArray["contents"]): SketchArray => {
    return { name, space: "global", bytesPerElement: 4, length: SIDE * SIDE, contents };
  };
  const tile: SketchArray = { name: "tile", space: "shared", bytesPerElement: 4, length: tileWords, contents: "empty" };
  return freeSketch({
    title: `Transpose: ${label}`,
    source: ["type Size = { n: number };", ...Object.entries(accesses).flatMap(([name, { code }]) => ["", ...indexFunction(name, code)])],
    blocks: [launch.gridDim.x, launch.gridDim.y],
    threads: [TILE, TILE],
    size: { n: SIDE },
    arrays: [matrix("in", "source"), ...(tileWords > 0 ? [tile] : []), matrix("out", "empty")],
    steps: tileWords > 0 ? throughTile : withoutTile,
  });
}

const step = (kind: "load" | "store", name: AccessName, array: string): SketchStep => ({ kind, name, array });
const withoutTile: readonly SketchStep[] = [step("load", "read", "in"), step("store", "write", "out")];
const throughTile: readonly SketchStep[] = [
  step("load", "read", "in"),
  step("store", "toTile", "tile"),
  { kind: "barrier" },
  step("load", "fromTile", "tile"),
  step("store", "write", "out"),
];

/** The index function of an access. Its CUDA text is arithmetic that TypeScript reads alike. */
function indexFunction(name: string, code: string): string[] {
  const index = code.slice(code.indexOf("[") + 1, -1).replaceAll("*", " * ");
  const uses = (variable: string) => new RegExp(String.raw`\b${variable}\b`).test(index);
  const ofBlock = uses("bx") || uses("by");
  return [
    `// ${code}`,
    `export function ${name}({ threadIdx${ofBlock ? ", blockIdx" : ""} }: Thread${uses("n") ? ", { n }: Size" : ""}) {`,
    "  const tx = threadIdx.x, ty = threadIdx.y;",
    ...(ofBlock ? ["  const bx = blockIdx.x, by = blockIdx.y;"] : []),
    `  return ${index};`,
    "}",
  ];
}
