import { markElement } from "./lesson-progress.ts";
import { markOf, watchProgress, type Progress } from "./progress.ts";

/** The parts of the course with what this browser's learner has done of each lesson. Without scripts it is the list that it was built as. */
class CourseParts extends HTMLElement {
  connectedCallback(): void {
    watchProgress((progress) => this.#show(progress));
  }

  #show(progress: Progress): void {
    for (const part of this.querySelectorAll("details")) {
      const marks = [...part.querySelectorAll<HTMLElement>("[data-lesson]")].map((lesson) => {
        const mark = markOf(lesson, progress);
        lesson.querySelector(".lesson-mark")?.replaceChildren(...(mark.kind === "none" ? [] : [markElement(mark)]));
        return mark;
      });
      const steps = part.querySelectorAll(".part-steps i");
      marks.forEach(({ kind }, i) => steps[i]?.setAttribute("data-kind", kind));
      const done = marks.filter(({ kind }) => kind === "done").length;
      const begun = marks.some(({ kind }) => kind !== "none");
      part.querySelector(".part-done")?.replaceChildren(...(begun ? [`${done} of ${marks.length} done`] : []));
    }
  }
}

customElements.define("course-parts", CourseParts);
