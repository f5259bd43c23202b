/** Cooperative groups. In the lab's worker `fetched-groups.ts` takes the place of this file. */
export { callGroupFunction, callGroupMethod } from "./group-calls.ts";
