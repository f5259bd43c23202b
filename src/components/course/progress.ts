import { VERDICT_EVENT } from "#notebook/cell/verdict-event.ts";
import { progressMark, type ProgressMark } from "./lesson-progress.ts";
import { readReadingRecord, type ReadingRecord } from "./reading-record.ts";
import { READ_EVENT } from "./visited-page.ts";

/** What this browser knows of a learner's way through the course. */
export interface Progress extends ReadingRecord {
  /** Ids of the exercises that were passed. */
  readonly passed: ReadonlySet<string>;
}

async function readProgress(): Promise<Progress> {
  return { ...readReadingRecord(), passed: await passedIds() };
}

/** Calls back with what is known now, and again whenever a lesson was read, an exercise was passed, or the page comes back. */
export function watchProgress(show: (progress: Progress) => void): void {
  const again = () => void readProgress().then(show);
  again();
  document.addEventListener(READ_EVENT, again);
  document.body.addEventListener(VERDICT_EVENT, ({ detail }) => {
    // The cell saves its result after the event.
    if (detail.status === "pass") setTimeout(again, 500);
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) again();
  });
}

/** The mark of the lesson that an element names: `data-lesson`, and the ids of its exercises in `data-exercises`. */
export function markOf({ dataset }: HTMLElement, { read, passed }: Progress): ProgressMark {
  const ids = (dataset["exercises"] ?? "").split(" ").filter((id) => id !== "");
  return progressMark({
    wasRead: read.includes(dataset["lesson"] ?? ""),
    exercises: ids.length,
    passed: ids.filter((id) => passed.has(id)).length,
  });
}

async function passedIds(): Promise<ReadonlySet<string>> {
  try {
    const { passedExercises } = await import("#notebook/storage/passed.ts");
    return await passedExercises();
  } catch (error) {
    console.warn("What was passed in this browser cannot be read.", error);
    return new Set();
  }
}
