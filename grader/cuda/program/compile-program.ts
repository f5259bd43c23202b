import { functionUndefined } from "../errors/call-errors.ts";
import { kernelReference, parameterTooLarge } from "../errors/declaration-errors.ts";
import { hostVariable } from "../errors/name-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { FunctionNode, Initializer, SourceFile, TemplateArgument, TopLevel, TypeNode, VariablesNode } from "../syntax/tree.ts";
import { scalarOfType, store } from "./access.ts";
import { changedNames } from "./changed-names.ts";
import { callConstructor, callConversion, callValue } from "./calls.ts";
import { constantOperand, settled } from "./constant-evaluation.ts";
import { construct, constructFromList } from "./construct.ts";
import { Context, ProgramBuilder, type CallFrame, type CompileOptions, type Translators } from "./context.ts";
import { translateExpression, translateLvalue } from "./expressions.ts";
import { contentsOf } from "./contents.ts";
import { convertTo } from "./conversions.ts";
import { optimized } from "../passes/passes.ts";
import { libraryScope } from "./library.ts";
import { bindTemplate, evaluated, translateType } from "./names.ts";
import { hasPack } from "./pack-texts.ts";
import { expandTemplate } from "./pack-expansion.ts";
import { type Operand, type Place, Scope } from "./scope.ts";
import type { Parameter, Program, ProgramSymbol, Register, Step } from "../ir/program.ts";
import { translateStatement } from "./statements.ts";
import { declareEnum, instantiateStruct } from "./structs.ts";
import { sharedVariable } from "./variables.ts";
import { SCALAR_BYTES } from "../ir/program.ts";
import { VOID, alignOf, bytesOf, leavesOf, type CudaType, type GivenArgument } from "./types.ts";
import { offsetBytes, read } from "../ir/values.ts";

const translate: Translators = {
  expression: translateExpression,
  lvalue: translateLvalue,
  constant: constantOperand,
  statement: translateStatement,
  type: translateType,
  construct: constructFromList,
  callConstructor,
  callConversion,
  callValue,
  enumeration: declareEnum,
  struct: instantiateStruct,
};

/** A kernel's parameter as a launch sees it. */
export interface KernelParameter {
  readonly name: string;
  readonly type: CudaType;
  /** Its scalars in the order of their offsets, with the registers that hold them. */
  readonly parts: readonly { readonly path: string; readonly offset: number; readonly register: Register }[];
}

export interface CompiledKernel {
  readonly program: Program;
  readonly parameters: readonly KernelParameter[];
  /** The types of the program's symbols, by name. */
  readonly symbolTypes: ReadonlyMap<string, CudaType>;
  /** Finds a type by its name in the text, for a launch that names it. */
  readonly typeNamed: (name: string) => CudaType | undefined;
}

/** All kernels of a text with a body, by name. */
export function kernelsOf(file: SourceFile): readonly FunctionNode[] {
  return file.declarations.filter(
    (declared): declared is FunctionNode => declared.kind === "function" && declared.runs.global && declared.body !== undefined,
  );
}

/**
 * Translates one kernel of a text, with the device functions that it calls.
 *
 * @param name of the kernel
 * @param templateArguments for a template, as written in a launch: `tiled<16, float>`
 * @throws SourceError at the place in the text that is not understood
 */
export function compileProgram(
  file: SourceFile,
  name: string,
  templateArguments: readonly TemplateArgument[],
  options?: CompileOptions,
): CompiledKernel {
  const node = kernelsOf(file).find((kernel) => kernel.name === name);
  const refused = node ? undefined : refusedKernel(file, name);
  if (refused) throw refused;
  if (node === undefined)
    throw new RangeError(
      `The text has no kernel \`${name}\`; it has ${
        kernelsOf(file)
          .map((kernel) => `\`${kernel.name}\``)
          .join(", ") || "none"
      }.`,
    );
  return compileKernel(file, node, (top) => evaluated(templateArguments, top), options);
}

/** Why a kernel of the text cannot be read, if that is so. */
function refusedKernel(file: SourceFile, name: string): FunctionNode["refused"] {
  const found = file.declarations.find((declared) => declared.kind === "function" && declared.name === name && declared.refused);
  return found?.kind === "function" ? found.refused : undefined;
}

/** Declares what a text declares. @param headers declare what is known with and without `std::`, as the library is */
export function openFile(file: SourceFile, headers?: SourceFile): Context {
  return withAddresses((builder) => declarations(file, builder, headers));
}

/** The arguments of a kernel's template, found where the text's names are declared. */
type FindArguments = (top: Context) => readonly (GivenArgument | undefined)[];

/** Translates a kernel of a text, and leaves out what a compiler leaves out. */
export function compileKernel(file: SourceFile, node: FunctionNode, given: FindArguments, options: CompileOptions = {}): CompiledKernel {
  const kernel = translateKernel(file, node, given, options);
  return { ...kernel, program: optimized(kernel.program, options.asWritten) };
}

/** Translates a kernel of a text, with each access that the text has. @param given called for each attempt */
export function translateKernel(file: SourceFile, node: FunctionNode, given: FindArguments, options?: CompileOptions): CompiledKernel {
  return withAddresses((builder) => {
    const top = declarations(file, builder);
    return translated(node, given(top), top);
  }, options);
}

/** Translates, and once more with the variables in memory that turned out to need an address. */
function withAddresses<T>(translateWith: (builder: ProgramBuilder) => T, options?: CompileOptions): T {
  const inMemory = new Set<string>();
  for (;;) {
    const builder = new ProgramBuilder(inMemory, options);
    try {
      const result = translateWith(builder);
      if (builder.needingAddress.size === 0) return result;
    } catch (error) {
      // With the variables in memory the text may be right.
      if (!(error instanceof SourceError) || builder.needingAddress.size === 0) throw error;
    }
    for (const key of builder.needingAddress) inMemory.add(key);
  }
}

function declarations(file: SourceFile, builder: ProgramBuilder, headers?: SourceFile): Context {
  const frame: CallFrame = {
    name: "",
    result: VOID,
    resultPlace: undefined,
    returnTo: undefined,
    returns: 0,
    pointer: undefined,
    self: undefined,
    instance: "",
    returnsOften: false,
  };
  const exits = { breakTo: undefined, continueTo: undefined };
  const library = new Context({ scope: libraryScope(), steps: [], frame, exits, builder, translate });
  for (const declared of headers?.declarations ?? []) declare(declared, library);
  const top = library.with({ scope: new Scope(library.scope) });
  for (const declared of file.declarations) declare(declared, top);
  return top;
}

function partsOfParameter({ type, parts }: KernelParameter): Parameter[] {
  const { isRestrict, isToConst: isConst } = type.kind === "pointer" ? type : {};
  return parts.map(({ register }) => ({ register, ...(isRestrict && { isRestrict }), ...(isConst && { isConst }) }));
}

function translated(written: FunctionNode, given: readonly (GivenArgument | undefined)[], top: Context): CompiledKernel {
  const node = hasPack(written.templateParameters) ? expandTemplate(written, given.length) : written;
  const { name, body } = node;
  if (body === undefined) throw functionUndefined(node.nameSpan, name);
  const { builder, scope: globals } = top;
  const frame: CallFrame = { ...top.frame, name };
  const scope = new Scope(globals);
  const steps: Step[] = [];
  const kernel = top.with({ scope, steps, frame });
  bindTemplate(node.templateParameters, given, kernel, node.nameSpan);
  const changed = changedNames(body);
  const parameters = node.parameters.map((parameter): KernelParameter => {
    const type = kernel.type(parameter.type);
    if (type.kind === "reference") throw kernelReference(parameter.span);
    return declareParameter(parameter.name, type, changed.assigned.has(parameter.name), kernel, parameter.span);
  });
  const inner = kernel.inner();
  for (const statement of body.statements) inner.statement(statement);
  const program: Program = {
    kernel: name,
    parameters: parameters.flatMap(partsOfParameter),
    registers: builder.registers,
    arrays: builder.arrays,
    body: steps,
    sites: builder.sites,
    sharedBytes: builder.sharedBytes,
    sharedVariables: builder.sharedVariables,
    dynamicShared: builder.dynamicShared,
    localBytes: builder.localBytes,
    localVariables: builder.localVariables,
    symbols: builder.symbols,
    formats: builder.formats,
  };
  return {
    program,
    parameters,
    symbolTypes: builder.symbolTypes,
    typeNamed: (wanted) => typeNamed(wanted, top),
  };
}

function typeNamed(name: string, context: Context): CudaType | undefined {
  try {
    return context.type({ kind: "named", name, templateArguments: undefined, isConst: false, span: { from: 0, to: 0 } });
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

/** 32,764 bytes since CUDA 12.1 (CUDA C++ Programming Guide, function parameters). */
const MAX_PARAMETER_BYTES = 32_764;

function declareParameter(name: string, given: CudaType, isChanged: boolean, context: Context, span: Span): KernelParameter {
  const type: CudaType = given.kind === "array" ? { kind: "pointer", to: given.of } : given;
  if (bytesOf(type) > MAX_PARAMETER_BYTES) throw parameterTooLarge(span, name, bytesOf(type), MAX_PARAMETER_BYTES);
  const variable = context.builder.localVariable(name, type, false, span);
  const place: Place = { kind: "local", type, variable, path: "", indexes: [] };
  const leaves = leavesOf(type);
  const parts = leaves.map(({ path, offset, type: part }) => {
    const own = variable.leaves.get(path);
    const register = own === undefined || "length" in own ? context.builder.register(scalarOfType(part), name + path) : own;
    return { path, offset, register };
  });
  // What can be indexed is an array of registers: it is set from the parameters first.
  const isIndexed = leaves.some(({ path }) => variable.leaves.get(path) === undefined);
  if (isIndexed) {
    const values = new Map(parts.map(({ path, register }) => [path, read(register)]));
    store(place, { kind: "aggregate", type: type as CudaType & { kind: "struct" }, leaves: values }, context, span);
  }
  let operand: Operand = place;
  if (context.builder.needsAddress(name, span) || (isChanged && type.kind === "struct" && type.struct.isUnion)) {
    const memory = context.builder.localMemory(type, alignOf(type));
    for (const { offset, register } of parts) {
      const site = context.builder.site("store", SCALAR_BYTES[register.type], span, type);
      context.add({ kind: "store", site, address: offsetBytes(memory.address, offset), values: [read(register)], span });
    }
    operand = memory;
  }
  if (name !== "") context.scope.declare(name, { kind: "operand", operand });
  return { name, type, parts };
}

function declare(declared: TopLevel, context: Context): void {
  switch (declared.kind) {
    case "function":
      return context.scope.declareFunction({ node: declared, scope: context.scope });
    case "struct":
      return declareStruct(declared, context);
    case "enum":
      return void declareEnum(declared, context);
    case "alias":
      if (declared.templateParameters.length > 0)
        return context.scope.declare(declared.name, { kind: "alias-template", node: declared, scope: context.scope });
      return unlessRefused([declared.name], context, () =>
        context.scope.declare(declared.name, { kind: "type", type: context.type(declared.type) }),
      );
    case "variables":
      return declareGlobals(declared, context);
    case "static-assert":
      return context.statement(declared);
  }
}

function declareStruct(node: TopLevel & { kind: "struct" }, context: Context): void {
  const known = context.scope.own(node.name);
  if (node.specializes && known?.kind === "struct-template") return void known.specializations.push(node);
  if (known?.kind === "struct-template" && node.isDeclaration) return;
  // What was only declared before is defined now.
  const specializations = known?.kind === "struct-template" && known.node.isDeclaration ? known.specializations : [];
  context.scope.declare(node.name, { kind: "struct-template", node, scope: context.scope, instances: new Map(), specializations });
}

/** Declares names, or why they cannot be used: that matters only to a kernel that uses them. */
function unlessRefused(names: readonly string[], context: Context, declare: () => void): void {
  try {
    declare();
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    for (const name of names) context.scope.declare(name, { kind: "refused", error });
  }
}

function declareGlobals(node: VariablesNode, context: Context): void {
  for (const variable of node.variables) {
    const { name } = variable;
    if (node.memory === undefined) declareConstant(node, variable, context);
    else unlessRefused([name], context, () => declareInMemory(node, variable, context));
  }
}

function declareInMemory(node: VariablesNode, variable: VariablesNode["variables"][number], context: Context): void {
  const { name, span, initializer } = variable;
  const { memory } = node;
  if (memory === "shared") {
    context.scope.declare(name, { kind: "operand", operand: sharedVariable(node, variable, context) });
  } else if (memory !== undefined) {
    const type = lengthOfList(context.type(variable.type), initializer);
    const aside = context.with({ steps: [] });
    const value = initializer && settled(initialValue(type, initializer, aside, span), aside.steps);
    const symbol: ProgramSymbol = {
      name,
      memory,
      bytes: bytesOf(type),
      align: alignOf(type),
      contents: value && contentsOf(value, type, span),
    };
    context.builder.symbols.push(symbol);
    context.builder.symbolTypes.set(name, type);
    context.scope.declare(name, { kind: "operand", operand: { kind: "memory", type, address: { kind: "symbol", type: "ptr", name } } });
  }
}

/** A variable of the host's side, which device code may use if its value is known: `const int TILE = 32;`. */
function declareConstant(node: VariablesNode, variable: VariablesNode["variables"][number], context: Context): void {
  const { name, span, initializer } = variable;
  const aside = context.with({ steps: [] });
  const declare = (operand: Operand): void => context.scope.declare(name, { kind: "operand", operand });
  unlessRefused([name], context, () => {
    const written =
      variable.type.kind === "auto" && initializer?.kind === "value" ? aside.expression(initializer.value).type : aside.type(variable.type);
    const type = lengthOfList(written, initializer);
    const value = initializer && knownValue(type, initializer, node.isConstexpr, aside, span);
    if ((node.isConstexpr || isConstant(variable.type)) && value !== undefined) {
      if (value.kind === "value" && value.value.kind === "constant") return declare(value);
      if (value.kind === "lambda") return declare(value);
      // A table: the compiler keeps it in constant memory.
      const contents = contentsOf(value, type, span);
      context.builder.symbols.push({ name, memory: "constant", bytes: bytesOf(type), align: alignOf(type), contents });
      context.builder.symbolTypes.set(name, type);
      return declare({ kind: "memory", type, address: { kind: "symbol", type: "ptr", name } });
    }
    throw hostVariable(span, name);
  });
}

/** The value of a variable of the host's side, or undefined where only the host can work it out. */
function knownValue(type: CudaType, initializer: Initializer, isConstexpr: boolean, aside: Context, span: Span): Operand | undefined {
  try {
    return settled(initialValue(type, initializer, aside, span), aside.steps);
  } catch (error) {
    if (isConstexpr || !(error instanceof SourceError)) throw error;
    return undefined;
  }
}

function isConstant(type: TypeNode): boolean {
  return type.kind === "array" ? isConstant(type.of) : "isConst" in type && type.isConst;
}

function initialValue(type: CudaType, initializer: Initializer, context: Context, span: Span): Operand {
  switch (initializer.kind) {
    case "value":
      return convertTo(type, context.expression(initializer.value), context, span);
    case "list":
      return constructFromList(type, initializer.list, context);
    case "arguments":
      return construct(type, initializer.values, context, span);
  }
}

function lengthOfList(type: CudaType, initializer: VariablesNode["variables"][number]["initializer"]): CudaType {
  if (type.kind !== "array" || type.length !== 0) return type;
  return { ...type, length: initializer?.kind === "list" ? initializer.list.items.length : 0 };
}
