import type { Made } from "./context.ts";
import { isChangeOf, unrollingsIn } from "./loops.ts";
import { SCALAR_BYTES, type Register, type RegisterArray, type ScalarType, type Step, type Value } from "../ir/program.ts";
import { arithmetic, constant, convert, bits } from "../ir/values.ts";
import { eachStep, operandsOf, settersIn, valuesOf, withParts, type Setters } from "../ir/walk.ts";

/** More parts than an address or an index has: what is larger stays in memory. */
const MOST_PARTS = 64;

/** An address in a thread's memory: bytes from its beginning, and what is added for each index. */
interface LocalAddress {
  readonly bytes: number;
  readonly terms: readonly { readonly index: Value; readonly bytes: number }[];
}

/** A variable in a thread's memory, from its first byte, with all that accesses it. */
interface Variable {
  readonly start: number;
  readonly end: number;
  type: ScalarType | undefined;
  isInRegisters: boolean;
  array: RegisterArray | undefined;
}

/**
 * Keeps a thread's own arrays in registers although something points to them, where a compiler does: when every access says which elements
 * it means, once the loops are unrolled as a whole, and all are of one size. `reinterpret_cast<float4*>(&own[i])[0] = in[k]` sets four registers.
 */
export function withLocalArrays(steps: readonly Step[], made: Made): readonly Step[] {
  const arrays = new LocalArrays(steps, made);
  return arrays.areThere ? arrays.replaced(steps) : steps;
}

class LocalArrays {
  readonly #made: Made;
  readonly #sets: Setters;
  readonly #counters = new Set<Register>();
  readonly #variables: Variable[] = [];

  constructor(steps: readonly Step[], made: Made) {
    this.#made = made;
    this.#sets = settersIn(steps);
    for (const [loop, { kind }] of unrollingsIn(steps)) {
      if (kind !== "whole") continue;
      for (const step of loop.step) if (step.kind === "set" && isChangeOf(step.value, step.register)) this.#counters.add(step.register);
    }
    const { localStarts: starts, localBytes } = made;
    for (const [i, start] of starts.entries())
      this.#variables.push({ start, end: starts[i + 1] ?? localBytes, type: undefined, isInRegisters: true, array: undefined });
    eachStep(steps, (step) => this.#look(step));
  }

  get areThere(): boolean {
    return this.#variables.some(({ isInRegisters, type }) => isInRegisters && type !== undefined);
  }

  /** The steps with registers in place of what is in them. */
  replaced(steps: readonly Step[]): Step[] {
    if (this.#variables.every(({ isInRegisters }) => isInRegisters)) this.#made.localBytes = 0;
    return this.#walk(steps);
  }

  #walk(steps: readonly Step[]): Step[] {
    return steps.flatMap((step): Step[] => {
      const address = step.kind === "load" || step.kind === "store" ? this.#addressOf(step.address) : undefined;
      const variable = address && this.#variableAt(address);
      if (!address || !variable?.isInRegisters || (step.kind !== "load" && step.kind !== "store"))
        return [withParts(step, (part) => this.#walk(part))];
      const type = variable.type!;
      const array = (variable.array ??= this.#made.array(type, Math.ceil((variable.end - variable.start) / SCALAR_BYTES[type]), "local"));
      const { span } = step;
      const at = (component: number): Value => indexOf(address, variable.start, SCALAR_BYTES[type], component);
      if (step.kind === "store")
        return step.values.map((value, i) => ({ kind: "setElement", array, index: at(i), value: bits(type, value), span }));
      return step.into.map((register, i): Step => {
        const element: Value = { kind: "element", type, array, index: at(i) };
        return { kind: "set", register, value: bits(register.type, element), span };
      });
    });
  }

  /** Takes variables out whose accesses are not all known. */
  #look(step: Step): void {
    const isAccess = step.kind === "load" || step.kind === "store";
    for (const value of valuesOf(step)) {
      const address = value.type === "ptr" ? this.#addressOf(value) : undefined;
      const isOwn =
        address !== undefined &&
        ((isAccess && value === step.address) || (step.kind === "set" && this.#sets.get(step.register)!.length === 1));
      if (!isOwn || (isAccess && step.site.isVolatile)) this.#takeOut(value);
      else if (isAccess)
        this.#access(address, step.kind === "load" ? step.into.map(({ type }) => type) : step.values.map(({ type }) => type));
    }
  }

  #access(address: LocalAddress, types: readonly ScalarType[]): void {
    const variable = this.#variableAt(address);
    if (!variable) return;
    const [type] = types;
    const bytes = SCALAR_BYTES[type!];
    const isWhole = [address.bytes - variable.start, ...address.terms.map((term) => term.bytes)].every((each) => each % bytes === 0);
    const isKnown = address.terms.every(({ index }) => this.#isKnown(index));
    variable.type ??= type;
    if (!isWhole || !isKnown || types.some((other) => !haveSameBits(other, variable.type!))) variable.isInRegisters = false;
  }

  /** Whether an index is a constant once the loops are unrolled. */
  #isKnown(index: Value, parts = { left: MOST_PARTS }): boolean {
    if (--parts.left < 0) return false;
    if (index.kind === "constant") return true;
    if (index.kind === "register") {
      if (this.#counters.has(index.register)) return true;
      const sets = this.#sets.get(index.register) ?? [];
      const [set] = sets;
      return sets.length === 1 && set?.kind === "set" && this.#isKnown(set.value, parts);
    }
    return (index.kind === "arithmetic" || index.kind === "convert") && operandsOf(index).every((operand) => this.#isKnown(operand, parts));
  }

  /** What a value may point to stays in memory. */
  #takeOut(value: Value): void {
    const address = value.type === "ptr" ? this.#addressOf(value) : undefined;
    const variable = address && this.#variableAt(address);
    if (variable) variable.isInRegisters = false;
    else if (isLocalBase(value)) for (const each of this.#variables) each.isInRegisters = false;
    else for (const operand of operandsOf(value)) this.#takeOut(operand);
  }

  #variableAt({ bytes }: LocalAddress): Variable | undefined {
    return this.#variables.findLast(({ start }) => start <= bytes);
  }

  #addressOf(value: Value, parts = { left: MOST_PARTS }): LocalAddress | undefined {
    if (--parts.left < 0) return undefined;
    if (isLocalBase(value)) return { bytes: 0, terms: [] };
    if (value.kind === "register") {
      const sets = this.#sets.get(value.register) ?? [];
      const [set] = sets;
      return sets.length === 1 && set?.kind === "set" ? this.#addressOf(set.value, parts) : undefined;
    }
    if (value.kind !== "offset") return undefined;
    const address = this.#addressOf(value.pointer, parts);
    if (!address) return undefined;
    const { index, bytes } = value;
    if (index.kind === "constant") return { ...address, bytes: address.bytes + Number(index.value) * bytes };
    return { ...address, terms: [...address.terms, { index, bytes }] };
  }
}

/** Whether a register of the one type can hold the bits of the other. */
function haveSameBits(one: ScalarType, other: ScalarType): boolean {
  if (one === other) return true;
  return [one, other].every((type) => type !== "bool" && type !== "ptr") && SCALAR_BYTES[one] === SCALAR_BYTES[other];
}

function isLocalBase(value: Value): boolean {
  return value.kind === "special" && value.special === "localBase";
}

function indexOf({ bytes, terms }: LocalAddress, start: number, size: number, component: number): Value {
  return terms.reduce<Value>(
    (sum, term) => arithmetic("i32", "+", sum, arithmetic("i32", "*", convert("i32", term.index), constant("i32", term.bytes / size))),
    constant("i32", (bytes - start) / size + component),
  );
}
