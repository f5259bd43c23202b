/** What `printf` prints. In the lab's worker `fetched-formatted.ts` takes the place of this file. */
export { formatted } from "./print-text.ts";
