import type { Program, Register, Value } from "../ir/program.ts";
import { eachStep } from "../ir/walk.ts";
import { spaceOfVariable } from "./aliases.ts";
import type { Definitions } from "./definitions.ts";

/** The loads that only bring values to shared memory: `tile[i] = in[i]`. */
export function stagedLoads({ body }: Program, definitions: Definitions): ReadonlySet<number> {
  const stored = new Set<Register>();
  eachStep(body, (step) => {
    if (step.kind !== "store" || spaceOfVariable(step.address, definitions) !== "shared") return;
    for (const value of step.values) {
      const register = copiedRegister(value, definitions);
      if (register) stored.add(register);
    }
  });
  const staged = new Set<number>();
  eachStep(body, (step) => {
    if (step.kind === "load" && step.into.some((register) => stored.has(register))) staged.add(step.site.number);
  });
  return staged;
}

/** The register that a value is a copy of. */
function copiedRegister(value: Value, definitions: Definitions): Register | undefined {
  for (let copy: Value | undefined = value, steps = 0; copy && steps < 8; steps++) {
    if (copy.kind === "convert" || copy.kind === "bits") copy = copy.operand;
    else if (copy.kind !== "register") return undefined;
    else {
      const before: Value | undefined = definitions.onlyValue(copy.register);
      if (!before) return copy.register;
      copy = before;
    }
  }
  return undefined;
}
