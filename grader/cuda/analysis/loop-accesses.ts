import type { Loop } from "../ir/loop.ts";
import type { Register, Step, Value } from "../ir/program.ts";
import { partsOf } from "../ir/walk.ts";
import { baseOf, spaceOf, type Space } from "./aliases.ts";
import type { Definitions } from "./definitions.ts";
import { LoopInvariants } from "./invariants.ts";

export type Load = Extract<Step, { kind: "load" }>;
export type Store = Extract<Step, { kind: "store" }>;

/** A load or store of a loop. */
export interface LoopAccess<S extends Load | Store = Load | Store> {
  readonly step: S;
  /** The address before the loop; undefined where it changes from pass to pass. */
  readonly address: Value | undefined;
  readonly space: Space;
}

/** The loads and stores of a loop, those of inner loops included. */
export class LoopAccesses {
  readonly all: readonly LoopAccess[];
  readonly #byStep = new Map<Step, LoopAccess>();
  readonly #spaceBefore: (address: Value) => Space;

  readonly #definitions: Definitions;

  /**
   * @param definitions in the loop
   * @param spaceBefore the space of an address before the loop
   * @param fixed a register that addresses are told in terms of although the loop sets it
   */
  constructor(loop: Loop, definitions: Definitions, spaceBefore: (address: Value) => Space, fixed?: Register) {
    this.#definitions = definitions;
    this.#spaceBefore = spaceBefore;
    const invariants = new LoopInvariants(this.#definitions, fixed);
    this.#find(loop.body, invariants.within(), new Map());
    this.#find(loop.step, invariants.within(), new Map());
    this.all = [...this.#byStep.values()];
  }

  of(step: Step): LoopAccess | undefined {
    return this.#byStep.get(step);
  }

  /** @param spaces of what registers point to that the loop has set before the steps, and nowhere else */
  #find(steps: readonly Step[], invariants: LoopInvariants, spaces: Map<Register, Space>): void {
    for (const step of steps) {
      if (step.kind === "load" || step.kind === "store") {
        const address = invariants.of(step.address);
        this.#byStep.set(step, { step, address, space: this.#spaceOf(address ?? step.address, spaces) });
      } else if (step.kind === "set" && this.#definitions.of(step.register).length === 1) {
        invariants.follow(step);
        spaces.set(step.register, this.#spaceOf(step.value, spaces));
      }
      for (const part of partsOf(step)) this.#find(part, invariants.within(), new Map(spaces));
    }
  }

  #spaceOf(address: Value, spaces: ReadonlyMap<Register, Space>): Space {
    return spaceOf(address, (register) => {
      const known = spaces.get(register);
      if (known !== undefined) return known;
      // A pointer that the loop moves stays in its memory.
      const isMoved = (step: Step): boolean => {
        const base = step.kind === "set" ? baseOf(step.value) : undefined;
        return base?.kind === "register" && base.register === register;
      };
      return this.#definitions.of(register).every(isMoved) ? this.#spaceBefore({ kind: "register", type: "ptr", register }) : "unknown";
    });
  }
}
