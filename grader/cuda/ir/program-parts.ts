import { kernelTooLarge } from "../errors/launch-errors.ts";
import type { AccessSite } from "./access-site.ts";
import type { Label, Program, Register, RegisterArray, ScalarType, Step } from "./program.ts";
import { eachStep } from "./walk.ts";

/** A kernel with more registers is refused: calls and loops that are written out can make any text large. */
const MAX_REGISTERS = 40_000;

/** The numbered parts of a program that is being made or rewritten: registers, arrays, access sites and labels. */
export class ProgramParts {
  readonly registers: Register[];
  readonly arrays: RegisterArray[];
  readonly sites: AccessSite[];
  readonly #rewritten: Program | undefined;
  #labels: number | undefined;

  /** @param rewritten a program that is rewritten: its parts come first */
  constructor(rewritten?: Program) {
    this.registers = [...(rewritten?.registers ?? [])];
    this.arrays = [...(rewritten?.arrays ?? [])];
    this.sites = [...(rewritten?.sites ?? [])];
    this.#rewritten = rewritten;
  }

  /** @throws RangeError if there are too many */
  register(type: ScalarType, name = "", declared?: Register["declared"]): Register {
    const register: Register = { number: this.registers.length, type, name, ...(declared && { declared }) };
    this.registers.push(register);
    if (this.registers.length > MAX_REGISTERS) throw kernelTooLarge();
    return register;
  }

  array(type: ScalarType, length: number, name: string, isOwn = false): RegisterArray {
    const array: RegisterArray = { number: this.arrays.length, type, length, name, isOwn };
    this.arrays.push(array);
    return array;
  }

  addSite(site: Omit<AccessSite, "number">): AccessSite {
    const numbered = { number: this.sites.length, ...site };
    this.sites.push(numbered);
    return numbered;
  }

  label(): Label {
    this.#labels ??= labelsIn(this.#rewritten?.body ?? []);
    return this.#labels++;
  }

  /** The rewritten program, with these parts and another body. */
  programWith(body: readonly Step[]): Program {
    if (!this.#rewritten) throw new Error("no program is rewritten");
    const { registers, arrays, sites } = this;
    return { ...this.#rewritten, registers, arrays, sites, body };
  }
}

/** One more than the highest label. */
function labelsIn(steps: readonly Step[]): number {
  let labels = 0;
  eachStep(steps, (step) => {
    if (step.kind === "loop" || step.kind === "block") labels = Math.max(labels, step.label + 1);
  });
  return labels;
}
