/** The cells of lessons, by the names of their files. */
const sources = import.meta.glob<string>("../../content/lessons/*/*/*.{ts,cu}", { query: "?raw", import: "default", eager: true });
const cells = Map.groupBy(Object.entries(sources), ([path]) => path.replace(/^.*\//, ""));

/** A cell that a lesson has in a file beside its text. */
export interface CellFile {
  /** The file's name without its ending, unique in the course: what a learner changes is kept under it. */
  readonly id: string;
  readonly code: string;
}

/**
 * The cell in a file of the lessons.
 *
 * @throws RangeError when no lesson has that file, or two have
 */
export function cellFile(name: string): CellFile {
  const [first, second] = cells.get(name) ?? [];
  if (first === undefined) throw new RangeError(`no folder of a lesson has a file ${name}`);
  if (second !== undefined) throw new RangeError(`cells need names of their own, and there are two ${name}: ${first[0]}, ${second[0]}`);
  return { id: name.replace(/\.\w+$/, ""), code: first[1] };
}
