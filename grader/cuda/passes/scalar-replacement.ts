import { Analyses } from "../analysis/analyses.ts";
import { arraysInMemory } from "../analysis/arrays-in-memory.ts";
import type { Definitions } from "../analysis/definitions.ts";
import type { UnrolledConstants } from "../analysis/unrolled-constants.ts";
import {
  SCALAR_BYTES,
  type MemoryVariable,
  type Program,
  type Register,
  type RegisterArray,
  type ScalarType,
  type Step,
  type Value,
} from "../ir/program.ts";
import { ProgramParts } from "../ir/program-parts.ts";
import { arithmetic, bits, call, constant, convert, read, unsignedOf } from "../ir/values.ts";
import { eachStep, operandsOf, valuesOf, withParts } from "../ir/walk.ts";
import type { Pass } from "./pass.ts";

/** An element's number is written out as a sum of so many terms at most. */
const MOST_TERMS = 32;
/** The widest access that is put together from narrower registers. */
const MOST_JOINED_BYTES = 4;

/** An address in a thread's memory: bytes from its beginning, and what is added for each index. */
interface LocalAddress {
  readonly bytes: number;
  readonly terms: readonly { readonly index: Value; readonly bytes: number }[];
}

/** A variable in local memory, with what its accesses have in common. */
interface LocalVariable {
  readonly memory: MemoryVariable;
  /** Of its registers: the type of the first access, or whole numbers as small as the smallest if the accesses differ in size. */
  type: ScalarType | undefined;
  isInRegisters: boolean;
  /** Whether an index of it is no constant, once the loops are unrolled. */
  hasOtherIndex: boolean;
  array: RegisterArray | undefined;
}

/**
 * Scalar replacement: a thread's own arrays go from local memory to registers although something points to them, when every access says
 * which elements it means, once the loops are unrolled as a whole. `reinterpret_cast<float4*>(&own[i])[0] = in[k]` sets four registers. Of a
 * double buffer, `own[side][i]`, a bit chooses between its halves: see `arraysInMemory`.
 * Where accesses are of 1, 2 and 4 bytes, a wide one is put together from narrow registers: `*(unsigned*)&pair` of a `half2`. A GPU has them
 * in one register, and it costs nothing.
 */
export const scalarReplacement: Pass<"definitions" | "unrolledConstants"> = {
  name: "scalar-replacement",
  needs: ["definitions", "unrolledConstants"],
  isLowering: true,
  run: (program, { definitions, unrolledConstants }) =>
    program.localBytes === 0 ? program : new ScalarReplacement(program, definitions, unrolledConstants).program(),
};

class ScalarReplacement {
  readonly #program: Program;
  #parts: ProgramParts;
  readonly #definitions: Definitions;
  readonly #constants: UnrolledConstants;
  /** Addresses in a thread's memory, by the registers that are set to them once. */
  readonly #addresses = new Map<Register, LocalAddress>();
  readonly #variables: readonly LocalVariable[];

  constructor(program: Program, definitions: Definitions, constants: UnrolledConstants) {
    this.#program = program;
    this.#parts = new ProgramParts(program);
    this.#definitions = definitions;
    this.#constants = constants;
    this.#variables = program.localVariables.map((memory) => ({
      memory,
      type: undefined,
      isInRegisters: true,
      hasOtherIndex: false,
      array: undefined,
    }));
    eachStep(program.body, (step) => this.#noteAddress(step));
    eachStep(program.body, (step) => this.#look(step));
  }

  /** The program with registers in place of what is in them. */
  program(): Program {
    if (this.#variables.every(({ isInRegisters, type }) => !isInRegisters || type === undefined)) return this.#program;
    let rewritten = this.#parts.programWith(this.#walk(this.#program.body));
    const inMemory = inMemoryAfterAll(
      rewritten,
      this.#variables.flatMap(({ hasOtherIndex, array }) => (hasOtherIndex && array ? [array] : [])),
    );
    if (inMemory.size > 0) {
      this.#parts = new ProgramParts(this.#program);
      for (const variable of this.#variables) {
        if (variable.array && inMemory.has(variable.array)) variable.isInRegisters = false;
        variable.array = undefined;
      }
      rewritten = this.#parts.programWith(this.#walk(this.#program.body));
    }
    return this.#variables.every(({ isInRegisters }) => isInRegisters) ? { ...rewritten, localBytes: 0, localVariables: [] } : rewritten;
  }

  #walk(steps: readonly Step[]): Step[] {
    return steps.flatMap((step): Step[] => {
      const address = step.kind === "load" || step.kind === "store" ? this.#addressOf(step.address) : undefined;
      const variable = address && this.#variableAt(address);
      if (!address || !variable?.isInRegisters || (step.kind !== "load" && step.kind !== "store"))
        return [withParts(step, (part) => this.#walk(part))];
      const type = variable.type!;
      const array = (variable.array ??= this.#parts.array(type, Math.ceil(variable.memory.bytes / SCALAR_BYTES[type]), "local"));
      const { span } = step;
      const at = (accessed: ScalarType, component: number): Value[] => {
        const parts = SCALAR_BYTES[accessed] / SCALAR_BYTES[type];
        return Array.from({ length: parts }, (_, part) =>
          indexOf(address, variable.memory.offset, SCALAR_BYTES[type], component * parts + part),
        );
      };
      if (step.kind === "store") {
        return step.values.flatMap((value, component): Step[] => {
          const indexes = at(value.type, component);
          if (indexes.length === 1) return [{ kind: "setElement", array, index: indexes[0]!, value: bits(type, value), span }];
          const whole = this.#parts.register("u32");
          const parts = indexes.map((index, part): Step => {
            const name = type === "u16" ? ["lower_half", "upper_half"][part]! : `byte_${part}`;
            return { kind: "setElement", array, index, value: call(type, `${name}.${type}`, read(whole)), span };
          });
          return [{ kind: "set", register: whole, value: convert("u32", bits(unsignedOf(value.type), value)), span }, ...parts];
        });
      }
      return step.into.map((register, component): Step => {
        const elements = at(register.type, component).map((index): Value => ({ kind: "element", type, array, index }));
        if (elements.length === 1) return { kind: "set", register, value: bits(register.type, elements[0]!), span };
        const whole = unsignedOf(register.type);
        const joined = call(whole, `${type === "u16" ? "join_halves" : "join_bytes"}.${whole}`, ...elements);
        return { kind: "set", register, value: bits(register.type, joined), span };
      });
    });
  }

  #noteAddress(step: Step): void {
    const address = step.kind === "set" && this.#definitions.of(step.register).length === 1 ? this.#addressOf(step.value) : undefined;
    if (step.kind === "set" && address) this.#addresses.set(step.register, address);
  }

  /** Takes variables out whose accesses are not all known. */
  #look(step: Step): void {
    const isAccess = step.kind === "load" || step.kind === "store";
    for (const value of valuesOf(step)) {
      const address = value.type === "ptr" ? this.#addressOf(value) : undefined;
      const isOwn =
        address !== undefined && ((isAccess && value === step.address) || (step.kind === "set" && this.#addresses.has(step.register)));
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
    const isWhole = [address.bytes - variable.memory.offset, ...address.terms.map((term) => term.bytes)].every(
      (each) => each % bytes === 0,
    );
    const isKnown = address.terms.every(({ index }) => this.#constants.has(index));
    variable.type = types.reduce<ScalarType | undefined>((common, other) => common && commonType(common, other), variable.type ?? type);
    if (!isWhole || variable.type === undefined) variable.isInRegisters = false;
    if (!isKnown) variable.hasOtherIndex = true;
  }

  /** Leaves in memory all that a value may point to. */
  #takeOut(value: Value): void {
    const address = value.type === "ptr" ? this.#addressOf(value) : undefined;
    const variable = address && this.#variableAt(address);
    if (variable) variable.isInRegisters = false;
    else if (isLocalBase(value)) for (const each of this.#variables) each.isInRegisters = false;
    else for (const operand of operandsOf(value)) this.#takeOut(operand);
  }

  #variableAt({ bytes }: LocalAddress): LocalVariable | undefined {
    return this.#variables.findLast(({ memory }) => memory.offset <= bytes);
  }

  #addressOf(value: Value): LocalAddress | undefined {
    if (isLocalBase(value)) return { bytes: 0, terms: [] };
    if (value.kind === "register") return this.#addresses.get(value.register);
    if (value.kind !== "offset") return undefined;
    const address = this.#addressOf(value.pointer);
    if (!address) return undefined;
    const { index, bytes } = value;
    if (index.kind === "constant") return { ...address, bytes: address.bytes + Number(index.value) * bytes };
    return address.terms.length < MOST_TERMS ? { ...address, terms: [...address.terms, { index, bytes }] } : undefined;
  }
}

/** Arrays with an index that is no constant which a compiler has in local memory all the same. */
function inMemoryAfterAll(program: Program, arrays: readonly RegisterArray[]): ReadonlySet<RegisterArray> {
  if (arrays.length === 0) return new Set();
  const { unrollings, definitions, evolution } = Analyses.of(program);
  return arraysInMemory(program.body, unrollings, definitions, evolution, new Set(arrays));
}

/** The type of registers that hold the bits of both types, of the wider one in several; undefined if there is none. */
function commonType(one: ScalarType, other: ScalarType): ScalarType | undefined {
  if (one === other) return one;
  if ([one, other].some((type) => type === "bool" || type === "ptr")) return undefined;
  if (SCALAR_BYTES[one] === SCALAR_BYTES[other]) return one;
  if (Math.max(SCALAR_BYTES[one], SCALAR_BYTES[other]) > MOST_JOINED_BYTES) return undefined;
  return unsignedOf(SCALAR_BYTES[one] < SCALAR_BYTES[other] ? one : other);
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
