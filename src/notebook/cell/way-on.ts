import { passedExercises } from "../storage/passed.ts";

/** Where a passed exercise leads to: a link with what it is to the learner. */
export interface WayOn {
  /** "Next in this lesson" */
  readonly what: string;
  readonly title: string;
  readonly href: string;
}

/** What a page of exercises says about the place of its exercise in the course. */
export interface PracticePlace {
  /** The lesson that the exercise is in. */
  readonly lesson?: { readonly title: string; readonly href: string };
  /** The exercises of the same part, in the order of the course. */
  readonly part: readonly { readonly id: string; readonly title: string; readonly href: string }[];
}

/** Where to go from an exercise: in a lesson to what follows it there, elsewhere to its lesson and to the next exercise that was not passed. */
export async function waysOn(cell: HTMLElement): Promise<readonly WayOn[]> {
  // A package for an LMS, or a frame in somebody's page, has no course around it.
  switch (cell.dataset["place"]) {
    case "lesson":
      return [inLesson(cell) ?? nextLesson()].filter((way) => way !== undefined);
    case "practice":
      return fromPractice(JSON.parse(cell.dataset["practice"] ?? "null") as PracticePlace, cell.dataset["exercise"] ?? "");
    default:
      return [];
  }
}

/** The next section of the lesson, or an exercise that comes before it. */
function inLesson(cell: HTMLElement): WayOn | undefined {
  const stops = [...document.querySelectorAll<HTMLElement>(".sl-markdown-content h2[id], exercise-cell")];
  const next = stops.find((stop) => cell.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING && !cell.contains(stop));
  if (next === undefined) return undefined;
  const title = next.matches("h2") ? next.textContent : (next.querySelector(".cell-title")?.textContent ?? "");
  return { what: "Next in this lesson", title: title.trim(), href: `#${next.id}` };
}

/** The lesson that this one's last link leads to. */
function nextLesson(): WayOn | undefined {
  const link = document.querySelector<HTMLAnchorElement>(".pagination-links a[rel=next]");
  return link === null
    ? undefined
    : { what: "Next lesson", title: link.querySelector(".link-title")?.textContent.trim() ?? "", href: link.href };
}

async function fromPractice({ lesson, part }: PracticePlace, id: string): Promise<WayOn[]> {
  const passed = await passedExercises().catch(() => new Set<string>());
  const here = part.findIndex((exercise) => exercise.id === id);
  const next = [...part.slice(here + 1), ...part.slice(0, here)].find((exercise) => !passed.has(exercise.id));
  return [...(next ? [{ what: "Next exercise", ...next }] : []), ...(lesson ? [{ what: "Its lesson", ...lesson }] : [])];
}
