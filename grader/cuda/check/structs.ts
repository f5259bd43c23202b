import { alignmentValue, notConstant } from "../errors/constant-errors.ts";
import {
  baseType,
  staticValue,
  staticWithoutValue,
  structInItself,
  structTooLarge,
  structUndefined,
} from "../errors/declaration-errors.ts";
import { lambdaInStructRefused, referenceInStructRefused } from "../errors/refusals.ts";
import { tooManyInstances } from "../errors/template-errors.ts";
import type { Span } from "../source-error.ts";
import type { EnumNode, Expression, Initializer, StructNode, TemplateParameter } from "../syntax/tree.ts";
import type { CheckedExpression, Variable } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import { contentsOf } from "./contents.ts";
import { constantOf, convertTo } from "./conversions.ts";
import { isInLibrary } from "./library.ts";
import { bindTemplate, matched } from "./names.ts";
import { hasPack, originalOf } from "./pack-texts.ts";
import { expandSpecialization, expandTemplate } from "./pack-expansion.ts";
import { Scope, type Entity } from "./scope.ts";
import {
  functionPointerOf,
  isFunctionPointer,
  alignOf,
  bytesOf,
  plainName,
  scalarType,
  type CudaType,
  type Field,
  type StructType,
  type GivenArgument,
  typeName,
} from "./types.ts";
import { constant, integerOf } from "../ir/values.ts";

/** Structs of the text: where their fields lie, by the rules of C, and what is declared inside them. */

/** The type that a struct declares; one and the same for the same template arguments. */
export function instantiateStruct(
  written: Entity & { kind: "struct-template" },
  given: readonly GivenArgument[],
  context: Context,
  span: Span,
): CudaType {
  const template = hasPack(written.node.templateParameters) ? { ...written, node: expandTemplate(written.node, given.length) } : written;
  const complete = withDefaults(template.node.templateParameters, given, template.scope, context, span);
  const key = complete.map(argumentKey).join();
  const known = template.instances.get(key);
  if (known) return known;
  if (template.instances.size >= MOST_INSTANCES) throw tooManyInstances(span, template.node.name, MOST_INSTANCES);
  const { node, arguments: own } = chosenText(template, complete, context);
  if (node.isDeclaration) throw structUndefined(span, node.name);
  const inner = context.with({ scope: new Scope(template.scope) });
  bindTemplate(node.templateParameters, own, inner, span);
  const struct: StructType & { fields: Field[] } = {
    name: node.name,
    isUnion: node.union,
    bytes: 0,
    align: 1,
    fields: [],
    methods: node.members.flatMap((member) => (member.kind === "function" ? [{ node: member, scope: inner.scope }] : [])),
    ...(isInLibrary(node) && { isOfLibrary: true as const }),
    given: complete,
    node,
    scope: inner.scope,
    bases: [],
  };
  const type: CudaType = { kind: "struct", struct };
  template.instances.set(key, type);
  if (node.name !== "") inner.scope.declare(node.name, { kind: "type", type });
  for (const { node: method } of struct.methods)
    if (method.name !== plainName(node)) inner.scope.declareFunction({ node: method, scope: inner.scope });
  layOut(struct as StructType & { bytes: number; align: number; fields: Field[] }, node, inner, span);
  return type;
}

/** The most instances of one template: one that needs itself with other arguments again and again has no end. */
const MOST_INSTANCES = 200;

/** The arguments of a template with its defaults for those that are not given. */
function withDefaults(
  parameters: readonly TemplateParameter[],
  given: readonly GivenArgument[],
  scope: Scope,
  context: Context,
  span: Span,
): readonly GivenArgument[] {
  const inner = context.with({ scope: new Scope(scope) });
  return bindTemplate(parameters, given, inner, span);
}

/** The text for these arguments: of the specializations that fit the one with the fewest parameters, else the template itself. */
function chosenText(
  { node, scope, specializations }: Entity & { kind: "struct-template" },
  given: readonly GivenArgument[],
  context: Context,
): { node: StructNode; arguments: readonly (GivenArgument | undefined)[] } {
  const isVariadic = hasPack(originalOf(node).templateParameters);
  const fitting = specializations.flatMap((written) => {
    const special = hasPack(written.templateParameters) ? expandSpecialization(written, given) : written;
    if (!special?.specializes || (isVariadic && special.specializes.length !== given.length)) return [];
    const found = matched(special.templateParameters, special.specializes, given, context.with({ scope }));
    return found ? [{ node: special, arguments: found }] : [];
  });
  const [best] = fitting.toSorted((a, b) => a.arguments.length - b.arguments.length);
  return best ?? { node, arguments: given };
}

/** Identifies a template argument: the same for the same type or value. */
export function argumentKey(argument: GivenArgument | undefined): string {
  if (argument === undefined) return "";
  if (argument.kind === "template") return `template ${identityOf(argument.template.node)}`;
  if (argument.kind === "function") return typeKey(argument.operand.type);
  if (argument.kind === "value") return argument.value.kind === "constant" ? `${argument.value.type} ${argument.value.value}` : "?";
  return typeKey(argument.type);
}

const identities = new WeakMap<object, number>();
let identitiesGiven = 0;

/** Tells objects apart: the same number for the same object. */
export function identityOf(thing: object): number {
  const known = identities.get(thing) ?? identitiesGiven++;
  identities.set(thing, known);
  return known;
}

function typeKey(type: CudaType): string {
  switch (type.kind) {
    case "void":
      return "void";
    case "scalar":
      return type.scalar;
    case "pointer":
    case "reference":
      return `${type.kind} ${typeKey(type.to)}`;
    case "array":
      return `array ${type.length} ${typeKey(type.of)}`;
    case "struct":
      return `struct ${identityOf(type.struct)}`;
    case "lambda": {
      const signature = functionPointerOf(type)?.signature();
      if (signature === undefined) return `lambda ${identityOf(type.lambda)}`;
      return `function ${[signature.result, ...signature.parameters].map(typeKey).join()}`;
    }
    case "group":
      return `${type.group} ${type.size}`;
  }
}

type Growing = { -readonly [Key in keyof StructType]: StructType[Key] } & { fields: Field[] };

function layOut(finished: StructType, node: StructNode, context: Context, span: Span): void {
  const struct = finished as Growing;
  let end = 0;
  const place = (name: string, type: CudaType, align: number, declared: Span): void => {
    if (isIncomplete(type)) throw structInItself(declared, node.name);
    const start = struct.isUnion ? 0 : Math.ceil(end / align) * align;
    struct.fields.push({ name, type, offset: start, span: declared });
    struct.align = Math.max(struct.align, align);
    end = Math.max(end, start + bytesOf(type));
  };
  for (const base of node.bases) {
    const type = context.type(base);
    if (type.kind !== "struct") throw baseType(base.span, typeName(type));
    // The fields of a base are its heir's own.
    const start = Math.ceil(end / type.struct.align) * type.struct.align;
    for (const field of type.struct.fields) struct.fields.push({ ...field, offset: start + field.offset });
    // Those of the heir come first, and hide those of the same name.
    const own = new Set(struct.methods.map(({ node: method }) => method.name));
    struct.methods = [...struct.methods, ...type.struct.methods.filter(({ node: method }) => !own.has(method.name))];
    for (const { node: method, scope } of type.struct.methods)
      if (!own.has(method.name) && method.name !== plainName(type.struct))
        (struct.scope as Scope).declareFunction({ node: method, scope: scope as Scope });
    (struct.bases as CudaType[]).push(type);
    struct.align = Math.max(struct.align, type.struct.align);
    // An empty base takes no room.
    if (type.struct.fields.length > 0) end = start + type.struct.bytes;
  }
  for (const member of node.members) {
    switch (member.kind) {
      case "variables":
        for (const variable of member.variables) {
          const type = context.type(variable.type);
          if (member.isStatic)
            declareStatic(
              variable.name,
              type,
              variable.initializer,
              `${node.name}<${(struct.given ?? []).map(argumentKey).join()}>`,
              context,
              variable.span,
            );
          else if (type.kind === "lambda" && !isFunctionPointer(type)) throw lambdaInStructRefused(variable.span);
          else if (type.kind === "reference") throw referenceInStructRefused(variable.span);
          else place(variable.name, type, alignment(variable.align, type, context), variable.span);
        }
        break;
      case "struct": {
        const nested = instantiateStruct(
          { kind: "struct-template", node: member, scope: context.scope, instances: new Map(), specializations: [] },
          [],
          context,
          member.span,
        );
        // The members of a nested struct without a name are members of this one.
        if (member.name === "") placeUnnamed(nested, struct, place, member.span);
        else context.scope.declare(member.name, { kind: "type", type: nested });
        break;
      }
      case "alias":
        context.scope.declare(member.name, { kind: "type", type: context.type(member.type) });
        break;
      case "enum":
        declareEnum(member, context);
        break;
      case "static-assert":
        context.statement(member);
        break;
      case "function":
        break;
    }
  }
  if (node.align) struct.align = Math.max(struct.align, alignment(node.align, undefined, context));
  struct.bytes = Math.max(1, Math.ceil(end / struct.align) * struct.align);
  if (struct.bytes > MAX_BYTES) throw structTooLarge(span, node.name, struct.bytes, MAX_BYTES);
}

/** Whether it is a struct that is still being laid out, or an array of such. */
function isIncomplete(type: CudaType): boolean {
  if (type.kind === "array") return isIncomplete(type.of);
  return type.kind === "struct" && type.struct.bytes === 0;
}

const MAX_BYTES = 2 ** 28;

function placeUnnamed(
  nested: CudaType,
  struct: Growing,
  place: (name: string, type: CudaType, align: number, declared: Span) => void,
  span: Span,
): void {
  if (nested.kind !== "struct") return;
  place("", nested, nested.struct.align, span);
  const { offset } = struct.fields.pop()!;
  for (const field of nested.struct.fields) struct.fields.push({ ...field, offset: offset + field.offset });
}

function alignment(asked: Expression | undefined, type: CudaType | undefined, context: Context): number {
  const own = type ? alignOf(type) : 1;
  if (asked === undefined) return own;
  const operand = context.constant(asked);
  const value = operand.kind === "constant" ? Number(integerOf(operand.value)) : NaN;
  if (![1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024].includes(value)) throw alignmentValue(asked.span);
  return Math.max(own, value);
}

/** @param owner the struct, with the arguments of its template */
function declareStatic(
  name: string,
  given: CudaType,
  initializer: Initializer | undefined,
  owner: string,
  context: Context,
  span: Span,
): void {
  if (initializer === undefined) {
    return context.scope.declare(name, { kind: "refused", error: staticWithoutValue(span, name) });
  }
  if (initializer.kind === "value")
    return context.scope.declare(name, { kind: "value", value: staticMember(given, initializer.value, context, span) });
  if (initializer.kind === "arguments") throw staticValue(span, name);
  const type: CudaType = given.kind === "array" && given.length === 0 ? { ...given, length: initializer.list.items.length } : given;
  const known = context.checker.evaluate(context.checker.visit.list(type, initializer.list, context), true);
  if (known && "kind" in known && known.kind === "constant")
    return context.scope.declare(name, { kind: "value", value: constantOf(type, known, span) });
  // A table: the compiler keeps it in constant memory.
  const contents = contentsOf(known, type, span);
  const variable: Variable = { name: `${owner}::${name}`, type, span, isConst: true, memory: "constant", contents };
  context.checker.globals.push(variable);
  context.scope.declare(name, { kind: "value", value: { kind: "variable", type, variable, span } });
}

function staticMember(type: CudaType, initializer: Expression, context: Context, span: Span): CheckedExpression {
  const value = convertTo(type, context.expression(initializer), context, span);
  const known = type.kind === "scalar" || type.kind === "pointer" ? context.checker.evaluate(value, true) : undefined;
  return known && "kind" in known && known.kind === "constant" ? constantOf(type, known, span) : value;
}

/** Declares the values of an enum, and its name as a type. */
export function declareEnum(node: EnumNode, context: Context): CudaType {
  const underlying = node.underlying ? context.type(node.underlying) : scalarType("i32");
  const scalar = underlying.kind === "scalar" ? underlying.scalar : "i32";
  const type: CudaType = { kind: "scalar", scalar, ...(node.name !== "" && { name: node.name }) };
  if (node.name !== "") context.scope.declare(node.name, { kind: "type", type });
  let next = 0n;
  for (const { name, value, span } of node.values) {
    if (value !== undefined) {
      const operand = context.constant(value);
      const given = operand.kind === "constant" ? integerOf(operand.value) : undefined;
      if (given === undefined) throw notConstant(span, `The value of \`${name}\``);
      next = BigInt(given);
    }
    const operand = constantOf(type, constant(scalar, next), span);
    if (!node.scoped) context.scope.declare(name, { kind: "value", value: operand });
    context.scope.declare(`${node.name}::${name}`, { kind: "value", value: operand });
    next++;
  }
  return type;
}
