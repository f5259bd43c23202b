import type { ReadingRecord } from "./reading-record.ts";

type Page = NonNullable<ReadingRecord["last"]>;

/** The exercise whose page this is: "/practice/row-walk/" is that of "row-walk"; undefined for any other page. */
export function exerciseAt(path: string): string | undefined {
  return /\/practice\/([^/]+)\/$/.exec(path)?.[1];
}

/**
 * The page that a learner may want to go on with: the one that was open last, or, where that is an exercise that was passed, the next one
 * that was not. After the last exercise comes the first; where all were passed, it is the page that was open last.
 *
 * @param exercises id and title of each, in the order in which the course teaches
 */
export function whereToContinue(
  last: Page,
  exercises: readonly (readonly [id: string, title: string])[],
  passed: ReadonlySet<string>,
): Page {
  const open = exerciseAt(last.path);
  if (open === undefined || !passed.has(open)) return last;
  const place = exercises.findIndex(([id]) => id === open) + 1;
  const next = [...exercises.slice(place), ...exercises.slice(0, place)].find(([id]) => !passed.has(id));
  return next === undefined ? last : { path: last.path.replace(`/${open}/`, `/${next[0]}/`), title: next[1] };
}
