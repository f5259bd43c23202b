/** Packs of templates' parameters. In the lab's worker `fetched-packs.ts` takes the place of this file. */
export { expandFunction, expandLambda, expandSpecialization, expandTemplate } from "./pack-expansion.ts";
