const prompts = import.meta.glob<string>("../../../exercises/*/prompt.mdx", { eager: true, query: "?raw", import: "default" });

/** What an exercise asks for, as Markdown; undefined for an exercise that the course does not have. */
export function promptOf(exercise: string): string | undefined {
  return prompts[`../../../exercises/${exercise}/prompt.mdx`]?.trim();
}
