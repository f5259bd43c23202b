import "./note-button.css";
import { blockPlace, notePlaces, type NotePlace } from "./note-places.ts";

/**
 * Lets a reader write notes in a lesson: each heading has a button, and one more goes along with the pointer to paragraphs, figures and
 * cells. From a heading's button the arrow keys lead it there too. What is needed to write is loaded with the first click, or at once on a
 * page that has notes. On the page of an exercise, `data-only` names the exercise's cell: its note is the one of its lesson.
 */
class LessonNotes extends HTMLElement {
  #places: readonly NotePlace[] = [];
  readonly #passing = button();
  /** The place that the passing button is at. */
  #at: NotePlace | undefined;

  connectedCallback(): void {
    const { only } = this.dataset;
    if (only !== undefined) return this.#writeOn(document.getElementById(only));
    this.#places = notePlaces(document);
    for (const place of this.#places) if (place.isHeading) this.#addButton(place);
    this.#follow();
    void this.#showSaved();
  }

  get #page(): string {
    return this.dataset["page"] ?? "";
  }

  /** One button here, for the note on a cell; the note stands below the cell's text. */
  #writeOn(cell: HTMLElement | null): void {
    const place = cell && blockPlace("", cell);
    const text = cell?.querySelector<HTMLElement>(".prompt");
    if (!place || !text) return;
    this.#places = [{ ...place, block: text }];
    const own = button();
    own.setAttribute("aria-label", `Note on ${place.about}`);
    own.addEventListener("click", () => void this.#write(this.#places[0]!));
    this.append(own);
    void this.#showSaved();
  }

  #addButton(place: NotePlace): void {
    const own = button();
    own.setAttribute("aria-label", `Note on “${place.about}”`);
    own.addEventListener("click", () => void this.#write(place));
    own.addEventListener("keydown", (event) => this.#walk(event, place));
    if (place.block.matches("h1, h2, h3")) place.block.after(own);
    else place.block.append(own);
  }

  /** The passing button goes where the pointer or a finger goes. */
  #follow(): void {
    const content = document.querySelector<HTMLElement>(".sl-markdown-content");
    if (content === null) return;
    const blocks = new Map(this.#places.filter(({ isHeading }) => !isHeading).map((place) => [place.block, place]));
    this.#passing.classList.add("passing");
    this.#passing.hidden = true;
    content.append(this.#passing);
    const pass = ({ target }: Event): void => {
      if (!(target instanceof Element) || this.#passing.contains(target)) return;
      let block: Element | null = target;
      while (block !== null && block.parentElement !== content) block = block.parentElement;
      const place = block === null ? undefined : blocks.get(block as HTMLElement);
      if (place !== undefined) this.#passTo(place);
    };
    content.addEventListener("pointerover", pass);
    content.addEventListener("pointerup", pass);
    this.#passing.addEventListener("click", () => this.#at && void this.#write(this.#at));
    this.#passing.addEventListener("keydown", (event) => this.#at && this.#walk(event, this.#at));
  }

  #passTo(place: NotePlace): void {
    this.#at = place;
    const content = this.#passing.parentElement;
    if (content === null) return;
    // An island has no box of its own.
    const box = (
      place.block.matches("astro-island") ? (place.block.firstElementChild ?? place.block) : place.block
    ).getBoundingClientRect();
    const frame = content.getBoundingClientRect();
    this.#passing.hidden = false;
    this.#passing.setAttribute("aria-label", `Note on ${place.about}`);
    // Beside the block where there is a margin; else in the gap below a paragraph, or above a figure or a cell.
    const hasMargin = frame.right - box.right > this.#passing.offsetWidth + 16;
    const top = hasMargin ? box.top : middleOfGap(place.block, box) - this.#passing.offsetHeight / 2;
    this.#passing.style.insetBlockStart = `${top - frame.top}px`;
    this.#passing.style.insetInlineStart = hasMargin ? `${box.right - frame.left + 12}px` : "auto";
    this.#passing.style.insetInlineEnd = hasMargin ? "auto" : "0";
  }

  /** Up and down, from place to place: to a heading's own button, or with the passing one. */
  #walk(event: KeyboardEvent, from: NotePlace): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const to = step === undefined ? undefined : this.#places[this.#places.indexOf(from) + step];
    if (to === undefined) return;
    event.preventDefault();
    if (!to.isHeading) this.#passTo(to);
    const own = to.isHeading
      ? (to.block.querySelector(".note-button") ?? to.block.parentElement?.querySelector(":scope > .note-button"))
      : this.#passing;
    if (own instanceof HTMLElement) own.focus();
    to.block.scrollIntoView({ block: "nearest" });
  }

  async #write(place: NotePlace): Promise<void> {
    const { writeNote } = await import("./note-fields.ts");
    this.#passing.hidden = true;
    writeNote(this.#page, place);
  }

  async #showSaved(): Promise<void> {
    try {
      const { notesOf } = await import("../storage/notes.ts");
      const { only } = this.dataset;
      const notes = (await notesOf(this.#page)).filter(({ slug }) => only === undefined || slug === only);
      if (notes.length === 0) return;
      const { showNotes } = await import("./note-fields.ts");
      showNotes(notes, this.#places);
    } catch (error) {
      console.warn("Notes that were saved in this browser cannot be read.", error);
    }
  }
}

/** How tall the passing button is, in CSS pixels: the gap between two paragraphs with what is free above and below their letters. */
const PASSING_HEIGHT = 24;

/** The middle of the gap by a block, or of the part of it that the passing button takes, in the window. */
function middleOfGap(block: Element, box: DOMRect): number {
  const isText = block.matches("p, ul, ol, dl, blockquote");
  const neighbour = (isText ? block.nextElementSibling : block.previousElementSibling)?.getBoundingClientRect();
  const edge = isText ? box.bottom : box.top;
  const gap =
    neighbour === undefined || neighbour.height === 0 ? PASSING_HEIGHT : Math.abs((isText ? neighbour.top : neighbour.bottom) - edge);
  return edge + ((isText ? 1 : -1) * Math.min(gap, PASSING_HEIGHT)) / 2;
}

function button(): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "note-button";
  made.textContent = "+ Note";
  return made;
}

customElements.define("lesson-notes", LessonNotes);
