import type { Program, ScalarType, Special, Value } from "../ir/program.ts";
import { arithmeticText, bitsText, comparisonText, complementText, constantText, convertedText, negatedText, wrapped } from "./scalar.ts";
import type { LaneShapes } from "../analysis/lane-shapes.ts";
import { constantOf, conversionNeedsCheck, is32, is64, isFloating, isSafe, isUnsigned, powerOfTwo, type Shape } from "../machine/shapes.ts";
import { nameOf, type Code } from "./code.ts";

const LAST_LANE = 31;

/** Lane l has base + step × l: both are the text of a number. */
export interface Affine {
  readonly base: string;
  readonly step: string;
}

/** Values as text that are computed once for the warp: those that are the same for all lanes, and base + step × lane. */
export class WarpValues {
  readonly #program: Program;
  readonly #analysis: LaneShapes;
  readonly #code: Code;

  constructor(program: Program, analysis: LaneShapes, code: Code) {
    this.#program = program;
    this.#analysis = analysis;
    this.#code = code;
  }

  uniform(value: Value): string {
    const { shape } = this.#analysis;
    const constant = constantOf(shape(value));
    if (constant !== undefined && !isFloating(value.type)) return constantText(constant);
    switch (value.kind) {
      case "constant":
        return constantText(value.value);
      case "register":
        return nameOf(value.register);
      case "special":
        return this.#uniformSpecial(value.special);
      case "symbol":
        return `Y[${this.#program.symbols.findIndex(({ name }) => name === value.name)}]`;
      case "arithmetic":
        return this.#uniformArithmetic(value);
      case "offset": {
        const pointer = shape(value.pointer);
        const index = shape(value.index);
        // The steps of two affine values may cancel out.
        if (pointer.form === "affine" || index.form === "affine") return this.#affineOffset(value).base;
        return this.offset(this.uniform(value.pointer), this.uniform(value.index), value.index.type, index, value.bytes);
      }
      case "convert":
      case "bits":
        if (shape(value.operand).form === "affine") return this.#affineConverted(value).base;
        return this.scalar(value, (operand) => this.uniform(operand));
      case "negate":
      case "complement":
        return this.scalar(value, (operand) => this.uniform(operand));
      default:
        return this.scalar(value, (operand) => this.uniform(operand));
    }
  }

  #uniformArithmetic(value: Value & { kind: "arithmetic" }): string {
    const { shape } = this.#analysis;
    if (shape(value.left).form === "uniform" && shape(value.right).form === "uniform")
      return this.scalar(value, (operand) => this.uniform(operand));
    return this.#affineArithmetic(value).base;
  }

  #uniformSpecial(special: Special): string {
    switch (special) {
      case "threadIdx.x":
        return "0";
      case "threadIdx.y":
        return "ty";
      case "threadIdx.z":
        return "tz";
      case "blockIdx.x":
        return "bx";
      case "blockIdx.y":
        return "by";
      case "blockIdx.z":
        return "bz";
      case "sharedBase":
        return "SB";
      case "dynamicSharedBase":
        return "DB";
      case "dynamicSharedBytes":
        return "DN";
      case "activeMask":
        return "(m >>> 0)";
      default:
        throw new Error(`${special} is not the same for all lanes`);
    }
  }

  uniformTest(value: Value): string {
    return this.test(
      value,
      (operand) => this.uniform(operand),
      (operand) => this.uniformTest(operand),
    );
  }

  affine(value: Value): Affine {
    const { shape } = this.#analysis;
    const known = shape(value);
    if (known.form === "uniform") {
      const text = this.uniform(value);
      return { base: is64(value.type) && !isSafe(known) ? this.#whole(text, value) : text, step: "0" };
    }
    switch (value.kind) {
      case "register":
        return {
          base: `${nameOf(value.register)}b`,
          step: known.step === undefined ? `${nameOf(value.register)}s` : constantText(known.step),
        };
      case "special":
        if (value.special === "lane") return { base: "0", step: "1" };
        if (value.special === "localBase") return { base: "(LB + (w << 5) * LS)", step: "LS" };
        return { base: "tx", step: "1" };
      case "arithmetic":
        return this.#affineArithmetic(value);
      case "negate":
        return this.#affineDifference(value, { base: "0", step: "0" }, this.affine(value.operand));
      case "complement":
        return this.#affineDifference(value, { base: "(-1)", step: "0" }, this.affine(value.operand));
      case "offset":
        return this.#affineOffset(value);
      case "convert":
      case "bits":
        return this.#affineConverted(value);
      case "select": {
        const test = this.#code.hoisted(this.uniformTest(value.test));
        const then = this.affine(value.then);
        const otherwise = this.affine(value.otherwise);
        const step = known.step === undefined ? `(${test} ? ${then.step} : ${otherwise.step})` : constantText(known.step);
        return { base: `(${test} ? ${then.base} : ${otherwise.base})`, step };
      }
      default:
        throw new Error(`a value of kind ${value.kind} cannot be affine`);
    }
  }

  /** A 64-bit value as a plain number; where it is none, the run restarts without treating `value` as affine. */
  #whole(text: string, value: Value): string {
    return `whole(${text}, ${this.#code.checkNumber(value)})`;
  }

  #affineArithmetic(value: Value & { kind: "arithmetic" }): Affine {
    const { shape } = this.#analysis;
    const left = shape(value.left);
    const right = shape(value.right);
    const constant = constantOf(right);
    switch (value.operator) {
      case "+":
        return this.#affineSum(value, this.affine(value.left), this.affine(value.right));
      case "-":
        return this.#affineDifference(value, this.affine(value.left), this.affine(value.right));
      case "*": {
        const [stepping, factor] = left.form === "uniform" ? [value.right, value.left] : [value.left, value.right];
        const by = this.#code.hoisted(this.affine(factor).base);
        return this.#affineProduct(value, this.affine(stepping), by);
      }
      case "<<":
        return this.#affineProduct(value, this.affine(value.left), constantText(2 ** constant!));
      case ">>":
        return this.#affineShifted(value, constant!);
      case "/":
        return this.#affineShifted(value, powerOfTwo(constant!)!);
      case "%":
        return this.#affineMasked(value, this.affine(value.left), constant! - 1);
      case "&": {
        const [stepping, mask] = left.form === "uniform" ? [value.right, left] : [value.left, right];
        return this.#affineMasked(value, this.affine(stepping), constantOf(mask)!);
      }
      case "|":
        return this.#affineSum(value, this.affine(value.left), this.affine(value.right));
      case "^":
        throw new Error("a value of ^ cannot be affine");
    }
  }

  #stepText(value: Value, text: string): string {
    const { step } = this.#analysis.shape(value);
    return step === undefined ? wrapStep(value.type, text) : constantText(step);
  }

  #affineSum(value: Value, a: Affine, b: Affine): Affine {
    const step = a.step === "0" ? b.step : b.step === "0" ? a.step : this.#stepText(value, `(${a.step} + ${b.step})`);
    return this.#checked(value, { base: wrapped(value.type, `(${a.base} + ${b.base})`), step: this.#stepText(value, step) });
  }

  #affineDifference(value: Value, a: Affine, b: Affine): Affine {
    const step = this.#stepText(value, `(${a.step} - ${b.step})`);
    return this.#checked(value, { base: wrapped(value.type, `(${a.base} - ${b.base})`), step });
  }

  #affineProduct(value: Value, a: Affine, by: string): Affine {
    const times = (text: string): string => (is32(value.type) ? wrapped(value.type, `Math.imul(${text}, ${by})`) : `(${text} * ${by} + 0)`);
    return this.#checked(value, { base: times(a.base), step: this.#stepText(value, times(a.step)) });
  }

  #affineShifted(value: Value & { kind: "arithmetic" }, bits: number): Affine {
    const { base } = this.affine(value.left);
    const unsigned = isUnsigned(value.type);
    const text = is32(value.type) ? `(${base} ${unsigned ? ">>>" : ">>"} ${bits})` : `Math.floor(${base} / ${2 ** bits})`;
    return { base: text, step: this.#stepText(value, "0") };
  }

  #affineMasked(value: Value, { base, step }: Affine, mask: number): Affine {
    if (is32(value.type)) return { base: wrapped(value.type, `(${base} & ${mask})`), step };
    const name = this.#code.hoisted(base);
    return { base: `(${name} - Math.floor(${name} / ${mask + 1}) * ${mask + 1})`, step };
  }

  /** A 64-bit value is affine only if no lane leaves the safe integers or the type. */
  #checked(value: Value, { base, step }: Affine): Affine {
    const shape = this.#analysis.shape(value);
    if (!is64(value.type) || isSafe(shape)) return { base, step };
    const first = this.#code.hoisted(base);
    const by = this.#code.hoisted(step);
    const low = value.type === "u64" ? 0 : -Number.MAX_SAFE_INTEGER;
    const high = Number.MAX_SAFE_INTEGER;
    this.#checkEnds(value, first, by, low, high);
    return { base: first, step: by };
  }

  #checkEnds(value: Value, base: string, step: string, low: number, high: number): void {
    const last = this.#code.hoisted(`${base} + ${LAST_LANE} * ${step}`);
    const number = this.#code.checkNumber(value);
    this.#code.out(`if (!(${base} >= ${low} && ${base} <= ${high} && ${last} >= ${low} && ${last} <= ${high})) wrappedAround(${number});`);
  }

  #affineConverted(value: Value & { kind: "convert" | "bits" }): Affine {
    const from = value.operand.type;
    const to = value.type;
    const shape = this.#analysis.shape(value.operand);
    const { base, step } = this.affine(value.operand);
    if (is32(to)) return { base: wrapped(to, base), step: this.#stepText(value, step) };
    if (!conversionNeedsCheck(to, shape)) return { base, step };
    const first = this.#code.hoisted(base);
    const by = this.#code.hoisted(step);
    if (is32(from))
      this.#checkEnds(value, first, by, from === "u32" || to === "u64" ? 0 : -0x8000_0000, from === "u32" ? 0xffff_ffff : 0x7fff_ffff);
    else this.#checkEnds(value, first, by, to === "u64" ? 0 : -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    return { base: first, step: by };
  }

  #affineOffset(value: Value & { kind: "offset" }): Affine {
    const index = this.#analysis.shape(value.index);
    const pointer = this.affine(value.pointer);
    if (index.form === "uniform") {
      const moved = this.offset(pointer.base, this.uniform(value.index), value.index.type, index, value.bytes);
      return { base: moved, step: pointer.step };
    }
    let moving = this.affine(value.index);
    if (!index.exact) {
      moving = { base: this.#code.hoisted(moving.base), step: this.#code.hoisted(moving.step) };
      const [low, high] = value.index.type === "u32" ? [0, 0xffff_ffff] : [-0x8000_0000, 0x7fff_ffff];
      this.#checkEnds(value, moving.base, moving.step, low, high);
    }
    const step = pointer.step === "0" ? `(${moving.step} * ${value.bytes})` : `(${pointer.step} + ${moving.step} * ${value.bytes})`;
    const known = this.#analysis.shape(value).step;
    return { base: `(${pointer.base} + ${moving.base} * ${value.bytes})`, step: known === undefined ? step : constantText(known) };
  }

  offset(pointer: string, index: string, type: ScalarType, shape: Shape, bytes: number): string {
    const constant = constantOf(shape);
    if (constant === 0) return pointer;
    if (constant !== undefined) return `(${pointer} + ${constantText(constant * bytes)})`;
    if (is64(type) && !isSafe(shape)) return `${this.#code.call("offset64")}(${pointer}, ${index}, ${bytes})`;
    return bytes === 1 ? `(${pointer} + ${index})` : `(${pointer} + ${index} * ${bytes})`;
  }

  scalar(value: Value, of: (operand: Value) => string): string {
    const { shape } = this.#analysis;
    switch (value.kind) {
      case "constant":
        return constantText(value.value);
      case "arithmetic": {
        const a = of(value.left);
        const b = of(value.right);
        return arithmeticText(
          value.type,
          value.operator,
          a,
          b,
          { result: shape(value), left: shape(value.left), right: shape(value.right) },
          this.#code.call,
        );
      }
      case "negate":
        return negatedText(value.type, of(value.operand), this.#code.call);
      case "complement":
        return complementText(value.type, of(value.operand), this.#code.call);
      case "convert":
        return convertedText(value.operand.type, value.type, of(value.operand), shape(value.operand), this.#code.call);
      case "bits":
        return bitsText(value.operand.type, value.type, of(value.operand), shape(value.operand), this.#code.call);
      case "select": {
        const test = this.test(value.test, of, (operand) => `${of(operand)} !== 0`);
        return `(${test} ? ${of(value.then)} : ${of(value.otherwise)})`;
      }
      case "function":
        return `${this.#code.functionName(value.name)}(${value.operands.map(of).join(", ")})`;
      case "comparison":
      case "logic":
      case "not":
        return `(${this.test(value, of, (operand) => `${of(operand)} !== 0`)} ? 1 : 0)`;
      default:
        throw new Error(`a value of kind ${value.kind} has no operands`);
    }
  }

  /** A value of type bool as a condition. */
  test(value: Value, of: (operand: Value) => string, test: (operand: Value) => string): string {
    switch (value.kind) {
      case "comparison":
        return comparisonText(value.operator, of(value.left), of(value.right));
      case "logic":
        return `(${test(value.left)} ${value.operator} ${test(value.right)})`;
      case "not":
        return `!(${test(value.operand)})`;
      default:
        return `${of(value)} !== 0`;
    }
  }
}

const wrapStep = (type: ScalarType, text: string): string => (is32(type) ? `(${text} | 0)` : text);
