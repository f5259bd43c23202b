/** Writes `recorded.json`: run it with node after a change of the generator. It needs g++. `compare.ts` compares thousands. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { hashesByGpp } from "./compile-with-gpp.ts";
import { randomProgram } from "./random-program.ts";
import { hashOf } from "./run-text.ts";

const PROGRAMS = 30;

const texts = Array.from({ length: PROGRAMS }, (_, i) => ({ seed: i + 1, text: randomProgram(i + 1) }));
const results = hashesByGpp(texts);
const recorded = texts.map(({ seed, text }, i) => ({ seed, text: hashOf(new TextEncoder().encode(text)), results: results[i] }));
const file = join(import.meta.dirname, "recorded.json");
writeFileSync(file, await format(JSON.stringify(recorded), { filepath: file, printWidth: 140 }));
