import { baseOffset } from "../check/types.ts";
import type { AccessSite } from "../ir/access-site.ts";

import { noConversion, notIndexable, numberNeeded, tooLargeToCopy } from "../errors/type-errors.ts";
import type { Span } from "../source-error.ts";
import type { Lowering } from "./lowering.ts";
import { isLvalue, type LocalLvalue, type Lvalue, type MemoryLvalue, type Operand } from "./operand.ts";
import { SCALAR_BYTES, type ScalarType, type Value } from "../ir/program.ts";
import {
  alignOf,
  bytesOf,
  hasUnion,
  isVolatile,
  leavesOf,
  pointerTo,
  sameType,
  typeName,
  unqualified,
  volatileOf,
  type CudaType,
  type Leaf,
} from "../check/types.ts";
import { arithmetic, constant, convert, offset, offsetBytes, read, withoutRows } from "../ir/values.ts";

/** Reading, storing, and the ways from a whole to its parts. */

export function scalarOfType(type: CudaType): ScalarType {
  if (type.kind === "scalar") return type.scalar;
  if (type.kind === "pointer") return "ptr";
  throw new TypeError(`${typeName(type)} is no scalar`);
}

/** The value of an operand: an lvalue is read, an array becomes a pointer to its first element. */
export function valueOf(operand: Operand, lowering: Lowering, span: Span): Operand {
  if (!isLvalue(operand)) return operand;
  const { type } = operand;
  switch (type.kind) {
    case "scalar":
    case "pointer":
      return {
        kind: "value",
        type: unqualified(type),
        value: operand.kind === "memory" ? loadScalar(operand, lowering, span) : readLeaf(operand, "", []),
      };
    case "array":
      return decay(operand, type);
    case "struct":
      return readAggregate(operand, lowering, span);
    default:
      return operand;
  }
}

/** A scalar or pointer as a value, or an error that says what it is instead. */
export function scalarOf(operand: Operand, lowering: Lowering, span: Span): Value {
  const value = valueOf(operand, lowering, span);
  if (value.kind === "value") return value.value;
  if (value.kind === "pointer-to-local") return pointerValue(value, lowering).value;
  throw numberNeeded(span, typeName(value.type));
}

/** A pointer to a variable as a value that can change: the variable needs an address. */
export function pointerValue({ type, place }: Operand & { kind: "pointer-to-local" }, lowering: Lowering): Operand & { kind: "value" } {
  return { kind: "value", type, value: lowering.builder.inMemory(place).address };
}

function decay(place: Lvalue, type: CudaType & { kind: "array" }): Operand {
  if (place.kind === "memory") return { kind: "value", type: pointerTo(type.of), value: rowStart(place, type) };
  return { kind: "pointer-to-local", type: { kind: "pointer", to: type.of }, place, offset: constant("i32", 0) };
}

/** Where an array in memory begins. A row that a computed subscript has chosen, `tile[y]`, is marked as one. */
function rowStart({ address, room }: MemoryLvalue, type: CudaType & { kind: "array" }): Value {
  const isChosen = room === undefined && address.kind === "offset" && address.index.kind !== "constant" && address.bytes === bytesOf(type);
  return isChosen ? { ...address, row: { length: type.length, bytes: bytesOf(type.of) } } : address;
}

function loadScalar({ type, address, span: named }: MemoryLvalue, lowering: Lowering, span: Span): Value {
  const scalar = scalarOfType(type);
  const register = lowering.builder.register(scalar);
  const site = lowering.builder.site("load", SCALAR_BYTES[scalar], named ?? span, type);
  lowering.add({ kind: "load", site, address: lowering.temporary(address, span), into: [register], span });
  return read(register);
}

/** A variable's whole value, arrays included. */
export function wholeOf(place: Lvalue, lowering: Lowering, span: Span): Operand {
  return place.type.kind === "array" ? readAggregate(place, lowering, span) : valueOf(place, lowering, span);
}

/** The register of a scalar of a variable, or the element of its array of registers. */
function readLeaf(place: LocalLvalue, path: string, indexes: readonly { value: Value; length: number }[]): Value {
  const leaf = leafOf(place, path);
  const all = [...place.indexes, ...indexes];
  if (!("length" in leaf)) return read(leaf);
  return { kind: "element", type: leaf.type, array: leaf, index: flatIndex(all) };
}

function leafOf(place: LocalLvalue, path: string) {
  const leaf = place.variable.leaves.get(place.path + path);
  if (leaf === undefined) throw new TypeError(`${place.variable.name} has no part ${place.path}${path}`);
  return leaf;
}

function flatIndex(indexes: readonly { value: Value; length: number }[]): Value {
  let flat = constant("i32", 0);
  for (const { value, length } of indexes)
    flat = arithmetic("i32", "+", arithmetic("i32", "*", flat, constant("i32", length)), convert("i32", value));
  return flat;
}

/** Splits a leaf's path into its fields and its constant indexes. */
function pathParts(path: string, type: CudaType): { fields: string; indexes: { value: Value; length: number }[] } {
  const indexes: { value: Value; length: number }[] = [];
  let fields = "";
  let inner = type;
  for (const [, field, index] of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined && inner.kind === "array") {
      indexes.push({ value: constant("i32", Number(index)), length: inner.length });
      inner = inner.of;
    } else if (field !== undefined && inner.kind === "struct") {
      fields += `.${field}`;
      inner = inner.struct.fields.find(({ name }) => name === field)!.type;
    }
  }
  return { fields, indexes };
}

function readAggregate(place: Lvalue, lowering: Lowering, span: Span): Operand {
  const type = place.type as CudaType & { kind: "struct" | "array" };
  if (bytesOf(type) > MAX_COPIED_BYTES) throw tooLargeToCopy(span, typeName(type), `${bytesOf(type)} bytes`);
  const leaves = new Map<string, Value>();
  if (place.kind === "local") {
    for (const { path } of leavesOf(type)) {
      const { fields, indexes } = pathParts(path, type);
      leaves.set(path, readLeaf(place, fields, indexes));
    }
    return { kind: "aggregate", type, leaves };
  }
  const address = lowering.temporary(place.address, span);
  for (const chunk of chunksOf(type, lowering, span)) {
    const into = chunk.map(({ type }) => lowering.builder.register(scalarOfType(type)));
    const loaded = lowering.builder.site("load", chunkBytes(chunk), place.span ?? span, type);
    const site: AccessSite = loaded.isVolatile ? loaded : { ...loaded, isDroppable: true };
    lowering.add({ kind: "load", site, address: offsetBytes(address, chunk[0]!.offset), into, span });
    for (const [i, { path }] of chunk.entries()) leaves.set(path, read(into[i]!));
  }
  return { kind: "aggregate", type, leaves };
}

const MAX_LEAVES = 512;
const MAX_COPIED_BYTES = 65_536;

/**
 * The accesses that move a whole struct: neighbouring scalars of one size together, as many as the struct's alignment allows, at most 16
 * bytes if the device has no wider accesses. A struct of four floats is one access if it is aligned to 16 bytes, else four.
 */
function chunksOf(type: CudaType, lowering: Lowering, span: Span, leaves: readonly Leaf[] = leavesOf(type)): Leaf[][] {
  if (leaves.length > MAX_LEAVES) throw tooLargeToCopy(span, typeName(type), `${leaves.length} scalars`);
  const align = type.kind === "struct" ? type.struct.align : leaves[0] ? bytesOf(leaves[0].type) : 1;
  const { widestAccessBytes = 16 } = lowering.builder.options;
  const chunks: Leaf[][] = [];
  for (let i = 0; i < leaves.length;) {
    const size = bytesOf(leaves[i]!.type);
    let wide = Math.min(widestAccessBytes, align);
    while (wide > size && !fits(leaves, i, wide, size)) wide /= 2;
    const count = Math.max(1, wide / size);
    chunks.push(leaves.slice(i, i + count));
    i += count;
  }
  return chunks;
}

/** The scalars that a value has: those of the type, or where it sets a smaller field of a union, those of that field. */
function leavesGiven(type: CudaType, values: ReadonlyMap<string, Value>): readonly Leaf[] {
  const leaves = leavesOf(type);
  if (leaves.every(({ path }) => values.has(path))) return leaves;
  return [...values.keys()].map((path) => leafAt(type, path)).toSorted((a, b) => a.offset - b.offset);
}

/** The scalar at a path. */
function leafAt(type: CudaType, path: string): Leaf {
  let inner = type;
  let offset = 0;
  for (const [, field, index] of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined && inner.kind === "array") {
      offset += Number(index) * bytesOf(inner.of);
      inner = inner.of;
    } else if (inner.kind === "struct") {
      const found = inner.struct.fields.find(({ name }) => name === field)!;
      offset += found.offset;
      inner = found.type;
    }
  }
  if (inner.kind !== "scalar" && inner.kind !== "pointer") throw new TypeError(`${path} is no scalar`);
  return { path, type: inner, offset };
}

function fits(leaves: readonly Leaf[], first: number, wide: number, size: number): boolean {
  const start = leaves[first]!.offset;
  if (start % wide !== 0) return false;
  for (let i = 0; i < wide / size; i++) {
    const leaf = leaves[first + i];
    if (leaf === undefined || bytesOf(leaf.type) !== size || leaf.offset !== start + i * size) return false;
  }
  return true;
}

function chunkBytes(chunk: readonly Leaf[]): number {
  return chunk.length * bytesOf(chunk[0]!.type);
}

/** Stores a value of the place's own type. */
export function store(place: Lvalue, operand: Operand, lowering: Lowering, span: Span): void {
  const value = valueOf(operand, lowering, span);
  if (place.type.kind === "scalar" || place.type.kind === "pointer")
    return storeScalar(place, scalarOf(value, lowering, span), lowering, span);
  if (value.kind !== "aggregate") throw noConversion(span, typeName(value.type), typeName(place.type));
  if (place.kind === "local") {
    // All parts are read before the first is set: a struct may be made of parts of itself.
    const kept = [...value.leaves].map(([path, part]) => [path, part.kind === "constant" ? part : lowering.temporary(part, span)] as const);
    for (const [path, part] of kept) {
      const { fields, indexes } = pathParts(path, place.type);
      setLeaf(place, fields, indexes, part, lowering, span);
    }
    return;
  }
  const address = lowering.temporary(place.address, span);
  for (const chunk of chunksOf(place.type, lowering, span, leavesGiven(place.type, value.leaves))) {
    const site = lowering.builder.site("store", chunkBytes(chunk), place.span ?? span, place.type);
    const values = chunk.map(({ path }) => value.leaves.get(path)!);
    lowering.add({ kind: "store", site, address: offsetBytes(address, chunk[0]!.offset), values, span });
  }
}

function storeScalar(place: Lvalue, value: Value, lowering: Lowering, span: Span): void {
  if (place.kind === "local") return setLeaf(place, "", [], value, lowering, span);
  const site = lowering.builder.site("store", SCALAR_BYTES[scalarOfType(place.type)], place.span ?? span, place.type);
  lowering.add({ kind: "store", site, address: place.address, values: [value], span });
}

function setLeaf(
  place: LocalLvalue,
  path: string,
  indexes: readonly { value: Value; length: number }[],
  value: Value,
  lowering: Lowering,
  span: Span,
): void {
  const leaf = leafOf(place, path);
  if (!("length" in leaf)) return lowering.add({ kind: "set", register: leaf, value, span });
  lowering.add({ kind: "setElement", array: leaf, index: flatIndex([...place.indexes, ...indexes]), value, span });
}

/** `whole.name` */
export function memberOf(whole: Operand, name: string): Operand {
  const { type } = whole;
  if (type.kind !== "struct") throw new TypeError(`a ${typeName(type)} has no members`);
  const field = type.struct.fields.find((candidate) => candidate.name === name)!;
  switch (whole.kind) {
    case "memory":
      return {
        kind: "memory",
        type: isVolatile(type) ? volatileOf(field.type) : field.type,
        address: offsetBytes(whole.address, field.offset),
        ...(isOpenEnded(type, field) && { room: Infinity }),
      };
    case "local":
      return { ...whole, type: field.type, path: `${whole.path}.${name}` };
    case "aggregate":
      return partOf(whole.leaves, `.${name}`, field.type);
    default:
      throw new TypeError(`a ${whole.kind} has no members`);
  }
}

/** Whether a member stands for as many elements as there is memory for: `struct { int count; float values[1]; }`. */
function isOpenEnded({ struct }: CudaType & { kind: "struct" }, { type }: { readonly type: CudaType }): boolean {
  return type.kind === "array" && type.length <= 1 && struct.fields.at(-1)?.type === type;
}

function partOf(leaves: ReadonlyMap<string, Value>, prefix: string, type: CudaType): Operand {
  if (type.kind !== "struct" && type.kind !== "array") return { kind: "value", type, value: leaves.get(prefix)! };
  const inner = [...leaves].flatMap(([path, value]) => (path.startsWith(prefix) ? [[path.slice(prefix.length), value] as const] : []));
  return { kind: "aggregate", type, leaves: new Map(inner) };
}

/** `base[index]` of an array or a pointer, and `*(base + index)`. */
export function elementOf(base: Operand, index: Value, lowering: Lowering, span: Span): Lvalue {
  if (base.kind === "memory" && base.type.kind === "array") {
    const { of } = base.type;
    const room = base.room ?? bytesOf(base.type);
    const length = room === Infinity ? undefined : Math.floor(room / bytesOf(of));
    const address = offset(base.address, index, bytesOf(of), length);
    // `tile[0][i]` is how a whole array is walked as one row.
    return { kind: "memory", type: of, address, ...(index.kind === "constant" && Number(index.value) === 0 && { room }) };
  }
  if (base.kind === "local" && base.type.kind === "array") {
    return { ...base, type: base.type.of, indexes: [...base.indexes, { value: index, length: base.type.length }] };
  }
  const pointer = valueOf(base, lowering, span);
  if (pointer.kind === "pointer-to-local") {
    const total = arithmetic("i32", "+", pointer.offset, convert("i32", index));
    const { place } = pointer;
    // A pointer to a single variable, or to a whole array.
    if (place.type.kind !== "array" || sameType(place.type, pointer.type.to)) {
      if (total.kind === "constant" && total.value === 0) return place;
      return { ...lowering.builder.inMemory(place), type: pointer.type.to };
    }
    return { ...place, type: place.type.of, indexes: [...place.indexes, { value: total, length: place.type.length }] };
  }
  if (pointer.kind === "value" && pointer.type.kind === "pointer") {
    const isMoved = !(index.kind === "constant" && Number(index.value) === 0);
    const start = isMoved ? withoutRows(pointer.value) : pointer.value;
    return { kind: "memory", type: pointer.type.to, address: offset(start, index, bytesOf(pointer.type.to)) };
  }
  throw notIndexable(span, typeName(base.type));
}

/** A place in memory: a variable in registers needs an address. */
export function inMemory(place: Lvalue, lowering: Lowering): MemoryLvalue {
  return place.kind === "memory" ? place : lowering.builder.inMemory(place);
}

/** An operand as an lvalue: a constant that stands for a variable gets one. */
export function lvalueOf(operand: Operand, lowering: Lowering, span: Span): Lvalue {
  return isLvalue(operand) ? operand : ownVariable("", operand.type, operand, lowering, span);
}

/** `&operand`. */
export function addressOf(operand: Operand, lowering: Lowering): Operand {
  if (operand.kind === "memory") return { kind: "value", type: pointerTo(operand.type), value: operand.address };
  if (operand.kind === "local") {
    // `&array[i]` points into the array.
    const last = operand.indexes.at(-1);
    const type: CudaType & { kind: "pointer" } = { kind: "pointer", to: operand.type };
    if (last !== undefined && operand.path === pathOfLastIndex(operand)) {
      const place: LocalLvalue = {
        ...operand,
        type: { kind: "array", of: operand.type, length: last.length },
        indexes: operand.indexes.slice(0, -1),
      };
      return { kind: "pointer-to-local", type, place, offset: convert("i32", last.value) };
    }
    return { kind: "pointer-to-local", type, place: operand, offset: constant("i32", 0) };
  }
  // A pointer that is followed by name: with its target in memory it becomes a variable.
  if (operand.kind === "pointer-to-local") return { ...pointerValue(operand, lowering), type: pointerTo(operand.type) };
  throw new TypeError(`a ${operand.kind} has no address`);
}

/** The path at which the last index was applied is the whole path if the place is an element itself, not a field of one. */
function pathOfLastIndex({ variable, path, indexes, type }: LocalLvalue): string {
  let arrays = 0;
  let inner = variable.type;
  for (const [, field] of path.matchAll(/\.([^.]+)/g)) {
    while (inner.kind === "array") {
      arrays++;
      inner = inner.of;
    }
    if (inner.kind === "struct") inner = inner.struct.fields.find(({ name }) => name === field)!.type;
  }
  return arrays < indexes.length && type !== undefined ? path : "";
}

/** A place whose address and indexes no longer change: what a reference is bound to. */
export function fixed(place: Lvalue, lowering: Lowering, span: Span): Lvalue {
  if (place.kind === "memory") return { ...place, address: lowering.temporary(place.address, span) };
  return { ...place, indexes: place.indexes.map(({ value, length }) => ({ value: lowering.temporary(value, span), length })) };
}

/** An object as its base: the base's fields are its own. */
export function baseOf(operand: Operand, base: CudaType): Operand {
  if (operand.kind === "memory") return { ...operand, type: base, address: offsetBytes(operand.address, baseOffset(operand.type, base)) };
  if (operand.kind === "local") return { ...operand, type: base };
  if (operand.kind !== "aggregate") return operand;
  const paths = new Set(leavesOf(base).map(({ path }) => path));
  return {
    ...operand,
    type: base as CudaType & { kind: "struct" },
    leaves: new Map([...operand.leaves].filter(([path]) => paths.has(path))),
  };
}

/** A value that no longer changes with the variables that it is made of. */
export function inTemporaries(operand: Operand, lowering: Lowering, span: Span): Operand {
  if (operand.kind === "value") return { ...operand, value: lowering.temporary(operand.value, span) };
  if (operand.kind !== "aggregate") return operand;
  return { ...operand, leaves: new Map([...operand.leaves].map(([path, value]) => [path, lowering.temporary(value, span)])) };
}

/** A variable of a type with a value: in memory if parts of it lie on each other. */
export function ownVariable(name: string, type: CudaType, value: Operand, lowering: Lowering, span: Span): Lvalue {
  const place = hasUnion(type) ? lowering.builder.localMemory(name, type, alignOf(type)) : lowering.builder.variable({ name, type, span });
  store(place, value, lowering, span);
  return place;
}

export function valueOperand(type: CudaType, value: Value): Operand & { kind: "value" } {
  return { kind: "value", type, value };
}
