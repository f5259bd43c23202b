/** Conditions of `#if`. In the lab's worker `fetched-conditions.ts` takes the place of this file. */
export { conditionHolds } from "./macro-condition.ts";
