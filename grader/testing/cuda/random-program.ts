import type { AccessSite } from "#cuda/ir/access-site.ts";
import {
  SCALAR_BYTES,
  type Program,
  type Register,
  type RegisterArray,
  type ScalarType,
  type Special,
  type Step,
  type Value,
} from "#cuda/ir/program.ts";
import { arithmetic, constant, convert as converted, get, offset } from "./program-builder.ts";
import type { ProgramLaunch } from "#cuda/machine/run-program.ts";

/** A random program with a launch, the same for a seed on every machine. */
export interface RandomProgram {
  readonly program: Program;
  readonly launch: ProgramLaunch;
}

/** Each kind of number has a region of memory of its own, so that the bits of a NaN are never read as an integer. */
const REGIONS: readonly (readonly ScalarType[])[] = [
  ["i32", "u32"],
  ["f32"],
  ["i64", "u64"],
  ["f64"],
  ["i8", "u8", "bool"],
  ["i16", "u16"],
];
export const REGION_BYTES = 512;
export const FIRST_REGION = 256;
export const MEMORY_BYTES = FIRST_REGION + REGIONS.length * REGION_BYTES + 2048;

export function regionOf(type: ScalarType): number {
  return FIRST_REGION + REGION_BYTES * REGIONS.findIndex((types) => types.includes(type));
}

const NUMBERS: readonly ScalarType[] = [
  "i32",
  "u32",
  "i32",
  "u32",
  "i32",
  "u32",
  "f32",
  "i64",
  "u64",
  "i64",
  "u64",
  "f64",
  "i8",
  "u8",
  "i16",
  "u16",
];
const WHOLE: readonly ScalarType[] = ["i32", "u32", "i64", "u64"];
const isFloating = (type: ScalarType): boolean => type === "f32" || type === "f64";
const LANE: Value = { kind: "special", type: "u32", special: "lane" };
const THREAD: Value = { kind: "special", type: "u32", special: "threadIdx.x" };
const NO_SPAN = { from: 0, to: 0 };

/** A value converted to the type, if it has another one. */
function convert(type: ScalarType, operand: Value): Value {
  return operand.type === type ? operand : converted(type, operand);
}

/** Small and quick: Mulberry32. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export function randomProgram(seed: number): RandomProgram {
  return new Generator(seed).generate();
}

class Generator {
  readonly #random: (below: number) => number;
  readonly #registers: Register[] = [];
  readonly #arrays: RegisterArray[] = [];
  readonly #sites: AccessSite[] = [];
  #scope: Register[] = [];
  /** Labels of the loops and blocks around, innermost last. */
  readonly #enclosing: { readonly label: number; readonly isLoop: boolean }[] = [];
  #label = 0;
  #size = 0;
  #loops = 0;

  constructor(seed: number) {
    this.#random = randomNumbers(seed);
  }

  generate(): RandomProgram {
    const parameters = (["i32", "u32", "i64", "u64", "f32"] as const).map((type) => this.#register(type, "p"));
    this.#scope.push(...parameters);
    for (let count = this.#random(3); count > 0; count--) {
      this.#arrays.push({ number: this.#arrays.length, type: this.#one(NUMBERS), length: 1 + this.#random(4), name: "a" });
    }
    const body = this.#list(0);
    const blocks = [[64, 1, 1], [32, 2, 1], [16, 4, 1], [8, 2, 3], [40, 1, 1], [20, 1, 1], [64, 1, 2], [32, 1, 1], [1, 7, 5], [4, 8, 2]] as const; // prettier-ignore
    const grids = [[1, 1, 1], [2, 1, 1], [3, 1, 1], [2, 2, 1], [1, 1, 2]] as const; // prettier-ignore
    const size = [4, 32, 64, 100, -3, 0, 2 ** 31 - 1, 1000][this.#random(8)]!;
    return {
      program: {
        kernel: "k",
        parameters: parameters.map((register) => ({ register })),
        registers: this.#registers,
        arrays: this.#arrays,
        body,
        sites: this.#sites,
        sharedBytes: 0,
        sharedVariables: [],
        dynamicShared: undefined,
        localBytes: 16,
        localVariables: [],
        symbols: [],
        formats: [],
      },
      launch: {
        grid: this.#one(grids),
        block: this.#one(blocks),
        parameters: [
          size,
          size >>> 0,
          this.#one([size, 2n ** 62n + 12345n, -(2n ** 60n) + 7n, 12, 2 ** 40]),
          this.#one([Math.abs(size), 2n ** 63n + 12345n, 8, 2 ** 52]),
          1.5,
        ],
        symbols: [],
        dynamicSharedBytes: 0,
      },
    };
  }

  #one<T>(choices: readonly T[]): T {
    return choices[this.#random(choices.length)]!;
  }

  #register(type: ScalarType, name: string): Register {
    const register = { number: this.#registers.length, type, name };
    this.#registers.push(register);
    return register;
  }

  #site(op: AccessSite["op"], bytesPerLane: number): AccessSite {
    const site = { number: this.#sites.length, op, bytesPerLane: bytesPerLane as AccessSite["bytesPerLane"], span: NO_SPAN };
    this.#sites.push(site);
    return site;
  }

  /** A list of steps with variables of its own. */
  #list(depth: number): Step[] {
    const outer = this.#scope;
    this.#scope = [...outer];
    const steps: Step[] = [];
    for (let count = this.#random(depth === 0 ? 6 : 3); count > 0; count--) {
      const type = this.#random(6) === 0 ? "bool" : this.#one(NUMBERS);
      const value = this.#value(type, 2);
      const register = this.#register(type, this.#random(2) ? "v" : "");
      // A variable that is not set yet is 0.
      if (register.name === "" || this.#random(4) > 0) steps.push({ kind: "set", register, value, span: NO_SPAN });
      // A register without a name is set once.
      this.#scope.push(register);
    }
    for (let count = 1 + this.#random(depth === 0 ? 10 : 5); count > 0; count--) {
      const step = this.#step(depth);
      if (!step) continue;
      steps.push(...step);
      const last = step.at(-1)!;
      if (last.kind === "leave" || last.kind === "again" || last.kind === "exit") break;
    }
    this.#scope = outer;
    return steps;
  }

  #settable(types: readonly ScalarType[]): Register {
    const found = this.#scope.filter(({ type, name }) => types.includes(type) && name !== "" && name !== "counter");
    if (found.length > 0 && this.#random(3) > 0) return this.#one(found);
    const register = this.#register(this.#one(types), "");
    return register;
  }

  /** Steps that set a register, which can be used after them in the same list. */
  #setting(types: readonly ScalarType[], step: (register: Register) => Step): Step[] {
    const register = this.#settable(types);
    const set = step(register);
    if (register.name === "") this.#scope.push(register);
    return [set];
  }

  #step(depth: number): Step[] | undefined {
    if (this.#size++ > 60) return undefined;
    const span = NO_SPAN;
    switch (this.#random(22)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return this.#setting([...NUMBERS, "bool"], (register) => ({ kind: "set", register, value: this.#value(register.type, 3), span }));
      case 4: {
        const type = this.#one(NUMBERS);
        const into = [this.#settable([type])];
        if (this.#random(3) === 0 && SCALAR_BYTES[type] <= 4) into.push(this.#register(type, ""));
        const bytes = SCALAR_BYTES[type] * into.length;
        const address = this.#address(type, bytes);
        this.#scope.push(...into.filter(({ name }) => name === ""));
        return this.#located({ kind: "load", site: this.#site("load", bytes), address, into, span });
      }
      case 5:
      case 6:
      case 7: {
        const type = this.#one<ScalarType>([...NUMBERS, "bool"]);
        const values = [this.#value(type, 2)];
        if (this.#random(3) === 0 && SCALAR_BYTES[type] <= 4) values.push(this.#value(type, 1));
        const bytes = SCALAR_BYTES[type] * values.length;
        return this.#located({ kind: "store", site: this.#site("store", bytes), address: this.#address(type, bytes), values, span });
      }
      case 8: {
        const type = this.#one<ScalarType>(["i32", "u32", "f32", "u64"]);
        const operators = type === "f32" ? (["add", "exchange", "min"] as const) : (["add", "sub", "exchange", "min", "max", "cas", "and", "or", "xor"] as const); // prettier-ignore
        const operator = type === "u32" ? this.#one([...operators, "inc", "dec"] as const) : this.#one(operators);
        const components = type === "f32" && operator === "add" ? this.#one([1, 2, 4]) : 1;
        const operands = Array.from({ length: operator === "cas" ? 2 : components }, () => this.#value(type, 1));
        const address = this.#address(type, components * SCALAR_BYTES[type]);
        const site = this.#site("atomic", components * SCALAR_BYTES[type]);
        if (this.#random(2)) return this.#located({ kind: "atomic", site, operator, type, address, operands, into: [], span });
        const into = Array.from({ length: components }, (_, i) => (i === 0 ? this.#settable([type]) : this.#register(type, "")));
        this.#scope.push(...into.filter(({ name }) => name === ""));
        return this.#located({ kind: "atomic", site, operator, type, address, operands, into, span });
      }
      case 9:
      case 10:
      case 11:
        if (depth > 3) return undefined;
        return [
          {
            kind: "if",
            test: this.#value("bool", 2),
            then: this.#list(depth + 1),
            otherwise: this.#random(2) ? this.#list(depth + 1) : [],
            span,
          },
        ];
      case 12:
      case 13:
        return depth > 3 || this.#loops > 3 ? undefined : this.#loop(depth);
      case 14: {
        if (depth > 3) return undefined;
        const label = this.#label++;
        this.#enclosing.push({ label, isLoop: false });
        const body = this.#list(depth + 1);
        this.#enclosing.pop();
        return [{ kind: "block", label, body, span }];
      }
      case 15:
      case 16: {
        if (depth === 0) return undefined;
        const target = this.#enclosing.length > 0 ? this.#one(this.#enclosing) : undefined;
        if (!target || this.#random(8) === 0) return [{ kind: "exit", span }];
        return [{ kind: target.isLoop && this.#random(2) ? "again" : "leave", label: target.label, span }];
      }
      case 17: {
        const type = this.#one<ScalarType>(["i32", "u32", "f32", "i64", "f64"]);
        const value = this.#value(type, 2);
        const mode = this.#one(["index", "up", "down", "xor"] as const);
        const lane = this.#random(3) ? constant("i32", this.#random(32)) : this.#value("i32", 1);
        const width = constant("i32", this.#one([32, 32, 16, 8, 1]));
        return this.#setting([type], (into) => ({ kind: "shuffle", mode, mask: this.#lanesMask(), value, lane, width, into, span }));
      }
      case 18: {
        const mask = this.#lanesMask();
        const mode = this.#one(["ballot", "any", "all", "uni", "match-any", "match-all", "reduce-add", "reduce-min", "reduce-max", "reduce-and", "reduce-or", "reduce-xor"] as const); // prettier-ignore
        const isBit = mode === "ballot" || mode === "any" || mode === "all" || mode === "uni";
        const value = this.#value(isBit ? this.#one<ScalarType>(["bool", "i32"]) : this.#one<ScalarType>(["i32", "u32"]), 2);
        const types: readonly ScalarType[] = mode === "any" || mode === "all" ? ["bool", "i32"] : ["u32", "i32"];
        return this.#setting(mode.startsWith("reduce") ? [value.type] : types, (into) => ({ kind: "vote", mode, mask, value, into, span }));
      }
      case 19:
      case 20:
        return this.#neighbours();
      default: {
        if (this.#arrays.length > 0 && this.#random(2)) {
          const array = this.#one(this.#arrays);
          return [{ kind: "setElement", array, index: this.#index(array), value: this.#value(array.type, 2), span }];
        }
        if (this.#random(3)) return [{ kind: "warpBarrier", mask: this.#lanesMask(), span }];
        const reduce = this.#one([undefined, "count", "and", "or"] as const);
        if (!reduce) return [{ kind: "barrier", reduce, test: undefined, into: undefined, span }];
        const test = this.#value("bool", 2);
        return this.#setting(["i32"], (into) => ({ kind: "barrier", reduce, test, into, span }));
      }
    }
  }

  /** A loop that ends: with few passes, the same for all lanes or not. */
  #loop(depth: number): Step[] {
    this.#loops++;
    const span = NO_SPAN;
    const label = this.#label++;
    const type = this.#one<ScalarType>(["i32", "u32", "i64"]);
    const counter = this.#register(type, "counter");
    const start = this.#random(2) ? constant(type, 0) : convert(type, this.#special());
    const by = constant(type, 1 + this.#random(3));
    const limit =
      this.#random(2) === 0
        ? constant(type, this.#random(5))
        : convert(type, { kind: "arithmetic", type: "u32", operator: "&", left: this.#value("u32", 1), right: constant("u32", 3) });
    // Passes have a counter of their own, from 0: the loop's counter may start anywhere.
    const passes = this.#register(type, "counter");
    this.#scope.push(counter);
    this.#enclosing.push({ label, isLoop: true });
    const inner = this.#list(depth + 1);
    this.#enclosing.pop();
    this.#scope.pop();
    const add = (register: Register, value: Value): Step => ({
      kind: "set",
      register,
      value: { kind: "arithmetic", type, operator: "+", left: get(register), right: value },
      span,
    });
    const test: Value = { kind: "comparison", type: "bool", operator: ">=", left: get(passes), right: limit };
    return [
      { kind: "set", register: counter, value: start, span },
      { kind: "set", register: passes, value: constant(type, 0), span },
      {
        kind: "loop",
        label,
        body: [{ kind: "if", test, then: [{ kind: "leave", label, span }], otherwise: [], span }, ...inner],
        step: [add(counter, by), add(passes, constant(type, 1)), ...(this.#random(4) === 0 ? [{ kind: "if" as const, test: { ...test, operator: ">" as const }, then: [{ kind: "leave" as const, label, span }], otherwise: [], span }] : [])], // prettier-ignore
        span,
      },
    ];
  }

  #lanesMask(): Value {
    return this.#one<Value>([
      constant("u32", 0xffff_ffff),
      constant("u32", 0xffff_ffff),
      { kind: "special", type: "u32", special: "activeMask" },
      { kind: "special", type: "u32", special: "activeMask" },
      constant("u32", 0xffff),
      this.#value("u32", 1),
    ]);
  }

  #special(): Value {
    const special = this.#one<Special>(["threadIdx.x", "threadIdx.x", "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockDim.x", "gridDim.x", "lane", "lane", "activeMask"]); // prettier-ignore
    return { kind: "special", type: "u32", special };
  }

  #index(array: RegisterArray): Value {
    return this.#random(3) ? constant("i32", this.#random(array.length)) : this.#value("i32", 1);
  }

  #address(type: ScalarType, bytes: number): Value {
    const base = constant("ptr", regionOf(type));
    if (this.#random(3) === 0) return this.#near(type, bytes);
    const count = REGION_BYTES / bytes;
    const indexType = this.#one(WHOLE);
    const raw = this.#value(indexType, 2);
    const index: Value =
      this.#random(3) === 0 && !isFloating(type)
        ? raw
        : { kind: "arithmetic", type: indexType, operator: "&", left: raw, right: constant(indexType, count - 1) };
    if (this.#random(8) === 0 && bytes <= 8 && !isFloating(type)) {
      // Local memory, and an address by way of an integer.
      const local: Value = { kind: "special", type: "ptr", special: "localBase" };
      return this.#random(2) ? local : convert("ptr", convert(this.#one<ScalarType>(["u64", "i64"]), local));
    }
    return { kind: "offset", type: "ptr", pointer: base, index, bytes, ...this.#row(count) };
  }

  /** The length of a row for some subscripts, which others leave. */
  #row(count: number): { length?: number } {
    return this.#random(3) === 0 ? { length: 1 + this.#random(count) } : {};
  }

  /** An access, sometimes with its address in a temporary, or as an offset from a pointer in a variable. */
  #located(step: Extract<Step, { address: Value }>): Step[] {
    const { address } = step;
    if (address.kind === "offset" && this.#random(4) === 0) {
      const pointer = this.#register("ptr", "pointer");
      const moved = arithmetic("+", convert("i64", address.pointer), convert("i64", this.#one([LANE, THREAD, constant("u32", 0)])));
      const set: Step = { kind: "set", register: pointer, value: this.#random(2) ? address.pointer : convert("ptr", moved), span: NO_SPAN };
      return [set, ...this.#located({ ...step, address: { ...address, pointer: get(pointer) } })];
    }
    if (this.#random(2)) return [step];
    const register = this.#register("ptr", "");
    return [
      { kind: "set", register, value: step.address, span: NO_SPAN },
      { ...step, address: get(register) },
    ];
  }

  /** Evenly spaced, unless it wraps around. */
  #near(type: ScalarType, bytes: number): Value {
    const index = arithmetic(this.#one(["+", "+", "-"] as const), this.#one([LANE, THREAD]), constant("u32", this.#random(3)));
    return { ...offset(constant("ptr", regionOf(type)), index, bytes), ...this.#row(40) };
  }

  /** A load and a store side by side: lanes read values that others write. */
  #neighbours(): Step[] {
    const type = this.#one(NUMBERS);
    const bytes = SCALAR_BYTES[type];
    const into = this.#register(type, "");
    const value = this.#value(type, 1);
    const load: Step = { kind: "load", site: this.#site("load", bytes), address: this.#near(type, bytes), into: [into], span: NO_SPAN };
    const site = this.#site("store", bytes);
    this.#scope.push(into);
    const isLoadFirst = this.#random(2) === 0;
    const values = [isLoadFirst ? get(into) : value];
    const store: Step = { kind: "store", site, address: this.#near(type, bytes), values, span: NO_SPAN };
    return isLoadFirst ? [load, store] : [store, load];
  }

  #value(type: ScalarType, depth: number): Value {
    const known = this.#scope.filter((register) => register.type === type);
    if (known.length > 0 && this.#random(3) === 0) return get(this.#one(known));
    if (depth <= 0) return this.#leaf(type);
    if (type === "bool") return this.#bool(depth);
    const value = (of: ScalarType): Value => this.#value(of, depth - 1);
    switch (this.#random(10)) {
      case 0:
        return convert(type, value(this.#one([...NUMBERS, "bool"])));
      case 1: {
        const array = this.#arrays.find((one) => one.type === type);
        if (array) return { kind: "element", type, array, index: this.#index(array) };
        return { kind: "select", type, test: this.#value("bool", depth - 1), then: value(type), otherwise: value(type) };
      }
      case 2:
        if (isFloating(type)) return { kind: "negate", type, operand: value(type) };
        return { kind: this.#random(2) ? "negate" : "complement", type, operand: value(type) };
      case 3: {
        const pairs: Partial<Record<ScalarType, ScalarType>> = { f32: "i32", i32: "u32", u32: "f32", f64: "i64", i64: "u64", u64: "i64", i8: "u8", u8: "i8", i16: "u16", u16: "i16" }; // prettier-ignore
        return { kind: "bits", type, operand: value(pairs[type]!) };
      }
      case 4:
        return convert(type, this.#special());
      default: {
        if (isFloating(type))
          return { kind: "arithmetic", type, operator: this.#one(["+", "-", "*", "/"] as const), left: value(type), right: value(type) };
        const operator = this.#one(["+", "+", "+", "-", "-", "*", "*", "/", "%", "&", "|", "^", "<<", ">>"] as const);
        const powers = [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 63, 64, 100];
        const small = constant(type, this.#one(powers));
        if (operator === "<<" || operator === ">>") {
          const count = this.#random(4) ? constant("u32", this.#one([0, 1, 2, 3, 5, 8, 31])) : convert("u32", value("u32"));
          return { kind: "arithmetic", type, operator, left: value(type), right: count };
        }
        return { kind: "arithmetic", type, operator, left: value(type), right: this.#random(2) ? small : value(type) };
      }
    }
  }

  #bool(depth: number): Value {
    const value = (of: ScalarType): Value => this.#value(of, depth - 1);
    switch (this.#random(6)) {
      case 0:
        return { kind: "logic", type: "bool", operator: this.#one(["&&", "||"] as const), left: value("bool"), right: value("bool") };
      case 1:
        return { kind: "not", type: "bool", operand: value("bool") };
      case 2:
        return convert("bool", value(this.#one(NUMBERS)));
      default: {
        const type = this.#one(NUMBERS);
        const operator = this.#one(["==", "!=", "<", ">", "<=", ">="] as const);
        return { kind: "comparison", type: "bool", operator, left: value(type), right: this.#random(2) ? this.#leaf(type) : value(type) };
      }
    }
  }

  #leaf(type: ScalarType): Value {
    if (type === "bool") return constant("bool", this.#random(2));
    if (!isFloating(type) && this.#random(2)) return convert(type, this.#special());
    if (isFloating(type)) return constant(type, this.#one([0, 1, -1.5, 0.25, 1e10, 3]));
    const choices: (number | bigint)[] = [0, 1, 2, 3, 5, 16, 32, 100];
    if (type === "i32" || type === "i64") choices.push(-1, -32, -(2 ** 31));
    if (type === "u32") choices.push(2 ** 32 - 1);
    if (type === "i64" || type === "u64") choices.push(2 ** 32, 2n ** 60n);
    return constant(type, this.#one(choices));
  }
}
