import { markPassed } from "../mark-passed.ts";

/** The map of the course: hovering over a lesson, or focusing it, highlights the lessons that lead to it and those that it leads to. */
class CoursePicture extends HTMLElement {
  connectedCallback(): void {
    for (const event of ["pointerover", "focusin"]) this.addEventListener(event, ({ target }) => this.#highlight(lessonAt(target)));
    for (const event of ["pointerleave", "focusout"]) this.addEventListener(event, () => this.#highlight(undefined));
    void markPassed(this.querySelectorAll<HTMLElement>("[data-exercise]"));
  }

  #highlight(lesson: string | undefined): void {
    this.toggleAttribute("data-pointed", lesson !== undefined);
    const near = new Set([lesson]);
    for (const lead of this.querySelectorAll<SVGElement>(".lead")) {
      const { from, to } = lead.dataset;
      const lit = lesson !== undefined && (from === lesson || to === lesson);
      lead.toggleAttribute("data-lit", lit);
      if (lit) near.add(from).add(to);
    }
    for (const element of this.querySelectorAll<HTMLElement>("[data-lesson]")) {
      element.toggleAttribute("data-lit", lesson !== undefined && near.has(element.dataset["lesson"]));
    }
  }
}

function lessonAt(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-lesson]")?.dataset["lesson"] : undefined;
}

customElements.define("course-picture", CoursePicture);
