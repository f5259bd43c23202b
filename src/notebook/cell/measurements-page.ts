import { base } from "#figures/drawing/base-path.ts";

/** The page of measurements; undefined in a package for an LMS, which has no other pages. */
export function measurementsOf(cell: HTMLElement): string | undefined {
  return cell.closest("[data-without-course]") === null ? `${base}measurements/` : undefined;
}
