import type { Label, Program, RegisterArray, Step, Value } from "../ir/program.ts";
import { partsOf } from "../ir/walk.ts";
import { storageOf } from "./scalar.ts";
import type { LaneShapes } from "../analysis/lane-shapes.ts";
import { is64, isOneDimensional, isSafe, rowsAreWarps, threadsOf } from "../machine/shapes.ts";
import { Code, nameOf, type IndexedPlace } from "./code.ts";
import { LaneGroups } from "./lane-groups.ts";
import { LaneValues } from "./lane-values.ts";
import { MemorySteps } from "./memory-steps.ts";
import { RegisterSteps } from "./register-steps.ts";
import { Subscripts } from "./subscripts.ts";
import { WarpSteps } from "./warp-steps.ts";
import { WarpValues } from "./warp-values.ts";

/** A program as JavaScript: the text of a function that, given an environment, returns the function that runs one warp of one block. */
export interface Emitted {
  readonly source: string;
  /** Whether warps stop at barriers: the function is a generator. */
  readonly isGenerator: boolean;
  /** Names in the table of functions, in the order in which the code numbers them. */
  readonly functions: readonly string[];
  /** Stretches of steps that always run together, in the order of their counters. */
  readonly stretches: readonly Stretch[];
  /** Steps that the code names by number when it reports something. */
  readonly steps: readonly Step[];
  /** Places where the code checks an index into an array of registers, by number. */
  readonly indexed: readonly IndexedPlace[];
  /** Values that the code checks for wrapping around, by number. */
  readonly checks: readonly Value[];
  /** Lanes that each warp of a block stores from barrier to barrier. */
  readonly storage: readonly StoredLanes[];
}

export interface Stretch {
  readonly steps: readonly Step[];
  /** Whether all 32 lanes take part whenever it runs, so that lanes are not counted. */
  readonly isFull: boolean;
}

export interface StoredLanes {
  readonly array: ReturnType<typeof storageOf>;
  readonly length: number;
}

/** Where lanes go that have finished a list: a label, or the end of the kernel. */
interface Target {
  readonly label: string | undefined;
  isUsed: boolean;
}

interface LabelNames {
  readonly jump: string;
  readonly left: string;
  readonly pass: Target;
  readonly passed: string;
}

const VIEWS = ["i8", "u8", "i16", "u16", "i32", "u32", "f32", "f64"] as const;
/** The longest code, in characters, that engines still optimize in one function. In longer code each group is a function of its own. */
const LONGEST_IN_ONE = 30_000;

export function emit(program: Program, analysis: LaneShapes): Emitted {
  const emitted = new Emitter(program, analysis, false).emit();
  return emitted.source.length <= LONGEST_IN_ONE ? emitted : new Emitter(program, analysis, true).emit();
}

/** Writes the frame, and control flow: lists, branches, loops and jumps under masks. */
class Emitter {
  readonly #program: Program;
  readonly #analysis: LaneShapes;
  readonly #code: Code;
  readonly #groups: LaneGroups;
  readonly #warp: WarpValues;
  readonly #lanes: LaneValues;
  readonly #registers: RegisterSteps;
  readonly #memory: MemorySteps;
  readonly #collectives: WarpSteps;
  readonly #labels = new Map<Label, LabelNames>();
  readonly #stretches: Stretch[] = [];
  readonly #storage: StoredLanes[] = [];
  readonly #isFullLaunch: boolean;

  constructor(program: Program, analysis: LaneShapes, splitsGroups: boolean) {
    this.#program = program;
    this.#analysis = analysis;
    this.#isFullLaunch = threadsOf(analysis.kind) % 32 === 0;
    const code = new Code();
    const groups = new LaneGroups(analysis, code, splitsGroups);
    const warp = new WarpValues(program, analysis, code);
    const lanes = new LaneValues(analysis, code, groups, warp);
    const subscripts = new Subscripts(analysis, code, groups, warp, lanes);
    const registers = new RegisterSteps(analysis, code, groups, warp, lanes, subscripts);
    this.#code = code;
    this.#groups = groups;
    this.#warp = warp;
    this.#lanes = lanes;
    this.#registers = registers;
    this.#memory = new MemorySteps(analysis, code, groups, warp, lanes, registers, subscripts);
    this.#collectives = new WarpSteps(analysis, code, groups, warp, lanes, registers);
  }

  emit(): Emitted {
    const { hasBarrier } = this.#analysis;
    const cost = this.#cost(this.#program.body);
    const shared: string[] = [];
    const own: string[] = [];
    this.#declare(shared, own);
    this.#list(this.#program.body, { label: undefined, isUsed: false });
    const body = this.#code.lines;
    const operations = [...this.#code.operations].map((name) => `const ${name} = E.operations.${name};`);
    const functions = [...this.#code.functions.values()].map((number) => `const f${number} = E.functions[${number}];`);
    const source = [
      '"use strict";',
      ...VIEWS.map((view) => `const ${view.toUpperCase()} = E.memory.${view};`),
      "const Q = E.stream, P = E.parameters, C = E.executions, N = E.lanes, W = E.work, B = E.barrier, Y = E.symbols;",
      "const SB = E.sharedBase, DB = E.dynamicSharedBase, DN = E.dynamicSharedBytes, LB = E.localBase, LS = E.localBytesPerThread;",
      "const { lanesLess, lanesEqual, sourceLane, element, inside, lanesOn, whole, wrappedAround, sync, syncEach, poll, print, failed, vote, multiply, multiplyGroup, exchange, differ, spread, outOfRow, outOfRowLanes, instruct } = E.helpers;",
      ...operations,
      ...functions,
      ...shared,
      ...this.#code.scratch,
      ...this.#groups.functions,
      `return function${hasBarrier ? "*" : ""} kernel(bx, by, bz, w, s) {`,
      ...this.#threadPlace(),
      this.#isFullLaunch ? "let m = -1, live = -1;" : "let m = E.startMasks[w], live = m;",
      ...own,
      ...[...this.#code.declared].map((name) => `let ${name};`),
      `if ((W[0] -= ${cost}) < 0) poll(-1);`,
      ...body,
      "};",
    ].join("\n");
    return {
      source,
      isGenerator: hasBarrier,
      functions: [...this.#code.functions.keys()],
      stretches: this.#stretches,
      steps: this.#code.steps,
      indexed: this.#code.indexed,
      checks: this.#code.checks,
      storage: this.#storage,
    };
  }

  #declare(shared: string[], own: string[]): void {
    const { parameters, registers, arrays } = this.#program;
    const place = new Map(parameters.map(({ register }, index) => [register, index]));
    for (const register of new Set([...place.keys(), ...registers])) {
      const shape = this.#analysis.register(register);
      const index = place.get(register);
      const first = index === undefined ? "0" : `P[${index}]`;
      const name = nameOf(register);
      if (shape.form === "uniform") own.push(`let ${name} = ${first};`);
      else if (shape.form === "affine")
        own.push(
          `let ${name}b = ${is64(register.type) && !isSafe(shape) && index !== undefined ? `whole(${first}, -1)` : first};`,
          ...(shape.step === undefined ? [`let ${name}s = 0;`] : []),
        );
      else if (register.type === "bool") own.push(`let ${name} = ${index === undefined ? "0" : `${first} !== 0 ? -1 : 0`};`);
      else {
        const isShared = !this.#analysis.hasBarrier || (this.#analysis.isShortLived(register) && index === undefined);
        this.#declareLanes(name, storageOf(register.type, shape), 32, isShared, shared, own);
        if (index !== undefined) own.push(`${name}.fill(${first});`);
        else if (this.#analysis.isReadUnset(register)) own.push(`${name}.fill(0);`);
      }
    }
    for (const array of arrays) {
      const name = `a${array.number}`;
      this.#declareLanes(name, arrayStorageOf(array), 32 * array.length, !this.#analysis.hasBarrier, shared, own);
      own.push(`${name}.fill(0);`);
    }
  }

  #declareLanes(name: string, array: StoredLanes["array"], length: number, isShared: boolean, shared: string[], own: string[]): void {
    if (isShared) this.#groups.sharedNames.add(name);
    if (isShared) shared.push(`const ${name} = new ${array}(${length})${array === "Array" ? ".fill(0)" : ""};`);
    else own.push(`const ${name} = s[${this.#storage.push({ array, length }) - 1}];`);
  }

  #threadPlace(): string[] {
    const { kind } = this.#analysis;
    const [x, y] = kind.block;
    const lines: string[] = [];
    if (isOneDimensional(kind)) lines.push("const tx = w << 5;");
    else if (rowsAreWarps(kind)) lines.push(`const tx = (w << 5) % ${x}, ty = ((w << 5) / ${x} | 0) % ${y}, tz = (w << 5) / ${x * y} | 0;`);
    else lines.push(`const TX = E.threads[w][0], TY = E.threads[w][1], TZ = E.threads[w][2], tz = (w << 5) / ${x * y} | 0;`);
    return lines;
  }

  #list(steps: readonly Step[], target: Target): void {
    let stretch: Step[] | undefined;
    for (const [index, step] of steps.entries()) {
      if (!stretch && step.kind !== "loop" && step.kind !== "block") stretch = this.#startStretch(step);
      stretch?.push(step);
      this.#code.step = step;
      this.#code.previous = steps[index - 1];
      this.#emitStep(step);
      if (step.kind === "leave" || step.kind === "again" || step.kind === "exit") return;
      if (partsOf(step).length > 0) stretch = undefined;
      this.#code.step = step;
      if (index < steps.length - 1 && this.#analysis.dropsLanes(step)) {
        target.isUsed = true;
        this.#code.out(target.label === undefined ? "if (m === 0) return;" : `if (m === 0) break ${target.label};`);
      }
    }
    this.#groups.flush();
  }

  #startStretch(step: Step): Step[] {
    this.#groups.flush();
    const isFull = this.#analysis.isFull(step);
    const steps: Step[] = [];
    const number = this.#stretches.push({ steps, isFull }) - 1;
    this.#code.out(isFull ? `C[${number}]++;` : `C[${number}]++; N[${number}] += m === -1 ? 32 : lanesOn(m);`);
    return steps;
  }

  /** The share of the launch's step limit that one pass through the steps costs. */
  #cost(steps: readonly Step[]): number {
    return steps.reduce(
      (sum, step) => sum + (step.kind === "loop" ? 1 : partsOf(step).reduce((inner, part) => inner + this.#cost(part), 1)),
      1,
    );
  }

  #emitStep(step: Step): void {
    switch (step.kind) {
      case "set":
        return this.#registers.set(step.register, step.value);
      case "setElement":
        return this.#registers.setElement(step.array, step.index, step.value);
      case "load":
        return this.#memory.load(step);
      case "store":
        return this.#memory.store(step);
      case "atomic":
        return this.#memory.atomic(step);
      case "if":
        return this.#if(step);
      case "loop":
        return this.#loop(step);
      case "block":
        return this.#block(step);
      case "leave":
      case "again":
        return this.#jump(step);
      case "exit":
        this.#groups.flush();
        return this.#code.out(this.#analysis.isDivergent(step) ? "live &= ~m; m = 0;" : "return;");
      case "barrier":
        return this.#collectives.barrier(step);
      case "warpBarrier":
        this.#groups.flush();
        this.#collectives.sync(step.mask);
        return;
      case "shuffle":
        return this.#collectives.shuffle(step);
      case "vote":
        return this.#collectives.vote(step);
      case "matrixProduct":
        return this.#collectives.matrixProduct(step);
      case "warpgroupProduct":
        return this.#collectives.warpgroupProduct(step);
      case "instruction":
        return this.#collectives.instruction(step);
      case "fence":
        this.#groups.flush();
        return this.#code.out("Q.fence();");
      case "exchange":
        return this.#collectives.exchange(step);
      case "copy":
        return this.#memory.copy(step);
      case "commitCopies":
        this.#groups.flush();
        return this.#code.out("Q.commitCopies(m);");
      case "awaitCopies":
        return this.#memory.awaitCopies(step);
      case "compilerBarrier":
        return;
      case "print":
        return this.#collectives.print(step);
      case "assert": {
        const mask = this.#code.hoisted(`~${this.#lanes.mask(step.test)} & m`);
        return this.#code.out(`if (${mask} !== 0) failed(${this.#code.stepNumber()}, w, ${mask});`);
      }
    }
  }

  #if({ test, then, otherwise }: Step & { kind: "if" }): void {
    if (this.#analysis.shape(test).form === "uniform") {
      this.#groups.flush();
      this.#code.out(`if (${this.#warp.uniformTest(test)}) {`);
      this.#branch(then);
      if (otherwise.length > 0) {
        this.#code.out("} else {");
        this.#branch(otherwise);
      }
      return this.#code.out("}");
    }
    const taken = this.#code.hoisted(`${this.#lanes.mask(test)} & m`);
    const others = this.#code.hoisted(`m & ~${taken}`);
    if (then.length > 0) {
      this.#code.out(`m = ${taken};`);
      this.#underMask(then);
    }
    if (otherwise.length === 0) return this.#code.out(`m |= ${others};`);
    const back = this.#code.hoisted(then.length > 0 ? "m + 0" : taken);
    this.#code.out(`m = ${others};`);
    this.#underMask(otherwise);
    this.#code.out(`m |= ${back};`);
  }

  /** Writes a branch whose test is uniform. Lanes that all have gone go to the end of the branch. */
  #branch(steps: readonly Step[]): void {
    this.#labelled(this.#code.name("L"), steps);
  }

  #underMask(steps: readonly Step[]): void {
    this.#code.out("if (m !== 0) {");
    this.#labelled(this.#code.name("L"), steps);
    this.#code.out("}");
  }

  /** A list of steps in braces, labelled if anything jumps to its end. */
  #labelled(label: string, steps: readonly Step[], target: Target = { label, isUsed: false }): void {
    const outer = this.#code.lines;
    this.#code.lines = [];
    this.#list(steps, target);
    this.#groups.flush();
    const inner = this.#code.lines;
    this.#code.lines = outer;
    if (target.isUsed) this.#code.lines.push(`${label}: {`, ...inner, "}");
    else this.#code.lines.push("{", ...inner, "}");
  }

  #block({ label, body }: Step & { kind: "block" }): void {
    this.#groups.flush();
    const names = this.#labelNames(label);
    const divergent = this.#analysis.leavesDivergently(label);
    if (divergent) this.#code.out(`let ${names.left} = 0;`);
    this.#labelled(names.jump, body, { label: names.jump, isUsed: true });
    if (divergent) this.#code.out(`m |= ${names.left};`);
  }

  #loop(loop: Step & { kind: "loop" }): void {
    this.#groups.flush();
    const { label, body, step } = loop;
    const names = this.#labelNames(label);
    const leaves = this.#analysis.leavesDivergently(label);
    const passes = this.#analysis.passesDivergently(label);
    const mayEmpty = [...body, ...step].some((inner) => this.#analysis.dropsLanes(inner));
    if (leaves) this.#code.out(`let ${names.left} = 0;`);
    this.#code.out(`${names.jump}: for (;;) {`);
    if (passes) this.#code.out(`let ${names.passed} = 0;`);
    this.#labelled(names.pass.label!, body, names.pass);
    if (passes) this.#code.out(`m |= ${names.passed};`);
    if (mayEmpty) this.#code.out("if (m === 0) break;");
    this.#labelled(this.#code.name("L"), step);
    if (mayEmpty && step.length > 0) this.#code.out("if (m === 0) break;");
    this.#code.out(`if ((W[0] -= ${this.#cost(body) + this.#cost(step)}) < 0) poll(${this.#code.stepNumber(loop)});`);
    this.#code.out("}");
    if (leaves) this.#code.out(`m |= ${names.left};`);
  }

  #jump(step: Step & { kind: "leave" | "again" }): void {
    this.#groups.flush();
    const names = this.#labels.get(step.label)!;
    if (this.#analysis.isDivergent(step)) return this.#code.out(`${step.kind === "leave" ? names.left : names.passed} |= m; m = 0;`);
    if (step.kind === "leave") return this.#code.out(`break ${names.jump};`);
    names.pass.isUsed = true;
    this.#code.out(`break ${names.pass.label};`);
  }

  #labelNames(label: Label): LabelNames {
    const pass = this.#code.name("L");
    const names = {
      jump: this.#code.name("L"),
      left: this.#code.name("x"),
      pass: { label: pass, isUsed: false },
      passed: this.#code.name("y"),
    };
    this.#labels.set(label, names);
    return names;
  }
}

function arrayStorageOf({ type }: RegisterArray): StoredLanes["array"] {
  return is64(type) ? "Array" : storageOf(type, { form: "varying", step: undefined, twos: 0, low: 0, high: 0, exact: false });
}
