import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countsCsv, countsOf } from "./room-counts.ts";
import type { RoomQuestion } from "./room-questions.ts";
import { MOST_BROWSERS, Room } from "./room.ts";

const question = (id: string, more: Partial<RoomQuestion> = {}): RoomQuestion => ({
  id,
  page: "lessons/1-coalescing/00-thirty-two-lanes/",
  lesson: "32 lanes ask at once",
  text: "How many sectors?",
  unit: "sectors",
  actual: 32,
  within: 0,
  reason: "Each lane needs one.",
  isAssigned: true,
  ...more,
});
const wrong = { "walks-down-columns": { fails: ["sectors"], says: "Which of x and y changes from lane to lane?" } };
const newRoom = (...questions: RoomQuestion[]): Room =>
  new Room({
    title: "Week 1",
    questions: questions.length > 0 ? questions : [question("#0")],
    exercises: [{ id: "row-walk", title: "Walk along the row", wrong }],
  });
const joined = (room: Room, name?: string): string => room.join(name) ?? "";
const stateOf = (room: Room, id: string) => room.projectorState().questions.find((one) => one.id === id);
const barsOf = (room: Room, id: string) => stateOf(room, id)?.revealed?.bars.map(({ answer, count, verdict }) => [answer, count, verdict]);

describe("predictions", () => {
  test("law: for any messages in any order, exactly the browsers that answered have their last answer", () => {
    const sent = fc.array(fc.record({ browser: fc.nat(4), question: fc.constantFrom("#0", "#1", "#9"), given: fc.nat(3) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(sent, (all) => {
        const room = newRoom(question("#0"), question("#1"));
        const tokens = Array.from({ length: 4 }, () => joined(room));
        const last = new Map<string, number>();
        for (const { browser, question, given } of all) {
          // The fifth browser has never joined.
          const outcome = room.predict({ token: tokens[browser] ?? "stranger", question, given });
          expect(outcome).toBe(browser === 4 ? "unknown-browser" : question === "#9" ? "unknown-question" : "counted");
          if (outcome === "counted") last.set(`${browser} ${question}`, given);
        }
        for (const id of ["#0", "#1"]) {
          const answers = [...last].filter(([key]) => key.endsWith(id)).map(([, given]) => given);
          const counted = [...room.answersTo(id)].flatMap(([given, count]) => Array<number>(count).fill(given));
          expect(counted).toEqual(answers.sort());
          expect(stateOf(room, id)?.answered).toBe(answers.length);
        }
      }),
    );
  });

  test("answers are sent only once they are shown; none is counted after that until the question is asked again", () => {
    const room = newRoom();
    const first = joined(room);
    const second = joined(room);
    room.predict({ token: first, question: "#0", given: 16 });
    room.ask("#0");
    expect([stateOf(room, "#0")?.answered, stateOf(room, "#0")?.revealed]).toEqual([1, undefined]);
    room.reveal("#0");
    expect([first, second].map((token) => room.predict({ token, question: "#0", given: 32 }))).toEqual(["too-late", "too-late"]);
    expect(barsOf(room, "#0")).toEqual([
      ["16", 1, "not-yet"],
      ["32", 0, "right"],
    ]);
    room.askAgain("#0");
    expect([stateOf(room, "#0")?.answered, stateOf(room, "#0")?.revealed]).toEqual([0, undefined]);
    expect(room.predict({ token: second, question: "#0", given: 32 })).toBe("counted");
  });

  test.each([
    [
      "counts are one bar each",
      {},
      [31, 32, 32, -0, 0],
      {
        bars: [
          ["0", 2],
          ["31", 1],
          ["32", 2],
        ],
        right: 2,
        others: 0,
      },
    ],
    [
      "estimates that differ by little share a bar",
      { actual: 2.14, within: 0.1 },
      [2.1, 2.11, 2, 9],
      {
        bars: [
          ["2", 1],
          ["2.1", 2],
          ["9", 1],
        ],
        right: 3,
        others: 0,
      },
    ],
    [
      "of many answers, the most frequent and the right one have bars",
      {},
      [...Array(20).keys(), 7, 7].map((n) => n + 100),
      { bars: 8, right: 0, others: 13 },
    ],
  ])("%s", (_, more, given, expected) => {
    const room = newRoom(question("#0", more));
    for (const one of given) room.predict({ token: joined(room), question: "#0", given: one });
    room.reveal("#0");
    const revealed = stateOf(room, "#0")?.revealed;
    const bars = revealed?.bars.map(({ answer, count }) => [answer, count]);
    expect({ bars: typeof expected.bars === "number" ? bars?.length : bars, right: revealed?.right, others: revealed?.others }).toEqual(
      expected,
    );
  });
});

describe("verdicts", () => {
  test("a mistake stays on the map once it is mended, and one that the exercise doesn’t know has no name", () => {
    const room = newRoom();
    const ada = joined(room);
    const bob = joined(room);
    const cy = joined(room);
    const judge = (token: string, status: "pass" | "fail" | "error", mistake?: string) =>
      room.judge({ token, exercise: "row-walk", status, ...(mistake !== undefined && { mistake }) });
    expect([judge(ada, "fail", "walks-down-columns"), judge(ada, "fail", "walks-down-columns"), judge(ada, "pass")]).toEqual(
      Array(3).fill("counted"),
    );
    judge(bob, "fail", "walks-down-columns");
    judge(bob, "error");
    for (const name of ["__proto__", "constructor", "<img src=x onerror=alert(1)>"]) judge(cy, "fail", name);
    expect(room.judge({ token: ada, exercise: "no-such", status: "pass" })).toBe("unknown-question");
    const [exercise] = room.projectorState().exercises;
    expect(exercise).toMatchObject({
      tried: 3,
      passed: 1,
      mistakes: [{ id: "walks-down-columns", made: 2, still: 1 }],
      unnamed: { made: 2, still: 2 },
    });
  });
});

describe("browsers", () => {
  test("one that comes back is the same, one that leaves is counted no more and has no name any more", () => {
    const room = newRoom();
    const token = joined(room, "Ada");
    room.predict({ token, question: "#0", given: 8 });
    room.leave(token);
    expect(room.projectorState()).toMatchObject({ joined: 0, names: [] });
    expect(room.predict({ token, question: "#0", given: 9 })).toBe("unknown-browser");
    expect(room.join("", token)).toBe(token);
    room.predict({ token, question: "#0", given: 9 });
    expect([...room.answersTo("#0")]).toEqual([[9, 1]]);
    expect(room.join("", "made up")).not.toBe("made up");
    expect(room.browsers).toBe(2);
  });

  test("a full room takes those who were there before, and no more", () => {
    const room = newRoom();
    const tokens = Array.from({ length: MOST_BROWSERS }, () => joined(room));
    expect(new Set(tokens).size).toBe(MOST_BROWSERS);
    expect([room.join(), room.join("", tokens[0])]).toEqual([undefined, tokens[0]]);
  });

  test.each([
    ["  Ada\n\tL.\u202e ", "Ada L."],
    ["\u200b\u0000", undefined],
    ["x".repeat(100), "x".repeat(40)],
    ["<b>Ada</b>", "<b>Ada</b>"],
  ])("the name %j is shown as %j: one short line of what can be read, which the page takes for text", (name, shown) => {
    const room = newRoom();
    room.join(name);
    expect(room.projectorState().names).toEqual(shown === undefined ? [] : [shown]);
  });
});

test("nothing but counts is kept: no name, no token, nothing of one browser", () => {
  const room = newRoom();
  const token = joined(room, "Ada Lovelace");
  room.predict({ token, question: "#0", given: 16 });
  room.judge({ token, exercise: "row-walk", status: "fail", mistake: "walks-down-columns" });
  const counts = countsOf(room, "week-1", "2026-10-08");
  expect(counts).toEqual({
    schema: "coalesce/live-counts/v1",
    assignment: "week-1",
    day: "2026-10-08",
    browsers: 1,
    questions: [
      {
        id: "#0",
        lesson: "32 lanes ask at once",
        question: "How many sectors?",
        unit: "sectors",
        right: 32,
        answers: [{ answer: 16, count: 1 }],
      },
    ],
    exercises: [
      { id: "row-walk", tried: 1, passed: 0, mistakes: [{ id: "walks-down-columns", made: 1, still: 1 }], unnamed: { made: 0, still: 0 } },
    ],
  });
  for (const kept of [JSON.stringify(counts), countsCsv(counts)]) {
    expect(kept).not.toContain("Ada");
    expect(kept).not.toContain(token);
  }
  expect(JSON.stringify([room.projectorState(), room.pageState(token)])).not.toContain(token);
  expect(JSON.stringify(room.pageState(token))).not.toContain("Ada");
});

test("a room that has ended counts nothing, and says so", () => {
  const room = newRoom();
  const token = joined(room);
  room.end();
  expect(room.predict({ token, question: "#0", given: 1 })).toBe("too-late");
  expect(room.judge({ token, exercise: "row-walk", status: "pass" })).toBe("too-late");
  expect([room.pageState(token).isOver, room.projectorState().isOver]).toEqual([true, true]);
});
