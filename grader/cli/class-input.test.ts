import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { writeFiles } from "#testing/example-submissions.ts";
import { Workplace } from "#testing/workplace.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  await writeFiles(place.folder, {
    "submissions/Ada Lovelace_4711_assignsubmission_file_/straight-copy.ts": "export {",
    "submissions/Bob Ross_4712_assignsubmission_file_/work.rar": "x",
    "lecture/notes.txt": "",
    "roster.csv": "id,name,account\nada,Ada Lovelace,4711\nbob,Bob Ross,4712\ncem,Cem Öz,4713\n",
  });
  const made = await place.coalesce([
    "new",
    "assignment",
    "week-1.yaml",
    ..."--defaults --exercise straight-copy --title Week --due 2027-10-08T23:59".split(" "),
  ]);
  expect(made).toMatchObject({ code: 0 });
});
afterAll(() => place.close());

const grade = (args: string) => place.coalesceHere(`grade --assignment week-1.yaml ${args}`.split(" "));

describe("the hand-ins of a class", () => {
  it("is graded with a row for everybody, an empty score for what could not be read, and the layout named", async () => {
    const args = "grade --assignment week-1.yaml submissions --roster roster.csv --out results";
    const { code, stdout } = await place.coalesce(args.split(" "));
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Read as Moodle .*: 3 students, 2 of them without an answer\./)]);
    const rows = (await place.shell("cat results/gradebook.csv")).stdout.trim().split("\r\n").slice(1);
    expect(rows.map((row) => row.split(",").map((cell) => cell.replaceAll('"', ""))).map((cells) => [cells[3], cells[9]])).toEqual([
      ["ada", "0"],
      ["bob", ""],
      ["cem", "0"],
    ]);
    expect((await place.shell("cat results/students/bob/feedback.md")).stdout).toMatch(/work\.rar is of a kind that is not opened/);
  });

  it("is graded with exit code 1 where an adjustment is for nobody in the class, who is named", async () => {
    await writeFiles(place.folder, { "unknown.csv": "student,exercise,points\nAda Lovelace,straight-copy,7\ns40,,8\n" });
    const { code, stderr } = await grade("submissions --roster roster.csv --adjustments unknown.csv --out unknown");
    expect([code, stderr]).toEqual([1, expect.stringContaining("unknown.csv: nobody in this class is s40, so what was decided")]);
    expect((await place.shell("cat unknown/students/ada/feedback.md")).stdout).toMatch(/gave 7 points/);
  });

  it("gets a comment on all answers that do the same at once, however they are written", async () => {
    const column = (name: string) => `export const read = (${name}) => ${name}.threadIdx.x;\nexport const write = read;\n`;
    await writeFiles(place.folder, {
      "alike/ada/straight-copy.ts": column("t"),
      "alike/bob/straight-copy.ts": `// mine\n${column("thread")}`,
      "alike/cem/straight-copy.ts": "export const read = () => null;\nexport const write = read;\n",
    });
    const group = async () => {
      await grade("alike --out alike-results");
      const [, name = ""] =
        /<code>(straight-copy#[0-9a-f]{8})<\/code><\/th><td class="number">2</.exec(
          (await place.shell("cat alike-results/summary.html")).stdout,
        ) ?? [];
      return name;
    };
    const name = await group();
    await writeFiles(place.folder, {
      "once.csv": `student,comment\n${name},Each block begins at 0: where is blockIdx?\nstraight-copy#00000000,nobody's\n`,
    });
    const { code, stderr } = await grade("alike --adjustments once.csv --out alike-results");
    expect([code, stderr]).toEqual([1, expect.stringContaining("Nobody's answer is in the group straight-copy#00000000")]);
    const commented = (await place.shell("grep -l 'where is blockIdx' alike-results/students/*/feedback.md")).stdout.trim().split("\n");
    expect(commented).toEqual(["ada", "bob"].map((id) => `alike-results/students/${id}/feedback.md`));
    await writeFiles(place.folder, { "points.csv": `student,points\n${name},3\n` });
    expect(await grade("alike --adjustments points.csv --out alike-results")).toMatchObject({ code: 2 });
  });

  it("is compared with other classes' hand-ins or results", async () => {
    const odd =
      "export const read = (t, s) => { let i = 0; while (i * 7 < s.n * 3 + t.threadIdx.x) i += t.blockDim.y + 5; return i % s.n; };\n";
    await writeFiles(place.folder, { "this/ada/straight-copy.ts": odd, "last/zoe/straight-copy.ts": odd.replaceAll(/\bi\b/g, "k") });
    const pairs = async (against: string) => {
      expect(await grade(`this --out of-this --against ${against}`)).toMatchObject({ code: 0 });
      return (await place.shell("ls of-this/similar")).stdout.trim();
    };
    expect(await pairs("last")).toMatch(/^ada~last-zoe-[0-9a-f]{8}\.html$/);
    expect(await grade("last --out of-last")).toMatchObject({ code: 0 });
    expect(await pairs("of-last")).toMatch(/^ada~of-last-zoe-[0-9a-f]{8}\.html$/);
    expect(await grade("this --out named --against last --anonymous key.csv")).toMatchObject({ code: 2 });
  });

  it("keeps solutions closed while somebody with an extension may still hand in", async () => {
    await place.shell("sed 's/^solutions:.*/solutions: 2027-11-02T08:00/' week-1.yaml > open.yaml");
    await writeFiles(place.folder, { "extended.csv": "student,due\nbob,2027-11-10T23:59\n" });
    const shown = async (asOf: string) => {
      const args = `grade --assignment open.yaml submissions --roster roster.csv --adjustments extended.csv --out open --as-of ${asOf}`;
      const { stdout } = await place.coalesceHere(args.split(" "));
      const feedback = (await place.shell("cat open/students/ada/feedback.md")).stdout;
      return [/Solutions stay closed while an extension runs: (.*)/.exec(stdout)?.[1], feedback.includes("### A solution")];
    };
    expect(await shown("2027-11-02T09:00")).toEqual(["bob until 2027-11-10T23:59", false]);
    expect(await shown("2027-11-11T09:00")).toEqual([undefined, true]);
  });

  it("is not graded where it is another folder than was meant", async () => {
    const missing = await grade("submision --roster roster.csv --out mistyped");
    expect([missing.code, missing.stderr]).toEqual([2, "coalesce: submision: there is no such file or folder\n"]);
    const without = await grade("lecture --roster roster.csv --out mistyped");
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("lecture: nobody on the roster handed in anything there")]);
    expect((await place.shell("ls mistyped")).code).not.toBe(0);
  });

  it("does not hold the folder of results", async () => {
    expect(await grade("submissions --out submissions/results")).toMatchObject({
      code: 2,
      stderr:
        "coalesce: submissions/results lies in submissions, and would be read as if students had handed it in: name a folder of results outside\n",
    });
  });

  it("is read by the layout that the instructor names", async () => {
    const { code, stderr } = await grade("submissions --layout canvas --out other");
    expect([code, stderr]).toEqual([2, expect.stringContaining("It was read as Canvas (names of files); --layout names another")]);
  });

  it("comes with lists in the encoding and with the separators of a spreadsheet", async () => {
    const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");
    await writeFiles(place.folder, {
      "decided.csv": utf16("student;exercise;points;comment\r\nada;straight-copy;7,5;caf\u00e9, late\r\n;;;\r\n"),
      "times.csv": utf16("student\treceived\r\nada\t2027-10-08 12:00\r\n"),
    });
    const lists = "--roster roster.csv --adjustments decided.csv --received times.csv";
    expect(await grade(`submissions ${lists} --out listed`)).toMatchObject({ code: 0 });
    const feedback = (await place.shell("cat listed/students/ada/feedback.md")).stdout;
    expect(feedback).toMatch(/gave 7\.5 points/);
    expect(feedback).toContain("caf\u00e9, late");
  });
});

it("one answer is read in the encodings that a class's are", async () => {
  const source = "// caf\u00e9\nexport const read = (t: Thread) => t.threadIdx.x;\nexport const write = read;\n";
  const json = async (bytes: Uint8Array) => {
    await writeFiles(place.folder, { "one.ts": bytes });
    return (await place.coalesceHere(["grade", "straight-copy", "one.ts", "--json"])).stdout;
  };
  const utf8 = await json(Buffer.from(source));
  expect(JSON.parse(utf8)).toMatchObject({ status: "fail" });
  expect([await json(Buffer.from(source, "latin1")), await json(Buffer.from(`\uFEFF${source}`, "utf16le"))]).toEqual([utf8, utf8]);
});
