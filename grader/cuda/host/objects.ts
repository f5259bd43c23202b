import { baseOffset } from "../check/types.ts";

import { chooseFunction } from "../check/overloads.ts";
import { constructorsOf } from "../check/construct.ts";
import type { Context } from "../check/context.ts";
import type { FunctionEntity, Scope } from "../check/scope.ts";
import { type CudaType, U64, VOID, bytesOf, plainName, pointerTo, typeName } from "../check/types.ts";
import type { Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { type Code, type Translation } from "./code.ts";
import { READ, type Scalar } from "./host-memory.ts";
import { withOwnFrame } from "./own-frame.ts";

// Objects of structs and classes: how they are made, copied and destroyed.

type Struct = CudaType & { kind: "struct" };

export function constructors(type: CudaType): FunctionEntity[] {
  return constructorsOf(type).map(({ node, scope }) => ({ node, scope: scope as Scope }));
}

/** Whether a struct has constructors of its own. */
export function hasConstructors(type: CudaType): type is Struct {
  return type.kind === "struct" && constructors(type).length > 0;
}

/** An object whose address is set before it is used. */
export function objectAt(type: CudaType): { readonly self: Code; at: number } {
  const object: { self: Code; at: number } = { self: { type, value: () => object.at, address: () => object.at }, at: 0 };
  return object;
}

/** `S(a, b)`: calls the constructor that fits, for the object at an address. */
export function constructed(host: Translation, type: Struct, values: readonly Code[], context: Context, span: Span): (to: number) => void {
  const chosen = chooseFunction(typeName(type), constructors(type), undefined, values, context, span);
  const object = objectAt(type);
  const { value } = host.call(chosen.entity, chosen.given, values, context, span, object.self);
  return (to) => {
    object.at = to;
    value();
  };
}

/** `S s;` of a struct or an array of such; undefined if nothing is to be done. */
export function defaultOf(host: Translation, type: CudaType, context: Context, span: Span): ((to: number) => void) | undefined {
  if (type.kind === "array") {
    const set = defaultOf(host, type.of, context, span);
    return set && ((to) => eachElement(type, (offset) => set(to + offset)));
  }
  if (type.kind !== "struct") return undefined;
  const { defaults } = host;
  if (!defaults.has(type.struct)) {
    defaults.set(type.struct, undefined);
    const set = withOwnFrame(host, () =>
      hasConstructors(type) ? constructed(host, type, [], context, span) : fieldDefaults(host, type, context, span),
    );
    defaults.set(type.struct, set);
  }
  return defaults.get(type.struct);
}

function eachElement(type: CudaType & { kind: "array" }, run: (offset: number) => void): void {
  const size = bytesOf(type.of);
  for (let i = 0; i < type.length; i++) run(i * size);
}

/** Of a struct without constructors: what its text gives its members, and what its members make of themselves. */
function fieldDefaults(host: Translation, type: Struct, context: Context, span: Span): ((to: number) => void) | undefined {
  const setters = memberDefaults(host, type, new Set(), context, span);
  if (type.struct.name !== "vector" && setters.length === 0) return undefined;
  const { memory } = host.machine;
  return (to) => {
    if (type.struct.name === "vector") memory.bytes(to, type.struct.bytes, span, true).fill(0);
    for (const set of setters) set(to);
  };
}

/** What sets the bases and members of an object that a constructor does not set. */
export function memberDefaults(
  host: Translation,
  type: Struct,
  except: ReadonlySet<string>,
  around: Context,
  span: Span,
): ((to: number) => void)[] {
  const { struct } = type;
  if (struct.isUnion) return [];
  const context = struct.scope ? around.with({ scope: struct.scope as Scope }) : around;
  const bases = struct.bases.flatMap((base) => {
    if (base.kind !== "struct" || except.has(base.struct.name) || except.has(plainName(base.struct))) return [];
    const set = defaultOf(host, base, context, span);
    const offset = baseOffset(type, base);
    return set ? [(to: number) => set(to + offset)] : [];
  });
  const own = ownVariables(type);
  const members = struct.fields.flatMap(({ name, type: of, offset }) => {
    if (except.has(name) || (struct.node && !own.has(name))) return [];
    const initializer = own.get(name)?.initializer;
    const set = initializer ? host.initialize(of, initializer, context, span) : defaultOf(host, of, context, span);
    if (set) return [(to: number) => set(to + offset)];
    return struct.name === "dim3"
      ? [(to: number) => host.machine.memory.locate(to + offset, 4, span, true).setUint32(host.machine.memory.offset, 1, true)]
      : [];
  });
  return [...bases, ...members];
}

/** The variables that a struct's own text declares in each object. */
function ownVariables({ struct }: Struct) {
  const members = struct.node?.members.flatMap((member) => (member.kind === "variables" && !member.isStatic ? member.variables : [])) ?? [];
  return new Map(members.map((variable) => [variable.name, variable]));
}

/** Ends the life of an object; undefined if nothing is to be done. */
export function destroyerOf(host: Translation, type: CudaType, context: Context, span: Span): ((at: number) => void) | undefined {
  if (type.kind === "array") {
    const destroy = destroyerOf(host, type.of, context, span);
    return destroy && ((at) => eachElement(type, (offset) => destroy(at + offset)));
  }
  if (type.kind !== "struct" || type.struct.node === undefined) return undefined;
  const { destroyers } = host;
  if (destroyers.has(type.struct)) return destroyers.get(type.struct);
  destroyers.set(type.struct, undefined);
  const { struct } = type;
  const own = ownVariables(type);
  const parts = [
    ...struct.bases.map((base) => [base, baseOffset(type, base)] as const),
    ...struct.fields.flatMap(({ name, type: of, offset }) => (own.has(name) ? [[of, offset] as const] : [])),
  ].flatMap(([of, offset]) => {
    const destroy = destroyerOf(host, of, context, span);
    return destroy ? [(at: number) => destroy(at + offset)] : [];
  });
  const written = struct.methods.find(({ node }) => node.name === `~${plainName(struct)}`);
  const entity = written && { node: written.node, scope: written.scope as Scope };
  const object = objectAt(type);
  const call = entity && withOwnFrame(host, () => host.call(entity, [], [], context, span, object.self).value);
  if (!call && parts.length === 0) return undefined;
  const { machine } = host;
  const destroy = (at: number): void => {
    const { returned } = machine;
    object.at = at;
    call?.();
    for (const part of parts.toReversed()) part(at);
    machine.returned = returned;
  };
  destroyers.set(struct, destroy);
  return destroy;
}

/** Finds out how objects of a type are copied: byte by byte, or by what their parts and their constructor say. */
export function prepareCopies(host: Translation, type: CudaType, context: Context, span: Span): void {
  if (type.kind === "array") return prepareCopies(host, type.of, context, span);
  if (type.kind !== "struct" || type.struct.node === undefined || host.copiers.has(type.struct)) return;
  const { struct } = type;
  const bytewise = (to: number, from: number): void => host.copy(to, from, struct.bytes, span);
  host.copiers.set(struct, bytewise);
  const copy = struct.name === "vector" ? vectorCopier(host, type, context, span) : (copyConstructor(host, type, context, span) ?? memberCopier(host, type, context, span)); // prettier-ignore
  if (copy) host.copiers.set(struct, copy);
}

function copyConstructor(host: Translation, type: Struct, context: Context, span: Span): ((to: number, from: number) => void) | undefined {
  const takesOwn = constructors(type).some(({ node, scope }) => {
    const [first, ...others] = node.parameters;
    if (first?.type.kind !== "reference" || node.templateParameters.length > 0 || others.some(({ fallback }) => !fallback)) return false;
    const of = context.with({ scope }).type(first.type.to);
    return of.kind === "struct" && of.struct === type.struct;
  });
  if (!takesOwn) return undefined;
  host.deepCopied.add(type.struct);
  const original = objectAt(type);
  const construct = withOwnFrame(host, () => constructed(host, type, [original.self], context, span));
  return (to, from) => {
    original.at = from;
    construct!(to);
  };
}

function memberCopier(host: Translation, type: Struct, context: Context, span: Span): ((to: number, from: number) => void) | undefined {
  const { struct } = type;
  if (struct.isUnion) return undefined;
  const parts = struct.fields.flatMap(({ type: of, offset }) => {
    prepareCopies(host, of, context, span);
    const copy = of.kind === "struct" ? host.copiers.get(of.struct) : undefined;
    return of.kind === "struct" && copy && host.deepCopied.has(of.struct) ? [{ copy, offset }] : [];
  });
  if (parts.length === 0) return undefined;
  host.deepCopied.add(struct);
  return (to, from) => {
    host.copy(to, from, struct.bytes, span);
    for (const { copy, offset } of parts) copy(to + offset, from + offset);
  };
}

/** A copy of a vector has elements of its own. */
function vectorCopier(host: Translation, type: Struct, context: Context, span: Span): (to: number, from: number) => void {
  const given = type.struct.given?.[0];
  const element = given?.kind === "type" ? given.type : VOID;
  prepareCopies(host, element, context, span);
  host.deepCopied.add(type.struct);
  const deep = element.kind === "struct" && host.deepCopied.has(element.struct) ? host.copiers.get(element.struct) : undefined;
  const { memory } = host.machine;
  const size = bytesOf(element);
  return (to, from) => {
    const view = memory.locate(from, 24, span, false);
    const [data, count] = [Number(READ.ptr(view, memory.offset)), Number(READ.u64(view, memory.offset + 8))];
    host.fillVector(to, count, element, undefined, span);
    const copied = Number(READ.ptr(memory.locate(to, 24, span, false), memory.offset));
    if (deep) for (let i = 0; i < count; i++) deep(copied + i * size, data + i * size);
    else if (count > 0) host.copy(copied, data, count * size, span);
  };
}

/** `new T(a, b)` and `new T[n]`. */
export function newObject(host: Translation, expression: Expression & { kind: "new" }, context: Context): Code {
  const { count, initializer, span } = expression;
  const type = context.type(expression.type);
  const length = count && host.convert(host.expression(count, context), { kind: "scalar", scalar: "u64" }, count.span).value;
  const set = initializer ? host.initialize(type, initializer, context, span) : defaultOf(host, type, context, span);
  const size = bytesOf(type);
  const { machine } = host;
  const asked = { bytes: 0 };
  const own = memoryFunction(host, type, count ? "new[]" : "new", { type: U64, value: () => asked.bytes }, context, span);
  const value = (): number => {
    const elements = length ? Number(length()) : 1;
    asked.bytes = elements * size;
    const at = own ? Number(own()) : machine.allocate(elements * size, span);
    if (set) {
      machine.work(elements * 256, span);
      for (let i = 0; i < elements; i++) set(at + i * size);
    }
    return at;
  };
  return { type: { kind: "pointer", to: type }, value };
}

/** A call of the `operator new` or `operator delete` that a class has; undefined if it has none. */
function memoryFunction(
  host: Translation,
  type: CudaType,
  name: string,
  given: Code,
  context: Context,
  span: Span,
): (() => Scalar) | undefined {
  const methods = type.kind === "struct" ? type.struct.methods.filter(({ node }) => node.name === `operator ${name}`) : [];
  const [first] = methods.map(({ node, scope }) => ({ node, scope: scope as Scope }));
  return first && host.call(first, [], [given], context, span).value;
}

/** `delete p` and `delete[] p`. */
export function deleteObject(host: Translation, { operand, isArray, span }: Expression & { kind: "delete" }, context: Context): Code {
  const { type, value } = host.expression(operand, context);
  const to = type.kind === "pointer" ? type.to : VOID;
  const destroy = destroyerOf(host, to, context, span);
  const size = bytesOf(to);
  const { memory } = host.machine;
  const place = { at: 0 };
  const own = memoryFunction(host, to, isArray ? "delete[]" : "delete", { type: pointerTo(VOID), value: () => place.at }, context, span);
  return {
    type: VOID,
    value: () => {
      const at = Number(value());
      if (at === 0) return 0;
      const elements = isArray ? Math.floor((memory.bytesAt(at) ?? 0) / size) : 1;
      if (destroy) for (let i = elements - 1; i >= 0; i--) destroy(at + i * size);
      place.at = at;
      if (own) own();
      else memory.free(at, span);
      return 0;
    },
  };
}
