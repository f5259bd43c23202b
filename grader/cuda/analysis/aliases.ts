import type { Parameter, Program, Register, Special, Step, Value } from "../ir/program.ts";
import { eachStep } from "../ir/walk.ts";
import type { Definitions } from "./definitions.ts";
import type { BasedAddress } from "./value-numbers.ts";

/**
 * The memory that an address is in, as far as its text tells. What a parameter with `__restrict__` points to, by the parameter's number, no
 * other pointer reaches; "unchanged" is such memory in which the kernel stores nothing.
 */
export type Space = "shared" | "global" | "local" | "unknown" | "unchanged" | `restrict ${number}`;

/** Whether an address in the one space may be an address in the other. */
export function mayAlias(one: Space, other: Space): boolean {
  if (one === "unchanged" || other === "unchanged") return false;
  return one === other || one === "unknown" || other === "unknown";
}

/** Bytes of memory against a base: two ranges with one base can be compared. */
export interface ByteRange {
  /** Equal for equal addresses only. */
  readonly base: number;
  readonly from: number;
  readonly to: number;
}

export function byteRange({ base, bytes }: BasedAddress, length: number): ByteRange {
  return { base, from: bytes, to: bytes + length };
}

/** Whether two ranges are known to have no byte in common. */
export function areDisjoint(one: ByteRange, other: ByteRange): boolean {
  return one.base === other.base && (one.to <= other.from || other.to <= one.from);
}

/** The address that another one is so many elements behind: a register, a variable, or what cannot be taken apart. */
export function baseOf(address: Value): Value {
  return address.kind === "offset" ? baseOf(address.pointer) : address;
}

/**
 * The pointer that an address is an offset from, where it tells more of its array than the address does; undefined for any other. An
 * address in a temporary is followed to the step before.
 */
export function pointerBehind(address: Value, previous: Step | undefined): Value | undefined {
  const isJustSet = address.kind === "register" && previous?.kind === "set" && previous.register === address.register;
  const whole = isJustSet ? previous.value : address;
  const base = baseOf(whole);
  return base === whole || base.kind === "constant" || base.kind === "special" || base.kind === "symbol" ? undefined : base;
}

const SPACES: Partial<Record<Special, Space>> = { sharedBase: "shared", dynamicSharedBase: "shared", localBase: "local" };

/** The space of an address, by its base. @param spaceOfRegister the space of what a register points to */
export function spaceOf(address: Value, spaceOfRegister: (register: Register) => Space): Space {
  const base = baseOf(address);
  switch (base.kind) {
    case "special":
      return SPACES[base.special] ?? "unknown";
    case "symbol":
      return "global";
    case "register":
      return spaceOfRegister(base.register);
    default:
      return "unknown";
  }
}

/** The space of an address that is in a variable of the text, of whose address registers hold copies; "unknown" for any other. */
export function spaceOfVariable(address: Value, definitions: Definitions): Space {
  const followed = new Set<Register>();
  for (let base = baseOf(address); ;) {
    if (base.kind !== "register") return spaceOf(base, () => "unknown");
    const value = followed.has(base.register) ? undefined : definitions.onlyValue(base.register);
    if (!value) return "unknown";
    followed.add(base.register);
    base = baseOf(value);
  }
}

/** The space that each of a kernel's pointers is into. None is into a block's shared memory. */
export function parameterSpaces({ body, parameters }: Program, definitions: Definitions): ReadonlyMap<Register, Space> {
  const pointers = parameters.filter(({ register }) => register.type === "ptr");
  const changed = pointers.some(({ isRestrict }) => isRestrict) ? basesOf(body, ["store", "atomic"], definitions) : undefined;
  return new Map(
    pointers.map(({ register, isRestrict }) => {
      if (!isRestrict) return [register, "global"];
      return [register, changed && !changed.has(register) ? "unchanged" : `restrict ${register.number}`];
    }),
  );
}

/**
 * Whether `__restrict__` promises that what a kernel stores is not what it loads: of a pointer that is stored through and another one that
 * is loaded through, one at least has the word.
 */
export function promisesNoAlias({ body, parameters }: Program, definitions: Definitions): boolean {
  const pointers = parameters.filter(({ register }) => register.type === "ptr");
  if (!pointers.some(({ isRestrict }) => isRestrict)) return false;
  const through = (kinds: readonly Step["kind"][]): readonly Parameter[] => {
    const bases = basesOf(body, kinds, definitions);
    return bases ? pointers.filter(({ register }) => bases.has(register)) : pointers;
  };
  const stored = through(["store", "atomic"]);
  const loaded = through(["load"]);
  return stored.every((one) => loaded.every((other) => one === other || one.isRestrict || other.isRestrict));
}

/** The base registers of the addresses of some kinds of steps; undefined if any register may be one. */
function basesOf(steps: readonly Step[], kinds: readonly Step["kind"][], definitions: Definitions): ReadonlySet<Register> | undefined {
  const addresses: Value[] = [];
  eachStep(steps, (step) => {
    if ("address" in step && kinds.includes(step.kind)) addresses.push(step.address);
  });
  const bases = new Set<Register>();
  for (let address = addresses.pop(); address; address = addresses.pop()) {
    const base = baseOf(address);
    if (base.kind === "select") addresses.push(base.then, base.otherwise);
    else if (base.kind === "register" && !bases.has(base.register)) {
      bases.add(base.register);
      for (const step of definitions.of(base.register)) {
        if (step.kind !== "set") return undefined;
        addresses.push(step.value);
      }
    } else if (base.kind !== "register" && base.kind !== "special" && base.kind !== "symbol") return undefined;
  }
  return bases;
}
