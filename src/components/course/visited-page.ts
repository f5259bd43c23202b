import { rememberRead, rememberVisit } from "./reading-record.ts";

/** Fires on the document when a lesson was read to its end. */
export const READ_EVENT = "lesson-read";

/** Remembers the open page if it is a lesson or an exercise, and, when the end of a lesson comes into view, that it was read. */
export function rememberPage(): void {
  const lesson = /\/lessons\/([^/]+\/[^/]+)\/$/.exec(location.pathname)?.[1];
  const isExercise = /\/practice\/[^/]+\/$/.test(location.pathname);
  if (lesson === undefined && !isExercise) return;
  rememberVisit(location.pathname, document.querySelector("h1")?.textContent?.trim() ?? document.title);
  const end = document.querySelector(".pagination-links");
  if (lesson === undefined || end === null) return;
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    rememberRead(lesson);
    document.dispatchEvent(new Event(READ_EVENT));
  });
  observer.observe(end);
}
