/** The filters of a list, by the names of the form's fields, which the page's query uses too; an empty string means "any". */
type Filters<Name extends string> = Readonly<Record<Name, string>>;

/** Whether a text contains every word of a search, in any case. */
export function includesWords(text: string, search: string): boolean {
  const searched = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** The query of a page's address that restores the filters: "?part=2&time=10", or nothing where all is shown. */
export function queryOf<Name extends string>(filters: Filters<Name>): string {
  const chosen = Object.entries<string>(filters).filter(([, value]) => value !== "");
  return chosen.length === 0 ? "" : `?${new URLSearchParams(chosen)}`;
}

/** Sets the fields of a form; a value that the form does not offer is left out. */
export function fillForm<Name extends string>(form: HTMLFormElement, filters: Filters<Name>): void {
  for (const [name, value] of Object.entries<string>(filters)) {
    if (value === "") continue;
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = field.value === value;
    else if (field instanceof HTMLSelectElement) {
      if ([...field.options].some((option) => option.value === value)) field.value = value;
    } else if (field instanceof HTMLInputElement || field instanceof RadioNodeList) field.value = value;
  }
}
