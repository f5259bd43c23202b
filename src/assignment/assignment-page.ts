/**
 * The assignment page as it is built: what it is for, and a field for a file. The script that shows an assignment is loaded only when
 * there is one: in the page's address, in this browser, or in a chosen file.
 */
class AssignmentPage extends HTMLElement {
  #opened: Promise<{ openFile: (file: File) => Promise<void> }> | undefined;

  connectedCallback(): void {
    const field = this.querySelector<HTMLInputElement>("input[type=file]");
    const host = this.querySelector<HTMLElement>("[data-live]");
    if (field === null || host === null) throw new Error("the assignment page needs its file field and a place to show an assignment");
    field.addEventListener("change", () => void this.#openFile(field, host));
    addEventListener("hashchange", () => void this.#open(host));
    void this.#openIfThereIsOne(host);
  }

  async #openIfThereIsOne(host: HTMLElement): Promise<void> {
    if (location.hash === "" && !(await this.#isAnySaved())) return;
    await this.#open(host);
  }

  async #isAnySaved(): Promise<boolean> {
    try {
      const { savedAssignments } = await import("#notebook/storage/saved-assignments.ts");
      return (await savedAssignments()).length > 0;
    } catch (error) {
      console.warn("What is saved in this browser cannot be read.", error);
      return false;
    }
  }

  async #openFile(field: HTMLInputElement, host: HTMLElement): Promise<void> {
    const [file] = field.files ?? [];
    if (file === undefined) return;
    await (await this.#open(host)).openFile(file);
    // So that the same file can be chosen again after it was corrected.
    field.value = "";
  }

  #open(host: HTMLElement): Promise<{ openFile: (file: File) => Promise<void> }> {
    this.#opened ??= import("./assignment-view.tsx").then(({ openAssignments }) => openAssignments(host));
    return this.#opened;
  }
}

customElements.define("assignment-page", AssignmentPage);
