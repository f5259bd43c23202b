import type { Sketch } from "#judge/sketch.ts";
import { freeSketch, times } from "../drawing/free-sketch.ts";
import type { Settings } from "./model.ts";
import { FIELD_BYTES, FIELD_LETTERS, RECORDS, totalBytes, type RecordLayout } from "./walk.ts";

/** Two warps in one block, one record per thread: one load for each field that is read. */
export function sketch({ fieldsRead, ...at }: Settings): Sketch {
  const letters = [...FIELD_LETTERS].slice(0, fieldsRead);
  return freeSketch({
    title: `Layout strips: ${at.layout}`,
    source: [
      ...placeFunction(at),
      ...letters.flatMap((letter, field) => [
        "",
        `export function ${loadName(letter)}({ threadIdx }: Thread) {`,
        `  return place(threadIdx.x, ${field});`,
        "}",
      ]),
    ],
    threads: [RECORDS],
    arrays: [{ name: "records", space: "global", bytesPerElement: FIELD_BYTES, length: totalBytes(at) / FIELD_BYTES, contents: "source" }],
    steps: letters.map((letter) => ({ kind: "load", name: loadName(letter), array: "records" })),
  });
}

function loadName(letter: string): string {
  return `read${letter.toUpperCase()}`;
}

function placeFunction({ layout, fields, chunkRecords }: RecordLayout): string[] {
  const head = `function place(record: number, field: number) {`;
  switch (layout) {
    case "AoS":
      return [`/** Records of ${fields} floats, one after another. */`, head, `  return ${times(fields, "record")} + field;`, "}"];
    case "SoA":
      return [`/** One array of ${RECORDS} floats for each field. */`, head, `  return ${times(RECORDS, "field")} + record;`, "}"];
    case "AoSoA":
      return [
        `/** Chunks of ${chunkRecords} records, with a short array for each of the ${fields} fields. */`,
        head,
        `  const chunk = Math.floor(record / ${chunkRecords});`,
        `  return (${times(fields, "chunk")} + field) * ${chunkRecords} + (record % ${chunkRecords});`,
        "}",
      ];
  }
}
