import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exercisesRoot } from "#kit/installation.ts";
import { Workplace } from "#testing/workplace.ts";

const program = fileURLToPath(new URL("./coalesce.mjs", import.meta.url));
const requests = fileURLToPath(new URL("../hardware/data/warp-requests.jsonl", import.meta.url));
const solution = path.join(exercisesRoot, "straight-copy", "solution.ts");
const starter = path.join(exercisesRoot, "straight-copy", "starter.ts");

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
});
afterAll(() => place.close());

const coalesce = (args: readonly string[], input = "") => place.coalesce(args, { input });
const coalesceHere = (args: readonly string[]) => place.coalesceHere(args);

async function answerFile(name: string, source: string): Promise<string> {
  await writeFile(place.path(name), source);
  return place.path(name);
}

describe("coalesce", () => {
  it.each([
    [["--help"]],
    [["analyze", "--help"]],
    [["profile", "--help"]],
    [["grade", "--help"]],
    [["check", "--help"]],
    [["new", "exercise", "--help"]],
  ])("%s shows examples", async (args) => {
    const { code, stdout } = await coalesceHere(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples?/);
  });

  it("says which version it is, and which grader", async () => {
    const { code, stdout } = await coalesce(["--version"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^coalesce \d+\.\d+\.\d+, grader [0-9a-f]{16}, simulator [\d.]+\n$/)]);
  });

  it.each([[["frobnicate"]], [["grade"]], [["grade", "straight-copy", starter, "--frobnicate"]], [["analyze", "--device", "voodoo"]]])(
    "%s is a usage error",
    async (args) => {
      const { code, stderr } = await coalesceHere(args);
      expect(code).toBe(2);
      expect(stderr).toContain("--help");
    },
  );
});

describe("coalesce analyze", () => {
  const lines = [
    '{"space":"global","op":"load","bytesPerLane":4,"activeMask":"0x1","addresses":[' + Array(32).fill(0).join() + '],"id":1}',
    "not a request",
    '{"space":"shared","op":"store","bytesPerLane":4,"activeMask":"0x1","addresses":[' + Array(32).fill(8).join() + '],"id":3}',
    '{"instruction":"ldmatrix","matrices":1,"sharedAddresses":[' + Array(8).fill(16).join() + '],"id":4}',
  ];

  it("reads a file, line by line in the same order", async () => {
    const { code, stdout, stderr } = await coalesce(["analyze", requests]);
    const output = stdout.trimEnd().split("\n");
    expect(code).toBe(0);
    expect(stderr).toBe("");
    expect(output).toHaveLength(3087);
    for (const line of output) expect(Object.keys(JSON.parse(line) as object).at(-1)).toBe("simulated");
  });

  it.each([[["analyze"]], [["analyze", "-"]]])("%s reads standard input and skips blank lines", async (args) => {
    const { code, stdout, stderr } = await coalesce(args, lines.join("\r\n\n"));
    const output = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(0);
    expect(output[0]).toMatchObject({ id: 1, simulated: { sectors: 1 } });
    expect(output[1]).toMatchObject({ text: "not a request" });
    expect(output[2]).toMatchObject({ id: 3, simulated: { wavefronts: 1 } });
    expect(output[3]).toMatchObject({ id: 4, simulated: { wavefronts: 1, bankConflicts: 0 } });
    expect(stderr).toContain("1 of 4 lines are not valid");
  });

  it("says which file it cannot read", async () => {
    const { code, stderr } = await coalesceHere(["analyze", "nowhere.jsonl"]);
    expect(code).toBe(2);
    expect(stderr).toContain("nowhere.jsonl");
  });

  it("exits with 0 when the reader of its output stops early", async () => {
    const child = spawn(process.execPath, [program, "analyze", requests]);
    let stderr = "";
    child.stderr.on("data", (chunk) => (stderr += chunk));
    child.stdout.once("data", () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("coalesce grade", () => {
  it("shows the checks of an answer that passes", async () => {
    const { code, stdout } = await coalesce(["grade", "straight-copy", solution, "--fail-on-test"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/straight-copy: pass/);
  });

  it("prints the same JSON every time, and nothing else; it exits with 0 for an answer that fails, or with 1 by --fail-on-test", async () => {
    const first = await coalesce(["grade", "straight-copy", starter, "--json"]);
    const second = await coalesce(["grade", "straight-copy", starter, "--json", "--fail-on-test"]);
    expect([first.code, second.code]).toEqual([0, 1]);
    expect(JSON.parse(first.stdout)).toMatchObject({ schema: "coalesce/result/v1", exercise: "straight-copy", status: "fail" });
    expect(second.stdout).toBe(first.stdout);
  });

  it("shows type errors, on standard error with --json, and grades the answer", async () => {
    const file = await answerFile("types.ts", 'const unused: number = "3";\nexport const read = () => 0;\nexport const write = () => 0;\n');
    const text = await coalesceHere(["grade", "straight-copy", file]);
    expect(text.stdout).toContain("types.ts:1:7 type error TS2322");
    expect(text.stdout).toContain("straight-copy: fail");
    const json = await coalesceHere(["grade", "straight-copy", file, "--json"]);
    expect(json.stderr).toContain("type error TS2322");
    expect(JSON.parse(json.stdout)).toMatchObject({ status: "fail" });
  });

  it("gives a result for a file that does not parse", async () => {
    const file = await answerFile("broken.ts", "export function read( {\n");
    const { code, stdout } = await coalesceHere(["grade", "straight-copy", file, "--json", "--fail-on-test"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: "error", error: { kind: "does-not-parse" } });
  });

  it("names the exercise that was probably meant", async () => {
    const { code, stderr } = await coalesceHere(["grade", "straight-cpoy", solution]);
    expect(code).toBe(2);
    expect(stderr).toContain("did you mean straight-copy?");
  });

  it("says which answer it cannot read", async () => {
    const { code, stderr } = await coalesceHere(["grade", "straight-copy", "nowhere.ts"]);
    expect(code).toBe(2);
    expect(stderr).toContain("nowhere.ts");
  });
});

describe("coalesce check", () => {
  it("refuses an unknown exercise", async () => {
    const { code, stderr } = await coalesceHere(["check", "nothing-of-the-kind"]);
    expect(code).toBe(2);
    expect(stderr).toContain("straight-copy");
  });

  it("prints ok for an exercise that keeps the contract", async () => {
    const { code, stdout } = await coalesce(["check", "straight-copy"]);
    expect(stdout).toContain("1 exercise, 0 problems");
    expect(code).toBe(0);
  });
});

describe("coalesce new exercise", () => {
  it.each([
    ["Straight Copy", "use small letters, digits and hyphens"],
    ["straight-copy", "exercises/straight-copy exists"],
    ["../elsewhere", "isn't a name for an exercise"],
  ])("refuses %s", async (slug, message) => {
    const { code, stderr } = await coalesceHere(["new", "exercise", slug]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("refuses an unknown family, and names the known ones", async () => {
    const { code, stderr } = await coalesceHere(["new", "exercise", "shift-by-one", "--family", "matrix"]);
    expect(code).toBe(2);
    expect(stderr).toContain("map, vectors, records, transpose, none");
  });
});
