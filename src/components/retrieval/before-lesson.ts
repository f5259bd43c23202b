import { conceptStates } from "#notebook/storage/evidence.ts";
import { reasonOf } from "#notebook/reason-of.ts";
import type { LessonContext } from "./before-lesson-view.tsx";

/** The line above a lesson's text: it says whether one is sure of the lesson's concepts, and loads its questions when it is opened. */
class BeforeLesson extends HTMLElement {
  connectedCallback(): void {
    const details = this.querySelector("details");
    const place = this.querySelector<HTMLElement>(".before-questions");
    if (details === null || place === null) throw new Error("the line above a lesson needs a place for its questions");
    details.addEventListener("toggle", () => details.open && void this.#ask(place));
    if (location.hash === `#${details.id}`) details.open = true;
    void this.#isSure().then((isSure) => {
      if (isSure) this.querySelector(".before-summary")?.replaceChildren("Sure of this already? Its hardest question");
    });
  }

  async #isSure(): Promise<boolean> {
    const states = await conceptStates();
    return (this.dataset["concepts"] ?? "").split(" ").every((concept) => states.get(concept)?.standing === "sure");
  }

  async #ask(place: HTMLElement): Promise<void> {
    if ("asked" in this.dataset) return;
    this.dataset["asked"] = "";
    const context = JSON.parse(this.querySelector("script[type='application/json']")?.textContent ?? "{}") as LessonContext;
    try {
      const [{ showQuestions }, isSure] = await Promise.all([import("./before-lesson-view.tsx"), this.#isSure()]);
      await showQuestions(place, this.dataset["lesson"] ?? "", context, isSure);
    } catch (error) {
      delete this.dataset["asked"];
      place.textContent = `The questions couldn’t be loaded (${reasonOf(error)}). Check your network connection, then close this and open it again.`;
    }
  }
}

customElements.define("before-lesson", BeforeLesson);
