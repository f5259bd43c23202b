import type { Register, RegisterArray, Value } from "../ir/program.ts";
import { baseOf } from "../analysis/aliases.ts";
import { eachRegisterIn } from "../ir/walk.ts";
import type { LaneShapes } from "../analysis/lane-shapes.ts";
import { constantOf, is32, is64 } from "../machine/shapes.ts";
import { nameOf, type Code } from "./code.ts";
import type { LaneGroups } from "./lane-groups.ts";
import type { LaneValues } from "./lane-values.ts";
import type { Subscripts } from "./subscripts.ts";
import type { WarpValues } from "./warp-values.ts";

/** Writes steps that set registers and their arrays. */
export class RegisterSteps {
  readonly #analysis: LaneShapes;
  readonly #code: Code;
  readonly #groups: LaneGroups;
  readonly #warp: WarpValues;
  readonly #lanes: LaneValues;
  readonly #subscripts: Subscripts;

  constructor(analysis: LaneShapes, code: Code, groups: LaneGroups, warp: WarpValues, lanes: LaneValues, subscripts: Subscripts) {
    this.#analysis = analysis;
    this.#code = code;
    this.#groups = groups;
    this.#warp = warp;
    this.#lanes = lanes;
    this.#subscripts = subscripts;
  }

  set(register: Register, value: Value): void {
    const { form, step } = this.#analysis.register(register);
    const name = nameOf(register);
    this.#subscripts.checkTemporary(register, value);
    if (register.type === "ptr" && !this.#analysis.haveOneOrigin) eachRegisterIn(baseOf(value), (one) => this.#groups.stored.add(one));
    if (form === "uniform") {
      this.#groups.flushIfTouched(register);
      return this.#code.out(`${name} = ${this.#warp.uniform(value)};`);
    }
    if (form === "affine") {
      this.#groups.flushIfTouched(register);
      const affine = this.#warp.affine(value);
      if (step !== undefined) return this.#code.out(`${name}b = ${affine.base};`);
      const first = this.#code.hoisted(affine.base);
      return this.#code.out(`${name}s = ${affine.step}; ${name}b = ${first};`);
    }
    if (register.type !== "bool") return this.#groups.setLane(register, this.#lanes.lane(value));
    if (!this.#lanes.isMaskable(value)) return this.#groups.setLane(register, `${this.#lanes.laneTest(value)} ? 1 : 0`);
    this.#groups.flush();
    this.#code.out(this.#groups.blended(register, this.#lanes.maskText(value)));
  }

  /** Sets a uniform register; `text` is a name. */
  setUniform(register: Register, text: string): void {
    const name = nameOf(register);
    const { form } = this.#analysis.register(register);
    if (form === "varying" && register.type === "bool") {
      this.#groups.flushIfTouched(register);
      return this.#code.out(this.#groups.blended(register, `(${text} !== 0 ? -1 : 0)`));
    }
    if (form === "varying") return this.#groups.setLane(register, text);
    this.#groups.flushIfTouched(register);
    if (form === "uniform") return this.#code.out(`${name} = ${text};`);
    const base = is64(register.type) && this.#code.step.kind !== "set" ? `whole(${text}, -1)` : text;
    this.#code.out(`${name}b = ${base};${this.#analysis.register(register).step === undefined ? ` ${name}s = 0;` : ""}`);
  }

  setElement(array: RegisterArray, index: Value, value: Value): void {
    const constant = constantOf(this.#analysis.shape(index));
    const name = `a${array.number}`;
    const text = this.#lanes.lane(value);
    if (constant !== undefined && constant >= 0 && constant < array.length)
      return this.#groups.add(`${name}[${constant * 32} + l] = ${text};`);
    const place = this.#code.name("i");
    const known = is32(index.type) ? `${place} >>> 0 < ${array.length} || ` : "";
    this.#groups.add(
      `const ${place} = ${this.#lanes.lane(index)}; if (${known}inside(${place}, ${array.length}, l, ${this.#code.indexedNumber(array)})) ${name}[${place} * 32 + l] = ${text};`,
    );
  }
}
