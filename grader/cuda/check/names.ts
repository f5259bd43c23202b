import { arrayLength, notConstant } from "../errors/constant-errors.ts";
import { notInHostCode } from "../errors/host-errors.ts";
import { notInType, typeAsValue, undeclared, undeclaredType } from "../errors/name-errors.ts";
import { refusalOfName, refusalOfType } from "../errors/refusals.ts";
import { typeExpected } from "../errors/syntax-errors.ts";
import { noPack, templateArgumentKind, templateArgumentMissing } from "../errors/template-errors.ts";
import { autoHere } from "../errors/type-errors.ts";
import { closestMatch } from "#sandbox/answer/closest-match.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { Expression, TemplateArgument, TemplateParameter, TypeNode } from "../syntax/tree.ts";
import type { CheckedExpression } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import { constantOf, memberOf } from "./conversions.ts";
import { isInLibrary } from "./library.ts";
import { hasPack } from "./pack-texts.ts";
import { expandTemplate } from "./pack-expansion.ts";
import { type Entity, functionsOf, Scope } from "./scope.ts";
import { HEADER_CONSTANTS, constantNamed } from "./constants.ts";
import {
  I32,
  MAX_ELEMENTS,
  builtInType,
  decayed,
  type FunctionPointer,
  pointerTo,
  type Signature,
  sameType,
  typeName,
  volatileOf,
  type CudaType,
  type GivenArgument,
} from "./types.ts";
import { fragmentOf } from "./wmma-fragment.ts";
import { constant, integerOf } from "../ir/values.ts";

/** Name lookup: names of the text, and those that CUDA's headers give. */

const COORDINATES = ["threadIdx", "blockIdx", "blockDim", "gridDim"] as const;

/** Known to every text. */
const CONSTANTS = new Map<string, CheckedExpression>([
  ["warpSize", constantOf(I32, constant("i32", 32))],
  ["NULL", constantOf(pointerTo({ kind: "void" }), constant("ptr", 0))],
]);

/** The namespaces of CUDA's and C++'s libraries, whose names are known without them. */
const LIBRARIES =
  /^(?:::)?(?:std::|cuda::std::|cuda::ptx::|cuda::device::experimental::|cuda::device::|cuda::experimental::|cuda::|cooperative_groups::|cg::|cde::|nvcuda::|wmma::|precision::)*/;

export function withoutLibrary(name: string): string {
  return name.replace(LIBRARIES, "");
}

/** The expression that a name stands for. */
export function findName({ name, owner, templateArguments, span }: Expression & { kind: "name" }, context: Context): CheckedExpression {
  const entity = owner ? memberOfOwner(owner, name, context, span) : lookUp(name, templateArguments, context, span);
  if (entity?.kind === "value") return { ...entity.value, span };
  if (entity?.kind === "refused") throw new SourceError(entity.error.message, span, entity.error.code);
  if (owner && entity === undefined) {
    const type = context.type(owner);
    const { self } = context.frame;
    // `Base<T>::data` in a method.
    if (self && type.kind === "struct" && type.struct.fields.some((field) => field.name === name))
      return memberOf({ kind: "self", type: self, span }, name, span);
    throw notInType(span, name, typeName(type));
  }
  // `is_same_v<A, B>` is `is_same<A, B>::value`.
  if (entity === undefined && templateArguments && name.endsWith("_v")) {
    const trait: TypeNode = { kind: "named", name: name.slice(0, -2), templateArguments, isConst: false, span };
    const value = memberOfOwner(trait, "value", context, span);
    if (value?.kind === "value") return value.value;
  }
  const coordinates = COORDINATES.find((known) => known === name);
  if (coordinates && context.isHost) throw notInHostCode(span, name);
  if (coordinates) return coordinatesOf(coordinates, span);
  const known = CONSTANTS.get(name) ?? constantNamed(withoutLibrary(name));
  if (known) return { ...known, span };
  const refused = entity && refusalOf(entity);
  if (refused) throw refused;
  if (entity?.kind === "functions") {
    const meant = templateArguments ? { ...entity, given: evaluated(templateArguments, context) } : entity;
    return { kind: "function", type: { kind: "lambda", lambda: meant }, name, span };
  }
  if (entity) throw typeAsValue(span, name);
  throw unknownName(name, context, span);
}

export function unknownName(name: string, context: Context, span: Span): SourceError {
  const meant = closestMatch(name, [...context.scope.names(), ...COORDINATES, ...CONSTANTS.keys(), ...HEADER_CONSTANTS.keys()]);
  return refusalOfName(name)?.(span, name) ?? undeclared(span, name, meant);
}

function coordinatesOf(name: (typeof COORDINATES)[number], span: Span): CheckedExpression {
  const type = builtInType(name === "threadIdx" || name === "blockIdx" ? "uint3" : "dim3")!;
  return { kind: "coordinates", type, name, span };
}

/** A declaration of the text by its name, perhaps qualified with that of a struct. */
export function lookUp(
  name: string,
  templateArguments: readonly TemplateArgument[] | undefined,
  context: Context,
  span: Span,
): Entity | undefined {
  const plain = withoutLibrary(name);
  const known = context.scope.find(name) ?? (plain === name ? undefined : context.scope.findInLibrary(plain));
  const isOwnName = known?.kind === "type" && known.type.kind === "struct" && templateArguments !== undefined;
  const entity = (isOwnName ? context.scope.findTemplate(name) : known) ?? memberOfType(plain, context, span);
  if (entity?.kind === "struct-template") {
    const type = context.struct(entity, evaluated(templateArguments ?? [], context), span);
    if (entity.node.name === "fragment" && isInLibrary(entity.node)) fragmentOf(type, span);
    return { kind: "type", type };
  }
  if (entity?.kind === "alias-template") {
    const inner = context.inner();
    const given = evaluated(templateArguments ?? [], context);
    const node = hasPack(entity.node.templateParameters) ? expandTemplate(entity.node, given.length) : entity.node;
    bindTemplate(node.templateParameters, given, inner, span);
    return { kind: "type", type: inner.type(node.type) };
  }
  return entity;
}

/** The entity that `S<T>::name` names. */
export function memberOfOwner(owner: TypeNode, name: string, context: Context, span: Span): Entity | undefined {
  const type = context.type(owner);
  const member = type.kind === "struct" ? declaredIn(type, name) : undefined;
  if (member?.kind === "struct-template") return { kind: "type", type: context.struct(member, [], span) };
  return member;
}

/** A declaration of a struct or one of its bases. */
function declaredIn({ struct }: CudaType & { kind: "struct" }, name: string): Entity | undefined {
  const own = struct.scope instanceof Scope ? struct.scope.own(name) : undefined;
  if (own) return own;
  for (const base of struct.bases) {
    const inherited = base.kind === "struct" ? declaredIn(base, name) : undefined;
    if (inherited) return inherited;
  }
  return undefined;
}

/** `shape.width` of what all objects share. */
export function staticMember(type: CudaType & { kind: "struct" }, name: string): CheckedExpression | undefined {
  if (type.struct.fields.some((field) => field.name === name)) return undefined;
  const member = declaredIn(type, name);
  return member?.kind === "value" ? member.value : undefined;
}

/** `Shape::width`: what a struct declares. */
function memberOfType(name: string, context: Context, span: Span): Entity | undefined {
  const at = name.lastIndexOf("::");
  if (at <= 0) return undefined;
  const type = typeByName(name.slice(0, at), undefined, context, span);
  return type?.kind === "struct" ? declaredIn(type, name.slice(at + 2)) : undefined;
}

export function evaluated(given: readonly TemplateArgument[], context: Context): GivenArgument[] {
  return given.map((argument) => {
    const template = argument.kind === "expansion" ? undefined : templateNamed(argument, context);
    if (template) return template;
    if (argument.kind === "type") return { kind: "type", type: context.type(argument.type) };
    if (argument.kind === "expansion") throw noPack(argument.span);
    const { value } = argument;
    // A name alone may be a type or a value.
    if (value.kind === "name") {
      const type = value.owner
        ? typeOfOwner(value.owner, value.name, context, value.span)
        : typeByName(value.name, value.templateArguments, context, value.span);
      if (type) return { kind: "type", type };
    }
    const operand = context.constant(value);
    if (operand.type.kind === "lambda") return { kind: "function", operand, name: operand.kind === "function" ? operand.name : "" };
    if (operand.kind !== "constant") throw notConstant(value.span, "The argument of a template");
    return { kind: "value", value: operand.value };
  });
}

/** A template without arguments of its own: it is given as one. */
function templateNamed(argument: TemplateArgument & { kind: "type" | "value" }, context: Context): GivenArgument | undefined {
  const named = argument.kind === "type" ? argument.type : argument.value;
  if ((named.kind !== "named" && named.kind !== "name") || named.owner || named.templateArguments) return undefined;
  const { name } = named;
  const entity = context.scope.find(name);
  const isTemplate = (entity?.kind === "struct-template" || entity?.kind === "alias-template") && entity.node.templateParameters.length > 0;
  return isTemplate ? { kind: "template", template: entity, name } : undefined;
}

export function typeByName(
  name: string,
  templateArguments: readonly TemplateArgument[] | undefined,
  context: Context,
  span: Span,
): CudaType | undefined {
  const entity = lookUp(name, templateArguments, context, span);
  if (entity?.kind === "type") return entity.type;
  if (entity !== undefined) return undefined;
  // A std::function holds what a pointer to a function holds.
  const [held] = templateArguments ?? [];
  if (name === "std::function" && held?.kind === "type" && held.type.kind === "function") {
    const { type: node } = held;
    const holder: FunctionPointer = { kind: "function", signature: () => signatureOf(node, context), isHolder: true };
    return { kind: "lambda", lambda: holder };
  }
  return groupType(withoutLibrary(name), templateArguments, context) ?? builtInType(name);
}

function groupType(name: string, templateArguments: readonly TemplateArgument[] | undefined, context: Context): CudaType | undefined {
  switch (name) {
    case "thread_block":
      return { kind: "group", group: "block", size: 0 };
    case "cluster_group":
      return { kind: "group", group: "cluster", size: 0 };
    case "grid_group":
      return { kind: "group", group: "grid", size: 0 };
    case "coalesced_group":
      return { kind: "group", group: "coalesced", size: 0 };
    case "thread_group":
      return { kind: "group", group: "tile", size: 32 };
    case "thread_block_tile": {
      const [size] = evaluated(templateArguments ?? [], context);
      return { kind: "group", group: "tile", size: size?.kind === "value" ? Number(integerOf(size.value) ?? 32) : 32 };
    }
    default:
      return undefined;
  }
}

/**
 * The arguments for the parameters of a specialization `S<T*, 4>` that make it fit what is given; undefined if none do.
 *
 * @param context where the template was declared
 */
export function matched(
  parameters: readonly TemplateParameter[],
  written: readonly TemplateArgument[],
  given: readonly (GivenArgument | undefined)[],
  context: Context,
): (GivenArgument | undefined)[] | undefined {
  const names = new Set(parameters.map(({ name }) => name));
  const found = new Map<string, GivenArgument>();
  for (const [i, argument] of written.entries()) {
    const own = given[i];
    if (own === undefined) return undefined;
    if (argument.kind === "value" && argument.value.kind === "name" && names.has(argument.value.name)) {
      if (!found.has(argument.value.name)) found.set(argument.value.name, own);
    } else if (own.kind === "type" && argument.kind === "type") unify(argument.type, own.type, names, found);
  }
  const list = parameters.map(({ name }) => found.get(name));
  if (list.includes(undefined)) return undefined;
  const inner = context.inner();
  bindTemplate(parameters, list, inner, { from: 0, to: 0 });
  const isSame = (a: GivenArgument | undefined, b: GivenArgument | undefined): boolean => {
    if (a?.kind === "type" && b?.kind === "type") return sameType(a.type, b.type);
    if (a?.kind === "template" && b?.kind === "template") return a.template.node === b.template.node;
    return a?.kind === "value" && b?.kind === "value" && integerOf(a.value) !== undefined && integerOf(a.value) === integerOf(b.value);
  };
  return evaluated(written, inner).every((argument, i) => isSame(argument, given[i])) ? list : undefined;
}

/** Finds template arguments by laying the type of a parameter over that of an argument. */
export function unify(node: TypeNode, type: CudaType, names: ReadonlySet<string>, found: Map<string, GivenArgument>): void {
  switch (node.kind) {
    case "named":
      if (names.has(node.name)) {
        if (!found.has(node.name)) found.set(node.name, { kind: "type", type: type.kind === "array" ? pointerTo(type.of) : type });
      } else if (node.templateArguments && type.kind === "struct") {
        for (const [i, argument] of node.templateArguments.entries()) {
          const own = type.struct.given?.[i];
          if (own?.kind === "type" && argument.kind === "type") unify(argument.type, own.type, names, found);
          else if (own && argument.kind === "value" && argument.value.kind === "name" && names.has(argument.value.name))
            found.set(argument.value.name, own);
        }
      } else if (node.templateArguments && type.kind === "group" && type.group === "tile") {
        const [size] = node.templateArguments;
        if (size?.kind === "value" && size.value.kind === "name" && names.has(size.value.name))
          found.set(size.value.name, { kind: "value", value: constant("i32", type.size) });
      }
      return;
    case "pointer":
      if (type.kind === "pointer") unify(node.to, type.to, names, found);
      else if (type.kind === "array") unify(node.to, type.of, names, found);
      return;
    case "reference":
      if (node.to.kind === "named" && names.has(node.to.name)) {
        if (!found.has(node.to.name)) found.set(node.to.name, { kind: "type", type });
        return;
      }
      return unify(node.to, type, names, found);
    case "array":
      if (type.kind !== "array") return void (type.kind === "pointer" && unify(node.of, type.to, names, found));
      if (node.length?.kind === "name" && names.has(node.length.name) && !found.has(node.length.name)) {
        found.set(node.length.name, { kind: "value", value: constant("i32", type.length) });
      }
      return unify(node.of, type.of, names, found);
    default:
      return;
  }
}

/** The entity that a template's parameter names. */
function entityOf(argument: Exclude<GivenArgument, { kind: "value" }>): Entity {
  if (argument.kind === "type") return argument;
  return argument.kind === "template" ? (argument.template as Entity) : { kind: "value", value: argument.operand as CheckedExpression };
}

/** Declares template parameters with what is given for them, or their defaults, and returns these. */
export function bindTemplate(
  parameters: readonly TemplateParameter[],
  all: readonly (GivenArgument | undefined)[],
  context: Context,
  span: Span,
): GivenArgument[] {
  const bound: GivenArgument[] = [];
  for (const [i, parameter] of parameters.entries()) {
    let argument = all[i];
    if (argument === undefined && parameter.fallback !== undefined) {
      argument =
        parameter.kind === "type"
          ? evaluated([{ kind: "type", type: parameter.fallback }], context)[0]
          : evaluated([{ kind: "value", value: parameter.fallback }], context)[0];
    }
    if (argument === undefined) throw templateArgumentMissing(span, parameter.name);
    const wanted = parameter.kind === "value" ? "value" : parameter.isTemplate ? "template" : "type";
    const given = argument.kind === "function" && wanted === "value" ? wanted : argument.kind;
    if (given !== wanted) throw templateArgumentKind(span, parameter.name, wanted, given);
    if (argument.kind === "value" && parameter.kind === "value") {
      const type = context.type(parameter.type);
      const scalar = type.kind === "scalar" ? type.scalar : argument.value.type;
      const value = argument.value.kind === "constant" ? constant(scalar, argument.value.value) : argument.value;
      bound.push({ kind: "value", value });
      context.scope.declare(parameter.name, { kind: "value", value: constantOf(type.kind === "scalar" ? type : I32, value) });
    } else if (argument.kind !== "value") {
      bound.push(argument);
      context.scope.declare(parameter.name, entityOf(argument));
    }
  }
  return bound;
}

function typeOfOwner(owner: TypeNode, name: string, context: Context, span: Span): CudaType | undefined {
  const entity = memberOfOwner(owner, name, context, span);
  return entity?.kind === "type" ? entity.type : undefined;
}

/** Why what a name stands for cannot be used, if it cannot. */
export function refusalOf(entity: Entity): SourceError | undefined {
  if (entity.kind === "refused") return entity.error;
  return entity.kind === "functions" && entity.functions.length === 1 ? entity.functions[0]?.node.refused : undefined;
}

export function checkType(node: TypeNode, context: Context): CudaType {
  const type = unqualifiedType(node, context);
  return "isVolatile" in node && node.isVolatile ? volatileOf(type) : type;
}

function unqualifiedType(node: TypeNode, context: Context): CudaType {
  switch (node.kind) {
    case "named": {
      const type = node.owner
        ? typeOfOwner(node.owner, node.name, context, node.span)
        : typeByName(node.name, node.templateArguments, context, node.span);
      if (type) return type;
      const known = context.scope.find(node.name);
      const refused = known && refusalOf(known);
      if (refused) throw refused;
      if (known) throw typeExpected(node.span, node.name);
      throw refusalOfType(node.name)?.(node.span, node.name) ?? undeclaredType(node.span, node.name);
    }
    case "auto":
      throw autoHere(node.span);
    case "decltype":
      return context.inner().expression(node.of).type;
    case "struct":
      return context.struct(
        { kind: "struct-template", node: node.struct, scope: context.scope, instances: new Map(), specializations: [] },
        [],
        node.span,
      );
    case "enum":
      return context.checker.visit.enumeration(node.enumeration, context);
    case "function": {
      const pointer: FunctionPointer = { kind: "function", signature: () => signatureOf(node, context) };
      return { kind: "lambda", lambda: pointer };
    }
    case "pointer": {
      const to = checkType(node.to, context);
      // A function's name is the pointer to it, also where a template's parameter stands for the function.
      if (node.to.kind === "function" || functionsOf(to).length > 0) return to;
      return {
        kind: "pointer",
        to,
        ...(node.isRestrict && { isRestrict: true }),
        ...("isConst" in node.to && node.to.isConst && { isToConst: true }),
      };
    }
    case "reference":
      return { kind: "reference", to: checkType(node.to, context) };
    case "array": {
      const of = checkType(node.of, context);
      if (node.length === undefined) return { kind: "array", of, length: 0 };
      const length = context.constant(node.length);
      const value = length.kind === "constant" ? integerOf(length.value) : undefined;
      if (value === undefined) throw notConstant(node.length.span, "The length of an array");
      if (value < 1 || value > MAX_ELEMENTS) throw arrayLength(node.length.span, MAX_ELEMENTS, value);
      return { kind: "array", of, length: Number(value) };
    }
  }
}

function signatureOf({ result, parameters }: TypeNode & { kind: "function" }, context: Context): Signature {
  return { result: context.type(result), parameters: parameters.map(({ type }) => decayed(context.type(type))) };
}
