/** What is kept in registers. In the lab's worker `fetched-kept-places.ts` takes the place of this file. */
export { withKeptPlaces, withLocalArrays } from "./kept-in-registers.ts";
