import { parse } from "../syntax/parse.ts";
import type { FunctionNode, TopLevel } from "../syntax/tree.ts";
import { LIBRARY_FUNCTIONS, LIBRARY_TYPES } from "./library-text.ts";
import { intrinsicText } from "./intrinsics.ts";
import { Scope, type Entity } from "./scope.ts";

let types: readonly TopLevel[] | undefined;
/** Those that were asked for. */
const read = new Map<string, FunctionNode>();
const functions = new Set<FunctionNode>();

/** A scope with the names of the library. A function is read when it is first looked up. */
export function libraryScope(): Scope {
  if (types === undefined) {
    types = parse(LIBRARY_TYPES).declarations;
    for (const declared of types)
      if (declared.kind === "struct") for (const member of declared.members) if (member.kind === "function") functions.add(member);
  }
  const scope: Scope = new Scope(undefined, (name) => functionNamed(name, scope));
  for (const node of types) {
    if (node.kind === "alias") scope.declare(node.name, { kind: "alias-template", node, scope });
    if (node.kind !== "struct") continue;
    const known = scope.own(node.name);
    if (known?.kind === "struct-template") known.specializations.push(node);
    else scope.declare(node.name, { kind: "struct-template", node, scope, instances: new Map(), specializations: [] });
  }
  return scope;
}

function functionNamed(name: string, scope: Scope): Entity | undefined {
  let node = read.get(name);
  if (!node) {
    const text = LIBRARY_FUNCTIONS.get(name) ?? intrinsicText(name);
    const [declared] = text === undefined ? [] : parse(text).declarations;
    if (declared?.kind !== "function") return undefined;
    node = declared;
    read.set(name, node);
    functions.add(node);
  }
  return { kind: "functions", functions: [{ node, scope }] };
}

/** Whether a function stands in the library, and not in the text. */
export function isOfLibrary(node: FunctionNode): boolean {
  return functions.has(node);
}
