import type { ResultDifference } from "#cuda/launch/compare-results.ts";
import { edited, type Edits } from "#notebook/goals/edits.ts";
import { judge, type Goal, type RunTraits, type Trait, type Traits } from "#notebook/goals/goal.ts";

/** What a lesson says about a goal, a piece of a cell's text that ticks itself when a run has done what it asks for. */
export interface GoalProps {
  /** The change that the text asks for: what of the cell's code is replaced, everywhere, and by what. */
  readonly by: Edits;
  /** Other changes that do it, too. */
  readonly or?: readonly Edits[] | undefined;
  /** What a run must have in common with one of the changed code. Default: "addresses" in a try cell, "counts" in a lab cell. */
  readonly like?: Trait | readonly Trait[] | undefined;
  /** Counts of the changed code that a run may not exceed. */
  readonly atMost?: Trait | readonly Trait[] | undefined;
  /**
   * What a run must leave in the arrays of its launch. Default, in a cell whose code leaves something: what one of the changes leaves that it
   * is like. "any" is for changes that can be made in several ways, each with results of its own.
   */
  readonly results?: "any" | undefined;
}

/** What goals are made with: the code that a cell starts with, and a run of any code in the cell. */
export interface GoalCell {
  readonly code: string;
  readonly run: (code: string) => Promise<RunTraits>;
  readonly defaultTrait: Trait;
  /** How the results of a code differ from those of another one; absent where runs leave nothing. */
  readonly compareResults?: (code: string, expected: string) => Promise<ResultDifference | undefined>;
}

/**
 * A goal as the page carries it.
 *
 * @throws RangeError where the starting code reaches it, or one of its own changes does not
 */
export async function goalOf(props: GoalProps, cell: GoalCell): Promise<Goal> {
  const { by, or = [], like = [], atMost = [] } = props;
  const { code, run, defaultTrait } = cell;
  const changes = [by, ...or];
  const [first, ...others] = await Promise.all(changes.map((edits) => run(edited(code, edits))));
  if (first === undefined) throw new Error("a goal has one change at least");
  const ceilings = [atMost].flat();
  const named = [like].flat();
  const traits = named.length > 0 || ceilings.length > 0 ? named : [defaultTrait];
  const results = await resultsOf(props, cell);
  const goal: Goal = {
    like: [first, ...others].map((reference) => only(reference.traits, traits)),
    ...(ceilings.length > 0 && { atMost: only(first.traits, ceilings) }),
    isClean: first.isClean && !traits.includes("addresses"),
    ...(results && { results }),
  };
  for (const edits of changes) {
    if (!(await reaches(goal, edited(code, edits), cell))) throw new RangeError("a goal isn't reached by the change that it asks for");
  }
  if (await reaches(goal, code, cell)) throw new RangeError("a goal is reached before anything is changed");
  return goal;
}

/** Whether a code in the cell has done what a goal asks for. */
export async function reaches(goal: Goal, code: string, { code: given, run, compareResults }: GoalCell): Promise<boolean> {
  const verdict = await judge(goal, await run(code), async (edits) => compareResults?.(code, edited(given, edits)));
  return verdict.kind === "reached";
}

/** The edits whose results a run must leave: none at all where a change leaves what the cell's own code does. */
async function resultsOf({ by, or = [], results }: GoalProps, { code, compareResults }: GoalCell): Promise<Goal["results"]> {
  if (results === "any" || compareResults === undefined) return undefined;
  return Promise.all([by, ...or].map(async (edits) => ((await compareResults(edited(code, edits), code)) ? edits : {})));
}

function only(traits: Traits, names: readonly Trait[]): Traits {
  return Object.fromEntries(
    names.map((name) => {
      const values = traits[name];
      if (values === undefined || values.length === 0) throw new RangeError(`no run of the cell has ${name}`);
      return [name, values];
    }),
  );
}

/** Runs each code only once, however often its run is asked for. */
export function once(run: GoalCell["run"]): GoalCell["run"] {
  const runs = new Map<string, Promise<RunTraits>>();
  return (code) => {
    const known = runs.get(code) ?? run(code);
    runs.set(code, known);
    return known;
  };
}

/** A goal in a prompt, before the cell around it knows its number: the mark, then the words. No blank is added to the text around it. */
export function goalHtml(props: GoalProps, words: string): string {
  return [
    `<span class="goal" data-goal="${escaped(JSON.stringify(props))}">`,
    '<span class="goal-start"><svg class="goal-mark" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.75"></circle><path d="M4.7 8.3l2.3 2.3 4.4-5"></path></svg>',
    `\u2060</span><span class="goal-words">${words.trim()}</span>`,
    '<span class="goal-state sr-only"></span></span>',
  ].join("");
}

/** A cell's prompt as HTML, in which Goal.astro has left what the lesson says, and its goals. */
export interface PromptWithGoals {
  /** With the number of its goal in each mark. */
  readonly html: string;
  readonly goals: readonly Goal[];
}

/** Makes the goals of a cell out of its prompt. */
export async function goalsIn(prompt: string, cell: GoalCell): Promise<PromptWithGoals> {
  const remembering = { ...cell, run: once(cell.run) };
  const said = [...prompt.matchAll(/ data-goal="([^"]*)"/g)].map(([, json = ""]) => JSON.parse(unescaped(json)) as GoalProps);
  const goals: Goal[] = [];
  for (const props of said) {
    try {
      goals.push(await goalOf(props, remembering));
    } catch (error) {
      throw new Error(`${JSON.stringify(props.by)}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  let number = 0;
  return { html: prompt.replaceAll(/ data-goal="[^"]*"/g, () => ` data-goal="${number++}"`), goals };
}

function escaped(attribute: string): string {
  return attribute.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

function unescaped(attribute: string): string {
  return attribute.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
