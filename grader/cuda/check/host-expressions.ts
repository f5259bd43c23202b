import { launchIncomplete, lambdaSet, functionAddress, notAKernel, notInHostCode } from "../errors/host-errors.ts";
import { noConversion, operatorTypes } from "../errors/type-errors.ts";
import type { ArithmeticOperator } from "../ir/program.ts";
import { constant } from "../ir/values.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { BinaryOperator, Expression } from "../syntax/tree.ts";
import { callOf, callValue, hasOperator, methodsOf, operatorFunction } from "./calls.ts";
import { hasEffects } from "./changed-names.ts";
import type { Adapter, CheckedCall, CheckedExpression, ChosenKernel, PointedFunction, Variable } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import { constantOf, convertTo, load, truthOf } from "./conversions.ts";
import { asTarget, checkExpression, combine, hasMethod } from "./expressions.ts";
import { defaultValue, initialValue } from "./host-values.ts";
import { withoutLibrary } from "./names.ts";
import { argumentOf, chooseFunction } from "./overloads.ts";
import { Lambda, functionsOf, givenFor } from "./scope.ts";
import {
  BOOL,
  I32,
  U64,
  VOID,
  builtInType,
  functionPointerOf,
  isFloating,
  isFunctionPointer,
  pointerTo,
  sameType,
  typeName,
  type CudaType,
} from "./types.ts";

/** Expressions that only the host has, and what the host makes of others. */

export function checkHostExpression(expression: Expression, context: Context): CheckedExpression {
  switch (expression.kind) {
    case "name":
      return named(expression, context);
    case "binary":
      return binary(expression, context);
    case "assignment":
      return assignment(expression, context);
    case "call":
      return checkExpression(chained(expression, context) ?? expression, context);
    case "sizeof": {
      const bytes = runtimeBytes(expression, context);
      return bytes ?? checkExpression(expression, context);
    }
    case "new":
      return newObject(expression, context);
    case "delete":
      return deleteObject(expression, context);
    case "launch":
      return launch(expression, context);
    default:
      return checkExpression(expression, context);
  }
}

function named(expression: Expression & { kind: "name" }, context: Context): CheckedExpression {
  const { name, span } = expression;
  if (["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"].includes(name))
    return checkExpression({ kind: "string", value: context.frame.name, span }, context);
  const found = checkExpression(expression, context);
  const memory = found.kind === "variable" ? found.variable.memory : undefined;
  if (memory === "shared" || memory === "dynamic shared") throw notInHostCode(span, name);
  return found;
}

/** `max({a, b, c})` is `max(max(a, b), c)`. */
function chained({ callee, arguments: given }: Expression & { kind: "call" }, { scope }: Context): Expression | undefined {
  const [list] = given;
  if (callee.kind !== "name" || callee.owner || given.length !== 1 || list?.kind !== "list" || list.items.length === 0) return undefined;
  if (!["max", "min"].includes(withoutLibrary(callee.name)) || scope.find(callee.name)) return undefined;
  return list.items.reduce((most, item) => ({ kind: "call", callee, arguments: [most, item], span: list.span }));
}

/** `sizeof a` of `float a[n];` */
function runtimeBytes({ of, isType, span }: Expression & { kind: "sizeof" }, context: Context): CheckedExpression | undefined {
  const entity = !isType && of.kind === "name" && "templateArguments" in of ? context.scope.find(of.name) : undefined;
  const value = entity?.kind === "value" ? entity.value : undefined;
  if (value?.kind !== "variable" || !context.checker.runtimeArrays.has(value.variable)) return undefined;
  return { kind: "allocated-bytes", type: U64, pointer: load(value), span };
}

type Operator = Exclude<BinaryOperator, "," | "&&" | "||">;

function binary(expression: Expression & { kind: "binary" }, context: Context): CheckedExpression {
  const { operator, span } = expression;
  if (operator === "," || operator === "&&" || operator === "||") return checkExpression(expression, context);
  const left = context.expression(expression.left);
  const right = context.expression(expression.right);
  return combined(operator, left, right, context, span);
}

/** `left operator right`, of which one may be a struct that the text declares the operator for. */
function combined(operator: Operator, left: CheckedExpression, right: CheckedExpression, context: Context, span: Span): CheckedExpression {
  if (left.type.kind !== "struct" && right.type.kind !== "struct") return combine(operator, left, right, context, span);
  const called = declaredOperator(`operator${operator}`, [left, right], context, span);
  if (called) return called;
  const equal = operator === "!=" ? declaredOperator("operator==", [left, right], context, span) : undefined;
  if (equal) {
    return { kind: "unary", operator: "!", type: BOOL, operand: truthOf(equal, context, span), span };
  }
  const [a, b] = [left, right].map((side) => (side.type.kind === "struct" ? numberOf(side, operator, context, span) : side));
  return combine(operator, a!, b!, context, span);
}

/** An operator that the text or a header declares for these operands; undefined if none fits. */
function declaredOperator(
  name: string,
  operands: readonly CheckedExpression[],
  context: Context,
  span: Span,
): CheckedExpression | undefined {
  return hasOperator(name, operands, context, span) ? operatorFunction(name, operands, context, span) : undefined;
}

/** The number that `operator T()` makes of an object. */
function numberOf(self: CheckedExpression, operator: string, context: Context, span: Span): CheckedExpression {
  const converted = context.checker.visit.conversionCall(I32, self, context, span, false);
  if (!converted) throw operatorTypes(span, operator, [typeName(self.type)]);
  return converted;
}

function assignment(expression: Expression & { kind: "assignment" }, context: Context): CheckedExpression {
  const { operator, span } = expression;
  const place = context.lvalue(expression.target);
  const { type } = place;
  const given = context.expression(expression.value);
  const name = `operator${operator}`;
  if (type.kind === "struct") {
    if (hasMethod(type, name)) return operatorFunction(name, [place, given], context, span);
    const called = operator === "=" ? undefined : declaredOperator(name, [place, given], context, span);
    if (called) return called;
  }
  const target = asTarget(place, expression.target);
  const effects = hasEffects(expression.target);
  if (operator === "=")
    return { kind: "assignment", type, target, value: convertTo(type, given, context, span), hasEffects: effects, span };
  const plain = operator.slice(0, -1) as ArithmeticOperator;
  if (type.kind === "struct" || given.type.kind === "struct") {
    const value = convertTo(type, combined(plain, target, given, context, span), context, span);
    return { kind: "assignment", type, target, value, hasEffects: effects, span };
  }
  const result = combine(plain, target, given, context, span);
  if (result.kind === "pointer-offset" && !result.isPointerRight)
    return { kind: "compound-assignment", operator: plain, type, target, value: result.right, computed: type, hasEffects: effects, span };
  if (result.kind !== "arithmetic") throw operatorTypes(span, plain, [typeName(type), typeName(given.type)]);
  const { right: value, type: computed } = result;
  return { kind: "compound-assignment", operator: plain, type, target, value, computed, hasEffects: effects, span };
}

/** `new T(a, b)` and `new T[n]`. */
function newObject({ type: node, count, initializer, span }: Expression & { kind: "new" }, context: Context): CheckedExpression {
  const allocated = context.type(node);
  const bytes: Variable = { name: "", type: U64, span, isConst: false, memory: "host" };
  const call = memoryCall(allocated, count ? "new[]" : "new", bytes, context, span);
  return {
    kind: "new",
    type: pointerTo(allocated),
    allocated,
    count: count && convertTo(U64, context.expression(count), context, count.span),
    value: initializer ? initialValue(allocated, initializer, context, span) : defaultValue(allocated, context, span),
    allocation: call && { bytes, call },
    span,
  };
}

/** `delete p` and `delete[] p`. */
function deleteObject({ operand, isArray, span }: Expression & { kind: "delete" }, context: Context): CheckedExpression {
  const pointer = load(context.expression(operand));
  const { type } = pointer;
  const address: Variable = { name: "", type: pointerTo(VOID), span, isConst: false, memory: "host" };
  const call = type.kind === "pointer" ? memoryCall(type.to, isArray ? "delete[]" : "delete", address, context, span) : undefined;
  return { kind: "delete", type: VOID, operand: pointer, isArray, release: call && { address, call }, span };
}

/** A call of the `operator new` or `operator delete` that a class has; undefined if it has none. */
function memoryCall(type: CudaType, name: string, variable: Variable, context: Context, span: Span): CheckedCall | undefined {
  const [entity] = methodsOf(type, `operator ${name}`);
  const operand: CheckedExpression = { kind: "variable", type: variable.type, variable, span };
  return entity && callOf({ entity, given: [] }, [operand], undefined, context, span);
}

// Launches.

function launch(expression: Expression & { kind: "launch" }, context: Context): CheckedExpression {
  const { configuration, span } = expression;
  const given = expression.arguments.map((argument) => load(context.expression(argument)));
  const kernel = launched(expression.kernel, given, context, span);
  const [grid, block, bytes] = configuration;
  if (!grid || !block) throw launchIncomplete(span);
  return {
    kind: "launch",
    type: VOID,
    kernel,
    grid: launchShape(grid, context),
    block: launchShape(block, context),
    sharedBytes: bytes && convertTo(U64, context.expression(bytes), context, bytes.span),
    arguments: given,
    span,
  };
}

function launchShape(shape: Expression, context: Context): CheckedExpression {
  const { span } = shape;
  const dim3 = builtInType("dim3")!;
  if (shape.kind === "list") return context.list(dim3, shape);
  const value = context.expression(shape);
  return convertTo(dim3, isFloating(value.type) ? convertTo(I32, value, context, span) : value, context, span);
}

/** The kernel that a launch starts: that of a name, or the pointer that says which when the program runs. */
function launched(kernel: Expression, given: readonly CheckedExpression[], context: Context, span: Span): ChosenKernel | CheckedExpression {
  const meant = context.expression(kernel);
  const { type } = meant;
  if (isFunctionPointer(type)) return load(meant);
  const functions = functionsOf(type);
  if (functions.length === 0) {
    if (type.kind === "lambda") throw notAKernel(kernel.span, "lambda");
    throw notAKernel(kernel.span, kernel.kind === "name" ? kernel.name : typeName(type));
  }
  const name = meant.kind === "function" ? meant.name : functions[0]!.node.name;
  const { entity, given: own } = chooseFunction(name, functions, givenFor(type), given.map(argumentOf), context, span);
  if (!entity.node.runs.global) throw notAKernel(kernel.span, entity.node.name);
  return { kind: "kernel", node: entity.node, given: own };
}

// Pointers to functions.

/** A `void*` to a kernel: no memory is there, and it isn't null. */
const KERNEL_ADDRESS = 1;

/** Conversions that the host has beside those of both sides: to a pointer to a function. */
export function convertOnHost(target: CudaType, value: CheckedExpression, context: Context, span: Span): CheckedExpression | undefined {
  const { type } = value;
  if (isFunctionPointer(type) && target.kind === "scalar" && target.scalar === "bool")
    return { kind: "truth", type: BOOL, operand: value, span };
  if (isFunctionPointer(target)) return functionPointer(target, value, context, span);
  // `cudaFuncSetAttribute((void *)kernel, …)`: the runtime is told which kernel is meant, and the lab needs no attribute of it.
  const isKernel = type.kind === "lambda" && functionsOf(type).length > 0 && functionsOf(type).every(({ node }) => node.runs.global);
  if (target.kind === "pointer" && target.to.kind === "void" && isKernel) return constantOf(target, constant("ptr", KERNEL_ADDRESS), span);
  if (target.kind === "pointer" && type.kind === "lambda") throw functionAddress(span, typeName(target));
  if (target.kind === "lambda" && type.kind === "lambda" && !sameType(target, type)) throw lambdaSet(span);
  if (type.kind === "lambda" && target.kind !== "lambda" && target.kind !== "void")
    throw noConversion(span, typeName(type), typeName(target));
  return undefined;
}

function functionPointer(target: CudaType, value: CheckedExpression, context: Context, span: Span): CheckedExpression {
  const { type } = value;
  const none = (): SourceError => noConversion(span, typeName(type), "pointer to a function");
  if (isFunctionPointer(type)) return { ...value, type: target };
  if (type.kind === "pointer" || (value.kind === "constant" && argumentOf(value).isZero))
    return { kind: "convert", type: target, operand: value, span };
  if (type.kind !== "lambda") throw none();
  return { kind: "function-pointer", type: target, target: pointed(target, value, context, span), span };
}

/** The function or kernel that takes what a pointer says. */
function pointed(target: CudaType, value: CheckedExpression, context: Context, span: Span): ChosenKernel | PointedFunction {
  const { result, parameters } = functionPointerOf(target)!.signature();
  const variables = parameters.map((type) => {
    const isReference = type.kind === "reference";
    const variable: Variable = { name: "", type: isReference ? type.to : type, span, isConst: false, memory: "host" };
    return { variable, isReference };
  });
  const operands = variables.map(({ variable }): CheckedExpression => ({ kind: "variable", type: variable.type, variable, span }));
  const { type } = value;
  const functions = functionsOf(type);
  const isLambda = type.kind === "lambda" && type.lambda instanceof Lambda;
  if (!isLambda) {
    const name = value.kind === "function" ? value.name : (functions[0]?.node.name ?? "");
    const chosen = chooseFunction(name, functions, givenFor(type), operands.map(argumentOf), context, span);
    if (chosen.entity.node.runs.global) return { kind: "kernel", node: chosen.entity.node, given: chosen.given };
  }
  const call = callValue(value, operands, context, span) as CheckedCall;
  const called = call.function;
  const isSame =
    (result.kind === "void" || (called.result !== undefined && sameType(called.result, result))) &&
    called.parameters.every(
      ({ variable, isReference }, i) => isReference === variables[i]?.isReference && sameType(variable.type, variables[i].variable.type),
    ) &&
    called.parameters.length === variables.length;
  return {
    kind: "pointed-function",
    function: called,
    lambda: isLambda ? value : undefined,
    adapter: isSame ? undefined : { parameters: variables, arguments: call.arguments, result: adaptedResult(result, call, context, span) },
  };
}

function adaptedResult(result: CudaType, { type }: CheckedCall, context: Context, span: Span): Adapter["result"] {
  if (result.kind === "void") return undefined;
  const returned: Variable = { name: "", type, span, isConst: false, memory: "host" };
  return { returned, value: convertTo(result, { kind: "variable", type, variable: returned, span }, context, span) };
}
