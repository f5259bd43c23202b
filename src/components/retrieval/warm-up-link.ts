import { dayOf } from "#notebook/evidence/concept-state.ts";
import { conceptStates } from "#notebook/storage/evidence.ts";
import { dueConcepts } from "./coming-back.ts";

/** The landing page's link to the placement, which for one who has answered questions leads to the warm-up. */
class WarmUpLink extends HTMLElement {
  connectedCallback(): void {
    void conceptStates().then((states) => {
      const link = this.querySelector("a");
      if (states.size === 0 || link === null) return;
      const due = dueConcepts(states, dayOf(Date.now())).length;
      link.href = `${this.dataset["base"] ?? "/"}warm-up/`;
      link.textContent = due === 0 ? "Warm-up: nothing is due today" : `Warm-up: ${due} ${due === 1 ? "concept is" : "concepts are"} due`;
    });
  }
}

customElements.define("warm-up-link", WarmUpLink);
