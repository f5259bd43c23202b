/** What of a lesson a note can be at: its headings, its paragraphs and lists, its figures and tables, its cells. */
const BLOCKS =
  ":scope > :is(.sl-heading-wrapper, h2, h3, p, ul, ol, dl, blockquote, .starlight-aside, .expressive-code, .table-frame, .keep, astro-island, exercise-cell, try-cell, lab-cell)";

/** A place of a page that a note can be at. */
export interface NotePlace {
  /** Id of the heading or cell; of another block, the id of the heading before it, "~", and a hash of the block's text. */
  readonly slug: string;
  /** What the note is on, in words. */
  readonly about: string;
  /** The block; the note stands after it. */
  readonly block: HTMLElement;
  readonly isHeading: boolean;
}

/** The places of a lesson, in order: its title first. */
export function notePlaces(root: ParentNode): NotePlace[] {
  const title = root.querySelector<HTMLElement>(".page-title h1[id]");
  const content = root.querySelector<HTMLElement>(".sl-markdown-content");
  const places: NotePlace[] = [];
  let heading = title?.id ?? "";
  if (title !== null) places.push({ slug: heading, about: wordsOf(title), block: title, isHeading: true });
  for (const block of content?.querySelectorAll<HTMLElement>(BLOCKS) ?? []) {
    const inner = block.matches("h2, h3") ? block : block.querySelector<HTMLElement>(":scope > :is(h2, h3)[id]");
    if (inner !== null && block.matches(".sl-heading-wrapper, h2, h3")) {
      heading = inner.id;
      places.push({ slug: heading, about: wordsOf(inner), block, isHeading: true });
    } else {
      const place = blockPlace(heading, block);
      // Two equal paragraphs under a heading are one place.
      if (place !== undefined && !places.some(({ slug }) => slug === place.slug)) places.push(place);
    }
  }
  return places;
}

/** @param heading id of the heading before it */
export function blockPlace(heading: string, block: HTMLElement): NotePlace | undefined {
  const rest = { block, isHeading: false };
  if (block.matches("exercise-cell, try-cell, lab-cell") && block.id !== "") {
    const title = block.querySelector("h3")?.textContent.trim();
    return { slug: block.id, about: title ?? `the cell “${firstWords(block.querySelector(".prompt")?.textContent ?? "")}”`, ...rest };
  }
  const named = block.querySelector<HTMLElement>("figure[aria-label], [role=region][aria-label]") ?? block;
  const label = named.getAttribute("aria-label")?.trim();
  const text = wordsOf(block);
  if (label === undefined && text === "") return undefined;
  return { slug: `${heading}~${hashOf(label ?? text)}`, about: label ?? `“${firstWords(text)}”`, ...rest };
}

function wordsOf(element: Element): string {
  const own = element.cloneNode(true) as Element;
  for (const other of own.querySelectorAll(".note-button, .sr-only, script")) other.remove();
  return own.textContent.replaceAll(/\s+/g, " ").trim();
}

const FIRST_WORDS = 7;

/** The beginning of a text, by which its reader knows it again. */
export function firstWords(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.length <= FIRST_WORDS ? words.join(" ") : `${words.slice(0, FIRST_WORDS).join(" ")} …`;
}

/** FNV-1a of 32 bits, as eight hexadecimal digits: https://www.rfc-editor.org/rfc/rfc9923 */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** The place of a note: its own, or, where the block was changed since, that of the heading before it; undefined where that is gone too. */
export function placeOf(slug: string, places: readonly NotePlace[]): NotePlace | undefined {
  const [heading] = slug.split("~");
  return places.find((place) => place.slug === slug) ?? (heading === slug ? undefined : places.find((place) => place.slug === heading));
}
