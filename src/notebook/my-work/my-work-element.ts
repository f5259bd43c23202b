/** The page "My work": its script reads what this browser stores, and shows it. */
class MyWork extends HTMLElement {
  connectedCallback(): void {
    void this.#show();
  }

  async #show(): Promise<void> {
    const host = this.querySelector<HTMLElement>("[data-live]");
    const outline = this.querySelector("script[type='application/json']")?.textContent;
    if (!host || !outline) throw new Error("the page needs the outline of the course and a place to show the work");
    const { showMyWork } = await import("./my-work-view.tsx");
    showMyWork(host, JSON.parse(outline), this.dataset["base"] ?? "/");
  }
}

customElements.define("my-work", MyWork);
