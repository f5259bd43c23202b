import { CODE_PREFIX } from "./shared-code.ts";

/** The place where the page of an exercise shows the code that a link brought. Its script is loaded only for such a link. */
class SharedCodeElement extends HTMLElement {
  connectedCallback(): void {
    void this.#follow();
    addEventListener("hashchange", () => void this.#follow());
  }

  async #follow(): Promise<void> {
    const { exercise } = this.dataset;
    if (exercise === undefined) throw new Error("shared code needs the id of its exercise");
    if (!location.hash.startsWith(CODE_PREFIX)) return;
    const { showSharedCode } = await import("./shared-code-panel.tsx");
    await showSharedCode(this, location.hash, exercise);
  }
}

customElements.define("shared-code", SharedCodeElement);
