import { includesWords } from "../list-filters.ts";

/** The filters of the list of claims; an empty string means "any". The names are those of the form's fields and of the page's query. */
export interface ClaimFilters {
  readonly q: string;
  readonly part: string;
  readonly verdict: string;
  readonly kind: string;
}

/** What the filters read of a row of the list. */
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

/** Whether the row is to be shown: it contains every word, and matches every choice. */
export function claimMatches(row: ClaimRow, { q, part, verdict, kind }: ClaimFilters): boolean {
  return (
    includesWords(row.text, q) &&
    (part === "" || row.part === part) &&
    (verdict === "" || row.verdict === verdict) &&
    (kind === "" || row.kind === kind)
  );
}
