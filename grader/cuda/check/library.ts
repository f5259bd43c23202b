import { parse } from "../syntax/parse.ts";
import type { Span } from "../source-error.ts";
import type { EnumNode, FunctionNode, SourceFile, StructNode } from "../syntax/tree.ts";
import { FP8_DECLARATIONS, isOfFp8 } from "./fp8-text.ts";
import { LIBRARY_FUNCTIONS } from "./library-text.ts";
import { INTRINSICS } from "./intrinsics-text.ts";
import { DEVICE_TUPLES, LIBRARY_TYPES } from "./library-types.ts";
import { originalOf } from "./pack-texts.ts";
import { Scope, type Entity } from "./scope.ts";

/** The structs that headers declare. */
let types: SourceFile | undefined;
let device: SourceFile | undefined;
let fp8: SourceFile | undefined;
/** Those that were asked for. */
const read = new Map<string, readonly FunctionNode[]>();
const functions = new Set<FunctionNode>();

/**
 * A scope with the names of the library. A function is read when it is first looked up, and so is a header of its own.
 *
 * @param declare declares there what such a header declares
 */
export function libraryScope(declare: (declarations: SourceFile["declarations"]) => void): Scope {
  types ??= readStructs(LIBRARY_TYPES);
  let isFp8Declared = false;
  const further = (name: string): Entity | undefined => {
    if (isFp8Declared || !isOfFp8(name)) return functionNamed(name, scope);
    isFp8Declared = true;
    fp8 ??= readStructs(FP8_DECLARATIONS);
    declare(fp8.declarations);
    return scope.own(name);
  };
  const scope: Scope = new Scope(undefined, further);
  for (const node of types.declarations) {
    if (node.kind === "alias") scope.declare(node.name, { kind: "alias-template", node, scope });
    if (node.kind !== "struct") continue;
    const known = scope.own(node.name);
    if (known?.kind === "struct-template") known.specializations.push(node);
    else scope.declare(node.name, { kind: "struct-template", node, scope, instances: new Map(), specializations: [] });
  }
  return scope;
}

/** The enumerations that headers declare, for code of the device and of the host. */
export function libraryEnums(): readonly EnumNode[] {
  types ??= readStructs(LIBRARY_TYPES);
  return types.declarations.filter((declared) => declared.kind === "enum");
}

/** Declarations of headers that the host has in headers of its own. */
export function deviceDeclarations(): SourceFile["declarations"] {
  if (!device) {
    device = readStructs(DEVICE_TUPLES);
  }
  return device.declarations;
}

/** A text of structs and functions, which are the library's from now on. */
function readStructs(text: string): SourceFile {
  const file = parse(text);
  for (const declared of file.declarations) {
    if (declared.kind === "function") functions.add(declared);
    if (declared.kind === "struct") for (const member of declared.members) if (member.kind === "function") functions.add(member);
  }
  return file;
}

function functionNamed(name: string, scope: Scope): Entity | undefined {
  let nodes = read.get(name);
  if (!nodes) {
    const text = LIBRARY_FUNCTIONS.get(name) ?? INTRINSICS.get(name);
    if (text === undefined) return undefined;
    nodes = parse(text).declarations.filter((declared) => declared.kind === "function");
    read.set(name, nodes);
    for (const node of nodes) functions.add(node);
  }
  return { kind: "functions", functions: nodes.map((node) => ({ node, scope })) };
}

/** Whether a node stands in a header of the host, where every node has the same place, and not in the text. */
export function isInHeaders(span: Span): boolean {
  return span.to === 0;
}

/** Whether a struct stands in the library, and not in the text. */
export function isInLibrary(node: StructNode): boolean {
  return [types, device, fp8].some((file) => file?.declarations.includes(node));
}

/** Whether a function stands in the library, and not in the text. */
export function isOfLibrary(node: FunctionNode): boolean {
  return functions.has(originalOf(node));
}
