import { reasonOf } from "../reason-of.ts";
import { LatestRun } from "../latest-run.ts";
import { leaveNote, saveNote, type Note, type Place } from "../storage/notes.ts";
import { noteHtml } from "./note-markdown.ts";
import { placeOf, type NotePlace } from "./note-places.ts";
import "./notes.css";

/** The page's fields by the slug of their place. */
const fields = new Map<string, NoteField>();

/** Opens the field at a place, and puts the keyboard into it. */
export function writeNote(page: string, place: NotePlace): void {
  const field = fields.get(place.slug) ?? new NoteField({ page, slug: place.slug, heading: place.about }, undefined);
  field.placeAfter(place);
  field.edit();
}

/** Shows saved notes at their places. Those whose place is gone stand at the end of the page. */
export function showNotes(notes: readonly Note[], places: readonly NotePlace[]): void {
  const lost: NoteField[] = [];
  for (const note of notes) {
    const field = new NoteField(note, note);
    const place = placeOf(note.slug, places);
    if (place === undefined) lost.push(field);
    else field.placeAfter(place);
  }
  if (lost.length > 0) showLost(lost);
}

function showLost(lost: readonly NoteField[]): void {
  const section = document.createElement("section");
  section.className = "lost-notes not-content";
  const title = document.createElement("p");
  title.className = "panel-title";
  title.textContent = "Notes on places that this page no longer has";
  section.append(title);
  document.querySelector(".sl-markdown-content")?.append(section);
  for (const field of lost) field.placeIn(section);
}

/** A note: read as the Markdown that it is, and a text area while it is written, which saves it as it is typed. */
class NoteField {
  readonly #place: Place;
  readonly #element = document.createElement("div");
  readonly #area = document.createElement("textarea");
  readonly #label = document.createElement("label");
  readonly #read = document.createElement("div");
  readonly #editButton = document.createElement("button");
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
    this.#label.append("My note, in Markdown", this.#area);
    this.#read.className = "note-text";
    this.#read.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("a") === null) this.edit();
    });
    this.#editButton.type = "button";
    this.#editButton.textContent = "Edit";
    this.#editButton.setAttribute("aria-label", `Edit my note on “${place.heading}”`);
    this.#editButton.addEventListener("click", () => this.edit());
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
      else this.#showText();
    });
    this.#area.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      this.#area.blur();
      this.#editButton.focus({ preventScroll: true });
    });
    this.#status.setAttribute("role", "status");
    this.#element.append(this.#label, this.#read, this.#status, this.#editButton);
    this.#showText();
    for (const { text } of note?.aside ?? []) this.#showAside(text);
  }

  placeAfter({ block }: NotePlace): void {
    if (this.#element.isConnected) return;
    const button = block.matches("h1, h2, h3") ? block.parentElement?.querySelector(":scope > .note-button") : undefined;
    (button ?? block).after(this.#element);
  }

  placeIn(section: Element): void {
    const heading = document.createElement("p");
    heading.textContent = this.#place.heading;
    section.append(heading, this.#element);
  }

  /** Opens the text area, and puts the keyboard into it. */
  edit(): void {
    this.#element.hidden = false;
    this.#showText(false);
    this.#fit();
    this.#area.focus();
  }

  /** Shows the text as it reads, or the area in which it is written. */
  #showText(isRead = this.#area.value !== ""): void {
    this.#label.hidden = isRead;
    this.#read.hidden = !isRead;
    this.#editButton.hidden = !isRead;
    // HTML in a note is shown as text: see note-markdown.ts.
    if (isRead) this.#read.innerHTML = noteHtml(this.#area.value);
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
