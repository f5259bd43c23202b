import { totalsOf } from "#cuda/profile/totals.ts";
import type { RunTraits } from "../goals/goal.ts";
import type { LabProfile } from "../lab/profile.ts";

/** What a launch of a lab cell did, for the goals of the cell. */
export function launchTraits({ accesses, findings }: LabProfile): RunTraits {
  const counts = Object.entries(totalsOf(accesses)).map(([memory, totals]) => `${memory} ${JSON.stringify(totals)}`);
  return { traits: { counts }, isClean: findings.length === 0 };
}
