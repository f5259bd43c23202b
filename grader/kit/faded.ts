import { parse } from "yaml";
import { z } from "zod";
import { answerSyntax } from "./cuda/answer-syntax.ts";
import { FADED_FILE } from "./folder.ts";

/** A worked example that fades: the solution in four steps, then two of its functions to fill in, then the exercise itself. */
const fadedFile = z.strictObject({
  /** What the solution has to answer, in order. */
  steps: z
    .array(
      z.strictObject({
        asks: z.string(),
        /** The answer, in a sentence or two. */
        says: z.string(),
        /** Declarations of the solution that are the answer in code. */
        shows: z.array(z.string()),
      }),
    )
    .length(4),
  /** The two declarations of the solution that are left to fill in. */
  fill: z.array(z.string()).length(2),
  /** What stands in their place to begin with: it runs, and is wrong. */
  blank: z.string(),
  /** A question to ask oneself while it is wrong. */
  ask: z.string(),
});

/** A faded example as a page has it. */
export interface FadedExample {
  readonly steps: readonly { readonly asks: string; readonly says: string; readonly code: string }[];
  /** The solution without what is to be filled in. */
  readonly given: string;
  readonly blank: string;
  readonly fill: readonly string[];
  readonly ask: string;
}

/**
 * The faded example of an exercise's folder; undefined where it has none.
 *
 * @throws Error for a file that is none, or names what the solution doesn't declare
 */
export function fadedExample(files: ReadonlyMap<string, string>): FadedExample | undefined {
  const text = files.get(FADED_FILE);
  if (text === undefined) return undefined;
  const { steps, fill, blank, ask } = fadedFile.parse(parse(text));
  const solution = files.get("solution.ts") ?? "";
  const lines = solution.split("\n");
  const { declarations, linesWithComment } = answerSyntax(solution);
  const linesOf = (name: string): { readonly first: number; readonly last: number } => {
    const declared = declarations.get(name);
    if (declared === undefined) throw new Error(`${FADED_FILE} names ${name}, which solution.ts doesn't declare`);
    return linesWithComment(declared);
  };
  const codeOf = (name: string): string => {
    const { first, last } = linesOf(name);
    return lines.slice(first - 1, last).join("\n");
  };
  const left = new Set(
    fill.flatMap((name) => Array.from({ length: linesOf(name).last - linesOf(name).first + 1 }, (_, i) => linesOf(name).first + i)),
  );
  const given = lines.filter((_, number) => !left.has(number + 1)).join("\n");
  return {
    steps: steps.map(({ asks, says, shows }) => ({ asks, says, code: shows.map(codeOf).join("\n\n") })),
    given: `${given.replaceAll(/\n{3,}/g, "\n\n").trim()}\n`,
    blank: `${blank.trim()}\n`,
    fill,
    ask,
  };
}
