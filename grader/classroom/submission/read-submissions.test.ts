import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { handInText, noonOf, weekOne, writeFiles, zipOf, type HandInParts } from "#testing/example-submissions.ts";
import { readSubmissions, type ReadOptions } from "./read-submissions.ts";

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), "coalesce-submissions-")), "class");
  await mkdir(folder);
});
afterEach(() => rm(path.dirname(folder), { recursive: true }));

type Files = Readonly<Record<string, string | Uint8Array>>;

/** The result of reading paths inside the folder: the students with the exercises they answer, and the problems. */
async function read(paths: readonly string[] = [""], options?: ReadOptions) {
  const { submissions, problems } = await readSubmissions(
    paths.map((name) => path.join(folder, name)),
    weekOne,
    options,
  );
  return {
    submissions: submissions.map(
      ({ student, answers, origin }) => `${student.id}: ${answers.map(({ exercise }) => exercise).join(" ")} (${origin})`,
    ),
    problems: problems.map(({ origin, student, message }) => `${origin}${student === undefined ? "" : ` [${student}]`} ${message}`),
    times: submissions.map(({ handedInAt }) => handedInAt),
  };
}
const ada = handInText("ada");
const answered = (...exercises: string[]): HandInParts => ({ answers: exercises.map((exercise) => ({ exercise })) });

describe("the student of an answer", () => {
  test.each<[string, Files, string[], string[]]>([
    ["is in the file, for a hand-in file", { "x.json": ada }, [""], ["ada: straight-copy (x.json)"]],
    [
      "is the outermost folder, whatever a file in it says",
      { "Lovelace_17/week/v2/x.json": ada },
      [""],
      ["Lovelace_17: straight-copy (Lovelace_17/week/v2/x.json)"],
    ],
    [
      "is the outermost folder, however its own folders are called",
      { "a_17/week1/row-walk.ts": "1", "b_18/week1/row-walk.ts": "1" },
      [""],
      ["a_17: row-walk (a_17)", "b_18: row-walk (b_18)"],
    ],
    [
      "is the folder's name, for a plain answer",
      { "bob/row-walk.ts": "", "bob/straight-copy.ts": "1" },
      [""],
      ["bob: straight-copy (bob)"],
    ],
    [
      "is the folder's name, for answers given by their paths",
      { "bob/row-walk.ts": "1", "bob/straight-copy.ts": "1" },
      ["bob/row-walk.ts", "bob/straight-copy.ts"],
      ["bob: row-walk straight-copy (bob)"],
    ],
    [
      "is the given folder's name, if a single one is given",
      { "bob/row-walk.ts": "1", "bob/notes.txt": "1" },
      ["bob"],
      ["bob: row-walk (bob)"],
    ],
    [
      "is in the file's name, as an LMS exports it",
      { "ada.l_12_row-walk.ts": "1", "bob.row-walk.ts": "1", "bob.straight-copy.ts": "1" },
      [""],
      ["ada.l_12: row-walk (ada.l_12_row-walk.ts)", "bob: row-walk straight-copy (bob.row-walk.ts)"],
    ],
    [
      "is read from several paths as one class",
      { "a/x.json": ada, "b/bob/row-walk.ts": "1" },
      ["b", "a/x.json"],
      ["ada: straight-copy (a/x.json)", "bob: row-walk (b/bob)"],
    ],
    ["is read once if a path is inside another", { "ada/x.json": ada }, ["", "ada", "ada/x.json"], ["ada: straight-copy (ada/x.json)"]],
    ["is the same in each Unicode spelling", { "Zoe\u0308/row-walk.ts": "1" }, [""], ["Zo\u00eb: row-walk (Zoe\u0308)"]],
  ])("%s", async (_, files, paths, submissions) => {
    await writeFiles(folder, files);
    expect((await read(paths)).submissions).toEqual(submissions);
  });
});

describe("a problem is reported, and the other hand-ins are read:", () => {
  const big = "x".repeat(1_000_001);
  test.each<[string, Files, string[], string[]]>([
    ["broken JSON", { "b.json": '{\n  "schema": ]' }, [], [expect.stringMatching(/^b\.json is broken JSON: .*\]/) as string]],
    [
      "JSON cut short",
      { "b.json": ada.slice(0, 50) },
      [],
      [expect.stringMatching(/^b\.json is broken JSON: .*line 1 column 51/) as string],
    ],
    [
      "a field of the wrong type",
      { "b.json": ada.replace('"simulatorVersion":"1"', '"simulatorVersion":1') },
      [],
      ["b.json [ada] isn't a hand-in: simulatorVersion: Invalid input: expected string, received number"],
    ],
    [
      "another schema",
      { "b.json": '{"schema":"coalesce/result/v1"}' },
      [],
      ["b.json isn't a hand-in: its schema is not coalesce/submission/v1"],
    ],
    [
      "missing fields",
      { "b.json": '{"schema":"coalesce/submission/v1","answers":[{}]}' },
      [],
      ["b.json isn't a hand-in: assignment: is missing; student: is missing; handedInAt: is missing; and 4 more"],
    ],
    [
      "another assignment",
      { "b.json": handInText("bob", { assignment: "week-2" }) },
      [],
      ['b.json [bob] was handed in for the assignment "week-2", not for "week-1", and was not graded'],
    ],
    [
      "exercises that are not assigned",
      { "b.json": handInText("bob", answered("row-walks", "row-walk", "quicksort")) },
      ["bob: row-walk (b.json)"],
      [
        "b.json [bob] answers quicksort, which is not assigned",
        "b.json [bob] answers row-walks, which is not assigned; did you mean row-walk?",
      ],
    ],
    [
      "an exercise that is answered twice",
      { "b.json": handInText("bob", answered("row-walk", "row-walk")) },
      ["bob: row-walk (b.json)"],
      ["b.json [bob] answers row-walk twice; the first of the two is graded"],
    ],
    [
      "no answer at all",
      { "b.json": handInText("bob", answered()), "carl/notes.txt": "1", "dora/quicksort.ts": "1" },
      ["bob:  (b.json)", "carl:  (carl)", "dora:  (dora)"],
      [
        "b.json [bob] holds no answer to anything that was assigned",
        "carl [carl] holds no answer to anything that was assigned",
        "carl/notes.txt [carl] is neither a hand-in (.json) nor an answer (.ts, .cu), and was not graded",
        "dora [dora] holds no answer to anything that was assigned",
        "dora/quicksort.ts [dora] answers quicksort, which is not assigned",
      ],
    ],
    [
      "a folder with nothing but a project's files",
      { "eve/package.json": "{}", "eve/README.md": "1" },
      ["eve:  (eve)"],
      ["eve [eve] holds no answer to anything that was assigned"],
    ],
    ["two files with the same bytes", { "b.json": ada }, [], ["b.json [ada] is the same file as a.json, and counts once"]],
    [
      "files that are too large, empty or no text",
      { "b.json": big, "bob/row-walk.ts": new Uint8Array([0x2f, 0xff, 0x00]), "bob/straight-copy.ts": big, "c.json": "" },
      ["bob:  (bob)"],
      [
        "b.json is larger than 1 MB, and was not read: nobody writes that much",
        "bob [bob] holds no answer to anything that was assigned",
        "bob/row-walk.ts [bob] is no text: it holds bytes that no text has",
        "bob/straight-copy.ts [bob] is larger than 1 MB, and was not read: nobody writes that much",
        "c.json is empty",
      ],
    ],
    [
      "an answer without a student",
      { "row-walk.ts": "1" },
      [],
      [
        "row-walk.ts lies beside the students' work, so it is nobody's, and was not graded: put it into a folder with the student's name, or call it <student>_row-walk.ts",
      ],
    ],
    [
      "an older try inside a student's folder",
      { "bob/row-walk.ts": "1", "bob/old/row-walk.ts": "1" },
      ["bob: row-walk (bob)"],
      ["bob/old/row-walk.ts [bob] lies deeper than bob/row-walk.ts, and was not graded"],
    ],
    [
      "an answer under two names",
      { "bob/bob_row-walk.ts": "1", "bob/row-walk.ts": "1" },
      ["bob: row-walk (bob)"],
      ["bob/bob_row-walk.ts [bob] answers row-walk like bob/row-walk.ts, which is the later copy, and was not graded"],
    ],
    [
      "one id with two names",
      { "b.json": handInText("bob", { name: "Bob", day: 10 }), "c.json": handInText("bob", { name: "Mallory", day: 11 }) },
      ["bob:  (b.json)"],
      [
        'b.json [bob] has the id bob and the name "Bob", and another file has another name: it was graded for nobody',
        'c.json [bob] has the id bob and the name "Mallory", and another file has another name: it was graded for nobody',
      ],
    ],
    [
      "two ids that differ in case and blanks",
      { "b.json": handInText("Bob 1"), "c.json": handInText("bob1") },
      ["Bob 1: straight-copy (b.json)", "bob1: straight-copy (c.json)"],
      ['c.json [bob1] "bob1" differs from "Bob 1" in case or blanks only; the two are graded as two students'],
    ],
    [
      "folders that may be students or sections",
      { "s/bob/row-walk.ts": "1", "s/cem/row-walk.ts": "1" },
      ["s:  (s)"],
      [
        "s [s] holds no answer to anything that was assigned",
        "s/bob/row-walk.ts [s] answers row-walk, as another file does: s/bob and s/cem both have one. If these are folders of students, say --layout sections; if not, leave one",
        "s/cem/row-walk.ts [s] answers row-walk, as another file does: s/bob and s/cem both have one. If these are folders of students, say --layout sections; if not, leave one",
      ],
    ],
    [
      "a file too many folders deep",
      { "1/2/3/4/5/6/7/8/9/10/11/12/13/b.json": ada },
      [],
      ["1/2/3/4/5/6/7/8/9/10/11/12/13 lies deeper than 12 folders, and was not searched: give it as a path of its own"],
    ],
    [
      "none, for hidden files and what archives add",
      { ".DS_Store": "1", "__MACOSX/b.json": "1", "bob/.row-walk.ts": "1", "bob/row-walk.ts": "1" },
      ["bob: row-walk (bob)"],
      [],
    ],
  ])("%s", async (_, files, submissions, problems) => {
    await writeFiles(folder, { "a.json": ada, ...files });
    const found = await read();
    expect(found.submissions).toEqual(["ada: straight-copy (a.json)", ...submissions].sort());
    expect(found.problems).toEqual(problems);
  });

  test("a path at which there is nothing", async () => {
    await expect(read(["", "gone", "lost.zip"])).rejects.toThrow(
      `${path.join(folder, "gone")}: there is no such file or folder\n${path.join(folder, "lost.zip")}: there is no such file or folder`,
    );
  });

  test("a link, an empty folder", async () => {
    await writeFiles(folder, { "class/a.json": ada });
    await mkdir(path.join(folder, "class/zoe"));
    await symlink(path.join(folder, "class/a.json"), path.join(folder, "class/link.json"));
    await symlink(path.join(folder, "class"), path.join(folder, "class/round"));
    await mkdir(path.join(folder, "none"));
    expect(await read(["class", "none"])).toMatchObject({
      submissions: ["ada: straight-copy (class/a.json)", "zoe:  (class/zoe)"],
      problems: [
        "class/link.json is a link, and links are not followed: put the file itself here",
        "class/round is a link, and links are not followed: put the file itself here",
        "class/zoe [zoe] holds no answer to anything that was assigned",
        "none is empty: there is nothing to grade",
      ],
    });
  });

  test("another version of an exercise", async () => {
    await writeFiles(folder, {
      "a.json": handInText("ada", { answers: [{ exercise: "row-walk", exerciseVersion: "old" }, { exercise: "straight-copy" }] }),
    });
    const versions = new Map([
      ["row-walk", "new"],
      ["straight-copy", "v1"],
    ]);
    expect(await read([""], { versions })).toMatchObject({
      submissions: ["ada: row-walk straight-copy (a.json)"],
      problems: ["a.json [ada] was written for another version of row-walk (old), and is judged against the present one (new)"],
    });
  });
});

describe("the time of a hand-in", () => {
  test("is the one in its file, or that of the newest answer", async () => {
    await writeFiles(folder, { "a.json": handInText("ada", { day: 12 }), "bob/row-walk.ts": "1" }, 10);
    await writeFiles(folder, { "bob/straight-copy.ts": "1" }, 14);
    await writeFiles(folder, { "bob/quicksort.ts": "1" }, 16);
    expect((await read()).times).toEqual([noonOf(12), noonOf(14)]);
  });

  test("is when the instructor received it, if that is known", async () => {
    await writeFiles(folder, { "a.json": handInText("ada", { day: 12 }), "z.json": handInText("ada", { day: 2 }) }, 12);
    await writeFiles(folder, { "bob/row-walk.ts": "1" }, 10);
    const received = new Map([
      ["ada", noonOf(21)],
      ["carl", noonOf(3)],
    ]);
    expect(await read([""], { received })).toEqual({
      // Hand-ins keep their original order, because the last one counts.
      submissions: ["ada: straight-copy (z.json)", "ada: straight-copy (a.json)", "bob: row-walk (bob)"],
      times: [noonOf(21), noonOf(21), noonOf(10)],
      problems: [
        "bob [bob] has no time among the times received, so the time that it claims itself counts",
        "carl [carl] is among the times received, but nothing that could be read was handed in",
      ],
    });
  });
});

describe("contradictions between a hand-in's times are named", () => {
  const claiming = (change: (handIn: { handedInAt: string; answers: { savedAt?: string }[] }) => void): string => {
    const handIn = JSON.parse(handInText("ada", { day: 8 }));
    change(handIn);
    return JSON.stringify(handIn);
  };
  test.each([
    [
      "saved after it was handed in",
      claiming(({ answers: [answer] }) => (answer!.savedAt = "2026-10-09T12:00:00.000Z")),
      "was handed in at 2026-10-08T12:00:00.000Z by its own words, but straight-copy was saved at 2026-10-09T12:00:00.000Z: one of these times isn't true",
    ],
    [
      "handed in long after the assignment ended",
      claiming((handIn) => (handIn.handedInAt = "2036-10-08T12:00:00.000Z")),
      "was handed in at 2036-10-08T12:00:00.000Z by its own words, more than a year after the assignment ended: that isn't true",
    ],
  ])("%s", async (_, text, message) => {
    await writeFiles(folder, { "a.json": text });
    expect((await read()).problems).toEqual([`a.json [ada] ${message}`]);
  });
});

describe("a student who hands in an archive of thousands of large .json files", () => {
  const pad = " ".repeat(900_000);
  const large = (text: string): string => text + pad;
  const archiveOf = (handIns: Readonly<Record<string, string>>) =>
    zipOf({
      ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`data/${String(i).padStart(2, "0")}.json`, large(`[${i}]`)])),
      ...handIns,
    });

  test("has 32 MB of them read, the hand-ins first, and is told of the others", async () => {
    await writeFiles(folder, { "ada/all.zip": await archiveOf({ "z.json": handInText("ada") }), "bob/row-walk.ts": "1" });
    const parse = vi.spyOn(JSON, "parse");
    const found = await readSubmissions([folder], weekOne);
    const parsed = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    parse.mockRestore();
    expect(parsed).toBeGreaterThan(31_000_000);
    expect(parsed).toBeLessThan(32_000_000);
    const answered = found.submissions.map(({ student, answers }) => [student.id, answers.map(({ exercise }) => exercise)]);
    expect(answered).toEqual([
      ["ada", ["straight-copy"]],
      ["bob", ["row-walk"]],
    ]);
    const message =
      'holds more than 32 MB of .json files; the largest 25 were not read, ada/all.zip/data/35.json and what is larger: leave what "Hand in" wrote';
    expect(found.problems.filter(({ message }) => message.includes("MB"))).toEqual([{ origin: "ada", student: "ada", message }]);
    expect(found.unread.filter(({ isStray }) => !isStray)).toEqual([{ student: "ada", origin: "ada", reason: message, isStray: false }]);
  });

  test("has all of them read where they are hand-ins of the usual size", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`${i}.json`, handInText("ada", { answers: [{ exercise: "row-walk", source: `// ${i}` }] })]),
    );
    await writeFiles(folder, { "ada/all.zip": await archiveOf(many) });
    const found = await readSubmissions([folder], weekOne);
    expect(found.submissions.filter(({ answers }) => answers.length > 0)).toHaveLength(300);
  });
});

test("the page's verdict and the source are kept unchanged", async () => {
  const pageVerdict = { unverified: true, status: "pass", score: 8, maxScore: 8 } as const;
  const text = JSON.parse(handInText("ada", { name: "Ada" })) as { answers: object[] };
  text.answers = [{ ...text.answers[0], source: "// Zoë\r\n", pageVerdict }];
  await writeFiles(folder, { "a.json": `\uFEFF${JSON.stringify(text)}` });
  const { submissions } = await readSubmissions([folder], weekOne);
  const plain = submissions.map(({ answers, ...submission }) => ({
    ...submission,
    answers: answers.map(({ exercise, source, pageVerdict }) => ({ exercise, source, pageVerdict })),
  }));
  expect(plain).toEqual([
    {
      student: { id: "ada", name: "Ada" },
      handedInAt: noonOf(10),
      answers: [{ exercise: "straight-copy", source: "// Zoë\r\n", pageVerdict }],
      origin: "a.json",
    },
  ]);
});
