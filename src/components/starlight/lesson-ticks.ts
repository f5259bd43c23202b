import { VERDICT_EVENT } from "#notebook/cell/verdict-event.ts";
import { progressMark } from "../course/lesson-progress.ts";
import { readReadingRecord } from "../course/reading-record.ts";
import { READ_EVENT } from "../course/visited-page.ts";

/** The links to lessons in the sidebar, each with what the learner has done of it. Without scripts they are plain links. */
class LessonTicks extends HTMLElement {
  connectedCallback(): void {
    void this.#mark();
    const again = () => void this.#mark();
    document.addEventListener(READ_EVENT, again);
    document.body.addEventListener(VERDICT_EVENT, ({ detail }) => {
      // The cell saves its result after the event.
      if (detail.status === "pass") setTimeout(again, 500);
    });
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) again();
    });
  }

  async #mark(): Promise<void> {
    const { read } = readReadingRecord();
    const passed = await passedIds();
    for (const link of this.querySelectorAll<HTMLElement>("a[data-lesson]")) {
      const { lesson = "", exercises = "" } = link.dataset;
      const ids = exercises.split(" ").filter((id) => id !== "");
      const mark = progressMark({
        wasRead: read.includes(lesson),
        exercises: ids.length,
        passed: ids.filter((id) => passed.has(id)).length,
      });
      link.querySelector(".lesson-tick")?.remove();
      if (mark.kind !== "none") link.append(tick(mark.kind, mark.text, mark.label));
    }
  }
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

function tick(kind: string, text: string, label: string): HTMLElement {
  const mark = document.createElement("span");
  mark.className = `lesson-tick ${kind}`;
  const seen = document.createElement("span");
  seen.ariaHidden = "true";
  seen.textContent = text;
  const said = document.createElement("span");
  said.className = "sr-only";
  said.textContent = ` (${label})`;
  mark.append(seen, said);
  return mark;
}

customElements.define("lesson-ticks", LessonTicks);
