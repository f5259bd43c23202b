/** Which formats cannot be printed. In the lab's worker `fetched-refused-format.ts` takes the place of this file. */
export { refusedFormat } from "./print-format.ts";
