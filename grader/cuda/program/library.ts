import { parse } from "../syntax/parse.ts";
import type { FunctionNode, StructNode } from "../syntax/tree.ts";
import { Scope } from "./scope.ts";

/** What CUDA's and C++'s headers declare as templates, in CUDA itself. Cooperative groups' `less` and `greater` choose; they don't compare. */
const TEXT = `
template <typename T> struct plus { __device__ T operator()(const T& a, const T& b) const { return a + b; } };
template <typename T> struct minus { __device__ T operator()(const T& a, const T& b) const { return a - b; } };
template <typename T> struct multiplies { __device__ T operator()(const T& a, const T& b) const { return a * b; } };
template <typename T> struct less { __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; } };
template <typename T> struct greater { __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
template <typename T> struct bit_and { __device__ T operator()(const T& a, const T& b) const { return a & b; } };
template <typename T> struct bit_or { __device__ T operator()(const T& a, const T& b) const { return a | b; } };
template <typename T> struct bit_xor { __device__ T operator()(const T& a, const T& b) const { return a ^ b; } };
template <typename A, typename B> struct is_same { static constexpr bool value = false; };
template <typename A> struct is_same<A, A> { static constexpr bool value = true; };
template <bool test, typename A, typename B> struct conditional { typedef A type; };
template <typename A, typename B> struct conditional<false, A, B> { typedef B type; };
template <typename A, typename B> struct pair { A first; B second; };
`;

let structs: readonly StructNode[] | undefined;
const functions = new Set<FunctionNode>();

/** A scope with the names of the library. */
export function libraryScope(): Scope {
  if (structs === undefined) {
    structs = parse(TEXT).declarations.filter((declared) => declared.kind === "struct");
    for (const { members } of structs) for (const member of members) if (member.kind === "function") functions.add(member);
  }
  const scope = new Scope();
  for (const node of structs) {
    const known = scope.own(node.name);
    if (known?.kind === "struct-template") known.specializations.push(node);
    else scope.declare(node.name, { kind: "struct-template", node, scope, instances: new Map(), specializations: [] });
  }
  return scope;
}

/** Whether a function stands in the library, and not in the text. */
export function isOfLibrary(node: FunctionNode): boolean {
  return functions.has(node);
}
