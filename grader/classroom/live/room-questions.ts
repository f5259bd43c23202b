import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseHTML } from "linkedom";

/** A question of a lesson that is answered with a number: `<Predict>`, as the built course has it. */
export interface RoomQuestion {
  /** The id under which the page stores its predictions: the page, and the number of the question on it. */
  readonly id: string;
  /** Path of the page below the course's base: "lessons/1-coalescing/01-what-one-load-costs/". */
  readonly page: string;
  /** The lesson's title. */
  readonly lesson: string;
  /** The question as text, with code between backticks. */
  readonly text: string;
  readonly unit: string;
  readonly actual: number;
  /** How far from `actual` an answer is still right, as a share of it. */
  readonly within: number;
  /** The paragraphs of the answer as text. */
  readonly reason: string;
  /** Address of the figure that shows the case, below the course's base. */
  readonly figure?: string;
  /** Whether the lesson has an exercise of the assignment. */
  readonly isAssigned: boolean;
}

const PREDICTION = /<predict-first\b[^>]*>.*?<\/predict-first>/gs;

/**
 * The questions of all lessons of a built course, in the order of the course.
 *
 * @param folder the built course
 * @param assigned ids of the assigned exercises
 */
export async function readQuestions(folder: string, assigned: readonly string[]): Promise<RoomQuestion[]> {
  const lessons = path.join(folder, "lessons");
  const files = (await readdir(lessons, { recursive: true })).filter((file) => path.basename(file) === "index.html").sort();
  const pages = await Promise.all(
    files.map(async (file) => {
      const html = await readFile(path.join(lessons, file), "utf8");
      const page = `lessons/${path.dirname(file).replaceAll(path.sep, "/")}/`;
      return questionsOf(html, page, (id) => assigned.includes(id));
    }),
  );
  return pages.flat();
}

/** The questions of a page. */
export function questionsOf(html: string, page: string, isAssigned: (exercise: string) => boolean): RoomQuestion[] {
  const lesson = textOf(parse(/<h1\b[^>]*>.*?<\/h1>/s.exec(html)?.[0] ?? ""));
  const exercises = [...html.matchAll(/<exercise-cell\b[^>]*\bdata-exercise="([^"]+)"/g)].map(([, id = ""]) => id);
  const hasAssigned = exercises.some(isAssigned);
  return [...html.matchAll(PREDICTION)].map(([found], i) => {
    const element = parse(found).querySelector("predict-first");
    if (element === null) throw new Error(`${page}: a question cannot be read`);
    const attribute = (name: string): string => element.getAttribute(`data-${name}`) ?? "";
    const figure = figureAddress(attribute("shows"));
    return {
      id: `${page}#${i}`,
      page,
      lesson,
      text: textOf(element.querySelector(".predict-question")),
      unit: attribute("unit"),
      actual: Number(attribute("answer")),
      within: Number(attribute("within")),
      reason: Array.from(element.querySelectorAll(".predict-answer > p"), textOf).join(" "),
      ...(figure !== undefined && { figure }),
      isAssigned: hasAssigned,
    };
  });
}

/** Address of the embedded figure with the case in question: its controls are in the fragment. */
function figureAddress(shows: string): string | undefined {
  if (shows === "") return undefined;
  const { figure, ...controls } = JSON.parse(shows) as Record<string, string | number>;
  if (typeof figure !== "string") return undefined;
  const fragment = new URLSearchParams({
    figure,
    ...Object.fromEntries(Object.entries(controls).map(([key, value]) => [key, String(value)])),
  });
  return `embed/figures/${figure}/#${fragment}`;
}

const parse = (html: string): Document => parseHTML(`<!doctype html><html><body>${html}</body></html>`).document;

/** The text of an element: code between backticks, formulas once. */
function textOf(element: Document | Element | null): string {
  if (element === null) return "";
  const root = "body" in element ? element.body : element;
  for (const twice of Array.from(root.querySelectorAll(".katex-html, annotation"))) twice.remove();
  for (const code of Array.from(root.querySelectorAll("code"))) code.textContent = `\`${(code.textContent ?? "").replaceAll("`", "")}\``;
  return (root.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}
