import { isOpenableKernel } from "../storage/openable-kernel.ts";
import type { LabKernel } from "../lab/lab-kernel.ts";
import { isCuda, type CellWork } from "./course-work.ts";

/** The kernel that a text is, where it is one as the lab stores it. */
export function storedKernel(text: string): LabKernel | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isOpenableKernel(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The kernel of a cell with its launch. A lab cell of a lesson stores only its text: the launch is in its lesson.
 *
 * @param base the site's base path, with a slash at its end
 * @returns undefined for a cell that has no kernel, and where the course has no such cell any more
 */
export async function kernelOf(cell: CellWork, base: string): Promise<LabKernel | undefined> {
  if (!isCuda(cell)) return undefined;
  const stored = storedKernel(cell.draft.text);
  if (stored !== undefined || cell.page === undefined) return stored;
  const [page, id] = cell.page.split("#");
  const response = await fetch(`${base}${page}`);
  const lesson = new DOMParser().parseFromString(await response.text(), "text/html");
  const starting = storedKernel(lesson.querySelector(`[id="${id}"] [data-kernel]`)?.textContent ?? "");
  return starting && { ...starting, source: cell.draft.text };
}
