/** What loops keep in registers. In the lab's worker `fetched-kept-places.ts` takes the place of this file. */
export { withKeptPlaces } from "./loop-memory.ts";
