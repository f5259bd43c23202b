/** What a reader looks for among the claims; an empty string is "any". Names are those of the form's fields and of the page's query. */
export interface ClaimFilters {
  readonly q: string;
  readonly part: string;
  readonly verdict: string;
  readonly kind: string;
}

export const claimFilterNames = ["q", "part", "verdict", "kind"] as const satisfies readonly (keyof ClaimFilters)[];

/** A claim as the page's list holds it. */
export interface ClaimRow {
  readonly text: string;
  readonly part: string;
  readonly verdict: string;
  readonly kind: string;
}

/** The filters of a form or of a page's query. */
export function readClaimFilters(values: { get(name: string): unknown }): ClaimFilters {
  const value = (name: string): string => String(values.get(name) ?? "").trim();
  return { q: value("q"), part: value("part"), verdict: value("verdict"), kind: value("kind") };
}

/** Whether the row is to be shown: it holds every word, and is what was chosen. */
export function claimMatches(row: ClaimRow, { q, part, verdict, kind }: ClaimFilters): boolean {
  const text = row.text.toLowerCase();
  return (
    q
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (part === "" || row.part === part) &&
    (verdict === "" || row.verdict === verdict) &&
    (kind === "" || row.kind === kind)
  );
}
