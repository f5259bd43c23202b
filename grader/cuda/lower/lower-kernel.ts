import type { CheckedKernel, Parameter, Variable } from "../check/checked-tree.ts";
import { alignOf, bytesOf, innermostElement, leavesOf, type CudaType } from "../check/types.ts";
import { SCALAR_BYTES, type Program, type Register, type Step } from "../ir/program.ts";
import { offsetBytes, read } from "../ir/values.ts";
import { SourceError } from "../source-error.ts";
import { scalarOfType, store } from "./access.ts";
import { finish, locate } from "./expressions.ts";
import { Lowering, ProgramBuilder, type CallFrame, type CompileOptions, type Lowerers } from "./lowering.ts";
import { Environment, type Lvalue, type Operand } from "./operand.ts";
import { lowerStatement, sharedOperand } from "./statements.ts";

const lower: Lowerers = { statement: lowerStatement, locate, finish };

/** A kernel's parameter as a launch sees it. */
export interface KernelParameter {
  readonly name: string;
  readonly type: CudaType;
  /** Its scalars in the order of their offsets, with the registers that hold them. */
  readonly parts: readonly { readonly path: string; readonly offset: number; readonly register: Register }[];
}

/** A kernel as a program of one thread. */
export interface LoweredKernel {
  readonly program: Program;
  readonly parameters: readonly KernelParameter[];
  /** Blocks of a cluster: `__cluster_dims__(2, 1, 1)`. */
  readonly cluster: readonly [number, number, number] | undefined;
  /** The types of the program's symbols, by name. */
  readonly symbolTypes: ReadonlyMap<string, CudaType>;
}

/** Lowers a checked kernel; once more if variables need an address, with those in memory. */
export function lowerKernel(kernel: CheckedKernel, options?: CompileOptions): LoweredKernel {
  const inMemory = new Set<string>();
  for (;;) {
    const builder = new ProgramBuilder(inMemory, options);
    try {
      const lowered = lowerOnce(kernel, builder);
      if (builder.needingAddress.size === 0) return lowered;
    } catch (error) {
      // With the variables in memory it may be right.
      if (!(error instanceof SourceError) || builder.needingAddress.size === 0) throw error;
    }
    const found = [...builder.needingAddress].filter((key) => !inMemory.has(key));
    if (found.length === 0) throw new TypeError(`variables in memory need an address again: ${[...builder.needingAddress].join(", ")}`);
    for (const key of found) inMemory.add(key);
  }
}

/** Lowers what stands outside of functions. */
export function topLowering(builder: ProgramBuilder, steps: Step[]): Lowering {
  const frame: CallFrame = { function: undefined, resultPlace: undefined, returnTo: undefined, returns: 0, pointer: undefined };
  const exits = { breakTo: undefined, continueTo: undefined };
  return new Lowering({ environment: new Environment(builder.globals), steps, frame, exits, builder, lower });
}

function lowerOnce({ function: kernel, globals, cluster }: CheckedKernel, builder: ProgramBuilder): LoweredKernel {
  const steps: Step[] = [];
  const lowering = topLowering(builder, steps);
  for (const variable of globals) declareGlobal(variable, lowering);
  const parameters = kernel.parameters.map((parameter) => lowerParameter(parameter, kernel.name, lowering));
  for (const statement of kernel.body) lowering.statement(statement);
  const { registers, arrays, sites, symbols, formats, symbolTypes } = builder;
  const program: Program = {
    kernel: kernel.name,
    parameters: parameters.flatMap(partsOfParameter),
    registers,
    arrays,
    body: steps,
    sites,
    sharedBytes: builder.sharedBytes,
    sharedVariables: builder.sharedVariables,
    dynamicShared: builder.dynamicShared,
    localBytes: builder.localBytes,
    localVariables: builder.localVariables,
    symbols,
    ...(builder.parameterSymbols.length > 0 && { parameterSymbols: builder.parameterSymbols }),
    formats,
  };
  return { program, parameters, symbolTypes, cluster };
}

/** Whether a parameter is a tensor map, or a struct with one. */
function hasTensorMap(type: CudaType): boolean {
  if (type.kind === "array") return hasTensorMap(type.of);
  return type.kind === "struct" && (type.struct.name === "CUtensorMap" || type.struct.fields.some((field) => hasTensorMap(field.type)));
}

function partsOfParameter({ type, parts }: KernelParameter): Program["parameters"][number][] {
  const { isRestrict, isToConst: isConst } = type.kind === "pointer" ? type : {};
  return parts.map(({ register }) => ({ register, ...(isRestrict && { isRestrict }), ...(isConst && { isConst }) }));
}

function declareGlobal(variable: Variable, lowering: Lowering): void {
  const { name, type, memory, contents } = variable;
  const { builder } = lowering;
  if (memory === "device" || memory === "constant") {
    builder.symbols.push({ name, memory, bytes: bytesOf(type), element: innermostElement(type), align: alignOf(type), contents });
    builder.symbolTypes.set(name, type);
  } else builder.globals.bind(variable, sharedOperand(variable, lowering));
}

function lowerParameter({ variable, isAssigned }: Parameter, kernel: string, lowering: Lowering): KernelParameter {
  const { name, type, span } = variable;
  const { builder } = lowering;
  const local = builder.localVariable(name, type, span);
  const place: Lvalue = { kind: "local", type, variable: local, path: "", indexes: [] };
  const leaves = leavesOf(type);
  const parts = leaves.map(({ path, offset, type: part }) => {
    const own = local.leaves.get(path);
    const register = own === undefined || "length" in own ? builder.register(scalarOfType(part), name + path) : own;
    return { path, offset, register };
  });
  // What can be indexed is an array of registers: it is set from the parameters first.
  const isIndexed = leaves.some(({ path }) => local.leaves.get(path) === undefined);
  if (isIndexed) {
    const values = new Map(parts.map(({ path, register }) => [path, read(register)]));
    store(place, { kind: "aggregate", type: type as CudaType & { kind: "struct" }, leaves: values }, lowering, span);
  }
  let operand: Operand = place;
  if (hasTensorMap(type) && builder.needsAddress(name, span)) {
    // `const __grid_constant__ CUtensorMap map`: its address is one of constant memory.
    const symbol = `${name} of ${kernel}`;
    builder.symbols.push({ name: symbol, memory: "constant", bytes: bytesOf(type), element: innermostElement(type), align: alignOf(type), contents: undefined }); // prettier-ignore
    builder.symbolTypes.set(symbol, type);
    builder.parameterSymbols.push({ symbol, parts: parts.map(({ register, offset }) => ({ register, offset })) });
    operand = { kind: "memory", type, address: { kind: "symbol", type: "ptr", name: symbol }, room: Infinity };
  } else if (builder.needsAddress(name, span) || (isAssigned && type.kind === "struct" && type.struct.isUnion)) {
    const memory = builder.localMemory(name, type, alignOf(type));
    for (const { offset, register } of parts) {
      const site = builder.site("store", SCALAR_BYTES[register.type], span, type);
      lowering.add({ kind: "store", site, address: offsetBytes(memory.address, offset), values: [read(register)], span });
    }
    operand = memory;
  }
  lowering.environment.bind(variable, operand);
  return { name, type, parts };
}
