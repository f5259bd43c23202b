import { reasonOf } from "../reason-of.ts";
import { LatestRun } from "../latest-run.ts";
import { leaveNote, saveNote, type Note, type Place } from "../storage/notes.ts";
import "./notes.css";

/** The page's fields by id of their heading. */
const fields = new Map<string, NoteField>();

/** Opens the field at a heading, and puts the keyboard into it. */
export function writeNote(page: string, heading: HTMLElement): void {
  const field = fields.get(heading.id) ?? new NoteField({ page, slug: heading.id, heading: heading.textContent.trim() }, undefined);
  field.placeAfter(heading.closest(".sl-heading-wrapper") ?? heading.parentElement?.querySelector(":scope > .note-button") ?? heading);
  field.focus();
}

/** Shows saved notes at their headings. Those whose heading is gone stand at the end of the page. */
export function showNotes(notes: readonly Note[], headings: readonly HTMLElement[]): void {
  const lost: NoteField[] = [];
  for (const note of notes) {
    const field = new NoteField(note, note);
    const heading = headings.find(({ id }) => id === note.slug);
    if (heading === undefined) lost.push(field);
    else field.placeAfter(heading.closest(".sl-heading-wrapper") ?? heading);
  }
  if (lost.length > 0) showLost(lost);
}

function showLost(lost: readonly NoteField[]): void {
  const section = document.createElement("section");
  section.className = "lost-notes not-content";
  const title = document.createElement("p");
  title.className = "panel-title";
  title.textContent = "Notes on headings that this page no longer has";
  section.append(title);
  document.querySelector(".sl-markdown-content")?.append(section);
  for (const field of lost) field.placeIn(section);
}

/** A text area that saves a note as it is typed. */
class NoteField {
  readonly #place: Place;
  readonly #element = document.createElement("div");
  readonly #area = document.createElement("textarea");
  readonly #status = document.createElement("span");
  /** Time of the text that this page saved or showed last. */
  #seen: number | undefined;
  /** Time of the text that is being saved. */
  #saving: number | undefined;
  #isUnsaved = false;
  /** One save at a time; of what was typed meanwhile, only the last text is saved. */
  readonly #saves = new LatestRun(
    () => this.#save(),
    (said) => (this.#status.textContent = said),
  );

  constructor(place: Place, note: Note | undefined) {
    this.#place = { page: place.page, slug: place.slug, heading: place.heading };
    this.#seen = note?.at;
    fields.set(place.slug, this);
    this.#element.className = "note-field not-content";
    const label = document.createElement("label");
    label.append("My note", this.#area);
    this.#area.setAttribute("aria-label", `My note on “${place.heading}”`);
    this.#area.value = note?.text ?? "";
    this.#area.addEventListener("input", () => {
      this.#fit();
      this.#isUnsaved = true;
      void this.#saves.run();
    });
    addEventListener("pagehide", () => {
      const seen = [this.#seen, this.#saving].filter((at) => at !== undefined);
      if (this.#isUnsaved) leaveNote(this.#place, this.#area.value, seen);
    });
    this.#area.addEventListener("blur", () => {
      if (this.#area.value === "" && (note?.aside.length ?? 0) === 0) this.#element.hidden = true;
    });
    this.#status.setAttribute("role", "status");
    this.#element.append(label, this.#status);
    for (const { text } of note?.aside ?? []) this.#showAside(text);
  }

  placeAfter(element: Element): void {
    if (!this.#element.isConnected) element.after(this.#element);
    this.#fit();
  }

  placeIn(section: Element): void {
    const heading = document.createElement("p");
    heading.textContent = this.#place.heading;
    section.append(heading, this.#element);
    this.#fit();
  }

  focus(): void {
    this.#element.hidden = false;
    this.#fit();
    this.#area.focus();
  }

  /** As high as its text. */
  #fit(): void {
    this.#area.rows = Math.max(2, this.#area.value.split("\n").length);
    this.#area.style.height = "auto";
    this.#area.style.height = `${this.#area.scrollHeight}px`;
  }

  /** Returns what to say about it. */
  async #save(): Promise<string> {
    const text = this.#area.value;
    const at = Date.now();
    this.#saving = at;
    try {
      await saveNote(this.#place, text, this.#seen, at);
      this.#seen = at;
      this.#isUnsaved = this.#area.value !== text;
      return text === "" ? "Removed" : "Saved in this browser";
    } catch (error) {
      return `This browser does not store the note (${reasonOf(error)}). Copy it before you leave the page.`;
    }
  }

  /** What another tab or an import had written here: to be read and copied. */
  #showAside(text: string): void {
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = "Another version of this note";
    const quote = document.createElement("p");
    quote.textContent = text;
    details.append(summary, quote);
    this.#element.append(details);
  }
}
