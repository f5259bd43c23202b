import { watchProgress, type Progress } from "./progress.ts";
import { whereToContinue, type Course } from "./where-to-continue.ts";

/**
 * The link to where a learner goes on. On a first visit it stays as it was built, which is the first lesson. Its text is exchanged within
 * room that is reserved for either, so that nothing moves.
 */
class ContinueLink extends HTMLElement {
  connectedCallback(): void {
    const course = JSON.parse(this.querySelector("script[type='application/json']")?.textContent ?? "{}") as Course;
    watchProgress((progress) => this.#show(course, progress));
  }

  #show(course: Course, progress: Progress): void {
    const base = this.dataset["base"] ?? "/";
    const link = this.querySelector("a");
    // Another copy of the course may share the storage: its pages are elsewhere.
    if (link === null || !progress.last?.path.startsWith(base)) return;
    const next = whereToContinue(course, progress);
    if (next === undefined) return;
    link.href = base + next.path;
    link.textContent = `Continue with ${next.title}`;
    remember(base + next.path, link.textContent);
    for (const element of document.querySelectorAll<HTMLElement>(".course-parts [data-lesson]")) {
      const isNext = element.dataset["lesson"] === next.lesson;
      element.toggleAttribute("data-next", isNext);
      if (isNext) element.closest("details")?.setAttribute("data-here", "");
    }
  }
}

/** For the next visit, which shows it before its scripts run. */
function remember(path: string, text: string): void {
  try {
    localStorage.setItem("coalesce.continue", JSON.stringify([path, text]));
  } catch (error) {
    console.warn("This browser does not remember where to continue.", error);
  }
}

customElements.define("continue-link", ContinueLink);
