import { reasonOf } from "../reason-of.ts";

/** The faded example of an exercise as the page is built with it: folded. Unfolding it loads the rest. */
class FadedElement extends HTMLElement {
  connectedCallback(): void {
    const details = this.querySelector("details");
    details?.addEventListener("toggle", () => {
      if (details.open && this.dataset["opened"] === undefined) void this.#open();
    });
  }

  async #open(): Promise<void> {
    this.dataset["opened"] = "";
    const host = this.querySelector<HTMLElement>("[data-faded]");
    if (host === null) return;
    try {
      const { openFaded } = await import("./open-faded.tsx");
      await openFaded(host, this.dataset["exercise"] ?? "");
    } catch (error) {
      // Unfolding it anew tries again.
      delete this.dataset["opened"];
      host.textContent = `The example could not be loaded (${reasonOf(error)}). Check your network connection, then unfold it again.`;
    }
  }
}

customElements.define("faded-example", FadedElement);
