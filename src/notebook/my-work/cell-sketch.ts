import type { Sketch } from "#judge/sketch.ts";
import { storedKernel } from "./cell-kernel.ts";
import { isCuda, type CellWork } from "./course-work.ts";

/** The sketch that a text is, where it is one as the playground stores it. */
function storedSketch(text: string): Sketch | undefined {
  try {
    const value = JSON.parse(text) as Partial<Sketch> | null;
    return value?.schema === "coalesce/sketch/v1" && typeof value.program?.source === "string" ? (value as Sketch) : undefined;
  } catch {
    return undefined;
  }
}

/** The code of a cell: the text itself, or the source of the sketch or kernel that it stores. */
export function codeOf(cell: CellWork): string {
  const { text } = cell.draft;
  return (isCuda(cell) ? storedKernel(text)?.source : storedSketch(text)?.program.source) ?? text;
}

/**
 * The program of a cell, ready to run. A try cell stores only its code: the kernel around it is in its lesson.
 *
 * @param base the site's base path, with a slash at its end
 * @returns undefined where the course has no such cell any more
 */
export async function sketchOf(cell: CellWork, base: string): Promise<Sketch | undefined> {
  const stored = storedSketch(cell.draft.text);
  if (stored !== undefined || cell.page === undefined) return stored;
  const [page, id] = cell.page.split("#");
  const response = await fetch(`${base}${page}`);
  const lesson = new DOMParser().parseFromString(await response.text(), "text/html");
  const starting = storedSketch(lesson.querySelector(`[id="${id}"] [data-sketch]`)?.textContent ?? "");
  return starting && { ...starting, program: { ...starting.program, source: cell.draft.text } };
}
