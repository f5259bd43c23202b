/** Words of a question that say nothing about its subject: every page has them. */
const STOP_WORDS = new Set(
  (
    "a about an and any are as at be because been but by can can't could did do does doesn't don't for from get had has have how i i'm if in " +
    "into is isn't it it's its just like make me my no not of on or our should so some than that the their them then there these they this to " +
    "up us was we were what what's when where which while who why will with would you your"
  ).split(" "),
);

/** What is searched for: the words of a question that say what it is about, or all of them where none does. */
export function searchWords(question: string): string[] {
  const words = question
    .trim()
    .split(/[\s,;:?!]+/)
    .filter((word) => word !== "");
  const telling = words.filter((word) => !STOP_WORDS.has(word.toLowerCase().replaceAll("\u2019", "'")));
  return telling.length > 0 ? telling : words;
}

/** What a result of the search is, in the order in which kinds are explained; the order of a result list is that of the best results. */
export const KINDS = ["Lessons", "Exercises", "Figures", "Kernels of the lab", "For instructors", "Reference"] as const;
export type Kind = (typeof KINDS)[number];

const PATHS: readonly (readonly [RegExp, Kind])[] = [
  [/^lessons\//, "Lessons"],
  [/^practice\/./, "Exercises"],
  [/^figures\/./, "Figures"],
  [/^lab\/kernels\//, "Kernels of the lab"],
  [/^guide\//, "For instructors"],
];

/** The kind of a page, by its path below the course's base. */
export function kindOf(path: string): Kind {
  return PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? "Reference";
}
