import { NotKnownError, arrayLength } from "../errors/constant-errors.ts";
import { deviceVariableInHost } from "../errors/host-errors.ts";
import { autoValue, referenceTarget, voidVariable } from "../errors/type-errors.ts";
import type { Context } from "../check/context.ts";
import { MAX_ELEMENTS } from "../check/names.ts";
import { BOOL, type CudaType, I64, alignOf, bytesOf, pointerTo } from "../check/types.ts";
import { wrongNames } from "../check/variables.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { Initializer, TypeNode, VariableNode, VariablesNode } from "../syntax/tree.ts";
import { isLeftToValue, type Code, NEXT, type Run, type Slot, type Translation, decayed, declareSlot } from "./code.ts";
import { HOST_BASE, WRITE, type Scalar } from "./host-memory.ts";
import { setterOf } from "./initial-values.ts";
import { destroyerOf, prepareCopies } from "./objects.ts";
import { isOfHeaders } from "./prelude.ts";
import { temporary } from "./values.ts";

/** Room in the frame of the function that is being compiled. */
export function roomFor(host: Translation, type: CudaType): number {
  const align = Math.max(1, alignOf(type));
  const offset = Math.ceil(host.function.bytes / align) * align;
  host.function.bytes = offset + bytesOf(type);
  return offset;
}

export function declareVariable(
  host: Translation,
  name: string,
  type: CudaType,
  context: Context,
  span: Span,
  isRuntimeArray = false,
): Slot {
  const own = type.kind === "reference" ? type.to : type;
  if (own.kind === "void") throw voidVariable(span, name);
  const slot: Slot = { offset: host.room(type), isReference: type.kind === "reference", isGlobal: false, type: own, isRuntimeArray };
  declareSlot(host, name, own, slot, context, span);
  return slot;
}

export function translateVariables(host: Translation, node: VariablesNode, context: Context): Run {
  if (node.memory !== undefined) throw deviceVariableInHost(node.span);
  const runs = node.variables.flatMap((variable) => {
    const declare = translateVariable(host, node, variable, context);
    return variable.bindings ? [declare, bindNames(host, variable, context)] : [declare];
  });
  return () => {
    for (const run of runs) run();
    return NEXT;
  };
}

/** `auto [a, b] = pair;`: each name refers to a member of what is declared. */
export function bindNames(host: Translation, { name, bindings = [], span }: VariableNode, context: Context): Run {
  const object = host.expression({ kind: "name", name, templateArguments: undefined, span }, context);
  const parts = membersOf(object.type);
  if (parts.length !== bindings.length) throw wrongNames(bindings, object.type, parts.length, span);
  const { machine } = host;
  const runs = parts.map(({ type, offset }, i) => {
    const slot = declareVariable(host, bindings[i]!, { kind: "reference", to: type }, context, span);
    return (at: number) => WRITE.ptr(machine.memory.view, machine.frame + slot.offset, at + offset);
  });
  return () => {
    const at = Number(object.value());
    for (const run of runs) run(at);
    return NEXT;
  };
}

/** What the members of a value are that can be given names, and where they lie. */
function membersOf(type: CudaType): { readonly type: CudaType; readonly offset: number }[] {
  if (type.kind === "array") return Array.from({ length: type.length }, (_, i) => ({ type: type.of, offset: i * bytesOf(type.of) }));
  if (type.kind !== "struct") return [];
  const { fields } = type.struct;
  if (!isOfHeaders(type, "tuple")) return [...fields];
  // The first, and a tuple of the others.
  const [head, tail] = fields;
  if (!head || !tail) return [];
  return [head, ...membersOf(tail.type).map(({ type: of, offset }) => ({ type: of, offset: tail.offset + offset }))];
}

function translateVariable(host: Translation, node: VariablesNode, variable: VariableNode, context: Context): Run {
  const { name, initializer, span } = variable;
  const { machine } = host;
  if (isKnownConstant(node, variable, context)) return () => NEXT;
  if (!takesItsType(variable.type, initializer)) {
    const sized = typeOrLength(host, variable.type, context);
    if ("count" in sized) return runtimeArray(host, name, sized.of, sized.count, context, span);
    const type = lengthOf(sized, initializer);
    if (node.isStatic) return staticVariable(host, name, type, initializer, context, span);
    // Known in its own initializer: `Node *node = (Node *)malloc(sizeof(*node));`
    const { offset } = declareVariable(host, name, type, context, span);
    const set = host.initialize(type, initializer, context, span);
    return living(host, name, type, offset, context, span, () => {
      set?.(machine.local(offset));
      return NEXT;
    });
  }
  const code = initializer?.kind === "value" ? host.expression(initializer.value, context) : undefined;
  if (!code) throw variable.type.kind === "reference" ? referenceTarget(span, name) : autoValue(span);
  const type = typeOfVariable(variable.type, code, context);
  if (type.kind === "reference") {
    const address = code.address ?? temporary(host, host.convert(code, type.to, span), span);
    const { offset } = declareVariable(host, name, type, context, span);
    return () => {
      WRITE.ptr(machine.memory.view, machine.frame + offset, address());
      return NEXT;
    };
  }
  prepareCopies(host, type, context, span);
  const set = setterOf(host, type, code, span);
  const { offset } = declareVariable(host, name, type, context, span);
  return living(host, name, type, offset, context, span, () => {
    set(machine.local(offset));
    return NEXT;
  });
}

/** Notes a variable whose type has a destructor, to be destroyed at the end of its block. */
function living(host: Translation, name: string, type: CudaType, offset: number, context: Context, span: Span, make: Run): Run {
  const destroy = destroyerOf(host, type, context, span);
  if (!destroy || !host.objects) return make;
  const flag = host.room(BOOL);
  host.objects.push({ name, flag, offset, destroy });
  const { machine } = host;
  return () => {
    make();
    WRITE.bool(machine.memory.view, machine.frame + flag, 1);
    return NEXT;
  };
}

/** A type; for an array whose length is not known before the program runs, its elements' type and what works the length out. */
function typeOrLength(host: Translation, node: TypeNode, context: Context): CudaType | { of: CudaType; count: () => Scalar } {
  try {
    return context.type(node);
  } catch (error) {
    if (!(error instanceof NotKnownError) || node.kind !== "array" || !node.length) throw error;
    const count = host.convert(host.expression(node.length, context), I64, node.length.span).value;
    return { of: context.type(node.of), count };
  }
}

/** `float a[n];`, as compilers other than the standard's allow: memory that the variable points to. */
function runtimeArray(host: Translation, name: string, of: CudaType, count: () => Scalar, context: Context, span: Span): Run {
  const { machine } = host;
  const { offset } = declareVariable(host, name, pointerTo(of), context, span, true);
  return () => {
    const length = Number(count());
    if (length < 1) throw arrayLength(span, MAX_ELEMENTS, length);
    WRITE.ptr(machine.memory.view, machine.frame + offset, machine.allocate(length * bytesOf(of), span));
    return NEXT;
  };
}

function staticVariable(
  host: Translation,
  name: string,
  type: CudaType,
  initializer: Initializer | undefined,
  context: Context,
  span: Span,
): Run {
  const { machine } = host;
  const address = machine.allocate(bytesOf(type), span);
  const set = host.initialize(type, initializer, context, span);
  declareSlot(host, name, type, { offset: address - HOST_BASE, isReference: false, isGlobal: true, type }, context, span);
  let isSet = false;
  return () => {
    if (!isSet) set?.(address);
    isSet = true;
    return NEXT;
  };
}

/** A constant with a known value can be an array's length and a template's argument: `const int N = 256;` */
function isKnownConstant(node: VariablesNode, { name, bindings, type, initializer }: VariableNode, context: Context): boolean {
  const isConst = node.isConstexpr || ("isConst" in type && type.isConst);
  if (bindings || !isConst || initializer?.kind !== "value" || (type.kind !== "named" && type.kind !== "auto")) return false;
  try {
    const known = context.inner();
    known.statement({ ...node, variables: [{ name, type, initializer, align: undefined, span: node.span }] });
    const entity = known.scope.own(name);
    if (entity?.kind !== "value" || entity.value.kind !== "constant") return false;
    context.scope.declare(name, entity);
    return true;
  } catch (error) {
    // What only the host can work out is no constant.
    if (error instanceof SourceError) return false;
    throw error;
  }
}

function typeOfVariable(node: TypeNode, code: Code, context: Context): CudaType {
  const isReference = node.kind === "reference";
  if (isReference && node.to.kind !== "auto") return context.type(node);
  return isReference ? { kind: "reference", to: code.type } : decayed(code.type);
}

/** Code that sets a variable outside of functions. */
export function globalVariable(host: Translation, variable: VariableNode, context: Context): Run | undefined {
  const { name } = variable;
  const entity = context.scope.find(name);
  // What is known needs no memory; a table that kernels may read is the host's as well.
  if (entity?.kind !== "refused" && !(entity?.kind === "value" && entity.value.kind === "variable")) return undefined;
  try {
    return declaredGlobal(host, variable, context);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    // That matters only to code that uses it.
    context.scope.declare(name, { kind: "refused", error });
    return undefined;
  }
}

function declaredGlobal(host: Translation, { name, type: written, initializer, span }: VariableNode, context: Context): Run {
  const type =
    written.kind === "auto" && initializer?.kind === "value"
      ? decayed(host.expression(initializer.value, context).type)
      : lengthOf(context.type(written), initializer);
  const offset = host.machine.allocate(bytesOf(type), span) - HOST_BASE;
  declareSlot(host, name, type, { offset, isReference: false, isGlobal: true, type }, context, span);
  const set = host.initialize(type, initializer, context, span);
  return () => {
    set?.(HOST_BASE + offset);
    return NEXT;
  };
}

/** A reference, or a type that is left to the value: `auto`, `auto *`, `auto &`; a pointer to a lambda. */
function takesItsType(node: TypeNode, initializer: Initializer | undefined): boolean {
  // A lambda whose parameters' types are left to its calls is no single function: what is made from one stands for it.
  const lambda = initializer?.kind === "value" && initializer.value.kind === "lambda" ? initializer.value : undefined;
  const isLambda = lambda?.parameters.some(({ type }) => isLeftToValue(type));
  if (node.kind === "named") return node.name === "std::function" && isLambda === true;
  if (node.kind !== "pointer") return node.kind === "auto" || node.kind === "reference";
  return node.to.kind === "auto" || (node.to.kind === "function" && isLambda === true);
}

function lengthOf(type: CudaType, initializer: Initializer | undefined): CudaType {
  if (type.kind !== "array" || type.length !== 0) return type;
  const list = initializer?.kind === "list" ? initializer.list : initializer?.kind === "value" ? initializer.value : undefined;
  if (list?.kind === "list") return { ...type, length: list.items.length };
  return list?.kind === "string" ? { ...type, length: new TextEncoder().encode(list.value).length + 1 } : type;
}
