/** Names of the claims that a lesson's text shows, in order: `<Claim id="1/stride-32-row" />`. */
export function claimsShownIn(mdx: string): string[] {
  return [...mdx.matchAll(/<Claim\s+id="([^"]+)"/g)].map(([, name]) => name);
}

/** Ids of the exercises that a lesson's text holds: `<ExerciseCell id="row-walk" />`. */
export function exercisesHeldIn(mdx: string): string[] {
  return [...mdx.matchAll(/<ExerciseCell\s+id="([^"]+)"/g)].map(([, id]) => id);
}
