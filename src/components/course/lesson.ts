/** The folder of the part that a lesson belongs to: "lessons/3-shared-memory/02-padding" is in "3-shared-memory"; undefined for other pages. */
export function partFolder(lessonId: string): string | undefined {
  return lessonId.match(/^lessons\/([^/]+)\//)?.[1];
}

/** A part's name from its folder: "3-shared-memory" is "Shared memory". */
export function partName(folder: string): string {
  const words = folder.replace(/^\d+-/, "").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names of the claims that a lesson judges in the open, in order: `<Claim id="1/stride-32-row" />`. */
export function openClaimsIn(mdx: string): string[] {
  return [...mdx.matchAll(/<Claim\s+id="([^"]+)"/g)].flatMap(([, name]) => name ?? []);
}

/** Names of all claims in a lesson's text, those in the open first: `<FoldedClaims ids={["1/l1-default", "1/hbm-sectors"]} />`. */
export function claimsShownIn(mdx: string): string[] {
  const folded = [...mdx.matchAll(/<FoldedClaims\s+ids=\{\[([^\]]*)\]\}/g)].flatMap(([, list = ""]) => list.match(/[\w/.-]+/g) ?? []);
  return [...openClaimsIn(mdx), ...folded];
}

/** Ids of the try cells in a lesson's text, in order: `<Try id="every-second-element" …>`. */
export function tryCellsIn(mdx: string): string[] {
  return [...mdx.matchAll(/<Try\s+id="([^"]+)"/g)].flatMap(([, id]) => id ?? []);
}

/** Ids of the lab cells in a lesson's text, in order: `<LabCell id="a-tile" …>`. */
export function labCellsIn(mdx: string): string[] {
  return [...mdx.matchAll(/<LabCell\s+id="([^"]+)"/g)].flatMap(([, id]) => id ?? []);
}

/** Names of the figures in a lesson's text, in order, as often as they are shown: src/figures/<name>. */
export function figuresIn(mdx: string): string[] {
  const names = new Map(
    [...mdx.matchAll(/^import (\w+) from "#figures\/([\w-]+)\/figure\.tsx"/gm)].map(([, tag = "", name = ""]) => [tag, name]),
  );
  return [...mdx.matchAll(/<([A-Z]\w*)/g)].flatMap(([, tag = ""]) => names.get(tag) ?? []);
}

/** Ids of the exercises that a lesson's text contains, in order: `<ExerciseCell id="row-walk" />`. */
export function exercisesIn(mdx: string): string[] {
  return [...mdx.matchAll(/<ExerciseCell\s+id="([^"]+)"/g)].flatMap(([, id]) => id ?? []);
}
