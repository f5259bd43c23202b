/** An answer whose worth is known before it is graded. */
export interface KnownAnswer {
  readonly exercise: string;
  readonly source: string;
  /** "all" and "nothing" are of the points; "judged": as much as `plain` gets from the judge itself. */
  readonly worth: "all" | "nothing" | "judged";
  /** The text that the source was varied from: it behaves alike. */
  readonly plain: string;
}

export function answer(exercise: string, worth: KnownAnswer["worth"], plain: string, source = plain): KnownAnswer {
  return { exercise, source, worth, plain };
}
