/** A page that names concepts: a lesson or an exercise. */
export interface Place {
  readonly title: string;
  readonly href: string;
  /** Terms, in any of their spellings. */
  readonly concepts: readonly string[];
}

/** What a list of terms needs to know about a term. */
export interface ListedTerm {
  readonly id: string;
  readonly data: { readonly term: string; readonly also: readonly string[] };
}

/** Terms under their first letters, both in alphabetical order. */
export function byLetter<T extends ListedTerm>(terms: readonly T[]): { letter: string; terms: T[] }[] {
  const inOrder = [...terms].sort((a, b) => a.data.term.localeCompare(b.data.term, "en", { sensitivity: "base" }));
  const letters = [...new Set(inOrder.map(letterOf))];
  return letters.map((letter) => ({ letter, terms: inOrder.filter((term) => letterOf(term) === letter) }));
}

function letterOf({ data }: ListedTerm): string {
  return data.term.charAt(0).toUpperCase();
}

/** The places that name a term in any of its spellings, in their own order. */
export function placesOf<P extends Place>({ data }: ListedTerm, places: readonly P[]): P[] {
  const spellings = new Set([data.term, ...data.also].map((spelling) => spelling.toLowerCase()));
  return places.filter(({ concepts }) => concepts.some((concept) => spellings.has(concept.toLowerCase())));
}
