import { SourceError } from "../source-error.ts";
import type {
  Block,
  Expression,
  FunctionNode,
  Initializer,
  Span,
  Statement,
  TypeNode,
  VariableNode,
  VariablesNode,
} from "../syntax/tree.ts";
import { chooseFunction } from "../program/calls.ts";
import { NeedsAddress, type Context } from "../program/context.ts";
import { commonType, promoted } from "../program/conversions.ts";
import { numberLiteral } from "../program/literals.ts";
import { bindTemplate, findName, lookUp, unknownName, withoutLibrary } from "../program/names.ts";
import type { ArithmeticOperator, ComparisonOperator, ScalarType } from "../program/program.ts";
import type { FunctionEntity, LocalVariable, Operand } from "../program/scope.ts";
import { declareEnum } from "../program/structs.ts";
import {
  BOOL, I32, I64, U64, VOID, alignOf, builtInType, bytesOf, isFloating, isInteger, pointerTo, sameType, scalarType, typeName,
  type CudaType, type GivenArgument,
} from "../program/types.ts"; // prettier-ignore
import { constant } from "../program/values.ts";
import { COMPARISONS, arithmeticOf, conversion } from "./arithmetic.ts";
import { decayed, type Code, type Translation } from "./code.ts";
import { HOST_BASE, READ, WRITE, type Scalar } from "./host-memory.ts";
import type { HostMachine } from "./host-machine.ts";
import { libraryFunction } from "./library.ts";
import { vectorMethod } from "./vectors.ts";

/** How a statement ended. */
type Outcome = 0 | 1 | 2 | 3;
const [NEXT, BREAK, CONTINUE, RETURN]: readonly [0, 1, 2, 3] = [0, 1, 2, 3];
type Run = () => Outcome;

interface Slot {
  readonly offset: number;
  readonly isReference: boolean;
  /** An offset into the host's memory instead of one into the function's frame. */
  readonly isGlobal: boolean;
  readonly type: CudaType;
}

/** A function of the host with the arguments of its template. */
interface Instance {
  readonly node: FunctionNode;
  readonly parameters: Slot[];
  result: CudaType;
  bytes: number;
  run: Run;
}

export function isAggregate(type: CudaType): boolean {
  return type.kind === "struct" || type.kind === "array";
}

export function scalarKind(type: CudaType, span: Span): ScalarType {
  if (type.kind === "scalar") return type.scalar;
  if (type.kind === "pointer" || type.kind === "array") return "ptr";
  throw new SourceError(`A ${typeName(type)} is no number.`, span);
}

/** Turns functions of the host into closures. */
export class HostCompiler implements Translation {
  readonly machine: HostMachine;
  readonly #slots = new Map<LocalVariable, Slot>();
  readonly #instances = new Map<FunctionNode, Map<string, Instance>>();
  readonly #texts = new Map<string, number>();
  /** The function that is being compiled. */
  #function: Instance;

  constructor(machine: HostMachine) {
    this.machine = machine;
    this.#function = newInstance(undefined as never);
  }

  /** Code that sets a variable outside of functions. */
  global(variable: VariableNode, context: Context): Run | undefined {
    const { name, initializer, span } = variable;
    const entity = context.scope.find(name);
    // What is known needs no memory; a table that kernels may read is the host's as well.
    if (entity?.kind !== "refused" && !(entity?.kind === "operand" && entity.operand.kind === "memory")) return undefined;
    const type =
      variable.type.kind === "auto" && initializer?.kind === "value"
        ? decayed(this.expression(initializer.value, context).type)
        : lengthOf(context.type(variable.type), initializer);
    const local: LocalVariable = { name, type, isConst: false, key: name, leaves: new Map() };
    const offset = this.machine.memory.allocate(bytesOf(type)) - HOST_BASE;
    this.#slots.set(local, { offset, isReference: false, isGlobal: true, type });
    context.scope.declare(name, { kind: "operand", operand: { kind: "local", type, variable: local, path: "", indexes: [] } });
    const set = this.initialize(type, initializer, context, span);
    return () => {
      set?.(HOST_BASE + offset);
      return NEXT;
    };
  }

  /** A function that the host calls first. */
  entry(node: FunctionNode, values: readonly number[], context: Context): () => Scalar {
    const instance = this.#instance({ node, scope: context.scope }, [], context, node.nameSpan);
    return () => {
      this.machine.enter(0, instance.bytes, node.span);
      for (const [i, { offset, type }] of instance.parameters.entries()) {
        WRITE[scalarKind(type, node.span)](this.machine.memory.view, offset, values[i] ?? 0);
      }
      this.machine.returned = 0;
      instance.run();
      return instance.result.kind === "void" ? 0 : this.machine.returned;
    };
  }

  // Functions

  #instance({ node, scope }: FunctionEntity, given: readonly (GivenArgument | undefined)[], around: Context, span: Span): Instance {
    if (node.refused) throw new SourceError(node.refused.message, node.refused.span);
    if (node.body === undefined) throw new SourceError(`\`${node.name}\` is declared, and has no body.`, span);
    const instances = this.#instances.get(node) ?? new Map<string, Instance>();
    this.#instances.set(node, instances);
    const key = given.map((argument) => keyOf(argument)).join();
    const known = instances.get(key);
    if (known) return known;
    const instance = newInstance(node);
    instances.set(key, instance);
    const before = this.#function;
    this.#function = instance;
    try {
      const context = around.with({ scope }).inner({ steps: [] });
      bindTemplate(node.templateParameters, given, context, span);
      if (node.result.kind === "auto") throw new SourceError("Write the type that this function of the host returns.", node.nameSpan);
      instance.result = context.type(node.result);
      for (const parameter of node.parameters) {
        const type = decayed(context.type(parameter.type));
        instance.parameters.push(this.#declare(parameter.name, type, context, parameter.span));
      }
      instance.run = this.#block(node.body, context);
    } finally {
      this.#function = before;
    }
    return instance;
  }

  /** Room in the frame of the function that is being compiled. */
  room(type: CudaType): number {
    const align = Math.max(1, alignOf(type));
    const offset = Math.ceil(this.#function.bytes / align) * align;
    this.#function.bytes = offset + bytesOf(type);
    return offset;
  }

  #declare(name: string, type: CudaType, context: Context, span: Span): Slot {
    const own = type.kind === "reference" ? type.to : type;
    if (own.kind === "void") throw new SourceError(`\`${name}\` cannot be void.`, span);
    const variable: LocalVariable = { name, type: own, isConst: false, key: name, leaves: new Map() };
    const slot: Slot = { offset: this.room(type), isReference: type.kind === "reference", isGlobal: false, type: own };
    this.#slots.set(variable, slot);
    const operand: Operand = { kind: "local", type: own, variable, path: "", indexes: [] };
    if (name !== "") context.scope.declare(name, { kind: "operand", operand });
    return slot;
  }

  #call(
    entity: FunctionEntity,
    given: readonly (GivenArgument | undefined)[],
    values: readonly Code[],
    context: Context,
    span: Span,
  ): Code {
    const { node } = entity;
    if (node.runs.global) throw new SourceError(`\`${node.name}\` is a kernel: launch it with \`<<<grid, block>>>\`.`, span);
    if (node.runs.device && !node.runs.host)
      throw new SourceError(
        `\`${node.name}\` is a function of the device: the host cannot call it. Make it \`__host__ __device__\`.`,
        span,
      );
    const instance = this.#instance(entity, given, context, span);
    const inside = context.with({ scope: entity.scope });
    const setters = node.parameters.map((parameter, i) => {
      const slot = instance.parameters[i]!;
      const code = values[i] ?? (parameter.fallback && this.expression(parameter.fallback, inside));
      if (code === undefined) throw new SourceError(`\`${parameter.name}\` is not given.`, span);
      const type = slot.isReference ? ({ kind: "reference", to: slot.type } as const) : slot.type;
      return this.#passed(type, code, slot.offset, span);
    });
    const { machine } = this;
    const caller = this.#function;
    const { result } = instance;
    const kept = isAggregate(result) ? this.room(result) : 0;
    const size = bytesOf(result);
    const value = (): Scalar => {
      machine.step(span);
      const base = machine.frame;
      const frame = Math.ceil((base + caller.bytes) / 16) * 16;
      // All arguments are known before the first is passed on: they may call functions themselves.
      const passed = setters.map(({ value }) => value());
      machine.enter(frame, instance.bytes, span);
      for (const [i, { set }] of setters.entries()) set(frame, passed[i]!);
      if (instance.run() !== RETURN) machine.returned = 0;
      machine.frame = base;
      if (!isAggregate(result)) return machine.returned;
      const to = machine.local(kept);
      this.copy(to, Number(machine.returned), size, span);
      return to;
    };
    if (result.kind === "reference") {
      const address = (): number => Number(value());
      return this.place(result.to, address, span);
    }
    return { type: result, value };
  }

  #passed(type: CudaType, code: Code, offset: number, span: Span): { value: () => Scalar; set: (frame: number, value: Scalar) => void } {
    const { memory } = this.machine;
    if (type.kind === "reference" && (sameType(type.to, code.type) || code.address)) {
      if (!sameType(type.to, code.type)) throw new SourceError(`A ${typeName(code.type)} is no ${typeName(type.to)}.`, span);
      const address = code.address ?? this.#temporary(code, span);
      return { value: address, set: (frame, value) => WRITE.ptr(memory.view, frame + offset, value) };
    }
    if (type.kind === "reference") {
      const address = this.#temporary(this.convert(code, type.to, span), span);
      return { value: address, set: (frame, value) => WRITE.ptr(memory.view, frame + offset, value) };
    }
    const { value } = this.convert(code, type, span);
    if (isAggregate(type)) {
      const isPlace = code.address !== undefined;
      return { value, set: (frame, from) => this.#assign(type, HOST_BASE + frame + offset, Number(from), isPlace, span) };
    }
    const write = WRITE[scalarKind(type, span)];
    return { value, set: (frame, given) => write(memory.view, frame + offset, given) };
  }

  /** The address of a value that has none. */
  #temporary(code: Code, span: Span): () => number {
    if (isAggregate(code.type)) return code.value as () => number;
    const { machine } = this;
    const offset = this.room(code.type);
    const write = WRITE[scalarKind(code.type, span)];
    return () => {
      write(machine.memory.view, machine.frame + offset, code.value());
      return machine.local(offset);
    };
  }

  /** Copies a struct or an array; a vector that is a variable is copied with its elements. */
  #assign(type: CudaType, to: number, from: number, isPlace: boolean, span: Span): void {
    this.copy(to, from, bytesOf(type), span);
    const given = isPlace && type.kind === "struct" && type.struct.name === "vector" ? type.struct.given?.[0] : undefined;
    if (given?.kind !== "type") return;
    const { memory } = this.machine;
    const view = memory.locate(from, 24, span, false);
    const [data, count] = [Number(READ.ptr(view, memory.offset)), Number(READ.u64(view, memory.offset + 8))];
    this.fillVector(to, count, given.type, undefined, span);
    const copied = Number(READ.ptr(memory.locate(to, 24, span, false), memory.offset));
    if (count > 0) this.copy(copied, data, count * bytesOf(given.type), span);
  }

  copy(to: number, from: number, bytes: number, span: Span): void {
    const { memory } = this.machine;
    const source = memory.bytes(from, bytes, span, false);
    memory.bytes(to, bytes, span, true).set(source);
  }

  // Statements

  #block({ statements }: Block, around: Context): Run {
    const context = around.inner();
    const runs = statements.map((statement) => this.#statement(statement, context));
    return () => {
      for (const run of runs) {
        const outcome = run();
        if (outcome !== NEXT) return outcome;
      }
      return NEXT;
    };
  }

  #statement(statement: Statement, context: Context): Run {
    const { machine } = this;
    const { span } = statement;
    switch (statement.kind) {
      case "block":
        return this.#block(statement, context);
      case "variables":
        return this.#variables(statement, context);
      case "struct":
        context.scope.declare(statement.name, {
          kind: "struct-template",
          node: statement,
          scope: context.scope,
          instances: new Map(),
          specializations: [],
        });
        return () => NEXT;
      case "enum":
        declareEnum(statement, context);
        return () => NEXT;
      case "alias":
        context.scope.declare(statement.name, { kind: "type", type: context.type(statement.type) });
        return () => NEXT;
      case "static-assert":
        context.statement(statement);
        return () => NEXT;
      case "empty":
        return () => NEXT;
      case "expression": {
        const { value } = this.expression(statement.expression, context);
        return () => {
          machine.step(span);
          value();
          return NEXT;
        };
      }
      case "if": {
        const inner = context.inner();
        const before = statement.declaration && this.#statement(statement.declaration, inner);
        const test = this.truth(statement.test, inner);
        const then = this.#statement(statement.then, inner.inner());
        const otherwise = statement.otherwise && this.#statement(statement.otherwise, inner.inner());
        return () => {
          machine.step(span);
          before?.();
          return test() ? then() : (otherwise?.() ?? NEXT);
        };
      }
      case "for": {
        const inner = context.inner();
        const start = statement.start && this.#statement(statement.start, inner);
        const test = statement.test && this.truth(statement.test, inner);
        const step = statement.step && this.expression(statement.step, inner).value;
        const loop = this.#loop(this.#statement(statement.body, inner.inner()), test, step, span);
        return () => {
          start?.();
          return loop();
        };
      }
      case "while":
        return this.#loop(this.#statement(statement.body, context.inner()), this.truth(statement.test, context), undefined, span);
      case "do": {
        const body = this.#statement(statement.body, context.inner());
        const test = this.truth(statement.test, context);
        return () => {
          do {
            machine.step(span);
            const outcome = body();
            if (outcome === BREAK) break;
            if (outcome === RETURN) return RETURN;
          } while (test());
          return NEXT;
        };
      }
      case "switch":
        return this.#switch(statement, context);
      case "break":
        return () => BREAK;
      case "continue":
        return () => CONTINUE;
      case "return":
        return this.#return(statement, context);
    }
  }

  #loop(body: Run, test: (() => boolean) | undefined, step: (() => Scalar) | undefined, span: Span): Run {
    const { machine } = this;
    return () => {
      while (!test || test()) {
        machine.step(span);
        const outcome = body();
        if (outcome === BREAK) break;
        if (outcome === RETURN) return RETURN;
        step?.();
      }
      return NEXT;
    };
  }

  #switch(statement: Statement & { kind: "switch" }, around: Context): Run {
    const context = around.inner();
    const { value } = this.convert(this.expression(statement.value, context), I64, statement.value.span);
    const cases = statement.cases.map(({ values, statements }) => ({
      labels: values.map((label) => label && this.convert(this.expression(label, context), I64, label.span).value()),
      runs: statements.map((child) => this.#statement(child, context)),
    }));
    return () => {
      const given = value();
      let at = cases.findIndex(({ labels }) => labels.includes(given));
      if (at < 0) at = cases.findIndex(({ labels }) => labels.includes(undefined));
      for (const { runs } of at < 0 ? [] : cases.slice(at)) {
        for (const run of runs) {
          const outcome = run();
          if (outcome === BREAK) return NEXT;
          if (outcome !== NEXT) return outcome;
        }
      }
      return NEXT;
    };
  }

  #return({ value: given, span }: Statement & { kind: "return" }, context: Context): Run {
    const { machine } = this;
    const { result } = this.#function;
    if (given === undefined) return () => RETURN;
    if (given.kind === "list") {
      const offset = this.room(result);
      const set = this.initialize(result, { kind: "list", list: given }, context, span);
      return () => {
        set?.(machine.local(offset));
        machine.returned = machine.local(offset);
        return RETURN;
      };
    }
    const code = this.expression(given, context);
    if (result.kind === "reference" && !code.address) throw new SourceError("A reference can only be returned to a variable.", span);
    const value =
      result.kind === "reference" ? code.address! : result.kind === "void" ? code.value : this.convert(code, result, span).value;
    return () => {
      machine.step(span);
      machine.returned = value();
      return RETURN;
    };
  }

  #variables(node: VariablesNode, context: Context): Run {
    if (node.memory !== undefined)
      throw new SourceError("A variable of the device is declared outside of functions, or in a kernel.", node.span);
    const runs = node.variables.map((variable) => this.#variable(node, variable, context));
    return () => {
      for (const run of runs) run();
      return NEXT;
    };
  }

  #variable(node: VariablesNode, variable: VariableNode, context: Context): Run {
    const { name, initializer, span } = variable;
    const { machine } = this;
    if (this.#isKnownConstant(node, variable, context)) return () => NEXT;
    if (!takesItsType(variable.type)) {
      const type = lengthOf(context.type(variable.type), initializer);
      if (node.isStatic) return this.#static(name, type, initializer, context, span);
      // Known in its own initializer: `Node *node = (Node *)malloc(sizeof(*node));`
      const { offset } = this.#declare(name, type, context, span);
      const set = this.initialize(type, initializer, context, span);
      return () => {
        set?.(machine.local(offset));
        return NEXT;
      };
    }
    const code = initializer?.kind === "value" ? this.expression(initializer.value, context) : undefined;
    if (!code) throw new SourceError(`\`${name}\` needs a value.`, span);
    const type = this.#variableType(variable.type, code, context);
    if (type.kind === "reference") {
      const address = code.address ?? this.#temporary(this.convert(code, type.to, span), span);
      const { offset } = this.#declare(name, type, context, span);
      return () => {
        WRITE.ptr(machine.memory.view, machine.frame + offset, address());
        return NEXT;
      };
    }
    const set = this.#setter(type, code, span);
    const { offset } = this.#declare(name, type, context, span);
    return () => {
      set(machine.local(offset));
      return NEXT;
    };
  }

  #static(name: string, type: CudaType, initializer: Initializer | undefined, context: Context, span: Span): Run {
    const { machine } = this;
    const variable: LocalVariable = { name, type, isConst: false, key: name, leaves: new Map() };
    const address = machine.memory.allocate(bytesOf(type));
    const set = this.initialize(type, initializer, context, span);
    this.#slots.set(variable, { offset: address - HOST_BASE, isReference: false, isGlobal: true, type });
    context.scope.declare(name, { kind: "operand", operand: { kind: "local", type, variable, path: "", indexes: [] } });
    let isSet = false;
    return () => {
      if (!isSet) set?.(address);
      isSet = true;
      return NEXT;
    };
  }

  /** A constant with a known value can be an array's length and a template's argument: `const int N = 256;` */
  #isKnownConstant(node: VariablesNode, { name, type, initializer }: VariableNode, context: Context): boolean {
    const isConst = node.isConstexpr || ("isConst" in type && type.isConst);
    if (!isConst || initializer?.kind !== "value" || (type.kind !== "named" && type.kind !== "auto")) return false;
    try {
      const known = context.inner({ steps: [] });
      known.statement({ ...node, variables: [{ name, type, initializer, align: undefined, span: node.span }] });
      const entity = known.scope.own(name);
      if (entity?.kind !== "operand" || entity.operand.kind !== "value" || entity.operand.value.kind !== "constant") return false;
      context.scope.declare(name, entity);
      return true;
    } catch (error) {
      // What only the host can work out is no constant.
      if (error instanceof SourceError || error instanceof NeedsAddress) return false;
      throw error;
    }
  }

  #variableType(node: TypeNode, code: Code, context: Context): CudaType {
    const isReference = node.kind === "reference";
    if (isReference && node.to.kind !== "auto") return context.type(node);
    return isReference ? { kind: "reference", to: code.type } : decayed(code.type);
  }

  // Initial values

  /** Sets a variable at an address; undefined if nothing is given for it. */
  initialize(type: CudaType, initializer: Initializer | undefined, context: Context, span: Span): ((to: number) => void) | undefined {
    switch (initializer?.kind) {
      case undefined:
        return type.kind === "struct" ? this.#fields(type, [], undefined, context, span, true) : undefined;
      case "value":
        if (initializer.value.kind === "list")
          return this.#list(type, initializer.value.items, initializer.value.designators, context, span);
        return this.#single(type, initializer.value, context, span);
      case "list":
        return this.#list(type, initializer.list.items, initializer.list.designators, context, span);
      case "arguments":
        return this.#construct(type, initializer.values, context, span);
    }
  }

  #single(type: CudaType, value: Expression, context: Context, span: Span): (to: number) => void {
    if (value.kind === "list") return this.#list(type, value.items, value.designators, context, span);
    if (type.kind === "array" && value.kind === "string") {
      const bytes = new TextEncoder().encode(`${value.value}\0`);
      const { memory } = this.machine;
      return (to) => {
        const room = memory.bytes(to, bytesOf(type), span, true);
        room.fill(0);
        room.set(bytes.subarray(0, room.length));
      };
    }
    return this.#setter(type, this.expression(value, context), span);
  }

  #setter(type: CudaType, code: Code, span: Span): (to: number) => void {
    const { memory } = this.machine;
    const { value } = this.convert(code, type, span);
    if (isAggregate(type)) return (to) => this.#assign(type, to, Number(value()), code.address !== undefined, span);
    const write = WRITE[scalarKind(type, span)];
    const size = bytesOf(type);
    return (to) => {
      const given = value();
      write(memory.locate(to, size, span, true), memory.offset, given);
    };
  }

  #list(
    type: CudaType,
    items: readonly Expression[],
    designators: readonly string[] | undefined,
    context: Context,
    span: Span,
  ): (to: number) => void {
    if (type.kind === "struct") return this.#fields(type, items, designators, context, span, false);
    if (type.kind !== "array") {
      const [only] = items;
      if (items.length > 1) throw new SourceError(`A ${typeName(type)} is made of one value, not of ${items.length}.`, span);
      if (only) return this.#single(type, only, context, span);
      return this.#setter(type, { type: I32, value: () => 0 }, span);
    }
    if (items.length > type.length) throw new SourceError(`The array has ${type.length} elements; ${items.length} are given.`, span);
    const size = bytesOf(type.of);
    const setters = items.map((item) => this.#single(type.of, item, context, span));
    const { memory } = this.machine;
    return (to) => {
      memory.bytes(to, bytesOf(type), span, true).fill(0);
      for (const [i, set] of setters.entries()) set(to + i * size);
    };
  }

  #fields(
    type: CudaType & { kind: "struct" },
    items: readonly Expression[],
    designators: readonly string[] | undefined,
    context: Context,
    span: Span,
    isDefault: boolean,
  ): (to: number) => void {
    const { struct } = type;
    if (struct.methods.some(({ node }) => node.name === struct.name))
      throw new SourceError(`The lab's host has no constructors: make \`${struct.name}\` a plain struct, and set its members.`, span);
    if (items.length > struct.fields.length)
      throw new SourceError(`A ${typeName(type)} has ${struct.fields.length} members; ${items.length} are given.`, span);
    const own = struct.node?.members.flatMap((member) => (member.kind === "variables" && !member.isStatic ? member.variables : [])) ?? [];
    const setters = struct.fields.flatMap((field, i) => {
      const item = items[designators ? designators.indexOf(field.name) : i];
      const fallback = own.find(({ name }) => name === field.name)?.initializer;
      const set = item ? this.#single(field.type, item, context, span) : this.initialize(field.type, fallback, context, span);
      if (!set && struct.name === "dim3")
        return [{ offset: field.offset, set: this.#setter(field.type, { type: I32, value: () => 1 }, span) }];
      return set ? [{ offset: field.offset, set }] : [];
    });
    const { memory } = this.machine;
    const isVector = struct.name === "vector";
    return (to) => {
      if (!isDefault || isVector) memory.bytes(to, struct.bytes, span, true).fill(0);
      for (const { offset, set } of setters) set(to + offset);
    };
  }

  /** `dim3 grid(4, 4)`, `std::vector<float> v(n, 1.0f)`, `int x(3)`. */
  #construct(type: CudaType, values: readonly Expression[], context: Context, span: Span): (to: number) => void {
    if (type.kind !== "struct" || type.struct.name === "dim3") return this.#list(type, values, undefined, context, span);
    const [first, second] = values;
    if (type.struct.name === "vector" && first) {
      const count = this.convert(this.expression(first, context), U64, span).value;
      const given = type.struct.given?.[0];
      const element = given?.kind === "type" ? given.type : VOID;
      const set = second && this.#single(element, second, context, span);
      return (to) => this.fillVector(to, Number(count()), element, set, span);
    }
    if (values.length === 1 && first) {
      const code = this.expression(first, context);
      if (sameType(code.type, type)) return this.#setter(type, code, span);
    }
    return this.#fields(type, values, undefined, context, span, false);
  }

  /** Gives a vector memory for `count` elements, all set alike. */
  fillVector(vector: number, count: number, element: CudaType, set: ((to: number) => void) | undefined, span: Span): void {
    const { memory } = this.machine;
    const size = bytesOf(element);
    const data = memory.allocate(count * size);
    const view = memory.locate(vector, 24, span, true);
    const at = memory.offset;
    WRITE.ptr(view, at, data);
    WRITE.u64(view, at + 8, count);
    WRITE.u64(view, at + 16, count);
    if (set) for (let i = 0; i < count; i++) set(data + i * size);
  }

  // Expressions

  truth(expression: Expression, context: Context): () => boolean {
    const { type, value } = this.expression(expression, context);
    scalarKind(type, expression.span);
    return () => value() !== 0;
  }

  /** What is at an address. */
  place(type: CudaType, address: () => number, span: Span): Code {
    if (isAggregate(type)) return { type, value: address, address };
    if (type.kind === "void") return { type, value: () => 0, address };
    const { memory } = this.machine;
    const kind = scalarKind(type, span);
    const read = READ[kind];
    const size = bytesOf(type);
    return { type, address, value: () => read(memory.locate(address(), size, span, false), memory.offset) };
  }

  /** A value as one of another type. */
  convert(code: Code, type: CudaType, span: Span): Code {
    const target = type.kind === "reference" ? type.to : type;
    if (target.kind === "void") return { type: target, value: code.value };
    if (isAggregate(target) || code.type.kind === "struct") {
      if (sameType(target, code.type)) return code;
      if (target.kind === "struct" && target.struct.name === "dim3" && isInteger(code.type)) return this.#dim3Of(code, target, span);
      throw new SourceError(`A ${typeName(code.type)} cannot become a ${typeName(target)} here.`, span);
    }
    if (code.type.kind === "void") throw new SourceError("This has no value.", span);
    const change = conversion(scalarKind(code.type, span), scalarKind(target, span));
    const { value } = code;
    return { type: target, value: change ? () => change(value()) : value };
  }

  #dim3Of(code: Code, type: CudaType, span: Span): Code {
    const { machine } = this;
    const offset = this.room(type);
    const { value } = this.convert(code, scalarType("u32"), span);
    return {
      type,
      value: () => {
        const x = value();
        const at = machine.frame + offset;
        for (const [i, count] of [x, 1, 1].entries()) WRITE.u32(machine.memory.view, at + 4 * i, count);
        return machine.local(offset);
      },
    };
  }

  text(text: string): Code {
    let address = this.#texts.get(text);
    if (address === undefined) this.#texts.set(text, (address = this.machine.memory.text(text)));
    const known = address;
    return { type: pointerTo(scalarType("i8")), value: () => known };
  }

  expression(expression: Expression, context: Context): Code {
    const { span } = expression;
    switch (expression.kind) {
      case "number": {
        const { type, value } = numberLiteral(expression.text, span) as Operand & { kind: "value" };
        return known(type, value.kind === "constant" ? value.value : 0);
      }
      case "character":
        return known(scalarType("i8"), (expression.code << 24) >> 24);
      case "boolean":
        return known(BOOL, expression.value ? 1 : 0);
      case "null":
        return known(pointerTo(VOID), 0);
      case "string":
        return this.text(expression.value);
      case "name":
        return this.#name(expression, context);
      case "unary":
        return this.#unary(expression, context);
      case "postfix":
        return this.#increment(expression.operand, expression.operator, true, context, span);
      case "binary":
        return this.#binary(expression, context);
      case "assignment":
        return this.#assignment(expression, context);
      case "conditional":
        return this.#conditional(expression, context);
      case "cast": {
        const type = context.type(expression.type);
        return this.convert(this.expression(expression.operand, context), type, span);
      }
      case "call":
        return this.#callExpression(expression, context);
      case "construct":
        return this.#made(context.type(expression.type), expression.arguments, expression.braces, context, span);
      case "index":
        return this.#index(expression, context);
      case "member":
        return this.#member(expression, context);
      case "alignof":
        return known(U64, alignOf(context.type(expression.of)));
      case "sizeof": {
        const type = expression.isType
          ? context.type(expression.of as TypeNode)
          : this.expression(expression.of as Expression, context).type;
        return known(U64, bytesOf(type.kind === "reference" ? type.to : type));
      }
      case "launch":
        return this.#launch(expression, context);
      case "this":
      case "lambda":
        throw new SourceError("The lab's host has functions, no methods and no lambdas: write a function.", span);
      case "list":
        throw new SourceError("A list in braces needs a type before it here.", span);
    }
  }

  #made(type: CudaType, values: readonly Expression[], braces: boolean, context: Context, span: Span): Code {
    if (!isAggregate(type)) {
      const [only] = values;
      if (values.length > 1) throw new SourceError(`A ${typeName(type)} is made of one value.`, span);
      return only ? this.convert(this.expression(only, context), type, span) : known(type, 0);
    }
    const { machine } = this;
    const offset = this.room(type);
    const set = braces ? this.#list(type, values, undefined, context, span) : this.#construct(type, values, context, span);
    return {
      type,
      value: () => {
        set(machine.local(offset));
        return machine.local(offset);
      },
    };
  }

  #name(expression: Expression & { kind: "name" }, context: Context): Code {
    const { span } = expression;
    const operand = findName(expression, context);
    if (operand.kind === "value" && operand.value.kind === "constant") return known(operand.type, operand.value.value);
    if (operand.kind === "memory") {
      const symbol = operand.address.kind === "symbol" ? this.machine.symbols.get(operand.address.name) : undefined;
      if (!symbol) throw new SourceError(`\`${expression.name}\` is not the host's.`, span);
      const refuse = (): never => {
        throw new SourceError(
          `\`${symbol.name}\` is a variable of the device, which the host cannot access: use \`cudaMemcpyToSymbol\` or \`cudaMemcpyFromSymbol\`.`,
          span,
        );
      };
      return { type: symbol.type, value: refuse, symbol: symbol.name };
    }
    const slot = operand.kind === "local" ? this.#slots.get(operand.variable) : undefined;
    if (!slot) throw new SourceError(`\`${expression.name}\` means nothing to the host.`, span);
    return this.#variableAt(slot, span);
  }

  #variableAt({ offset, isReference, isGlobal, type }: Slot, span: Span): Code {
    const { machine } = this;
    const { memory } = machine;
    if (isReference) return this.place(type, () => Number(READ.ptr(memory.view, machine.frame + offset)), span);
    const address = isGlobal ? () => HOST_BASE + offset : () => machine.local(offset);
    if (isAggregate(type)) return { type, value: address, address };
    const read = READ[scalarKind(type, span)];
    return {
      type,
      address,
      value: isGlobal ? () => read(memory.view, offset) : () => read(memory.view, machine.frame + offset),
    };
  }

  #unary(expression: Expression & { kind: "unary" }, context: Context): Code {
    const { operator, operand, span } = expression;
    switch (operator) {
      case "++":
      case "--":
        return this.#increment(operand, operator, false, context, span);
      case "&": {
        const { type, address, symbol } = this.expression(operand, context);
        if (symbol !== undefined) return { type: pointerTo(type), value: () => this.machine.symbols.get(symbol)!.address, symbol };
        if (!address) throw new SourceError("This has no address.", span);
        return { type: pointerTo(type), value: address };
      }
      case "*": {
        const pointer = this.expression(operand, context);
        return this.#element(pointer, () => 0, span);
      }
      case "!": {
        const test = this.truth(operand, context);
        return { type: BOOL, value: () => (test() ? 0 : 1) };
      }
      case "+":
      case "-":
      case "~": {
        const given = this.expression(operand, context);
        const type = promoted(given.type);
        const kind = scalarKind(type, span);
        const { value } = this.convert(given, type, span);
        if (operator === "+") return { type, value };
        if (operator === "-" && isFloating(type)) return { type, value: () => -Number(value()) };
        const combine = arithmeticOf(kind, operator === "-" ? "-" : "^");
        if (!combine || (operator === "~" && !isInteger(type)))
          throw new SourceError(`\`${operator}\` cannot be applied to a ${typeName(type)}.`, span);
        const all = constant(kind, -1n);
        const ones = all.kind === "constant" ? all.value : 0;
        return { type, value: operator === "-" ? () => combine(0, value()) : () => combine(ones, value()) };
      }
    }
  }

  #element(base: Code, index: () => number, span: Span): Code {
    const { type, value } = base;
    if (type.kind === "array") {
      const size = bytesOf(type.of);
      const { length } = type;
      const address = (): number => {
        const at = index();
        if (at < 0 || at >= length) throw new SourceError(`The host uses element ${at} of an array of ${length}.`, span);
        return Number(value()) + at * size;
      };
      return this.place(type.of, address, span);
    }
    if (type.kind !== "pointer") throw new SourceError(`A ${typeName(type)} is no pointer and no array.`, span);
    const size = bytesOf(type.to);
    return this.place(type.to, () => Number(value()) + index() * size, span);
  }

  #index(expression: Expression & { kind: "index" }, context: Context): Code {
    const base = this.expression(expression.base, context);
    const given = this.expression(expression.index, context);
    if (!isInteger(given.type)) throw new SourceError("An index is a whole number.", expression.index.span);
    const index = given.value as () => number;
    if (base.type.kind === "struct" && base.type.struct.name === "vector")
      return this.#element(this.#vectorData(base), index, expression.span);
    return this.#element(base, index, expression.span);
  }

  #vectorData(vector: Code): Code {
    const { fields } = (vector.type as CudaType & { kind: "struct" }).struct;
    return this.place(fields[0]!.type, vector.value as () => number, { from: 0, to: 0 });
  }

  #member(expression: Expression & { kind: "member" }, context: Context): Code {
    const { name, arrow, span } = expression;
    let base = this.expression(expression.base, context);
    if (arrow) base = this.#element(base, () => 0, span);
    const { type } = base;
    if (type.kind !== "struct") throw new SourceError(`A ${typeName(type)} has no members.`, span);
    const field = type.struct.fields.find((candidate) => candidate.name === name);
    if (!field) throw new SourceError(`A ${typeName(type)} has no member \`${name}\`.`, span);
    const start = base.value as () => number;
    return this.place(field.type, () => start() + field.offset, span);
  }

  #increment(target: Expression, operator: "++" | "--", isPostfix: boolean, context: Context, span: Span): Code {
    const place = this.expression(target, context);
    const one: Code = known(I32, 1);
    const next = this.#combined(operator === "++" ? "+" : "-", place, one, span);
    const { value } = this.convert(next, place.type, span);
    if (!isPostfix) return this.#store(place, value, span);
    const store = this.#store(place, value, span).value;
    return {
      type: place.type,
      value: () => {
        const before = place.value();
        store();
        return before;
      },
    };
  }

  #store(place: Code, value: () => Scalar, span: Span, isPlace = false): Code {
    const { type, address } = place;
    if (!address) throw new SourceError("This is a value, and cannot be changed.", span);
    const { memory } = this.machine;
    if (isAggregate(type)) {
      const copy = (): number => {
        const to = address();
        this.#assign(type, to, Number(value()), isPlace, span);
        return to;
      };
      return { type, value: copy, address: copy };
    }
    const write = WRITE[scalarKind(type, span)];
    const size = bytesOf(type);
    const set = (): Scalar => {
      const given = value();
      write(memory.locate(address(), size, span, true), memory.offset, given);
      return given;
    };
    return {
      type,
      value: set,
      address: () => {
        set();
        return address();
      },
    };
  }

  #assignment({ operator, target, value, span }: Expression & { kind: "assignment" }, context: Context): Code {
    const place = this.expression(target, context);
    if (value.kind === "list") {
      const given = this.#made(place.type, value.items, true, context, span);
      return this.#store(place, given.value, span);
    }
    const given = this.expression(value, context);
    if (place.symbol !== undefined) return place;
    const result = operator === "=" ? given : this.#combined(operator.slice(0, -1) as ArithmeticOperator, place, given, span);
    return this.#store(place, this.convert(result, place.type, span).value, span, result.address !== undefined);
  }

  #binary(expression: Expression & { kind: "binary" }, context: Context): Code {
    const { operator, span } = expression;
    if (operator === "<<" && isStream(expression)) return this.#streamed(expression, context);
    if (operator === "&&" || operator === "||") {
      const [a, b] = [this.truth(expression.left, context), this.truth(expression.right, context)];
      return { type: BOOL, value: operator === "&&" ? () => (a() && b() ? 1 : 0) : () => (a() || b() ? 1 : 0) };
    }
    const [left, right] = [this.expression(expression.left, context), this.expression(expression.right, context)];
    if (operator === ",") {
      return {
        type: right.type,
        value: () => {
          left.value();
          return right.value();
        },
      };
    }
    return this.#combined(operator, left, right, span);
  }

  #combined(operator: ArithmeticOperator | ComparisonOperator, left: Code, right: Code, span: Span): Code {
    const [p, q] = [decayed(left.type), decayed(right.type)];
    const compare = operator in COMPARISONS ? COMPARISONS[operator as ComparisonOperator] : undefined;
    if (p.kind === "pointer" || q.kind === "pointer") {
      const [a, b] = [left.value, right.value];
      if (compare) return { type: BOOL, value: () => compare(a(), b()) };
      if (operator === "-" && p.kind === "pointer" && q.kind === "pointer") {
        const size = bytesOf(p.to);
        return { type: I64, value: () => Math.trunc((Number(a()) - Number(b())) / size) };
      }
      const [type, pointer, count] = p.kind === "pointer" ? [p, a, b] : [q as CudaType & { kind: "pointer" }, b, a];
      const size = bytesOf(type.to) * (operator === "-" ? -1 : 1);
      if ((operator !== "+" && operator !== "-") || !isInteger(p.kind === "pointer" ? q : p))
        throw new SourceError(`\`${operator}\` cannot be applied to a ${typeName(p)} and a ${typeName(q)}.`, span);
      return { type, value: () => Number(pointer()) + Number(count()) * size };
    }
    const isShift = operator === "<<" || operator === ">>";
    const type = isShift ? promoted(p) : commonType(p, q, span);
    const kind = scalarKind(type, span);
    const a = this.convert(left, type, span).value;
    const b = this.convert(right, isShift ? I32 : type, span).value;
    if (compare) return { type: BOOL, value: () => compare(a(), b()) };
    const combine = arithmeticOf(kind, operator as ArithmeticOperator);
    if (!combine) throw new SourceError(`\`${operator}\` cannot be applied to a ${typeName(p)} and a ${typeName(q)}.`, span);
    if (!isInteger(type) || (operator !== "/" && operator !== "%")) return { type, value: () => combine(a(), b()) };
    return {
      type,
      value: () => {
        const [x, y] = [a(), b()];
        if (y === 0) throw new SourceError("The host divides by zero here.", span);
        return combine(x, y);
      },
    };
  }

  #conditional(expression: Expression & { kind: "conditional" }, context: Context): Code {
    const { span } = expression;
    const test = this.truth(expression.test, context);
    const [a, b] = [this.expression(expression.then, context), this.expression(expression.otherwise, context)];
    const [p, q] = [decayed(a.type), decayed(b.type)];
    const isNull = p.kind === "pointer" && p.to.kind === "void";
    const type = sameType(p, q) || (p.kind === "pointer" && !isNull) ? p : q.kind === "pointer" ? q : commonType(p, q, span);
    const [then, otherwise] = [this.convert(a, type, span).value, this.convert(b, type, span).value];
    return { type, value: () => (test() ? then() : otherwise()) };
  }

  #callExpression({ callee, arguments: given, span }: Expression & { kind: "call" }, context: Context): Code {
    if (callee.kind === "member") {
      let self = this.expression(callee.base, context);
      if (callee.arrow) self = this.#element(self, () => 0, span);
      return vectorMethod(this, self, callee.name, given, context, span);
    }
    if (callee.kind !== "name") throw new SourceError("The lab's host calls functions by their names.", span);
    const { name, templateArguments } = callee;
    const entity = lookUp(name, templateArguments, context, callee.span);
    if (entity?.kind === "functions") {
      const values = given.map((argument) => this.expression(argument, context));
      const chosen = chooseFunction(name, entity.functions, templateArguments, values.map(operandLike), context, span);
      return this.#call(chosen.entity, chosen.given, values, context, span);
    }
    if (entity?.kind === "type") return this.#made(entity.type, given, false, context, span);
    if (entity === undefined) {
      const called = libraryFunction(this, withoutLibrary(name), given, context, span);
      if (called) return called;
      // `dim3(4, 4)` and `make_float3(1, 2, 3)`
      const made = builtInType(name.replace(/^make_/, ""));
      if (made) return this.#made(made, given, made.kind === "struct" && made.struct.name !== "dim3", context, span);
      if (/^cuda[A-Z]/.test(name)) throw new SourceError(`The lab's host has no \`${name}\`.`, callee.span);
    }
    throw unknownName(name, context, callee.span);
  }

  #launch(expression: Expression & { kind: "launch" }, context: Context): Code {
    const { kernel, configuration, span } = expression;
    if (kernel.kind !== "name") throw new SourceError("A kernel is launched by its name.", kernel.span);
    const entity = lookUp(kernel.name, kernel.templateArguments, context, kernel.span);
    if (entity?.kind !== "functions") throw unknownName(kernel.name, context, kernel.span);
    const values = expression.arguments.map((argument) => this.expression(argument, context));
    const chosen = chooseFunction(kernel.name, entity.functions, kernel.templateArguments, values.map(operandLike), context, span);
    const { node } = chosen.entity;
    if (!node.runs.global) throw new SourceError(`\`${node.name}\` is no kernel: it lacks \`__global__\`.`, kernel.span);
    const [grid, block, bytes] = configuration;
    if (!grid || !block) throw new SourceError("A launch needs a grid and a block: `<<<grid, block>>>`.", span);
    const shapes = [grid, block].map((shape) => this.#shape(shape, context));
    const sharedBytes = bytes ? this.convert(this.expression(bytes, context), U64, bytes.span).value : () => 0;
    const { machine } = this;
    return {
      type: VOID,
      value: () => {
        const [gridDim, blockDim] = shapes.map((shape) => shape());
        machine.launch({
          kernel: node,
          given: chosen.given,
          grid: gridDim!,
          block: blockDim!,
          sharedBytes: Number(sharedBytes()),
          arguments: values.map(({ type, value }) => ({ type: decayed(type), value: value() })),
          span,
        });
        return 0;
      },
    };
  }

  #shape(shape: Expression, context: Context): () => [number, number, number] {
    const { memory } = this.machine;
    const dim3 = context.type({ kind: "named", name: "dim3", templateArguments: undefined, isConst: false, span: shape.span });
    const code = shape.kind === "list" ? this.#made(dim3, shape.items, true, context, shape.span) : this.expression(shape, context);
    const { value } = this.convert(isFloating(code.type) ? this.convert(code, I32, shape.span) : code, dim3, shape.span);
    return () => {
      const view = memory.locate(Number(value()), 12, shape.span, false);
      return [0, 4, 8].map((offset) => view.getUint32(memory.offset + offset, true)) as [number, number, number];
    };
  }

  /** `std::cout << a << b` */
  #streamed({ left, right }: Expression & { kind: "binary" }, context: Context): Code {
    const before = left.kind === "binary" ? this.#streamed(left, context) : undefined;
    const print = this.#printed(right, context);
    return {
      type: VOID,
      value: () => {
        before?.value();
        this.machine.print(print());
        return 0;
      },
    };
  }

  #printed(expression: Expression, context: Context): () => string {
    if (expression.kind === "name" && withoutLibrary(expression.name) === "endl" && !context.scope.find("endl")) return () => "\n";
    const { type, value } = this.expression(expression, context);
    const { memory } = this.machine;
    const to = decayed(type);
    if (to.kind === "pointer") {
      if (to.to.kind === "scalar" && to.to.scalar === "i8") return () => memory.readText(Number(value()), expression.span);
      return () => `0x${Number(value()).toString(16)}`;
    }
    if (to.kind === "scalar" && to.scalar === "i8") return () => String.fromCharCode(Number(value()) & 255);
    if (isFloating(to)) return () => general(Number(value()));
    scalarKind(to, expression.span);
    return () => String(value());
  }
}

/** As a stream prints it: six digits. */
function general(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const exponent = value === 0 ? 0 : Number(value.toExponential(5).split("e")[1]);
  if (exponent < -4 || exponent >= 6)
    return value
      .toExponential(5)
      .replace(/\.?0+e/, "e")
      .replace(/e([+-])(\d)$/, "e$10$2");
  return String(Number(value.toPrecision(6)));
}

function isStream({ left }: Expression & { kind: "binary" }): boolean {
  if (left.kind === "name") return ["cout", "cerr"].includes(withoutLibrary(left.name));
  return left.kind === "binary" && left.operator === "<<" && isStream(left);
}

export function known(type: CudaType, value: Scalar): Code {
  return { type, value: () => value };
}

/** For the choice of a function only types count. */
function operandLike({ type }: Code): Operand {
  return { kind: "value", type, value: { kind: "constant", type: type.kind === "scalar" ? type.scalar : "ptr", value: 0 } };
}

/** A reference, or a type that is left to the value: `auto`, `auto *`, `auto &`. */
function takesItsType(node: TypeNode): boolean {
  return node.kind === "auto" || node.kind === "reference" || (node.kind === "pointer" && node.to.kind === "auto");
}

function lengthOf(type: CudaType, initializer: Initializer | undefined): CudaType {
  if (type.kind !== "array" || type.length !== 0) return type;
  const list = initializer?.kind === "list" ? initializer.list : initializer?.kind === "value" ? initializer.value : undefined;
  if (list?.kind === "list") return { ...type, length: list.items.length };
  return list?.kind === "string" ? { ...type, length: new TextEncoder().encode(list.value).length + 1 } : type;
}

function newInstance(node: FunctionNode): Instance {
  return { node, parameters: [], result: VOID, bytes: 0, run: () => NEXT };
}

function keyOf(argument: GivenArgument | undefined): string {
  switch (argument?.kind) {
    case undefined:
      return "";
    case "type":
      return typeName(argument.type);
    case "function":
      return argument.name;
    case "value":
      return JSON.stringify(argument.value);
  }
}
