import { resultDifference } from "#cuda/launch/compare-results.ts";
import { launchTraits } from "#notebook/lab-cell/launch-traits.ts";
import type { LabKernel } from "#notebook/lab/lab-kernel.ts";
import { profileRun, type AfterLaunch, type LabProfile } from "#notebook/lab/profile.ts";
import type { GoalCell } from "./goals.ts";

/** What a lab cell's launch does with a text, and what it leaves. */
export interface LaunchedCell {
  readonly outcome: LabProfile;
  readonly after: AfterLaunch;
}

/** The cell of a kernel, for its goals, and a launch of it with any text. @param id names the cell in errors */
export function labGoals(id: string, kernel: LabKernel): { readonly cell: GoalCell; readonly launched: (source: string) => LaunchedCell } {
  const runs = new Map<string, LaunchedCell>();
  /** Each text is run once. @throws Error if the text doesn't run */
  const launched = (source: string): LaunchedCell => {
    const known = runs.get(source);
    if (known !== undefined) return known;
    const { outcome, after } = profileRun({ ...kernel, source });
    if (outcome.kind === "error") throw new Error(`the lab cell "${id}" does not run: ${outcome.error.message}`);
    const ran = { outcome, after: after! };
    runs.set(source, ran);
    return ran;
  };
  const cell: GoalCell = {
    code: kernel.source,
    defaultTrait: "counts",
    run: async (code) => launchTraits(launched(code).outcome),
    compareResults: async (code, expected) =>
      code === expected ? undefined : resultDifference(launched(code).after, launched(expected).after),
  };
  return { cell, launched };
}
