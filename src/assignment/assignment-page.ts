/**
 * The page of assignments as it lies in the site: what it is for, and a field for a file. What shows an assignment is loaded when
 * there is one: in the page's address, in this browser, or in a file that is chosen.
 */
class AssignmentPage extends HTMLElement {
  #opened: Promise<{ openFile: (file: File) => Promise<void> }> | undefined;

  connectedCallback(): void {
    const field = this.querySelector<HTMLInputElement>("input[type=file]");
    const host = this.querySelector<HTMLElement>("[data-live]");
    if (field === null || host === null) throw new Error("the page of assignments needs its parts");
    field.addEventListener("change", () => void this.#openFile(field, host));
    addEventListener("hashchange", () => void this.#open(host));
    void this.#openIfThereIsOne(host);
  }

  async #openIfThereIsOne(host: HTMLElement): Promise<void> {
    if (location.hash === "" && !(await this.#isAnyKept())) return;
    await this.#open(host);
  }

  async #isAnyKept(): Promise<boolean> {
    try {
      const { keptAssignments } = await import("./kept-assignments.ts");
      return (await keptAssignments()).length > 0;
    } catch (error) {
      console.warn("What this browser keeps cannot be read.", error);
      return false;
    }
  }

  async #openFile(field: HTMLInputElement, host: HTMLElement): Promise<void> {
    const [file] = field.files ?? [];
    if (file === undefined) return;
    await (await this.#open(host)).openFile(file);
    // The same file may be chosen again once it was mended.
    field.value = "";
  }

  #open(host: HTMLElement): Promise<{ openFile: (file: File) => Promise<void> }> {
    this.#opened ??= import("./open-page.tsx").then(({ openPage }) => openPage(host));
    return this.#opened;
  }
}

customElements.define("assignment-page", AssignmentPage);
