import type { Label, Program, Register, Step, Value } from "../ir/program.ts";
import type { Definitions } from "./definitions.ts";
import type { Reads } from "./reads.ts";
import { rowLength } from "./row-lengths.ts";
import { instructionFacts } from "../ir/instructions.ts";
import { eachRegisterIn, valuesOf } from "../ir/walk.ts";
import {
  anyShape,
  constantShape,
  joined,
  sameShape,
  shapeOf,
  threadsOf,
  withForm,
  type LaunchKind,
  type Shape,
  type ShapeContext,
} from "../machine/shapes.ts";

/** The shapes that values have across the lanes of a warp, and the jumps that leave lanes behind. */
export interface LaneShapes {
  readonly kind: LaunchKind;
  readonly context: ShapeContext;
  shape(value: Value): Shape;
  register(register: Register): Shape;
  /** A `leave`, `again` or `exit` that only some of the lanes take that run the body of its target. */
  isDivergent(step: Step): boolean;
  /** Whether lanes may be off after the step that were on before it, and stay off for what follows in its list. */
  dropsLanes(step: Step): boolean;
  leavesDivergently(label: Label): boolean;
  passesDivergently(label: Label): boolean;
  /** Every lane takes part here, in every launch of this kind: nothing is divergent around it, no lane exits early, and warps are full. */
  isFull(step: Step): boolean;
  /** Whether it holds no value from one barrier to the next, so that all warps of a block can use the same storage. */
  isShortLived(register: Register): boolean;
  /** May be read before it is set; it is 0 then. */
  isReadUnset(register: Register): boolean;
  readonly hasBarrier: boolean;
  /** How often the program's text reads each register. */
  reads(register: Register): number;
  /** The length of the row that a subscript is to stay in; undefined where it may go on. */
  rowLength(subscript: Extract<Value, { kind: "offset" }>): number | undefined;
  /** Whether all pointers of a site, by its number, are made from one array. */
  hasOneOrigin(site: number): boolean;
  /** Whether those of each site are. */
  readonly haveOneOrigin: boolean;
}

/** A stretch of the program during which lanes can be off that come back at its end. */
interface Region {
  readonly parent: Region | undefined;
  readonly depth: number;
}

/** The facts of one point of the program, for each register with a name. */
interface Flow {
  /** Depth of the innermost region since whose beginning the register is set for certain; −1: not set for certain. */
  readonly setSince: Int16Array;
  /** The stretch between barriers in which it was last set for certain. */
  readonly setIn: Int32Array;
}

/** A bound that changed this often is taken for one that never stops changing. */
const CHANGES_UNTIL_WIDENED = 3;

/** Facts of a program that the shapes come with. */
interface ProgramFacts {
  readonly reads: Reads;
  readonly definitions: Definitions;
  readonly pointerOrigins: readonly (readonly unknown[] | undefined)[];
}

/**
 * Finds the shapes: starts with every register unknown and every test the same for all lanes, and goes over the program until nothing
 * changes. `refused` are values that must not be affine.
 */
export function laneShapes(
  program: Program,
  facts: ProgramFacts,
  kind: LaunchKind,
  refused: ReadonlySet<Value>,
  affine: boolean,
): LaneShapes {
  return new Analyzer(program, kind, refused, affine).analyze(facts);
}

class Analyzer {
  readonly #program: Program;
  readonly #context: ShapeContext;
  readonly #kind: LaunchKind;
  readonly #count: number;
  /** By register number: the place of its facts in a `Flow`; -1 for a temporary, which is set once, before its uses. */
  readonly #places: Int32Array;
  readonly #named: number;
  readonly #shapes: (Shape | undefined)[] = [];
  readonly #changes: number[] = [];
  readonly #jumps = new Map<Step, Jumps>();
  readonly #divergent = new Set<Step>();
  readonly #left = new Set<Label>();
  readonly #passed = new Set<Label>();
  readonly #root: Region = { parent: undefined, depth: 0 };
  readonly #rootSteps = new Set<Step>();
  readonly #unset = new Set<number>();
  #exitsDivergently = false;
  #changed = true;
  // State of one pass over the program:
  #common: (Region | undefined)[] = [];
  #deepest: number[] = [];
  #setters: (Region[] | undefined)[] = [];
  #longLived = new Set<number>();
  #temporarySetIn: number[] = [];
  #stretch = 0;
  #bodies = new Map<Label, Region>();
  #passBodies = new Map<Label, Region>();
  #exits = new Map<Label, Flow[]>();
  #passEnds = new Map<Label, Flow[]>();
  #flow: Flow | undefined;

  constructor(program: Program, kind: LaunchKind, refused: ReadonlySet<Value>, affine: boolean) {
    this.#program = program;
    this.#kind = kind;
    this.#context = {
      kind,
      register: (register) => this.#shapes[register.number],
      refuses: (value) => !affine || refused.has(value),
    };
    this.#count = program.registers.length;
    this.#places = new Int32Array(this.#count).fill(-1);
    let named = 0;
    for (const { number } of program.registers.filter(({ name }) => name !== "")) {
      if (this.#places[number]! < 0) this.#places[number] = named++;
    }
    this.#named = named;
    for (const step of program.body) this.#findJumps(step);
  }

  analyze({ reads, definitions, pointerOrigins }: ProgramFacts): LaneShapes {
    while (this.#changed) {
      this.#pass();
      if (!this.#changed) this.#settleUnknown();
    }
    const memo = new Map<Value, Shape>();
    const full = threadsOf(this.#kind) % 32 === 0 && !this.#exitsDivergently;
    return {
      kind: this.#kind,
      context: this.#context,
      shape: (value) => {
        let shape = memo.get(value);
        if (!shape) memo.set(value, (shape = shapeOf(value, this.#context)!));
        return shape;
      },
      register: (register) => this.#shapes[register.number]!,
      isDivergent: (step) => this.#divergent.has(step),
      dropsLanes: (step) => this.#dropsLanes(step),
      leavesDivergently: (label) => this.#left.has(label),
      passesDivergently: (label) => this.#passed.has(label),
      isFull: (step) => full && this.#rootSteps.has(step),
      isShortLived: (register) => !this.#longLived.has(register.number),
      isReadUnset: (register) => this.#unset.has(register.number),
      hasBarrier: this.#program.body.some((step) => this.#jumps.get(step)!.barrier),
      reads: (register) => reads.of(register),
      rowLength: (subscript) => rowLength(subscript, definitions),
      haveOneOrigin: pointerOrigins.every((origins) => origins?.length === 1),
      hasOneOrigin: (site) => pointerOrigins[site]?.length === 1,
    };
  }

  /** A register that is still unknown is never set where it matters: it is 0. */
  #settleUnknown(): void {
    for (const { number } of this.#program.registers) {
      if (this.#shapes[number]) continue;
      this.#shapes[number] = constantShape("u32", 0);
      this.#changed = true;
    }
  }

  #dropsLanes(step: Step): boolean {
    const jumps = this.#jumps.get(step)!;
    for (const jump of jumps.out) if (this.#divergent.has(jump)) return true;
    return false;
  }

  #findJumps(step: Step): Jumps {
    const out = new Set<Step>();
    let barrier = step.kind === "barrier" || waits(step);
    const include = (steps: readonly Step[], label?: Label): void => {
      for (const inner of steps) {
        const found = this.#findJumps(inner);
        barrier ||= found.barrier;
        for (const jump of found.out) if (label === undefined || !("label" in jump) || jump.label !== label) out.add(jump);
      }
    };
    switch (step.kind) {
      case "leave":
      case "again":
      case "exit":
        out.add(step);
        break;
      case "if":
        include(step.then);
        include(step.otherwise);
        break;
      case "block":
        include(step.body, step.label);
        break;
      case "loop":
        include(step.body, step.label);
        include(step.step, step.label);
        break;
    }
    const jumps = { out, barrier };
    this.#jumps.set(step, jumps);
    return jumps;
  }

  /** Goes over the program once with the current facts. */
  #pass(): void {
    this.#changed = false;
    this.#common = [];
    this.#deepest = [];
    this.#setters = [];
    this.#longLived = new Set();
    this.#rootSteps.clear();
    this.#stretch = 0;
    this.#bodies = new Map();
    this.#passBodies = new Map();
    this.#exits = new Map();
    this.#passEnds = new Map();
    this.#flow = { setSince: new Int16Array(this.#named).fill(-1), setIn: new Int32Array(this.#named).fill(-1) };
    this.#program.parameters.forEach(({ register }, index) => {
      const facts = this.#kind.parameters[index];
      const plain = anyShape(register.type, "uniform");
      this.#sets(register, facts && Number.isFinite(facts.low) ? { ...plain, ...facts } : plain, this.#root);
    });
    this.#list(this.#program.body, this.#root);
    for (const register of this.#program.registers) {
      const setters = this.#setters[register.number];
      if (!setters) continue;
      let home = this.#common[register.number]!;
      while (home.parent && home.depth > this.#deepest[register.number]!) home = home.parent;
      const shape = this.#shapes[register.number];
      if (shape && setters.some((region) => region !== home)) this.#joins(register, withForm(shape, "varying"));
    }
  }

  #joins(register: Register, shape: Shape): void {
    const { number } = register;
    const before = this.#shapes[number];
    let after = before ? joined(before, shape) : shape;
    if (before && sameShape(before, after)) return;
    const changes = (this.#changes[number] = (this.#changes[number] ?? 0) + 1);
    if (changes > CHANGES_UNTIL_WIDENED && before && (before.low !== after.low || before.high !== after.high)) {
      const { low, high } = anyShape(register.type);
      after = { ...after, low, high };
      if (sameShape(before, after)) return;
    }
    this.#shapes[number] = after;
    this.#changed = true;
  }

  #sets(register: Register, shape: Shape | undefined, region: Region): void {
    const { number } = register;
    this.#common[number] = commonRegion(this.#common[number] ?? region, region);
    this.#deepest[number] ??= Infinity;
    const setters = (this.#setters[number] ??= []);
    if (!setters.includes(region)) setters.push(region);
    const place = this.#places[number]!;
    if (place < 0) this.#temporarySetIn[number] = this.#stretch;
    else if (this.#flow) {
      this.#flow.setSince[place] = region.depth;
      this.#flow.setIn[place] = this.#stretch;
    }
    if (shape) this.#joins(register, shape);
  }

  #uses(value: Value, region: Region): void {
    eachRegisterIn(value, (register) => this.#usesRegister(register, region));
  }

  #usesRegister(register: Register, region: Region): void {
    const { number } = register;
    this.#common[number] = commonRegion(this.#common[number] ?? region, region);
    const place = this.#places[number]!;
    if (place < 0) {
      if (this.#temporarySetIn[number] !== this.#stretch) this.#longLived.add(number);
      return;
    }
    const since = this.#flow ? this.#flow.setSince[place]! : region.depth;
    this.#deepest[number] = Math.min(this.#deepest[number] ?? Infinity, Math.max(0, since));
    if (since < 0 && !this.#unset.has(number)) {
      this.#unset.add(number);
      this.#joins(register, anyShape(register.type, "uniform"));
      this.#changed = true;
    }
    if (this.#flow && this.#flow.setIn[place] !== this.#stretch) this.#longLived.add(number);
  }

  #list(steps: readonly Step[], region: Region): void {
    for (const step of steps) this.#step(step, region);
  }

  /** A part of the program that only some lanes run, or that lanes leave early. */
  #inside(steps: readonly Step[], outer: Region): Region {
    const region = { parent: outer, depth: outer.depth + 1 };
    this.#list(steps, region);
    return region;
  }

  #step(step: Step, region: Region): void {
    if (region === this.#root) this.#rootSteps.add(step);
    for (const value of valuesOf(step)) this.#uses(value, region);
    switch (step.kind) {
      case "set":
        return this.#sets(step.register, shapeOf(step.value, this.#context), region);
      case "load": {
        const address = shapeOf(step.address, this.#context);
        const form = address && (address.form === "uniform" ? "uniform" : "varying");
        for (const register of step.into) this.#sets(register, form && anyShape(register.type, form), region);
        return;
      }
      case "atomic":
      case "matrixProduct":
      case "warpgroupProduct":
        for (const register of step.into) this.#sets(register, anyShape(register.type), region);
        return;
      case "if":
        return this.#if(step, region);
      case "loop":
        return this.#loop(step, region);
      case "block":
        return this.#block(step, region);
      case "leave":
        return this.#jump(step, this.#bodies, this.#left, this.#exits, region);
      case "again":
        return this.#jump(step, this.#passBodies, this.#passed, this.#passEnds, region);
      case "exit":
        return this.#exit(step, region);
      case "barrier":
        this.#stretch++;
        if (step.into) this.#sets(step.into, anyShape(step.into.type, "uniform"), region);
        return;
      case "shuffle": {
        const value = shapeOf(step.value, this.#context);
        const form = value && (value.form === "uniform" ? "uniform" : "varying");
        return this.#sets(step.into, form && anyShape(step.into.type, form), region);
      }
      case "vote": {
        const mask = shapeOf(step.mask, this.#context);
        const form = mask && (mask.form === "uniform" && step.mode !== "match-any" ? "uniform" : "varying");
        return this.#sets(step.into, form && anyShape(step.into.type, form), region);
      }
      case "exchange":
        for (const register of step.into) this.#sets(register, anyShape(register.type), region);
        return;
      case "instruction": {
        if (waits(step)) this.#stretch++;
        const { isUniform } = instructionFacts(step.name);
        const shapes = step.operands.map((operand) => shapeOf(operand, this.#context));
        if (shapes.includes(undefined)) return step.into.forEach((register) => this.#sets(register, undefined, region));
        const form = isUniform && shapes.every((shape) => shape!.form === "uniform") ? "uniform" : "varying";
        return step.into.forEach((register) => this.#sets(register, anyShape(register.type, form), region));
      }
      case "setElement":
      case "store":
      case "warpBarrier":
      case "print":
      case "assert":
      case "fence":
      case "compilerBarrier":
      case "copy":
      case "commitCopies":
      case "awaitCopies":
        return;
    }
  }

  #exit(step: Step & { kind: "exit" }, region: Region): void {
    if (region !== this.#root) {
      this.#divergent.add(step);
      if (!this.#exitsDivergently) this.#exitsDivergently = this.#changed = true;
    }
    this.#flow = undefined;
  }

  #if(step: Step & { kind: "if" }, region: Region): void {
    const divergent = shapeOf(step.test, this.#context)?.form === "varying";
    const before = this.#flow;
    const { barrier } = this.#jumps.get(step)!;
    if (barrier) this.#stretch++;
    const branch = (steps: readonly Step[]): Flow | undefined => {
      this.#flow = copied(before);
      if (barrier) this.#stretch++;
      if (divergent) this.#inside(steps, region);
      else this.#list(steps, region);
      return clamped(this.#flow, region.depth);
    };
    const then = branch(step.then);
    this.#flow = merged(then, branch(step.otherwise));
    if (barrier) this.#stretch++;
  }

  #block(step: Step & { kind: "block" }, region: Region): void {
    const { barrier } = this.#jumps.get(step)!;
    // Lanes can be off from the first step on that contains a jump.
    const first = this.#left.has(step.label) ? this.#firstWith(step.body, "leave", step.label) : step.body.length;
    const body: Region = first < step.body.length ? { parent: region, depth: region.depth + 1 } : region;
    this.#bodies.set(step.label, body);
    this.#exits.set(step.label, []);
    this.#list(step.body.slice(0, first), region);
    this.#list(step.body.slice(first), body);
    this.#flow = this.#arrivals(this.#exits.get(step.label)!, this.#flow, region.depth);
    if (barrier) this.#stretch++;
  }

  #loop(step: Step & { kind: "loop" }, region: Region): void {
    const { barrier } = this.#jumps.get(step)!;
    if (barrier) this.#stretch++;
    const body: Region = this.#left.has(step.label) ? { parent: region, depth: region.depth + 1 } : region;
    const first = this.#passed.has(step.label) ? this.#firstWith(step.body, "again", step.label) : step.body.length;
    const late: Region = first < step.body.length ? { parent: body, depth: body.depth + 1 } : body;
    this.#bodies.set(step.label, body);
    this.#passBodies.set(step.label, late);
    this.#exits.set(step.label, []);
    this.#passEnds.set(step.label, []);
    this.#list(step.body.slice(0, first), body);
    this.#list(step.body.slice(first), late);
    this.#flow = this.#arrivals(this.#passEnds.get(step.label)!, this.#flow, body.depth);
    if (barrier) this.#stretch++;
    this.#list(step.step, body);
    this.#flow = this.#arrivals(this.#exits.get(step.label)!, undefined, region.depth);
    if (barrier) this.#stretch++;
  }

  #arrivals(flows: readonly Flow[], last: Flow | undefined, depth: number): Flow | undefined {
    return clamped([...flows, last].reduce(merged, undefined), depth);
  }

  #firstWith(steps: readonly Step[], kind: "leave" | "again", label: Label): number {
    const index = steps.findIndex((step) => [...this.#jumps.get(step)!.out].some((jump) => jump.kind === kind && jump.label === label));
    return index < 0 ? steps.length : index;
  }

  #jump(
    step: Step & { kind: "leave" | "again" },
    bodies: ReadonlyMap<Label, Region>,
    divergent: Set<Label>,
    arrivals: ReadonlyMap<Label, Flow[]>,
    region: Region,
  ): void {
    if (bodies.get(step.label) !== region) {
      this.#divergent.add(step);
      if (!divergent.has(step.label)) {
        divergent.add(step.label);
        this.#changed = true;
      }
    }
    if (this.#flow) arrivals.get(step.label)!.push(this.#flow);
    this.#flow = undefined;
  }
}

/** Whether a warp may stop in a step for other warps. */
function waits(step: Step): boolean {
  return step.kind === "instruction" && instructionFacts(step.name).waits === true;
}

interface Jumps {
  /** The `leave`, `again` and `exit` steps in a step that lead out of it. */
  readonly out: ReadonlySet<Step>;
  readonly barrier: boolean;
}

function commonRegion(a: Region, b: Region): Region {
  while (a !== b) {
    if (a.depth > b.depth) a = a.parent!;
    else if (b.depth > a.depth) b = b.parent!;
    else [a, b] = [a.parent!, b.parent!];
  }
  return a;
}

const copied = (flow: Flow | undefined): Flow | undefined => flow && { setSince: flow.setSince.slice(), setIn: flow.setIn.slice() };

/** The facts that hold on both paths to a point. */
function merged(a: Flow | undefined, b: Flow | undefined): Flow | undefined {
  const both = copied(a ?? b);
  if (!both || !a || !b) return both;
  for (let place = 0; place < both.setSince.length; place++) {
    both.setSince[place] = Math.min(a.setSince[place]!, b.setSince[place]!);
    both.setIn[place] = Math.min(a.setIn[place]!, b.setIn[place]!);
  }
  return both;
}

/** The facts after the regions deeper than `depth` have ended. */
function clamped(flow: Flow | undefined, depth: number): Flow | undefined {
  if (!flow) return undefined;
  const setSince = flow.setSince.slice();
  for (let place = 0; place < setSince.length; place++) if (setSince[place]! > depth) setSince[place] = depth;
  return { setSince, setIn: flow.setIn };
}
