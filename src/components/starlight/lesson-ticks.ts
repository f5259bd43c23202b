import { markElement } from "../course/lesson-progress.ts";
import { markOf, watchProgress, type Progress } from "../course/progress.ts";

/** The links to lessons in the sidebar, each with what the learner has done of it. Without scripts they are plain links. */
class LessonTicks extends HTMLElement {
  connectedCallback(): void {
    watchProgress((progress) => this.#mark(progress));
  }

  #mark(progress: Progress): void {
    for (const link of this.querySelectorAll<HTMLElement>("a[data-lesson]")) {
      const mark = markOf(link, progress);
      link.querySelector(".lesson-tick")?.remove();
      if (mark.kind !== "none") link.append(markElement(mark));
    }
  }
}

customElements.define("lesson-ticks", LessonTicks);
