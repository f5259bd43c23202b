/** The page of measurements; undefined in a package for an LMS, which has no other pages. */
export function measurementsOf(cell: HTMLElement): string | undefined {
  return cell.closest("[data-without-course]") === null ? `${import.meta.env.BASE_URL.replace(/\/?$/, "/")}measurements/` : undefined;
}
