/** What is kept in registers though the text has it in memory: one file to fetch. */
export { withLocalArrays } from "./local-arrays.ts";
export { withKeptPlaces } from "./loop-memory.ts";
