import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost } from "./run-host.ts";

const hardware = new URL("../../hardware/", import.meta.url);
const text = readFileSync(new URL("probes/warpgroup-products.cu", hardware), "utf8");
const { launches, printed } = runHost(text, { device: h200 });

/** What the lab finds in a kernel: the kind, and what the message must say. */
type Found = readonly (readonly [kind: string, words: string])[];

const FOUND: Readonly<Record<string, Found>> = {
  in_shared_memory: [],
  a_in_registers: [],
  two_groups: [],
  filled_twice: [],
  no_proxy_fence: [["proxy-fence", "begins a product of `tiles.b`, which thread (1, 0, 0) of block (0, 0, 0) has written"]],
  no_wait: [["early-read", "takes the sums of a product that may still go on: nobody has waited for its group"]],
  waits_for_less: [["early-read", "nobody has waited for its group"]],
  no_commit: [
    ["early-read", "the product is in no group yet"],
    ["unfinished-copy", "begins a product that nobody has waited for when its block ends"],
  ],
  no_fence: [["register-fence", "the first product needs one, too"]],
  overwritten: [
    ["copy-overwritten", "writes `tiles.a` while a product that it has begun may still read it"],
    ["race", "which thread (0, 0, 0) of block (0, 0, 0) writes"],
  ],
};

describe("products of warpgroups, as an H200 ran them twenty times", () => {
  const [, ...rows] = readFileSync(new URL("data/warpgroup-products-h200.csv", hardware), "utf8").trimEnd().split("\n");
  const measured = rows.map((row) => {
    const [name, , wrongRuns] = row.split(",") as [string, string, string];
    return { name, wrongRuns: Number(wrongRuns) };
  });

  it("are those of the program", () => expect(measured.map(({ name }) => name)).toEqual(Object.keys(FOUND)));

  it.each(measured)("$name", ({ name, wrongRuns }) => {
    const { findings, status } = launches.find(({ kernel }) => kernel === name)!;
    const expected = FOUND[name]!;
    expect(status).toBe("done");
    expect(findings.map(({ kind }) => kind)).toEqual(expected.map(([kind]) => kind));
    for (const [at, [, words]] of expected.entries()) expect(findings[at]!.message).toContain(words);
    // What went wrong on the GPU is found; what is right in the lab was right there, and has right results here.
    if (wrongRuns > 0) expect(findings).not.toEqual([]);
    if (findings.length > 0) return;
    expect(wrongRuns).toBe(0);
    expect(printed.find((line) => line.startsWith(`${name},`))?.split(",")[2]).toBe("0");
  });
});
