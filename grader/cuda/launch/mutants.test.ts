import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { KERNELS, type GoodKernel, type Mutant } from "#testing/cuda/mutants.ts";
import type { Finding } from "../machine/findings.ts";
import { compileProgram } from "../compile.ts";
import { placeAt } from "../source-error.ts";
import { parse } from "../syntax/parse.ts";
import { parseLaunch } from "./launch.ts";
import { runLaunch } from "./run-launch.ts";

function findingsOf(text: string, { launch }: GoodKernel): readonly Finding[] {
  const compiled = compileProgram(parse(text), "kernel", []);
  return runLaunch(compiled, parseLaunch({ kernel: "kernel", ...launch }), { device: h200 }).findings;
}

function edited(text: string, { edit: [from, to] }: Mutant): string {
  expect(text.split(from)).toHaveLength(2);
  return text.replace(from, () => to);
}

describe("the sanitizers", () => {
  it.each(KERNELS)("report nothing in a kernel that $name", (kernel) => {
    expect(findingsOf(kernel.text, kernel)).toEqual([]);
  });

  describe.each(KERNELS)("find in a kernel that $name:", (kernel) => {
    it.each(kernel.mutants)("$fault", (mutant) => {
      const text = edited(kernel.text, mutant);
      const found = findingsOf(text, kernel).find(({ kind }) => kind === mutant.kind);
      expect(found?.message).toBeDefined();
      expect(placeAt(text, found!.span.from).line).toBe(placeAt(text, text.indexOf(mutant.line)).line);
      const { thread, block, other } = found!;
      expect({ thread, block, other: other?.thread }).toEqual({
        thread: mutant.thread,
        block: mutant.block ?? [0, 0, 0],
        other: mutant.other,
      });
    });
  });

  it("find at least ten of each kind: faults of addresses, of contents, of order, of barriers", () => {
    const kinds = KERNELS.flatMap(({ mutants }) => mutants.map(({ kind }) => kind));
    const count = (...some: readonly string[]): number => kinds.filter((kind) => some.includes(kind)).length;
    const counts = [
      count("out-of-bounds", "misaligned"),
      count("uninitialized"),
      count("race"),
      count("divergent-barrier", "mismatched-mask"),
    ];
    expect(Math.min(...counts), counts.join(", ")).toBeGreaterThanOrEqual(10);
  });
});
