import { describe, expect, test } from "vitest";
import { handInText, noonOf, weekOne, writeFiles, zipOf } from "#testing/example-submissions.ts";
import { resultsFolder } from "#testing/example-results.ts";
import { readRoster } from "./roster.ts";
import { readSubmissions } from "./read-submissions.ts";
import type { LayoutName } from "./layouts.ts";

const folder = resultsFolder();

const roster = (text: string) => readRoster(Buffer.from(text), "roster.csv");
const ROSTER = roster(
  'id,name,email,section,account\nada,Ada Lovelace,ada@school.example,A,4711\nbob,"Ross, Bob",bob@school.example,B,bobross\ncem,Cem Öz,cem@school.example,B,4713\n',
);

type Files = Readonly<Record<string, string | Uint8Array>>;

/** The layout, each student's answers, and which students have exercises left open. */
async function read(files: Files, options: { layout?: LayoutName; withRoster?: boolean } = {}) {
  await writeFiles(folder("class"), files);
  const { withRoster = false, ...others } = options;
  const found = await readSubmissions([folder("class")], weekOne, { ...others, ...(withRoster && { roster: ROSTER }) });
  return {
    layout: found.layout,
    students: found.submissions.map(({ student, answers }) =>
      `${student.id}: ${answers.map(({ exercise, source }) => `${exercise} ${source.trim()}`).join(", ")}`.trim(),
    ),
    problems: found.problems.map(({ origin, message }) => `${origin} ${message}`),
    open: found.unread.map(({ student, exercise = "all" }) => `${student} ${exercise}`),
    times: found.submissions.map(({ handedInAt }) => handedInAt),
  };
}

/** The same three students in the download of each system: Ada with two answers, Bob with one in a folder of his own, Cem with none. */
const EXPORTS: readonly (readonly [LayoutName, Files, readonly string[]])[] = [
  [
    "canvas",
    {
      "lovelaceada_4711_90001_row-walk.ts": "old",
      "lovelaceada_4711_90007_row-walk-1.ts": "new",
      "lovelaceada_4711_90002_straight-copy.ts": "a",
      "rossbob_LATE_4712_90003_work.zip": "ZIP:week1/src/row-walk.ts=b",
      "zcem_4713_90004_essay.docx": "x",
    },
    ["4711: row-walk new, straight-copy a", "4712: row-walk b", "4713:"],
  ],
  [
    "moodle",
    {
      "Ada Lovelace_4711_assignsubmission_file_/row-walk.ts": "new",
      "Ada Lovelace_4711_assignsubmission_file_/straight-copy.ts": "a",
      "Bob Ross_4712_assignsubmission_file_/week1/row-walk.ts": "b",
      "Cem Öz_4713_assignsubmission_onlinetext_/onlinetext.html": "x",
    },
    ["4711: row-walk new, straight-copy a", "4712: row-walk b", "4713:"],
  ],
  [
    "moodle",
    {
      "Ada Lovelace_4711_assignsubmission_file_row-walk.ts": "new",
      "Ada Lovelace_4711_assignsubmission_file_straight-copy.ts": "a",
      "Bob Ross_4712_assignsubmission_file_row-walk.ts": "b",
      "Cem Öz_4713_assignsubmission_file_essay.docx": "x",
    },
    ["4711: row-walk new, straight-copy a", "4712: row-walk b", "4713:"],
  ],
  [
    "gradescope",
    {
      "assignment_1_export/submission_metadata.yml": [
        "submission_1:",
        "  :submitters:",
        "  - :name: Ada Lovelace",
        "    :sid: '4711'",
        "    :email: ada@school.example",
        "  :created_at: 2026-10-12 12:00:00.000000000 Z",
        "submission_2:",
        "  :submitters:",
        "  - :name: Bob Ross",
        "    :sid:",
        "    :email: bob@school.example",
        "  :created_at: 2026-10-13 12:00:00.000000000 Z",
        "submission_3:",
        "  :submitters:",
        "  - :name: Cem Öz",
        "    :sid: 4713",
        "    :email: cem@school.example",
      ].join("\n"),
      "assignment_1_export/submission_1/row-walk.ts": "new",
      "assignment_1_export/submission_1/straight-copy.ts": "a",
      "assignment_1_export/submission_2/src/row-walk.ts": "b",
      "assignment_1_export/submission_3/essay.docx": "x",
    },
    ["4711: row-walk new, straight-copy a", "4713:", "bob@school.example: row-walk b"],
  ],
  [
    "github-classroom",
    {
      "memory-submissions/memory-4711/src/row-walk.ts": "new",
      "memory-submissions/memory-4711/src/straight-copy.ts": "a",
      "memory-submissions/memory-4711/package.json": "{}",
      "memory-submissions/memory-bobross/src/row-walk.ts": "b",
      "memory-submissions/memory-bobross/.git/config": "x",
      "memory-submissions/memory-4713/README.md": "x",
    },
    ["4711: row-walk new, straight-copy a", "4713:", "bobross: row-walk b"],
  ],
  [
    // Classroom 50 names repositories <classroom>-<assignment>-<username>.
    "github-classroom",
    {
      "gpu-fall26-week-1-4711/src/row-walk.ts": "new",
      "gpu-fall26-week-1-4711/straight-copy.ts": "a",
      "gpu-fall26-week-1-bobross/row-walk.ts": "b",
      "gpu-fall26-week-1-4713/README.md": "x",
    },
    ["4711: row-walk new, straight-copy a", "4713:", "bobross: row-walk b"],
  ],
  [
    "nbgrader",
    {
      "submitted/ada/week-1/row-walk.ts": "new",
      "submitted/ada/week-1/straight-copy.ts": "a",
      "submitted/ada/week-1/timestamp.txt": "2026-10-12 12:00:00.000000 UTC",
      "submitted/bob/week-1/src/row-walk.ts": "b",
      "submitted/cem/week-1/essay.docx": "x",
    },
    ["ada: row-walk new, straight-copy a", "bob: row-walk b", "cem:"],
  ],
  [
    "folders",
    {
      "ada/row-walk.ts": "new",
      "ada/straight-copy.ts": "a",
      "bob/week1/src/row-walk.ts": "b",
      "cem/essay.docx": "x",
    },
    ["ada: row-walk new, straight-copy a", "bob: row-walk b", "cem:"],
  ],
];

/** Archives are written in short as `ZIP:<path>=<text>`. */
async function unpacked(files: Files): Promise<Files> {
  const entries = Object.entries(files).map(async ([name, content]) => {
    const [, inner, text] = /^ZIP:(.*)=(.*)$/.exec(String(content)) ?? [];
    return [name, inner === undefined ? content : await zipOf({ [inner]: text ?? "" })] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe.each(EXPORTS)("the download of %s", (layout, files, students) => {
  test("is recognized, and no student is merged, split or lost", async () => {
    expect(await read(await unpacked(files))).toMatchObject({ layout, students });
  });

  test("gives the students of the roster", async () => {
    expect(await read(await unpacked(files), { withRoster: true })).toMatchObject({
      layout,
      students: ["ada: row-walk new, straight-copy a", "bob: row-walk b", "cem:"],
    });
  });

  test("is read the same as the archive that the system gives", async () => {
    await writeFiles(folder("download"), { "class.zip": await zipOf(await unpacked(files)) });
    const found = await readSubmissions([folder("download/class.zip")], weekOne);
    expect([found.layout, found.submissions.map(({ student, answers }) => `${student.id} ${answers.length}`)]).toEqual([
      layout,
      students.map((line) => `${line.split(":")[0]} ${line.endsWith(":") ? 0 : line.split(",").length}`),
    ]);
  });
});

test("who is on the roster and handed in nothing has a row, and nothing is open", async () => {
  expect(await read({ "ada/row-walk.ts": "a" }, { withRoster: true })).toMatchObject({
    students: ["ada: row-walk a", "bob:", "cem:"],
    open: [],
    times: [noonOf(10), null, null],
  });
});

test("a student who isn't on the roster is named and graded all the same", async () => {
  const found = await read({ "ada/row-walk.ts": "a", "dan/row-walk.ts": "d" }, { withRoster: true });
  expect(found.students).toContain("dan: row-walk d");
  expect(found.problems).toEqual(["dan is of nobody on the roster"]);
});

test("a folder named after a section is not a student's", async () => {
  const found = await read({ "A/ada/row-walk.ts": "a", "B/bob/row-walk.ts": "b" }, { withRoster: true });
  expect([found.students, found.problems]).toEqual([["ada: row-walk a", "bob: row-walk b", "cem:"], []]);
});

test("folders of sections are said to be such", async () => {
  const files = { "s/ada/row-walk.ts": "a", "s/bob/row-walk.ts": "b", "t/ada/row-walk.ts": "later" };
  const found = await read(files, { layout: "sections" });
  expect([found.students, found.problems]).toEqual([
    ["ada: row-walk a", "ada: row-walk later", "bob: row-walk b"],
    ["t/ada is another folder of ada's beside s/ada; each counts as a hand-in"],
  ]);
});

test("a file outside a system's layout belongs to nobody", async () => {
  const files = { "lovelaceada_4711_1_row-walk.ts": "a", "rossbob_4712_2_row-walk.ts": "b", "row-walk.ts": "c" };
  expect((await read(files)).problems).toEqual([
    "row-walk.ts isn't as Canvas (names of files) has it, so it is nobody's, and was not graded",
  ]);
});

test("times come from the files that Gradescope and nbgrader write beside the work", async () => {
  const nbgrader = { "submitted/ada/week-1/row-walk.ts": "a", "submitted/ada/week-1/timestamp.txt": "2026-10-12 12:00:00.500000 UTC\n" };
  expect((await read(nbgrader)).times).toEqual([noonOf(12) + 500]);
});

describe("the time that the system has counts", () => {
  const gradescope = {
    "e/submission_metadata.yml": "submission_1:\n  :submitters:\n  - :sid: ada\n  :created_at: 2026-10-12 12:00:00 Z\n",
  };
  const nbgrader = { "submitted/ada/week-1/timestamp.txt": "2026-10-12 12:00:00 UTC" };
  const claiming = handInText("ada", { day: 8 });
  test.each<[string, Files]>([
    ["Gradescope's, whatever a hand-in file says", { ...gradescope, "e/submission_1/x.json": claiming }],
    ["nbgrader's, whatever a hand-in file says", { ...nbgrader, "submitted/ada/week-1/x.json": claiming }],
    [
      "Gradescope's, whatever file of a system a student adds",
      {
        ...gradescope,
        "e/submission_1/row-walk.ts": "a",
        "e/submission_1/timestamp.txt": "2026-10-08 12:00:00 UTC",
        "e/submission_1/submission_metadata.yml": "submission_1:\n  :submitters:\n  - :sid: ada\n  :created_at: 2026-10-08 12:00:00 Z\n",
      },
    ],
  ])("%s", async (_, files) => expect((await read(files)).times).toEqual([noonOf(12)]));

  const worksheet = (time: string) => ({
    roster: roster(`Identifier,Full name,Last modified (submission)\nParticipant 4711,Ada Lovelace,"${time}"\n`),
    files: { "Ada Lovelace_4711_assignsubmission_file_/x.json": claiming },
  });
  test.each([
    ["as Moodle writes it", "Monday, 12 October 2026, 12:00 PM", noonOf(12)],
    ["with a narrow space before PM", "Monday, 12 October 2026, 12:00\u202fPM", noonOf(12)],
    ["with a clock of 24 hours", "Monday, 12 October 2026, 12:00", noonOf(12)],
    ["as machines write it", "2026-10-12 12:00", noonOf(12)],
    ["unless it says nothing", "-", noonOf(8)],
  ])("Moodle's, in its worksheet, %s", async (_, time, received) => {
    const { files, roster: list } = worksheet(time);
    await writeFiles(folder("class"), files);
    const { submissions, problems } = await readSubmissions([folder("class")], weekOne, { roster: list });
    expect([submissions.map(({ handedInAt }) => handedInAt), problems.map(({ origin }) => origin)]).toEqual([
      [received],
      [expect.stringContaining("x.json")],
    ]);
  });

  test("and one that can't be read is named", async () => {
    const { files, roster: list } = worksheet("Montag, 12. Oktober 2026");
    await writeFiles(folder("class"), files);
    const { problems } = await readSubmissions([folder("class")], weekOne, { roster: list });
    expect(problems.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^has "Montag, 12\. Oktober 2026" as the time/));
  });

  test.each([
    ["which claims to be in time counts as just late", 8, Date.UTC(2026, 9, 20) + 1],
    ["counts from its own time where that is late", 22, noonOf(22)],
  ])("Canvas': a hand-in that is LATE by its name %s", async (_, day, received) => {
    const found = await read({ [`lovelaceada_LATE_4711_1_x.json`]: handInText("ada", { day }), "rossbob_4712_2_row-walk.ts": "b" });
    expect(found.times).toEqual([received, noonOf(10)]);
    expect(found.problems.filter((problem) => problem.includes("is late by its name"))).toHaveLength(day === 8 ? 1 : 0);
  });

  test("and no other file is a system's", async () => {
    const found = await read({ "ada/row-walk.ts": "a", "ada/timestamp.txt": "2026-10-08 12:00:00 UTC" });
    expect([found.layout, found.times]).toEqual(["folders", [noonOf(10)]]);
  });
});

describe("a student's file names cannot change the layout of a class", () => {
  const others = { "bob/row-walk.ts": "b", "cem/row-walk.ts": "c" };
  const metadata = ["ada", "bob", "cem"].map((id) => `${id}:\n  :submitters:\n  - :sid: ${id === "ada" ? "bob" : "ada"}\n`).join("");
  test.each<[string, Files]>([
    ["as Gradescope writes them", { "ada/submission_metadata.yml": metadata }],
    ["as Canvas names them", Object.fromEntries([1, 2, 3, 4, 5, 6].map((i) => [`ada/bob_4712_${i}_row-walk.ts`, "for bob"]))],
    [
      "as Moodle names them",
      Object.fromEntries([1, 2, 3, 4].map((i) => [`ada/Bob Ross_${i}_assignsubmission_file_/straight-copy.ts`, "x"])),
    ],
    ["as nbgrader has them", Object.fromEntries([1, 2, 3, 4].map((i) => [`ada/bob/week-1/${i}/straight-copy.ts`, "x"]))],
  ])("%s", async (_, files) => {
    const found = await read({ ...others, ...files }, { withRoster: true });
    expect(found.layout).toBe("folders");
    expect(found.students.slice(-2)).toEqual(["bob: row-walk b", "cem: row-walk c"]);
  });
});

test("a system's file in a student's archive is not opened, however many there are", async () => {
  const metadata = Array.from({ length: 8_000 }, (_, i) => `k${i}:\n  :submitters:\n  - :sid: a\n`).join("");
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}/submission_metadata.yml`, metadata]));
  const start = process.cpuUsage();
  const found = await read({ "ada/work.zip": await zipOf(many), "bob/row-walk.ts": "b" });
  expect(found.students).toEqual(["ada:", "bob: row-walk b"]);
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
});

describe("a number of the system's that is by accident another student's id", () => {
  const files = {
    "Ada Lovelace_4712_assignsubmission_file_/row-walk.ts": "a",
    "Bob Ross_4713_assignsubmission_file_/row-walk.ts": "b",
  };
  const students = async (list: string) => {
    await writeFiles(folder("class"), files);
    const { submissions, problems } = await readSubmissions([folder("class")], weekOne, { roster: roster(list) });
    return [
      ...submissions.map(({ student: { id }, answers }) => `${id} ${answers[0]?.source.trim() ?? "-"}`),
      ...problems.map(({ message }) => message),
    ];
  };

  test("is not taken for it: the name counts", async () =>
    expect(await students("id,name\n4712,Bob Ross\n77,Ada Lovelace\n")).toEqual(["4712 b", "77 a"]));

  test("is nobody's on the roster where nobody has the name", async () =>
    expect(await students("id,name\n4712,Bob Ross\n77,Augusta King\n")).toEqual([
      "4712 b",
      "77 -",
      "Ada Lovelace (4712) a",
      "is of nobody on the roster",
    ]));

  test("counts where the name may be the same, or the roster has it as an account", async () => {
    expect(await students("id,name\n4712,Ada King\n4713,Ross\n")).toEqual(["4712 a", "4713 b"]);
    expect(await students("id,name,account\nx,Augusta King,4712\ny,Robert R.,4713\n")).toEqual(["x a", "y b"]);
  });
});

describe("two students of one name", () => {
  const answers = (source: string) => ({ answers: [{ exercise: "row-walk", source }] });
  const ofK1 = handInText("k1", answers("1"));
  const ofK2 = handInText("k2", answers("2"));
  const moodle = (first: Files, second: Files): Files =>
    Object.fromEntries(
      [first, second].flatMap((files, i) =>
        Object.entries(files).map(([name, text]) => [`Alex Kim_${101 + i}_assignsubmission_file_/${name}`, text]),
      ),
    );
  const canvas = { "kimalex_101_1_week-1.json": ofK2, "kimalex_102_2_week-1.json": ofK1 };
  const none = "is from k1 or k2, who have the same name, and holds no hand-in with the id of one of them: it was graded for nobody";

  test.each<[string, Files, readonly string[], readonly string[]]>([
    ["are told apart by the ids in their files", moodle({ "w.json": ofK1 }, { "w.json": ofK2 }), ["k1: row-walk 1", "k2: row-walk 2"], []],
    ["whatever the order", moodle({ "w.json": ofK2 }, { "w.json": ofK1 }), ["k1: row-walk 1", "k2: row-walk 2"], []],
    ["in Canvas", canvas, ["k1: row-walk 1", "k2: row-walk 2"], []],
    [
      "and both are open where the files say nothing",
      moodle({ "row-walk.ts": "a" }, { "row-walk.ts": "b" }),
      ["k1:", "k2:"],
      ["k1 all", "k2 all", "k1 all", "k2 all"],
    ],
    [
      "and only the other is open where one of them does",
      moodle({ "w.json": ofK1 }, { "row-walk.ts": "b" }),
      ["k1: row-walk 1", "k2:"],
      ["k2 all"],
    ],
    [
      "and both are open where both say that they are one of them",
      moodle({ "w.json": ofK1 }, { "w.json": ofK1 }),
      ["k1:", "k2:"],
      ["k1 all", "k2 all", "k1 all", "k2 all"],
    ],
    ["and whoever handed in nothing is not open", moodle({ "w.json": ofK2 }, {}), ["k1:", "k2: row-walk 2"], []],
  ])("%s", async (_, files, students, open) => {
    await writeFiles(folder("class"), {
      ...files,
      "Bob Ross_103_assignsubmission_file_/row-walk.ts": "b",
      "rossbob_103_3_row-walk.ts": "b",
    });
    const list = roster("id,name\nk1,Alex Kim\nk2,Alex Kim\nbob,Bob Ross\n");
    const layout = "kimalex_101_1_week-1.json" in files ? "canvas" : "moodle";
    const found = await readSubmissions([folder("class")], weekOne, { roster: list, layout });
    const said = found.submissions.map(({ student, answers }) =>
      `${student.id}: ${answers.map(({ exercise, source }) => `${exercise} ${source}`).join(", ")}`.trim(),
    );
    expect(said).toEqual(["bob: row-walk b", ...students]);
    expect(found.unread.map(({ student, exercise = "all" }) => `${student} ${exercise}`)).toEqual(open);
    expect(found.unread.every(({ reason }) => reason === none)).toBe(true);
  });
});

describe("a file that says that it is somebody else's", () => {
  const own = handInText("mallory", { name: "Mallory", day: 10, answers: [{ exercise: "row-walk", source: "m" }] });
  const forged = handInText("ada", { name: "Ada", day: 12, answers: [{ exercise: "row-walk", source: "forged" }] });
  const adas = handInText("ada", { name: "Ada", day: 11, answers: [{ exercise: "row-walk", source: "a" }] });

  test.each<[string, Files, boolean, string[]]>([
    [
      "in a folder",
      { "ada/x.json": adas, "mallory/x.json": own, "mallory/y.json": forged },
      false,
      ["ada: row-walk a", "mallory: row-walk m"],
    ],
    ["whether or not that one handed in", { "mallory/x.json": own, "mallory/y.json": forged }, false, ["mallory: row-walk m"]],
    [
      "in Canvas, with the roster",
      { "lovelaceada_4711_1_w.json": adas, "rossbob_4712_2_w.json": forged, "rossbob_4712_3_w.json": handInText("bob") },
      true,
      ["ada: row-walk a", "bob: straight-copy // bob", "cem:"],
    ],
    ["beside the folders", { "ada/x.json": adas, "bob/row-walk.ts": "b", "y.json": forged }, false, ["ada: row-walk a", "bob: row-walk b"]],
    [
      "by the name of an answer",
      { "ada/row-walk.ts": "a", "bob/row-walk.ts": "b", "bob/ada_row-walk-2.ts": "f" },
      false,
      ["ada: row-walk a", "bob: row-walk b"],
    ],
  ])("changes nobody's work and is named: %s", async (_, files, withRoster, students) => {
    const found = await read(files, { withRoster });
    expect(found.students).toEqual(students);
    expect(found.problems.filter((problem) => problem.includes("graded for nobody"))).toHaveLength(1);
  });

  test("leaves the one open who handed in nothing else", async () => {
    const found = await read({ "ada/x.json": adas, "mallory/y.json": forged });
    expect([found.students, found.open]).toEqual([["ada: row-walk a", "mallory:"], ["mallory all"]]);
  });

  test("counts for the owner of its folder if it names an unknown student", async () => {
    const found = await read({ "Lovelace_17/x.json": handInText("al17"), "Ross_18/x.json": handInText("br18") });
    expect([found.students, found.problems]).toEqual([
      ["Lovelace_17: straight-copy // al17", "Ross_18: straight-copy // br18"],
      [`Lovelace_17/x.json says that it is from "al17"; its place counts`, `Ross_18/x.json says that it is from "br18"; its place counts`],
    ]);
  });

  test.each([
    ["by its name", { id: "s01", name: "Ada Lovelace" }, undefined],
    ["by an id that is the beginning of an e-mail address", { id: "alove", name: "" }, undefined],
    ["by an e-mail address", { id: "alove@school.example", name: "" }, undefined],
    ["unless it names nobody", { id: "s02", name: "Mona" }, "row-walk m"],
    ["unless it is one's own", { id: "mlisa", name: "" }, "row-walk m"],
  ])("with Moodle's worksheet as the roster, is graded for nobody, %s", async (_, { id, name }, graded) => {
    const text = handInText(id, { name, answers: [{ exercise: "row-walk", source: "m" }] });
    const worksheet =
      "Identifier,Full name,Email address,Grade\nParticipant 1,Ada Lovelace,alove@school.example,\nParticipant 2,Mona Lisa,mlisa@school.example,\n";
    await writeFiles(folder("class"), { "Mona Lisa_2_assignsubmission_file_/w.json": text });
    const { submissions, unread } = await readSubmissions([folder("class")], weekOne, { roster: roster(worksheet) });
    const [ada, mona] = submissions.map(({ answers: [answer] }) => answer && `${answer.exercise} ${answer.source}`);
    expect([ada, mona]).toEqual([undefined, graded]);
    expect(unread.map(({ student }) => student)).toEqual(graded === undefined ? ["Participant 2"] : []);
  });

  test("is not merged with others of a folder that may be a section", async () => {
    const found = await read({ "s/a.json": handInText("al17"), "s/b.json": handInText("br18") });
    expect([found.students, found.open]).toEqual([["s:"], ["s all", "s all"]]);
  });

  test("without any folder, the roster says which of two names is right", async () => {
    const files = { "1.json": handInText("ada", { name: "Ada Lovelace" }), "2.json": handInText("ada", { name: "Mallory", day: 12 }) };
    expect((await read(files, { withRoster: true })).students).toEqual(["ada: straight-copy // ada", "bob:", "cem:"]);
  });
});

describe("work that cannot be read leaves exercises open", () => {
  test.each<[string, Files, string[]]>([
    ["a damaged hand-in", { "bob/x.json": "{" }, ["bob all"]],
    ["a damaged archive", { "bob/x.zip": "PK" }, ["bob all"]],
    ["an archive of another kind", { "bob/x.rar": "x", "bob/row-walk.ts": "b" }, ["bob all"]],
    ["an answer of no text", { "bob/row-walk.ts": new Uint8Array([1, 0, 255]) }, ["bob row-walk"]],
    ["nothing, for an empty folder's owner", { "bob/.keep": "" }, []],
  ])("%s", async (_, files, open) => {
    expect((await read({ "ada/row-walk.ts": "a", ...files })).open).toEqual(open);
  });
});
