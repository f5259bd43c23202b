import { dataDependentStores } from "../analysis/data-dependent-stores.ts";
import type { Program } from "../ir/program.ts";

const known = new WeakMap<Program, ReadonlySet<number>>();

/** Whether it depends on what was read from memory which elements the stores of some sites write. */
export function dependOnData(program: Program, sites: Iterable<number>): boolean {
  let dependent = known.get(program);
  if (!dependent) known.set(program, (dependent = dataDependentStores(program)));
  for (const site of sites) if (dependent.has(site)) return true;
  return false;
}
