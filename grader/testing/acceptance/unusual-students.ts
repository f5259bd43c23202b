import type { Draw } from "#judge/exercise.ts";
import { adversarialAnswers } from "../adversarial-answers.ts";
import { hardCodedAnswers } from "./hard-coded.ts";
import { answer } from "./known-answer.ts";
import { answersOf, student, type Pools, type WalkStudent } from "./walk-student.ts";

/** Everybody in a class who is about something: harm, haste, fraud, delay, second thoughts, odd names. */
export function unusualStudents(pools: Pools, draw: Draw): WalkStudent[] {
  return [
    ...hostileStudents(pools, draw),
    ...hardCoders(pools, draw),
    ...brokenStudents(pools, draw),
    ...forgers(pools, draw),
    ...lateStudents(pools, draw),
    ...repeaters(pools, draw),
    ...oddStudents(pools, draw),
  ];
}

const HOSTILE_EXERCISE = "straight-copy";
const HOSTILE_TITLES = [
  "loops for ever",
  "fills the heap with arrays",
  "calls itself for ever",
  "makes a string without end",
  "returns ({ valueOf: () => 3 })",
  "returns new Proxy({}, {})",
  "rewrites its thread",
  "patches: Array.prototype.push = () => 0",
  "patches: Object.prototype.verdict = 'pass'",
  "forges a message",
  "sends on the process",
  'reaches for import("node:fs")',
  "reaches for globalThis.process",
  "exports a getter that throws",
  "throws what throws when it is read",
];

/** Each endless loop costs seconds, so there is one. Two of them use the same means. */
function hostileStudents(pools: Pools, draw: Draw): WalkStudent[] {
  if (!pools.has(HOSTILE_EXERCISE)) throw new Error(`assign ${HOSTILE_EXERCISE}: the hostile answers of the walk are written for it`);
  const sources = HOSTILE_TITLES.map((title) => {
    const hostile = adversarialAnswers.find((hostile) => hostile.title === title);
    if (!hostile) throw new Error(`there is no hostile answer that "${title}": choose another for the walk`);
    return hostile.source;
  });
  return [...sources, `${sources[0]}`].map((source, i) =>
    student(`hostile${i}`, answersOf(pools, draw, [answer(HOSTILE_EXERCISE, "nothing", source)]), draw, {
      isHostile: true,
      claimsAll: i % 3 === 0,
      form: i % 4 === 1 ? "folder" : "file",
    }),
  );
}

function hardCoders(pools: Pools, draw: Draw): WalkStudent[] {
  return [...hardCodedAnswers]
    .filter(([exercise]) => pools.has(exercise))
    .flatMap(([exercise, source], i) => {
      const own = [answer(exercise, "judged", source)];
      return [student(`knows${i}a`, answersOf(pools, draw, own), draw, { claimsAll: true }), student(`knows${i}b`, own, draw)];
    });
}

function brokenStudents(pools: Pools, draw: Draw): WalkStudent[] {
  const broken = [...pools.values()].slice(0, 3).flatMap((pool) => pool.broken);
  return broken.map((own, i) => student(`broken${i}`, answersOf(pools, draw, [own]), draw, { form: i % 2 === 0 ? "folder" : "file" }));
}

function forgers(pools: Pools, draw: Draw): WalkStudent[] {
  return Array.from({ length: 12 }, (_, i) => {
    const own = [...pools.values()].map(({ wrong, starter }) => (i % 2 === 0 ? draw.oneOf(wrong) : starter));
    return student(`forger${i}`, own, draw, { claimsAll: true });
  });
}

/** Hours around the grace, around whole days, and up to the close and past it. */
const HOURS_LATE = [0, 0.2, 0.3, 1, 23.9, 24, 24.1, 47, 72, 120.5, 167.9, 168.1, 200, 24 * 60];

function lateStudents(pools: Pools, draw: Draw): WalkStudent[] {
  return HOURS_LATE.flatMap((hoursLate, i) => [
    student(`late${i}`, answersOf(pools, draw), draw, { hoursLate }),
    student(`later${i}`, answersOf(pools, draw, [[...pools.values()][0].starter]), draw, { hoursLate, form: "folder" }),
  ]);
}

/** Students with several hand-ins: better ones, worse ones, late ones, one from before the term, and one after the close. */
const REPEATS: readonly (readonly number[])[] = [
  [-30, -2],
  [-40, -30, -2],
  [-20, 5],
  [-20, -10, 30],
  [-24 * 20, -3],
  [-24 * 20],
  [-5, 24 * 9],
  [-9, -8, -7, -6],
];

function repeaters(pools: Pools, draw: Draw): WalkStudent[] {
  return [...REPEATS, ...REPEATS].map((hours, i) => {
    const handIns = hours.map((hoursLate) => ({ hoursLate, answers: answersOf(pools, draw), claimsAll: false }));
    return student(`again${i}`, [], draw, { handIns });
  });
}

const ODD_IDS = ["../evil", "=1+1", 'O"Hara, "the\tbest"', "two\nlines", "🦉 owl", "CON", "x".repeat(200), "Ünïcode/..\\.."];

function oddStudents(pools: Pools, draw: Draw): WalkStudent[] {
  return [
    ...ODD_IDS.map((id) => student(id, answersOf(pools, draw), draw)),
    ...[0, 1, 2].map((i) => student(`misspelt${i}`, answersOf(pools, draw), draw, { oddity: "misspelt-exercise" })),
    ...[0, 1, 2].map((i) => student(`older${i}`, answersOf(pools, draw), draw, { oddity: "older-version" })),
    ...[0, 1].map((i) => student(`nothing${i}`, [], draw)),
  ];
}
