import { h200 } from "#simulator";
import { runLaunch } from "#cuda/launch/run-launch.ts";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { parse } from "#cuda/syntax/parse.ts";
import { compileProgram } from "#cuda/compile.ts";
import { INPUTS, RESULTS, THREADS } from "./random-program.ts";

/** The launch that every generated kernel gets. */
export function differentialLaunch(seed: number) {
  const results = THREADS * RESULTS;
  return parseLaunch({
    kernel: "fuzz",
    grid: [1, 1, 1],
    block: [THREADS, 1, 1],
    arguments: [
      { array: "in", type: "int", length: INPUTS, fill: { random: { seed: seed + 1, from: -1_000_000, to: 1_000_000 } } },
      { array: "whole", type: "unsigned long long", length: results },
      { array: "single", type: "float", length: results },
      { array: "twice", type: "double", length: results },
    ],
  });
}

/** Runs a generated kernel in the lab; the bytes of its three results. */
export function runText(text: string, seed: number): Uint8Array {
  const { arrays, memory } = runLaunch(compileProgram(parse(text), "fuzz", []), differentialLaunch(seed), { device: h200 });
  const [, whole, single, twice] = arrays.map(({ address }) => address);
  const count = THREADS * RESULTS;
  const parts = [
    memory.u8.slice(whole, whole! + count * 8),
    memory.u8.slice(single, single! + count * 4),
    memory.u8.slice(twice, twice! + count * 8),
  ];
  const bytes = new Uint8Array(count * 20);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** FNV-1a with 32 bits, as text. */
export function hashOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
