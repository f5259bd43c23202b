import { Analyses } from "../analysis/analyses.ts";
import type { Program } from "../ir/program.ts";
import { addressSpaces } from "./address-spaces.ts";
import { byteCopies } from "./byte-copies.ts";
import { deadCode } from "./dead-code.ts";
import { matrixSums } from "./matrix-sums.ts";
import type { Pass } from "./pass.ts";
import { promotion } from "./promotion.ts";
import { reductions } from "./reductions.ts";
import { redundantLoads } from "./redundant-loads.ts";
import { scalarReplacement } from "./scalar-replacement.ts";
import { siteNumbers } from "./site-numbers.ts";
import { warpgroupRegisters } from "./warpgroup-registers.ts";
import { warpgroupSums } from "./warpgroup-sums.ts";

/** The passes that stand for what nvcc does to a kernel's accesses, in order. */
export const PASSES: readonly Pass[] = [
  scalarReplacement,
  // What is in registers by now is copied without an access.
  byteCopies,
  promotion,
  redundantLoads,
  deadCode,
  reductions,
  addressSpaces,
  siteNumbers,
  matrixSums,
  warpgroupSums,
  warpgroupRegisters,
];

/** A translated program as a compiler leaves it. @param asWritten whether the accesses stay that it would leave out */
export function optimized(program: Program, asWritten = false): Program {
  const passes = asWritten ? PASSES.filter(({ isLowering }) => isLowering) : PASSES;
  return passes.reduce((before, pass) => pass.run(before, Analyses.of(before)), program);
}
