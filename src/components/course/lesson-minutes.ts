import { decimal } from "#pictures/format.ts";
import { isIsland, type LessonElement, type LessonTree } from "./lesson-tree.ts";

/** How many words of a lesson one reads in a minute: slower than a story, for each sentence is about the picture beside it. */
export const WORDS_PER_MINUTE = 100;

/** What a part of a lesson takes besides its words. */
export interface PartTime {
  /** What it is called on pages: "a try cell". */
  readonly part: string;
  /** The elements of MDX that it is made by; "figure", "block of code", "formula" and "because" stand for what has no name of its own. */
  readonly elements: readonly string[];
  readonly minutes: number;
  readonly because: string;
}

/** The times of everything that takes more than its words. They are rough: set by what there is to do, and held against the minutes of one reader. */
export const PART_TIMES: readonly PartTime[] = [
  {
    part: "a prediction",
    elements: ["Predict"],
    minutes: 1,
    because: "you think, type a number, and read what it is answered; its words count as text",
  },
  { part: "its reason", elements: ["because"], minutes: 0.75, because: "you weigh three sentences, and choose one" },
  {
    part: "a cell to try",
    elements: ["Try"],
    minutes: 2.5,
    because: "you read a few lines, make two or three changes, and look at the picture after each",
  },
  { part: "a kernel to run", elements: ["LabCell"], minutes: 4, because: "you read a whole kernel, and run it twice or more" },
  { part: "a figure", elements: ["figure"], minutes: 2.5, because: "you set it to two or three cases, or go through its steps" },
  {
    part: "which line?",
    elements: ["WhichLine"],
    minutes: 3,
    because: "you judge up to ten lines, often twice, and read the reason and the fix",
  },
  { part: "a question", elements: ["SelfTest"], minutes: 1, because: "you choose one of three sentences, and read the answers" },
  {
    part: "an interview question",
    elements: ["Interview"],
    minutes: 2,
    because: "you write two or three sentences, and tick four or five points",
  },
  { part: "a claim", elements: ["Claim"], minutes: 1, because: "it’s a card of about 75 words, with numbers to compare" },
  {
    part: "a table or a chart",
    elements: ["DataTable", "TwoDevices", "WayDownTable", "StrideSlowdown", "DistantReads"],
    minutes: 1,
    because: "you read its head, and look for the rows that the text speaks of",
  },
  { part: "a block of code", elements: ["block of code"], minutes: 1.5, because: "it has about ten lines, each of which counts" },
  { part: "machine code", elements: ["MachineCode"], minutes: 1, because: "you look for the lines that are marked" },
  { part: "a formula", elements: ["formula"], minutes: 0.25, because: "it’s a line" },
  { part: "a program", elements: ["Program"], minutes: 2, because: "you see what it printed; to run it takes longer, and a GPU" },
  { part: "a checklist", elements: ["Checklist"], minutes: 0.5, because: "you go through it; its words count as text" },
  { part: "a part’s quiz", elements: ["PartQuiz"], minutes: 6, because: "it has five questions, some with code" },
];

/** Elements that take no time but that of their words, or a word each; and exercises, which name their own time. */
const ONLY_WORDS = ["Fragment", "Goal", "Keep", "p", "sup", "code"];
const ONE_WORD = ["Value", "Cost", "SharedCost", "Measured"];
const NOT_COUNTED = ["ExerciseCell", "FoldedClaims", "SelfTestScore", "InterviewScore", "OwnNumbers", "OwnGpu"];

/** How long a lesson takes without its exercises, in minutes to the nearest five. */
export function lessonMinutes(lesson: LessonTree): number {
  return Math.max(5, 5 * Math.round(exactMinutes(lesson) / 5));
}

/**
 * The same, not rounded.
 *
 * @throws RangeError for an element of which nothing here says how long it takes
 */
export function exactMinutes(lesson: LessonTree): number {
  const words = lesson.words + lesson.elements().filter(({ name }) => ONE_WORD.includes(name)).length;
  const blocks = lesson.nodes.flatMap(({ type }) => (type === "code" ? "block of code" : type === "math" ? "formula" : []));
  const parts = [...blocks, ...lesson.elements().flatMap(timedAs)];
  return parts.reduce((sum, part) => sum + minutesOf(part), words / WORDS_PER_MINUTE);
}

/** "about 15 minutes, plus exercises" */
export function lessonTime(minutes: number, exercises: number): string {
  return `about ${decimal(minutes)} minutes${exercises > 0 ? ", plus exercises" : ""}`;
}

/** "about 4½ hours": many minutes to the nearest half of an hour, and at least that. */
export function hoursTime(minutes: number): string {
  const halves = Math.max(1, Math.round(minutes / 30));
  if (halves === 1) return "about half an hour";
  if (halves === 2) return "about an hour";
  return `about ${Math.floor(halves / 2)}${halves % 2 === 1 ? "½" : ""} hours`;
}

function timedAs(element: LessonElement): string[] {
  const { name } = element;
  if (name === "Predict" && element.attributes.some((attribute) => attribute.name === "because")) return [name, "because"];
  if (PART_TIMES.some(({ elements }) => elements.includes(name))) return [name];
  if ([...ONLY_WORDS, ...ONE_WORD, ...NOT_COUNTED].includes(name)) return [];
  if (isIsland(element)) return ["figure"];
  throw new RangeError(`src/components/course/lesson-minutes.ts doesn't say how long <${name}> takes`);
}

function minutesOf(part: string): number {
  return PART_TIMES.find(({ elements }) => elements.includes(part))?.minutes ?? 0;
}
