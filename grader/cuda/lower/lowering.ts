import type { AccessWidth } from "#simulator";
import type { CheckedExpression, CheckedFunction, CheckedStatement, Variable } from "../check/checked-tree.ts";
import { alignOf, bytesOf, innermostElement, isVolatile, scalarType, type CudaType } from "../check/types.ts";
import type { AccessSite, SiteOp } from "../ir/access-site.ts";
import { ProgramParts } from "../ir/program-parts.ts";
import type { Label, MemoryVariable, Program, ProgramSymbol, Register, RegisterArray, Step, Value } from "../ir/program.ts";
import { addressOfVariable, read } from "../ir/values.ts";
import { recursion } from "../errors/call-errors.ts";
import { functionPointerInStructRefused } from "../errors/refusals.ts";
import type { Span } from "../source-error.ts";
import { Environment, type LocalLvalue, type LocalVariable, type Lvalue, type MemoryLvalue, type Operand } from "./operand.ts";

/** The labels that `break` and `continue` leave or go on with. */
export interface Exits {
  readonly breakTo: Label | undefined;
  readonly continueTo: Label | undefined;
}

/** A function whose body is being written out. */
export interface CallFrame {
  readonly function: CheckedFunction | undefined;
  /** The place of a returned value; undefined until the first return. */
  resultPlace: Operand | undefined;
  /** Left by a return; undefined for the kernel itself, whose return ends the thread. */
  readonly returnTo: Label | undefined;
  returns: number;
  /** Holds a returned reference, if the function returns at several places. */
  pointer: Register | undefined;
}

/** The functions that lower expressions and statements, by which a call lowers its arguments and a body. */
export interface Lowerers {
  statement(statement: CheckedStatement, lowering: Lowering): void;
  /** An expression without its conversions. */
  locate(expression: CheckedExpression, lowering: Lowering): Operand;
  /** Its conversions. */
  finish(expression: CheckedExpression, operand: Operand, lowering: Lowering, span: Span): Operand;
}

/** The list that steps are added to while a function is lowered. A branch or a call has one of its own, with the same builder. */
export class Lowering {
  readonly environment: Environment;
  readonly steps: Step[];
  readonly frame: CallFrame;
  readonly exits: Exits;
  readonly builder: ProgramBuilder;
  readonly lower: Lowerers;

  constructor(parts: {
    readonly environment: Environment;
    readonly steps: Step[];
    readonly frame: CallFrame;
    readonly exits: Exits;
    readonly builder: ProgramBuilder;
    readonly lower: Lowerers;
  }) {
    this.environment = parts.environment;
    this.steps = parts.steps;
    this.frame = parts.frame;
    this.exits = parts.exits;
    this.builder = parts.builder;
    this.lower = parts.lower;
  }

  with(changed: { environment?: Environment; steps?: Step[]; frame?: CallFrame; exits?: Exits }): Lowering {
    return new Lowering({ ...this, ...changed });
  }

  statement(statement: CheckedStatement): void {
    this.lower.statement(statement, this);
  }

  add(step: Step): void {
    this.steps.push(step);
  }

  /** A value in a register of its own: it no longer changes with the variables that it is made of. */
  temporary(value: Value, span: Span, name = ""): Value {
    if (value.kind === "constant" || (value.kind === "special" && value.special !== "activeMask")) return value;
    const register = this.builder.register(value.type, name);
    this.add({ kind: "set", register, value, span });
    return read(register);
  }
}

/** Options of a compilation. */
export interface CompileOptions {
  /** Whether the accesses that a compiler would leave out stay, so that a thread accesses memory just as the text says. */
  readonly asWritten?: boolean;
  /** The most bytes that one instruction of a thread moves: 16, except on devices with wider accesses. */
  readonly widestAccessBytes?: number;
}

/** The program of a kernel while it is translated. */
export class ProgramBuilder extends ProgramParts {
  readonly options: CompileOptions;
  readonly #inMemory: ReadonlySet<string>;
  /** Keys of the variables in registers that turned out to need an address: the kernel is translated once more, with them in memory. */
  readonly needingAddress = new Set<string>();
  /** Shared variables that are declared outside of functions. */
  readonly globals = new Environment();
  readonly symbols: ProgramSymbol[] = [];
  readonly symbolTypes = new Map<string, CudaType>();
  readonly formats: string[] = [];
  /** Parameters in constant memory: see `Program`. */
  readonly parameterSymbols: NonNullable<Program["parameterSymbols"]>[number][] = [];
  /** The address of each declaration of a shared variable. */
  readonly sharedAddresses = new Map<string, Value>();
  readonly sharedVariables: MemoryVariable[] = [];
  dynamicShared: Program["dynamicShared"];
  sharedBytes = 0;
  localBytes = 0;
  /** In ascending order of their offsets. */
  readonly localVariables: MemoryVariable[] = [];
  /** The registers and labels outside of braces that `asm` statements have in the function that nvcc makes of what is inlined here. */
  assemblyNames = new Set<string>();
  #isByteCopy = false;
  #depth = 0;

  /** @param inMemory keys of the variables that need an address */
  constructor(inMemory: ReadonlySet<string>, options: CompileOptions = {}) {
    super();
    this.options = options;
    this.#inMemory = inMemory;
  }

  /** @param of the object that is accessed */
  site(op: SiteOp, bytesPerLane: number, span: Span, of?: CudaType): AccessSite {
    return this.addSite({
      op,
      bytesPerLane: bytesPerLane as AccessWidth,
      span: this.#libraryCall ?? span,
      ...(of && isVolatile(of) && { isVolatile: true }),
      ...(this.#isByteCopy && { isByteCopy: true }),
    });
  }

  /** Marks the accesses of `body` as those of `memcpy` or `memset`. */
  copying(body: () => void): void {
    const before = this.#isByteCopy;
    this.#isByteCopy = true;
    try {
      body();
    } finally {
      this.#isByteCopy = before;
    }
  }

  /** The address of a text that is used as a value: the compiler keeps it in constant memory. */
  text(text: string, contents: Uint8Array): Value {
    const name = JSON.stringify(text);
    if (!this.symbolTypes.has(name)) {
      this.symbols.push({ name, memory: "constant", bytes: contents.length, element: { name: "char", bytes: 1 }, align: 1, contents });
      this.symbolTypes.set(name, { kind: "array", of: scalarType("i8"), length: contents.length });
    }
    return { kind: "symbol", type: "ptr", name };
  }

  format(text: string): number {
    return this.formats.push(text) - 1;
  }

  /** Room for a variable in shared memory; returns its address. */
  shared(name: string, type: CudaType, align: number): Value {
    const offset = Math.ceil(this.sharedBytes / align) * align;
    this.sharedBytes = offset + bytesOf(type);
    const variable = this.sharedVariables.push(memoryVariable(name, type, offset)) - 1;
    return addressOfVariable("sharedBase", variable, offset);
  }

  /** Dynamic shared memory is one stretch, under the first name that the text declares for it. */
  dynamicSharedVariable(name: string, type: CudaType, align: number): void {
    const { element, fields } = memoryVariable(name, type, 0);
    const first = this.dynamicShared ?? { name, element, ...(fields && { fields }), isArray: type.kind === "array" };
    this.dynamicShared = { ...first, align: Math.max(align, this.dynamicShared?.align ?? 1) };
  }

  /** A variable of the thread in memory, because something points to it. */
  localMemory(name: string, type: CudaType, align: number): MemoryLvalue {
    const offset = Math.ceil(this.localBytes / align) * align;
    this.localBytes = offset + bytesOf(type);
    const variable = this.localVariables.push(memoryVariable(name, type, offset)) - 1;
    return { kind: "memory", type, address: addressOfVariable("localBase", variable, offset), room: Infinity };
  }

  /** A variable of the text: in registers, unless it is known to need an address. */
  variable({ name, type, span, isStatic = false }: Pick<Variable, "name" | "type" | "span" | "isStatic">): Lvalue {
    if (this.needsAddress(name, span)) return this.localMemory(name, type, alignOf(type));
    return { kind: "local", type, variable: this.localVariable(name, type, span, !isStatic), path: "", indexes: [] };
  }

  needsAddress(name: string, span: Span): boolean {
    return this.#inMemory.has(keyOf(name, span));
  }

  /** Notes that a variable in registers needs an address. The place that stands for it until the kernel is translated once more. */
  inMemory({ variable, type }: LocalLvalue): MemoryLvalue {
    this.needingAddress.add(variable.key);
    return { ...this.localMemory(variable.name, variable.type, alignOf(variable.type)), type };
  }

  /** A variable in registers. */
  localVariable(name: string, type: CudaType, span: Span, isOwn = false): LocalVariable {
    const leaves = new Map<string, Register | RegisterArray>();
    const visit = (part: CudaType, path: string, length: number | undefined): void => {
      switch (part.kind) {
        case "scalar":
        case "pointer": {
          const scalar = part.kind === "pointer" ? "ptr" : part.scalar;
          leaves.set(
            path,
            length === undefined ? this.register(scalar, name + path, span) : this.array(scalar, length, name + path, isOwn),
          );
          return;
        }
        case "array":
          return visit(part.of, path, (length ?? 1) * part.length);
        case "struct":
          for (const field of part.struct.fields) visit(field.type, `${path}.${field.name}`, length);
          return;
        default:
          throw functionPointerInStructRefused(span);
      }
    };
    visit(type, "", undefined);
    return { name, type, key: keyOf(name, span), leaves };
  }

  /** The call of a function of the library, while its body is lowered: its accesses are said to stand there. */
  #libraryCall: Span | undefined;

  /** The call in the kernel's own body that is written out now, however deep. */
  kernelCall: Span | undefined;

  /** The place of what is lowered: of the call, in the body of a function of the library. */
  placeOf(span: Span): Span {
    return this.#libraryCall ?? span;
  }

  /** Goes one call deeper. @param libraryCall the call's place, if the function stands in the library and not in the text */
  within<T>(libraryCall: Span | undefined, name: string, span: Span, body: () => T): T {
    const before = this.#libraryCall;
    this.#libraryCall = libraryCall && (before ?? libraryCall);
    const around = this.kernelCall;
    this.kernelCall ??= span;
    try {
      return this.nested(name, span, body);
    } finally {
      this.#libraryCall = before;
      this.kernelCall = around;
    }
  }

  /** Runs `body` as a function that nvcc does not inline, with names of its own in its `asm` statements. */
  called<T>(body: () => T): T {
    const around = this.assemblyNames;
    this.assemblyNames = new Set();
    try {
      return body();
    } finally {
      this.assemblyNames = around;
    }
  }

  /** Goes one call deeper while `body` runs. */
  nested<T>(name: string, span: Span, body: () => T): T {
    if (this.#depth >= MAX_DEPTH) throw recursion(span, name, MAX_DEPTH);
    this.#depth++;
    try {
      return body();
    } finally {
      this.#depth--;
    }
  }
}

function memoryVariable(name: string, type: CudaType, offset: number): MemoryVariable {
  const fields = fieldsOf(name, type, offset);
  return {
    name,
    offset,
    bytes: bytesOf(type),
    element: innermostElement(type),
    ...(type.kind === "array" && { lengths: lengthsOf(type) }),
    ...(fields.length > 0 && { fields }),
  };
}

/** The fields of a struct of the text; none of a library's, whose names begin with underscores. */
function fieldsOf(name: string, type: CudaType, offset: number): MemoryVariable[] {
  if (type.kind !== "struct" || type.struct.node === undefined || type.struct.isUnion) return [];
  const { fields } = type.struct;
  if (fields.some((field) => field.name.startsWith("__"))) return [];
  return fields.flatMap((field) => {
    const variable = memoryVariable(`${name}.${field.name}`, field.type, offset + field.offset);
    return variable.fields ?? [variable];
  });
}

/** The lengths of an array of any dimensions. */
function lengthsOf(type: CudaType): number[] {
  return type.kind === "array" ? [type.length, ...lengthsOf(type.of)] : [];
}

/** A declaration has one key, wherever it is translated. */
function keyOf(name: string, span: Span): string {
  return `${name} ${span.from}`;
}

const MAX_DEPTH = 48;
