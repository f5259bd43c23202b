import "./note-button.css";

/**
 * Adds a button to each heading of a lesson, with which a note can be written there. What is needed to write is loaded with the first
 * click, or at once on a page that has notes.
 */
class LessonNotes extends HTMLElement {
  connectedCallback(): void {
    for (const heading of headings()) addButton(heading, () => void this.#write(heading));
    void this.#showSaved();
  }

  get #page(): string {
    return this.dataset["page"] ?? "";
  }

  async #write(heading: HTMLElement): Promise<void> {
    const { writeNote } = await import("./note-fields.ts");
    writeNote(this.#page, heading);
  }

  async #showSaved(): Promise<void> {
    try {
      const { notesOf } = await import("../storage/notes.ts");
      const notes = await notesOf(this.#page);
      if (notes.length === 0) return;
      const { showNotes } = await import("./note-fields.ts");
      showNotes(notes, headings());
    } catch (error) {
      console.warn("Notes that were saved in this browser cannot be read.", error);
    }
  }
}

/** The title of the page and the headings of its text, without those inside cells, figures and cards. */
function headings(): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>(".page-title h1[id], .sl-markdown-content :is(h2, h3)[id]");
  return [...all].filter((heading) => heading.closest(".not-content, exercise-cell, try-cell") === null || heading.matches("h1"));
}

function addButton(heading: HTMLElement, onClick: () => void): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "note-button";
  button.textContent = "Note";
  button.setAttribute("aria-label", `Note on “${heading.textContent.trim()}”`);
  button.addEventListener("click", onClick);
  const wrapper = heading.closest(".sl-heading-wrapper");
  if (wrapper === null) heading.after(button);
  else wrapper.append(button);
}

customElements.define("lesson-notes", LessonNotes);
