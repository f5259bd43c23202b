import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Analyses } from "../analysis/analyses.ts";
import type { Program } from "../ir/program.ts";
import { printProgram } from "../ir/print.ts";
import { kernelsOf, translateKernel } from "../compile.ts";
import { parse } from "../syntax/parse.ts";
import { PASSES } from "./passes.ts";

const SAMPLES = path.join(import.meta.dirname, "samples");
function translated(sample: string): Program {
  const file = parse(readFileSync(path.join(SAMPLES, `${sample}.cu`), "utf8"));
  return translateKernel(file, kernelsOf(file)[0]!, () => []).program;
}

/** A sample's IR before and after a pass, behind the passes before it. */
function aroundPass(name: string): { before: string; after: string } {
  let program = translated(name);
  for (const pass of PASSES) {
    const passed = pass.run(program, Analyses.of(program));
    if (pass.name === name) return { before: printProgram(program), after: printProgram(passed) };
    program = passed;
  }
  throw new Error(`no pass is named ${name}`);
}

describe("each pass", () => {
  const names = PASSES.map(({ name }) => name);

  // To see a new or changed sample: npx vitest run grader/cuda/passes/passes.test.ts -u
  it.each(names)("%s changes its sample as recorded", async (name) => {
    const { before, after } = aroundPass(name);
    expect(after).not.toBe(before);
    await expect(`${before}\n\n→ ${name}\n\n${after}\n`).toMatchFileSnapshot(path.join(SAMPLES, `${name}.txt`));
  });

  it("has a sample, and each sample a pass", () => {
    const sampled = readdirSync(SAMPLES).filter((file) => file.endsWith(".cu"));
    expect(sampled.toSorted()).toEqual(names.map((name) => `${name}.cu`).toSorted());
  });

  it.each(names)("of the sample of %s asks for no analysis that it doesn't name", (name) => {
    let program = translated(name);
    for (const pass of PASSES) {
      const analyses = Analyses.of(program);
      const asked: string[] = [];
      const watched = new Proxy(analyses, {
        get: (_, question: keyof Analyses) => {
          asked.push(question);
          return analyses[question];
        },
      });
      program = pass.run(program, watched);
      expect(pass.needs, pass.name).toEqual(expect.arrayContaining(asked));
    }
  });
});
