import { expect, it } from "vitest";
import { decodeFragment } from "#classroom/assignment/fragment.ts";
import { LONGEST_SOURCE, LONGEST_TITLE } from "#judge/sketch-limits.ts";
import { parseSketch } from "#judge/parse-sketch.ts";
import type { Sketch } from "#judge/sketch.ts";
import { presets } from "../playground/presets.ts";
import { embeddedCellLink, sharedSketchLink } from "./sketch-links.ts";

const [preset] = presets as [Sketch];
const titled = (length: number): Sketch => ({ ...preset, title: "t".repeat(length) });
const written = (length: number): Sketch => ({ ...preset, program: { ...preset.program, source: " ".repeat(length) } });

it.each([sharedSketchLink, embeddedCellLink])("%o makes no link that would be refused", async (linkOf) => {
  for (const sketch of [preset, titled(LONGEST_TITLE), written(LONGEST_SOURCE)]) {
    const [, fragment] = (await linkOf("/", sketch)).split("#sketch=");
    expect(parseSketch(await decodeFragment(fragment ?? ""))).toEqual(sketch);
  }
  await expect(linkOf("/", titled(LONGEST_TITLE + 1))).rejects.toThrow(/^title: must have at most 200 characters/);
  await expect(linkOf("/", written(LONGEST_SOURCE + 1))).rejects.toThrow(/^program\.source: must have at most 100,000 characters/);
});
