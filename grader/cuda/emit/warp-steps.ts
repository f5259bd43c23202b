import { instructionFacts } from "../ir/instructions.ts";
import type { Step, Value } from "../ir/program.ts";
import { storageOf, wrapped } from "./scalar.ts";
import type { LaneShapes } from "../analysis/lane-shapes.ts";
import { constantOf } from "../machine/shapes.ts";
import type { Code } from "./code.ts";
import type { LaneGroups } from "./lane-groups.ts";
import type { LaneValues } from "./lane-values.ts";
import type { RegisterSteps } from "./register-steps.ts";
import type { WarpValues } from "./warp-values.ts";

/** The order of `vote`'s numbers. */
export const VOTES = ["ballot", "any", "all", "uni", "match-any", "match-all", "reduce-add", "reduce-min", "reduce-max", "reduce-and", "reduce-or", "reduce-xor"] as const; // prettier-ignore

/** Writes collective steps: barriers, shuffles and votes; and `printf`. */
export class WarpSteps {
  readonly #analysis: LaneShapes;
  readonly #code: Code;
  readonly #groups: LaneGroups;
  readonly #warp: WarpValues;
  readonly #lanes: LaneValues;
  readonly #registers: RegisterSteps;
  #exchangeArray = 0;

  constructor(analysis: LaneShapes, code: Code, groups: LaneGroups, warp: WarpValues, lanes: LaneValues, registers: RegisterSteps) {
    this.#analysis = analysis;
    this.#code = code;
    this.#groups = groups;
    this.#warp = warp;
    this.#lanes = lanes;
    this.#registers = registers;
  }

  barrier({ reduce, test, into }: Step & { kind: "barrier" }): void {
    const holds = test ? this.#lanes.mask(test) : "0";
    this.#groups.flush();
    this.#code.out(`B.step = ${this.#code.stepNumber()}; B.mask = m; B.live = live; B.holds = ${holds} & m; yield;`);
    if (reduce && into) this.#registers.setUniform(into, this.#code.hoisted(`B.${reduce}`));
  }

  shuffle(step: Step & { kind: "shuffle" }): void {
    const { mode, value, lane, width, into } = step;
    if (this.#analysis.shape(value).form === "uniform") {
      this.#groups.flush();
      this.sync(step.mask);
      return this.#registers.setUniform(into, this.#code.hoisted(`${this.#warp.uniform(value)}`));
    }
    const array = this.#exchanged(value);
    this.sync(step.mask);
    const groups = constantOf(this.#analysis.shape(width)) === 32 ? "32" : this.#lanes.lane(width);
    const source = `sourceLane(${["index", "up", "down", "xor"].indexOf(mode)}, l, ${this.#lanes.lane(lane)}, ${groups}, m)`;
    const text = `${array}[${source}]`;
    this.#groups.setLane(into, text);
  }

  vote({ mode, mask, value, into }: Step & { kind: "vote" }): void {
    const isBit = mode === "ballot" || mode === "any" || mode === "all" || mode === "uni";
    const test: Value = { kind: "convert", type: "bool", operand: value };
    const held = isBit ? this.#code.hoisted(`${this.#lanes.mask(value.type === "bool" ? value : test)} & m`) : this.#exchanged(value);
    const lanes = this.sync(mask);
    const number = VOTES.indexOf(mode);
    const call = `vote(${number}, ${held}, ${lanes} & m, ${mode === "match-any" ? "l" : "0"})`;
    const result = into.type === "bool" ? `(${call} !== 0 ? 1 : 0)` : wrapped(into.type, call);
    if (lanes !== "M[l]" && mode !== "match-any") return this.#registers.setUniform(into, this.#code.hoisted(result));
    this.#groups.setLane(into, result);
  }

  /** The registers of a, b and c go into arrays, and those of the sum come from one. */
  matrixProduct({ a, b, c, into }: Step & { kind: "matrixProduct" }): void {
    const given = [a, b, c].map((values, operand) => {
      const name = `PM${operand}_${values.length}`;
      this.#code.scratch.add(`const ${name} = new Float64Array(${32 * values.length});`);
      for (const [index, value] of values.entries())
        this.#groups.add(`${name}[l * ${values.length} + ${index}] = ${this.#lanes.lane(value)};`);
      return name;
    });
    this.#groups.flush();
    const sum = `PM3_${into.length}`;
    this.#code.scratch.add(`const ${sum} = new Float64Array(${32 * into.length});`);
    this.#code.out(`multiply(${this.#code.stepNumber()}, w, m, ${[...given, sum].join(", ")});`);
    for (const [index, register] of into.entries()) this.#groups.setLane(register, `${sum}[l * ${into.length} + ${index}]`);
    // The next product takes the same arrays.
    this.#groups.flush();
  }

  /** The same for a product of a warpgroup, whose descriptors are operands. */
  warpgroupProduct({ a, b, c, adds, into }: Step & { kind: "warpgroupProduct" }): void {
    const isHeld = a.length > 1;
    const operands = this.#given([b, adds, ...(isHeld ? [] : a)]);
    const given = [isHeld ? a : [], c].map((values, operand) => {
      if (values.length === 0) return "undefined";
      const name = `PG${operand}_${values.length}`;
      this.#code.scratch.add(`const ${name} = new Float64Array(${32 * values.length});`);
      for (const [index, value] of values.entries())
        this.#groups.add(`${name}[l * ${values.length} + ${index}] = ${this.#lanes.lane(value)};`);
      return name;
    });
    this.#groups.flush();
    const sum = `PG2_${into.length}`;
    this.#code.scratch.add(`const ${sum} = new Float64Array(${32 * into.length});`);
    this.#code.out(`multiplyGroup(${this.#code.stepNumber()}, w, m, [${operands.join(", ")}], ${[...given, sum].join(", ")});`);
    for (const [index, register] of into.entries()) this.#groups.setLane(register, `${sum}[l * ${into.length} + ${index}]`);
    // The next product takes the same arrays.
    this.#groups.flush();
  }

  /** The registers that all lanes give go into one array, and those that they get come from another. */
  exchange({ values, into }: Step & { kind: "exchange" }): void {
    const [given, taken] = [`EG${values.length}`, `ET${into.length}`];
    this.#code.scratch.add(`const ${given} = new Uint32Array(${32 * values.length});`);
    this.#code.scratch.add(`const ${taken} = new Uint32Array(${32 * into.length});`);
    for (const [index, value] of values.entries()) {
      this.#groups.add(`${given}[l * ${values.length} + ${index}] = ${this.#lanes.lane(value)};`);
    }
    this.#groups.flush();
    this.#code.out(`exchange(${this.#code.stepNumber()}, w, m, ${given}, ${taken});`);
    for (const [index, register] of into.entries()) this.#groups.setLane(register, `${taken}[l * ${into.length} + ${index}]`);
    // The next exchange takes the same arrays.
    this.#groups.flush();
  }

  /** Reports lanes that wait for each other, and a mask that does not match them. The group is empty. */
  sync(mask: Value): string {
    const number = this.#code.stepNumber();
    if (this.#analysis.shape(mask).form === "uniform") {
      const name = this.#code.hoisted(`${this.#warp.uniform(mask)} | 0`);
      this.#code.out(`sync(${number}, w, ${name}, m, live);`);
      return name;
    }
    this.#code.scratch.add("const M = new Int32Array(32);");
    this.#groups.add(`M[l] = ${this.#lanes.lane(mask)};`);
    this.#groups.flush();
    this.#code.out(`syncEach(${number}, w, M, m, live);`);
    return "M[l]";
  }

  /** Writes a value of all lanes into an array, for other lanes to read. Ends the group. */
  #exchanged(value: Value): string {
    const storage = storageOf(value.type, this.#analysis.shape(value));
    const array = `X${(this.#exchangeArray ^= 1)}${storage}`;
    this.#code.scratch.add(`const ${array} = new ${storage}(32)${storage === "Array" ? ".fill(0)" : ""};`);
    this.#groups.add(`${array}[l] = ${this.#lanes.lane(value)};`);
    this.#groups.flush();
    return array;
  }

  /** Has the machine carry out an instruction; where it must wait for others, the warp stops until it can. */
  instruction(step: Step & { kind: "instruction" }): void {
    const operands = this.#given(step.operands);
    const results = step.into.map((_, index) => `I${index}`);
    for (const result of results) this.#code.scratch.add(`const ${result} = new Float64Array(32);`);
    const number = this.#code.stepNumber();
    const call = `instruct(${number}, w, m, live, [${operands.join(", ")}], [${results.join(", ")}])`;
    const stop = `B.step = ${number}; B.mask = m; B.live = live; B.holds = 0; B.isWaiting = true; yield;`;
    this.#code.out(instructionFacts(step.name).waits ? `while (!${call}) { ${stop} }` : `${call};`);
    for (const [index, register] of step.into.entries()) {
      const result = results[index]!;
      if (this.#analysis.register(register).form === "uniform")
        this.#registers.setUniform(register, this.#code.hoisted(`${result}[31 - Math.clz32(m)]`));
      else this.#groups.setLane(register, register.type === "bool" ? `(${result}[l] !== 0 ? 1 : 0)` : `${result}[l]`);
    }
    if (results.length > 0) this.#groups.flush();
  }

  /** Operands as text: one for all lanes, or an array of 32. Ends the group. */
  #given(operands: readonly Value[]): string[] {
    const texts = operands.map((operand) => {
      if (this.#analysis.shape(operand).form === "uniform") {
        return this.#code.hoisted(this.#warp.uniform(operand));
      }
      const array = this.#code.name("z");
      this.#code.out(`const ${array} = new Array(32);`);
      this.#groups.add(`${array}[l] = ${this.#lanes.lane(operand)};`);
      return array;
    });
    this.#groups.flush();
    return texts;
  }

  print(step: Step & { kind: "print" }): void {
    const texts = this.#given(step.operands);
    this.#code.out(`print(${this.#code.stepNumber()}, w, m, [${texts.join(", ")}]);`);
  }
}
