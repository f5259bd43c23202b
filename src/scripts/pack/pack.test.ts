import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";
import Ajv from "ajv";
import ts from "typescript";
import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exercisesRoot } from "#kit/installation.ts";
import { LATER_PAGES, guideSteps } from "#testing/acceptance/guide-steps.ts";
import { Workplace, program, type CommandResult } from "#testing/workplace.ts";
import { pack } from "./pack.ts";

// The first package of a version of the course has to build the page of LMS packages.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 900_000 });

let home: string;
/** An empty folder with the installed package's command on the path, and one with the clone's. */
let packed: Workplace, cloned: Workplace;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "coalesce-installed-"));
  const archive = await pack(home);
  const npm = ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", home, archive];
  // No registry, and no cache of one: the package has to hold everything.
  execFileSync("npm", [...npm, "--cache", path.join(home, "cache"), "--registry", "http://127.0.0.1:9"], { cwd: home, stdio: "ignore" });
  packed = await Workplace.open(installed("grader", "cli", "coalesce.mjs"));
  cloned = await Workplace.open(program);
});
afterAll(async () => {
  await Promise.all([packed?.close(), cloned?.close(), rm(home, { recursive: true })]);
});

/** Extracts an archive; what is marked as a program can be run. */
async function unzip(archive: string, into: string): Promise<void> {
  const reader = new ZipReader(new Uint8ArrayReader(await readFile(archive)), { useWebWorkers: false });
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    const file = path.join(into, entry.filename);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await entry.getData(new Uint8ArrayWriter()), { mode: entry.executable ? 0o755 : 0o644 });
  }
  await reader.close();
}

const text = { type: "string" };
const format = { enum: ["text", "html", "simple_format", "md", "ansi"] };
const visibility = { enum: ["hidden", "after_due_date", "after_published", "visible"] };
/** "Output format" of the same documents: a total, or a score in each test. */
const GRADESCOPE_RESULTS = {
  type: "object",
  properties: {
    score: { type: "number", minimum: 0 },
    execution_time: { type: "number" },
    output: text,
    output_format: format,
    test_output_format: format,
    test_name_format: format,
    visibility,
    stdout_visibility: visibility,
    extra_data: { type: "object" },
    tests: {
      type: "array",
      items: {
        type: "object",
        properties: {
          score: { type: "number" },
          max_score: { type: "number" },
          status: { enum: ["failed", "passed"] },
          name: text,
          name_format: format,
          number: text,
          output: text,
          output_format: format,
          tags: { type: "array", items: text },
          visibility,
          extra_data: { type: "object" },
        },
        additionalProperties: false,
      },
    },
    leaderboard: { type: "array" },
  },
  additionalProperties: false,
  anyOf: [{ required: ["score"] }, { required: ["tests"], properties: { tests: { items: { required: ["score"] } } } }],
};

const installed = (...names: string[]): string => path.join(home, "node_modules", "coalesce", ...names);

/** What three students hand in, at a time that the files say. */
async function handIn(place: Workplace): Promise<void> {
  const handedIn = [
    ["ada", "solution.ts", "2026-10-07T12:00:00Z"],
    ["bob", "starter.ts", "2026-10-08T12:00:00Z"],
    ["cleo", "wrong", "2026-10-10T12:00:00Z"],
  ] as const;
  for (const [student, answer, time] of handedIn) {
    await mkdir(place.path("submissions", student), { recursive: true });
    for (const exercise of ["straight-copy", "transpose-tiled", "float4-copy"]) {
      const file = place.path("submissions", student, `${exercise}.ts`);
      if (answer === "wrong") await writeFile(file, "export const read = () => 0;\nexport const write = read;\n");
      else await cp(path.join(exercisesRoot, exercise, answer), file);
      await utimes(file, new Date(time), new Date(time));
    }
  }
}

/** Follows the instructor's guide. The secret of the assignment is the same in both places. */
async function followGuide(place: Workplace, yaml?: string, page?: string): Promise<CommandResult[]> {
  const results: CommandResult[] = [];
  for (const step of await guideSteps(page)) {
    if (step.kind === "submissions") await handIn(place);
    else if (step.kind === "file") await writeFile(place.path(step.name), step.text);
    else results.push(await place.shell(step.script));
    if (results.length === 1 && yaml !== undefined) await writeFile(place.path("week-1.yaml"), yaml);
  }
  return results;
}

/** An answer that throws what the engine says of a call of the grader's that overflows the stack, each character replaced by the next. */
const FILLS_THE_STACK = `let seen = "";
const fill = () => {
  try { console.log(1); } catch (error) {
    const stack = error.stack;
    if (typeof stack === "string" && stack.includes("print")) seen = stack;
    throw error;
  }
  fill();
};
const down = (depth) => (depth > 0 ? down(depth - 1) : fill());
export const read = () => {
  for (let depth = 0; depth < 30 && seen === ""; depth++) {
    try { down(depth); } catch { }
  }
  const place = /\\bprint \\(([^()]*)\\)/.exec(seen)?.[1] ?? "";
  throw new Error([...place].map((character) => String.fromCharCode(character.charCodeAt(0) + 1)).join(""));
};
export const write = read;
`;

const coalesce = async (...args: string[]): Promise<CommandResult> => packed.coalesce(args);

describe("the package, installed in an empty folder without a registry,", () => {
  it("follows the guide as written, to the bytes that the clone writes", async () => {
    const steps = await followGuide(packed);
    for (const { code, stderr } of steps) expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
    await followGuide(cloned, await readFile(packed.path("week-1.yaml"), "utf8"));
    const here = packed.bytesOf("results");
    const there = cloned.bytesOf("results");
    expect([...here.keys()]).toEqual([...there.keys()]);
    expect([...here].filter(([name, hash]) => there.get(name) !== hash).map(([name]) => name)).toEqual([]);
    expect(await readFile(packed.path("results", "gradebook.csv"), "utf8")).toContain("ada");
  });

  it("lies where no answer can learn, even with all frames of a full call stack", async () => {
    await writeFile(packed.path("straight-copy.ts"), FILLS_THE_STACK);
    const { code, stdout } = await coalesce("grade", "straight-copy", "straight-copy.ts");
    expect(code).toBe(0);
    const told = /It threw Error: (.*)$/m.exec(stdout)?.[1] ?? "";
    // A letter further on: no address that the grader would know, and remove.
    const frame = [...told].map((character) => String.fromCharCode(character.charCodeAt(0) - 1)).join("");
    expect(frame).toMatch(/^coalesce\/chunks\//);
  });

  it("shards, merges and regrades", async () => {
    const of = ["--assignment", "week-1.yaml", "submissions"];
    for (const shard of ["0", "1"]) {
      expect((await coalesce("grade", ...of, "--out", `shard-${shard}`, "--shard", `${shard}/2`)).code).toBe(0);
    }
    const merged = await coalesce(
      "merge",
      ...of,
      "--from",
      "shard-0",
      "--from",
      "shard-1",
      "--out",
      "merged",
      "--as-of",
      "2026-10-16T09:00",
    );
    expect([merged.code, packed.bytesOf("merged")]).toEqual([0, packed.bytesOf("results")]);
    const regraded = await coalesce("regrade", ...of, "--previous", "results", "--out", "regraded");
    expect([regraded.code, regraded.stdout]).toEqual([0, expect.stringContaining("0 students get another score. 3 students keep theirs.")]);
  });

  it("grades, checks and begins exercises of an instructor's own", async () => {
    const own = ["--exercises", "mine"];
    expect((await coalesce("new", "exercise", "shift-by-one", "--family", "vectors", ...own)).code).toBe(0);
    for (const name of ["exercise.ts", "prompt.mdx"]) {
      const file = packed.path("mine", "shift-by-one", name);
      await writeFile(file, (await readFile(file, "utf8")).replaceAll("FILL:", "Filled:"));
    }
    expect((await coalesce("check", ...own)).stdout).toBe("ok    shift-by-one\n\n1 exercise, 0 problems\n");
    expect((await coalesce("check", "row-walk")).stdout).toBe("ok    row-walk\n\n1 exercise, 0 problems\n");
    // By the settings that `new exercise` wrote, an editor knows what `#kit` is.
    const typeErrors = (): string => {
      const { config } = ts.readConfigFile(packed.path("mine", "tsconfig.json"), (name) => ts.sys.readFile(name)) as { config: unknown };
      const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, packed.path("mine"));
      return ts.formatDiagnostics(ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options)), ts.createCompilerHost({}));
    };
    expect(typeErrors()).toBe("");
    const exercise = packed.path("mine", "shift-by-one", "exercise.ts");
    const written = await readFile(exercise, "utf8");
    await writeFile(exercise, written.replace("points:", "point:"));
    expect(typeErrors()).toContain("'point' does not exist in type");
    await writeFile(exercise, written);
    expect(await readFile(installed("EXERCISES.md"), "utf8")).toContain("### sectorsPerRequest");
    const solution = packed.path("mine", "shift-by-one", "solution.ts");
    const graded = await coalesce("grade", "shift-by-one", solution, "--json", ...own);
    expect(JSON.parse(graded.stdout)).toMatchObject({ status: "pass" });
    const homeless = await coalesce("new", "exercise", "shift-by-two", "--family", "map");
    expect([homeless.code, homeless.stderr]).toEqual([2, expect.stringContaining("--exercises my-exercises")]);
  });

  it("stops an answer that does not end", async () => {
    await writeFile(packed.path("endless.ts"), "export const read = () => { while (true); };\nexport const write = read;\n");
    const { code, stdout } = await coalesce("grade", "straight-copy", "endless.ts", "--json");
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { status: "error", error: { kind: "out-of-time" } }]);
  });

  it("analyzes requests and profiles kernels as the clone does", async () => {
    const requests = await readFile(installed("grader", "hardware", "data", "warp-requests.jsonl"), "utf8");
    const input = requests.split("\n").slice(0, 100).join("\n");
    const analyzed = await packed.coalesce(["analyze", "-"], { input });
    expect(analyzed.stdout.split("\n").length).toBeGreaterThan(99);
    expect(analyzed).toEqual(await cloned.coalesce(["analyze", "-"], { input }));
    const kernel = ["profile", installed("content", "kernels", "transpose-tiled", "kernel.cu"), "--json"];
    expect(await packed.coalesce(kernel)).toEqual(await cloned.coalesce(kernel));
  });

  it("makes the same LMS packages", async () => {
    for (const standard of [["--scorm", "1.2"], ["--cmi5"]]) {
      for (const place of [packed, cloned]) {
        const { code, stderr } = await place.coalesce(["package", "week-1.yaml", ...standard, "--out", "lms/week.zip"]);
        expect([code, stderr]).toEqual([0, ""]);
      }
      expect(packed.bytesOf("lms")).toEqual(cloned.bytesOf("lms"));
    }
  });

  it("makes a Gradescope autograder, which grades a submission by what Gradescope says of it", async () => {
    expect((await coalesce("package", "week-1.yaml", "--gradescope")).code).toBe(0);
    // As Gradescope's harness lays it out: gradescope-autograders.readthedocs.io, "Autograder specifications".
    const root = packed.path("autograder");
    await unzip(packed.path("week-1-gradescope.zip"), path.join(root, "source"));
    await cp(path.join(root, "source", "run_autograder"), path.join(root, "run_autograder"));
    await cp(packed.path("submissions", "ada"), path.join(root, "submission"), { recursive: true });
    const users = [{ id: 4711, email: "ada@school.example", name: "Ada Lovelace" }];
    // Two days late, whatever the dates of the files are.
    await writeFile(
      path.join(root, "submission_metadata.json"),
      JSON.stringify({
        id: 1,
        created_at: "2026-10-10T14:22:32.365935+02:00",
        assignment: { title: "Week 1" },
        submission_method: "upload",
        users,
      }),
    );
    execFileSync(path.join(root, "source", "setup.sh"), { stdio: "ignore" });
    execFileSync(path.join(root, "run_autograder"), { env: { ...process.env, COALESCE_AUTOGRADER: root }, stdio: "ignore" });
    const results: unknown = JSON.parse(await readFile(path.join(root, "results", "results.json"), "utf8"));
    const validate = new Ajv().compile(GRADESCOPE_RESULTS);
    expect(validate(results), JSON.stringify(validate.errors)).toBe(true);
    // Three of the six exercises are solved, for 55 of 100 points, and two days cost a tenth each.
    expect(results).toMatchObject({ score: 44, extra_data: { max_score: 100 } });
    expect(JSON.stringify(results)).toContain("2 days late");

    // With an extension the same submission is in time: by the address that the roster has for ada.
    await writeFile(packed.path("addresses.csv"), "id,name,email\nada,Ada Lovelace,Ada@school.example\n");
    await writeFile(packed.path("extensions.csv"), "student,due,comment\nada,2026-10-12T23:59,certificate\nzoe,2026-10-12T23:59,\n");
    const extended = ["--gradescope", "--roster", "addresses.csv", "--adjustments", "extensions.csv"];
    const made = await coalesce("package", "week-1.yaml", ...extended);
    expect([made.code, made.stderr]).toEqual([1, expect.stringMatching(/^Gradescope knows .* none of zoe:/)]);
    await unzip(packed.path("week-1-gradescope.zip"), path.join(root, "source"));
    expect(await readFile(path.join(root, "source", "class.json"), "utf8")).not.toContain("certificate");
    execFileSync(path.join(root, "source", "run_autograder"), { env: { ...process.env, COALESCE_AUTOGRADER: root }, stdio: "ignore" });
    expect(JSON.parse(await readFile(path.join(root, "results", "results.json"), "utf8"))).toMatchObject({ score: 55 });
    const homemade = await cloned.coalesce(["package", "week-1.yaml", "--gradescope"]);
    expect([homemade.code, homemade.stderr]).toEqual([2, expect.stringContaining("npm run pack")]);
  });

  it.each(LATER_PAGES)("follows the page %s of the guide there", async (page) => {
    await writeFile(packed.path("roster.csv"), "id,name\nada,Ada Lovelace\nbob,Bob Ross\ncleo,Cleo Dare\ndan,Dan Dare\n");
    const steps = await followGuide(packed, undefined, page);
    expect(steps.length).toBeGreaterThan(0);
    for (const { code, stderr } of steps) expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("leaves changes of the course to a clone", async () => {
    for (const command of [["report"], ["import", "gpu.json"]]) {
      const { code, stderr } = await coalesce("hardware", ...command);
      expect([code, stderr]).toEqual([2, expect.stringContaining("run it in a clone")]);
    }
  });

  it("holds no test, no source of the grader, and nothing of this machine", async () => {
    const files = await readdir(installed(), { recursive: true });
    expect(files.filter((name) => /\.test\.|^grader\/.*(?<!ambient\.d)\.ts$/.test(name))).toEqual([]);
    const chunks = files.filter((name) => /^program\/.*\.js$|^[^/]*\.json$/.test(name));
    expect(chunks.length).toBeGreaterThan(50);
    const texts = await Promise.all(chunks.map((name) => readFile(installed(name), "utf8")));
    expect(chunks.filter((_, i) => texts[i]?.includes(path.join(program, "..", "..", "..")))).toEqual([]);
  });
});
