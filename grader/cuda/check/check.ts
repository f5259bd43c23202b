import { functionUndefined } from "../errors/call-errors.ts";
import { notConstant } from "../errors/constant-errors.ts";
import { kernelReference, parameterTooLarge } from "../errors/declaration-errors.ts";
import { hostVariable } from "../errors/name-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import { integerOf } from "../ir/values.ts";
import type { Expression, FunctionNode, Initializer, SourceFile, TopLevel, TypeNode, VariablesNode } from "../syntax/tree.ts";
import { callConstructor, callConversion, callValue } from "./calls.ts";
import { changedNames } from "./changed-names.ts";
import { HOST } from "./check-host.ts";
import type { CheckedExpression, CheckedFunction, CheckedKernel, Parameter, Variable } from "./checked-tree.ts";
import { construct, constructFromList } from "./construct.ts";
import { Checker, Context, type Evaluate, type Visitors } from "./context.ts";
import { contentsOf } from "./contents.ts";
import { constantOf, convertTo } from "./conversions.ts";
import { checkExpression, checkLvalue } from "./expressions.ts";
import { deviceDeclarations, libraryEnums, libraryScope } from "./library.ts";
import { bindTemplate, checkType } from "./names.ts";
import { expandTemplate } from "./pack-expansion.ts";
import { hasPack } from "./pack-texts.ts";
import { Scope } from "./scope.ts";
import { checkStatement } from "./statements.ts";
import { declareEnum, instantiateStruct } from "./structs.ts";
import { bytesOf, type CudaType, type GivenArgument } from "./types.ts";
import { sharedVariable } from "./variables.ts";

const DEVICE: Visitors = {
  expression: checkExpression,
  lvalue: checkLvalue,
  statement: checkStatement,
  type: checkType,
  construct,
  list: constructFromList,
  conversion: () => undefined,
  ownParts: () => [],
  constructorCall: callConstructor,
  conversionCall: callConversion,
  valueCall: callValue,
  enumeration: declareEnum,
  struct: instantiateStruct,
};

/**
 * Declares what a text declares.
 *
 * @param headers for code of the host: they declare what is known with and without `std::`, as the library is
 */
export function checkFile(file: SourceFile, evaluate: Evaluate, headers?: SourceFile): Context {
  const library: Context = new Context({
    checker: new Checker(headers ? HOST : DEVICE, evaluate, headers !== undefined),
    scope: libraryScope((declarations) => {
      for (const declared of declarations) declare(declared, library);
    }),
    frame: { name: "", function: undefined, self: undefined, isKernel: false },
    canBreak: false,
    canContinue: false,
    labels: [],
  });
  for (const declared of [...libraryEnums(), ...(headers?.declarations ?? deviceDeclarations())]) declare(declared, library);
  const top = library.with({ scope: new Scope(library.scope) });
  for (const declared of file.declarations) declare(declared, top);
  return top;
}

/** 32,764 bytes since CUDA 12.1 (CUDA C++ Programming Guide, function parameters). */
const MAX_PARAMETER_BYTES = 32_764;

/** Checks a kernel of a file, with the functions that it calls. */
export function checkKernel(written: FunctionNode, given: readonly (GivenArgument | undefined)[], top: Context): CheckedKernel {
  const node = hasPack(written.templateParameters) ? expandTemplate(written, given.length) : written;
  const { name, body, nameSpan } = node;
  if (body === undefined) throw functionUndefined(nameSpan, name);
  const kernel = top.with({ scope: new Scope(top.scope), frame: { ...top.frame, name, isKernel: true } });
  const templateArguments = bindTemplate(node.templateParameters, given, kernel, nameSpan);
  const changed = changedNames(body);
  const parameters = node.parameters.map((parameter): Parameter => {
    const type = kernel.type(parameter.type);
    const { span } = parameter;
    if (type.kind === "reference") throw kernelReference(span);
    const decayed: CudaType = type.kind === "array" ? { kind: "pointer", to: type.of } : type;
    if (bytesOf(decayed) > MAX_PARAMETER_BYTES) throw parameterTooLarge(span, parameter.name, bytesOf(decayed), MAX_PARAMETER_BYTES);
    const variable: Variable = { name: parameter.name, type: decayed, span, isConst: false };
    if (parameter.name !== "")
      kernel.scope.declare(parameter.name, { kind: "value", value: { kind: "variable", type: decayed, variable, span } });
    return { variable, isReference: false, fallback: undefined, isAssigned: changed.assigned.has(parameter.name), isPassed: false };
  });
  const inner = kernel.inner();
  const checked: CheckedFunction = {
    name,
    result: undefined,
    self: undefined,
    parameters,
    memberInitializers: [],
    body: body.statements.flatMap((statement) => inner.statement(statement)),
    returns: 0,
    instance: "",
    isOfLibrary: false,
    nameSpan,
  };
  return { function: checked, templateArguments, globals: top.checker.globals, cluster: node.cluster && clusterOf(node.cluster, kernel) };
}

/** The blocks of a cluster along x, y and z: one where no number is given. */
function clusterOf(numbers: readonly Expression[], context: Context): readonly [number, number, number] {
  const [x = 1, y = 1, z = 1] = numbers.map((number) => {
    const found = context.constant(number);
    const value = found.kind === "constant" ? integerOf(found.value) : undefined;
    if (value === undefined || value < 1) throw notConstant(number.span, "The size of a cluster");
    return Number(value);
  });
  return [x, y, z];
}

/** A type by its name in a file; undefined if it has none of that name. */
export function typeNamed(name: string, context: Context): CudaType | undefined {
  try {
    return context.type({ kind: "named", name, templateArguments: undefined, isConst: false, span: { from: 0, to: 0 } });
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
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
      return void context.statement(declared);
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

function declareGlobal(variable: Variable, context: Context): void {
  const { name, type, span } = variable;
  context.checker.globals.push(variable);
  context.scope.declare(name, { kind: "value", value: { kind: "variable", type, variable, span } });
}

function declareInMemory(node: VariablesNode, variable: VariablesNode["variables"][number], context: Context): void {
  const { name, span, initializer } = variable;
  const { memory } = node;
  if (memory === "shared") return declareGlobal(sharedVariable(node, variable, context), context);
  if (memory === undefined) return;
  const type = lengthOfList(context.type(variable.type), initializer);
  const value = initializer && context.checker.evaluate(initialValue(type, initializer, context, span), true);
  declareGlobal({ name, type, span, isConst: false, memory, contents: initializer && contentsOf(value, type, span) }, context);
}

/** A variable of the host's side, which device code may use if its value is known: `const int TILE = 32;`. */
function declareConstant(node: VariablesNode, variable: VariablesNode["variables"][number], context: Context): void {
  const { name, span, initializer } = variable;
  unlessRefused([name], context, () => {
    const written =
      variable.type.kind === "auto" && initializer?.kind === "value"
        ? context.expression(initializer.value).type
        : context.type(variable.type);
    const type = lengthOfList(written, initializer);
    const value = initializer && checkedInitial(type, initializer, node.isConstexpr, context, span);
    if ((node.isConstexpr || isConstant(variable.type)) && value !== undefined) {
      if (value.kind === "lambda") return context.scope.declare(name, { kind: "value", value });
      const known = context.checker.evaluate(value, true);
      if (known && "kind" in known && known.kind === "constant")
        return context.scope.declare(name, { kind: "value", value: constantOf(type, known, span) });
      // A table: the compiler keeps it in constant memory.
      return declareGlobal({ name, type, span, isConst: true, memory: "constant", contents: contentsOf(known, type, span) }, context);
    }
    throw hostVariable(span, name);
  });
}

/** The initial value of a variable of the host's side, or undefined where only the host can work it out. */
function checkedInitial(
  type: CudaType,
  initializer: Initializer,
  isConstexpr: boolean,
  context: Context,
  span: Span,
): CheckedExpression | undefined {
  try {
    return initialValue(type, initializer, context, span);
  } catch (error) {
    if (isConstexpr || !(error instanceof SourceError)) throw error;
    return undefined;
  }
}

function isConstant(type: TypeNode): boolean {
  return type.kind === "array" ? isConstant(type.of) : "isConst" in type && type.isConst;
}

function initialValue(type: CudaType, initializer: Initializer, context: Context, span: Span): CheckedExpression {
  switch (initializer.kind) {
    case "value":
      return convertTo(type, context.expression(initializer.value), context, span);
    case "list":
      return context.list(type, initializer.list);
    case "arguments":
      return context.construct(type, initializer.values, span);
  }
}

function lengthOfList(type: CudaType, initializer: VariablesNode["variables"][number]["initializer"]): CudaType {
  if (type.kind !== "array" || type.length !== 0) return type;
  return { ...type, length: initializer?.kind === "list" ? initializer.list.items.length : 0 };
}
