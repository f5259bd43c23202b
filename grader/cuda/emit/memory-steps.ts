import { SCALAR_BYTES, type ArithmeticOperator, type AtomicOperator, type ScalarType, type Step, type Value } from "../ir/program.ts";
import type { AccessSite } from "../ir/access-site.ts";
import { arithmeticText, readText, storageOf, writeText, type Call } from "./scalar.ts";
import type { LaneShapes } from "../analysis/lane-shapes.ts";
import { pointerBehind } from "../analysis/aliases.ts";
import { anyShape } from "../machine/shapes.ts";
import { nameOf, type Code } from "./code.ts";
import type { LaneGroups } from "./lane-groups.ts";
import type { LaneValues } from "./lane-values.ts";
import type { RegisterSteps } from "./register-steps.ts";
import type { Subscripts } from "./subscripts.ts";
import type { WarpValues } from "./warp-values.ts";

/** Writes loads, stores and atomics: a request of the warp first, then the bytes of the lanes that were granted it. */
export class MemorySteps {
  readonly #analysis: LaneShapes;
  readonly #code: Code;
  readonly #groups: LaneGroups;
  readonly #warp: WarpValues;
  readonly #lanes: LaneValues;
  readonly #registers: RegisterSteps;
  readonly #subscripts: Subscripts;
  #addressArray = 0;

  constructor(
    analysis: LaneShapes,
    code: Code,
    groups: LaneGroups,
    warp: WarpValues,
    lanes: LaneValues,
    registers: RegisterSteps,
    subscripts: Subscripts,
  ) {
    this.#analysis = analysis;
    this.#code = code;
    this.#groups = groups;
    this.#warp = warp;
    this.#lanes = lanes;
    this.#registers = registers;
    this.#subscripts = subscripts;
  }

  load(step: Step & { kind: "load" }): void {
    if (this.#groups.current.hasStores) this.#groups.flush();
    const { site, address, into } = step;
    const form = this.#analysis.shape(address).form;
    const { granted, at } = this.#request(site, address);
    let offset = 0;
    if (form !== "uniform") {
      this.#groups.current.granted.push(granted);
      this.#groups.current.hasLoads = true;
    }
    for (const register of into) {
      const bytes = SCALAR_BYTES[register.type];
      const read = readText(register.type, at(offset), this.#code.call);
      if (form === "uniform") {
        const name = this.#code.name("u");
        this.#code.out(`const ${name} = ${granted} !== 0 ? ${read} : 0;`);
        this.#registers.setUniform(register, name);
      } else this.#groups.setLane(register, read, `${granted} >>> l & 1 ? ${read} : 0`);
      offset += bytes;
    }
  }

  store(step: Step & { kind: "store" }): void {
    const { site, address, values } = step;
    if (this.#groups.current.hasLoads || this.#groups.current.hasStores) this.#groups.flush();
    const shape = this.#analysis.shape(address);
    const { granted, at } = this.#request(site, address);
    const isUniform = shape.form === "uniform" && values.every((value) => this.#analysis.shape(value).form === "uniform");
    // Lanes that are a component or more apart do not meet.
    const mayMeet = !isUniform && (shape.step === undefined || Math.abs(shape.step) < site.bytesPerLane);
    const lines: string[] = [];
    const differing: string[] = [];
    let offset = 0;
    for (const [index, value] of values.entries()) {
      const name = this.#code.name("x");
      const place = at(offset);
      lines.push(`const ${name} = ${this.#lanes.lane(value)};`, writeText(value.type, place, name, this.#code.call));
      if (mayMeet) {
        const storage = storageOf(value.type, this.#analysis.shape(value));
        const stored = `V${index}${storage}`;
        this.#code.scratch.add(`const ${stored} = new ${storage}(32);`);
        lines.push(`${stored}[l] = ${name};`);
        differing.push(`differ(${readText(value.type, place, this.#code.call)}, ${stored}[l])`);
      }
      offset += SCALAR_BYTES[value.type];
    }
    const text = lines.join(" ");
    if (isUniform) return (this.#code.lines.push(`if (${granted} !== 0) {`, text, "}"), undefined);
    this.#groups.current.granted.push(granted);
    this.#groups.current.hasStores = true;
    this.#groups.add(`{ ${text} }`, `if (${granted} >>> l & 1) { ${text} }`);
    if (!mayMeet) return;
    this.#groups.flush();
    const lost = this.#code.name("t");
    this.#code.lines.push(
      "if (Q.overwrittenLanes !== 0) {",
      `let ${lost} = 0;`,
      `for (let b = Q.overwrittenLanes; b !== 0; b &= b - 1) {`,
      "const l = 31 - Math.clz32(b & -b);",
      `if (${differing.join(" || ")}) ${lost} |= 1 << l;`,
      "}",
      `if (${lost} !== 0) Q.lostValues(${lost});`,
      "}",
    );
  }

  atomic(step: Step & { kind: "atomic" }): void {
    const { site, address, operator, type, operands, into } = step;
    this.#groups.flush();
    const { granted, at } = this.#request(site, address);
    const operandNames = operands.map(() => this.#code.name("x"));
    const values = operands.map((operand) => this.#lanes.lane(operand));
    const takers = into.filter((register) => this.#analysis.reads(register) > 0 && register.type !== "bool");
    const none = takers.map((register) => `${nameOf(register)}[l] = 0;`).join(" ");
    this.#code.lines.push(
      `for (let b = ${none ? "m" : granted}; b !== 0; b &= b - 1) {`,
      "const l = 31 - Math.clz32(b & -b);",
      ...(none ? [`if ((${granted} >>> l & 1) === 0) { ${none} continue; }`] : []),
      ...values.map((value, index) => `const ${operandNames[index]} = ${value};`),
    );
    const bytes = SCALAR_BYTES[type];
    for (let component = 0; component * bytes < site.bytesPerLane; component++) {
      const place = this.#code.name("p");
      const old = this.#code.name("o");
      const result = this.#code.name("x");
      const taker = into[component];
      this.#code.lines.push(
        `const ${place} = ${at(component * bytes)};`,
        `const ${old} = ${readText(type, place, this.#code.call)};`,
        `const ${result} = ${atomicText(operator, type, old, operandNames.slice(component), this.#code.call)};`,
        writeText(type, place, result, this.#code.call),
        ...(taker && takers.includes(taker) ? [`${nameOf(taker)}[l] = ${old};`] : []),
      );
    }
    this.#code.lines.push("}");
    this.#groups.drop();
  }

  /** `cp.async`: the machine moves the data itself. */
  copy({ source, destination, from, to, size }: Step & { kind: "copy" }): void {
    const arrays = [from, to, ...(size ? [size] : [])].map((value, index) => this.#laneArray(`AC${index}`, value));
    this.#groups.flush();
    this.#code.out(`Q.copy(${source.number}, ${destination.number}, m, ${arrays.join(", ")});`);
  }

  awaitCopies({ pending }: Step & { kind: "awaitCopies" }): void {
    const isUniform = pending !== undefined && this.#analysis.shape(pending).form === "uniform";
    const groups = pending && (isUniform ? this.#code.hoisted(this.#warp.uniform(pending)) : this.#laneArray("AC0", pending));
    this.#groups.flush();
    this.#code.out(groups === undefined ? "Q.awaitCopies(m);" : `Q.awaitCopies(m, ${groups});`);
  }

  /** The name of an array with a value of all lanes, once the group is flushed. */
  #laneArray(name: string, value: Value): string {
    this.#code.scratch.add(`const ${name} = new Float64Array(32);`);
    this.#groups.add(`${name}[l] = ${this.#lanes.lane(value)};`);
    return name;
  }

  /** The pointers that a request's addresses are offsets from, as text: one for all lanes, or 32. Undefined if one array is known. */
  #pointers(site: AccessSite, address: Value): string | undefined {
    const pointer = this.#analysis.hasOneOrigin(site.number) ? undefined : pointerBehind(address, this.#code.previous);
    if (!pointer) return undefined;
    const { form } = this.#analysis.shape(pointer);
    if (form === "uniform") return this.#code.hoisted(this.#warp.uniform(pointer));
    if (form === "affine") {
      const { base, step } = this.#warp.affine(pointer);
      return `spread(${this.#code.hoisted(base)}, ${this.#code.hoisted(step)})`;
    }
    const pointers = this.#code.name("H");
    this.#code.scratch.add(`const ${pointers} = new Float64Array(32);`);
    this.#groups.add(`${pointers}[l] = ${this.#lanes.again(pointer)};`);
    return pointers;
  }

  /** Requests an access. Returns the name of the mask of granted lanes, and the address of lane l, as text. */
  #request(site: AccessSite, address: Value): { readonly granted: string; readonly at: (offset: number) => string } {
    const shape = this.#analysis.shape(address);
    const granted = this.#code.name("g");
    const pointers = this.#pointers(site, address);
    const checks = this.#subscripts.check(address);
    if (shape.form === "varying") {
      const array = `A${(this.#addressArray ^= 1)}`;
      this.#code.scratch.add(`const ${array} = new Float64Array(32);`);
      this.#groups.add(`${array}[l] = ${this.#lanes.lane(address)};`);
      this.#groups.flush();
      this.#code.out(`const ${granted} = ${requested(site, checks(), array, pointers, `Q.access(${site.number}, m, ${array})`)};`);
      return { granted, at: (offset) => (offset === 0 ? `${array}[l]` : `(${array}[l] + ${offset})`) };
    }
    const { base, step } = this.#warp.affine(address);
    const first = this.#code.hoisted(base);
    const by = this.#code.hoisted(step);
    const addresses = `spread(${first}, ${by})`;
    this.#code.out(`const ${granted} = ${requested(site, checks(), addresses, pointers, `Q.run(${site.number}, m, ${first}, ${by})`)};`);
    const constant = shape.step;
    return {
      granted,
      at: (offset) => {
        const start = offset === 0 ? first : `${first} + ${offset}`;
        return constant === 0 ? `(${start})` : `(${start} + l * ${by})`;
      },
    };
  }
}

/**
 * The call that requests an access.
 *
 * @param exits names of what the checks of its subscripts found
 * @param pointers what the addresses are offsets from, where that says which array they are to be in
 */
function requested(
  { number }: AccessSite,
  exits: readonly string[],
  addresses: string,
  pointers: string | undefined,
  call: string,
): string {
  const request = pointers === undefined ? call : `Q.from(${number}, m, ${addresses}, ${pointers})`;
  if (exits.length === 0) return request;
  const areInside = exits.map((exit) => `${exit} === undefined`).join(" && ");
  return `${areInside} ? ${request} : Q.leaving(${number}, m, ${addresses}, [${exits.join(", ")}])`;
}

function atomicText(operator: AtomicOperator, type: ScalarType, old: string, [x, y]: readonly string[], call: Call): string {
  const any = anyShape(type);
  const arithmetic = (sign: ArithmeticOperator): string =>
    arithmeticText(type, sign, old, x!, { result: any, left: any, right: any }, call);
  switch (operator) {
    case "add":
      return arithmetic("+");
    case "sub":
      return arithmetic("-");
    case "and":
      return arithmetic("&");
    case "or":
      return arithmetic("|");
    case "xor":
      return arithmetic("^");
    case "exchange":
      return x!;
    case "min":
      return `(${x} < ${old} ? ${x} : ${old})`;
    case "max":
      return `(${x} > ${old} ? ${x} : ${old})`;
    case "inc":
      return `(${old} >= ${x} ? 0 : ${old} + 1)`;
    case "dec":
      return `(${old} === 0 || ${old} > ${x} ? ${x} : ${old} - 1)`;
    case "cas":
      return `(${old} === ${x} ? ${y} : ${old})`;
  }
}
