/** A main part of the site, as the header names it. */
export interface Door {
  readonly label: string;
  /** Below the base path. */
  readonly path: string;
  /** Matches the pages of this part, below the base path. */
  readonly pages: RegExp;
}

/** The main parts of the site, in the header's order. */
export const doors: readonly Door[] = [
  { label: "Course", path: "map/", pages: /^(map|lessons|cases)\// },
  { label: "Practice", path: "practice/", pages: /^(practice|warm-up|placement)\// },
  { label: "Playground", path: "playground/", pages: /^playground\// },
  { label: "Lab", path: "lab/", pages: /^lab\// },
  { label: "Figures", path: "figures/", pages: /^figures\// },
  { label: "Claims", path: "claims/", pages: /^claims\// },
  { label: "For instructors", path: "guide/01-a-class-in-ten-minutes/", pages: /^guide\// },
  { label: "My work", path: "my-work/", pages: /^my-work\// },
];
