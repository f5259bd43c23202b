import type { Node } from "acorn";
import { linesOf } from "./answer-syntax.ts";

/** Thrown where an answer goes beyond arithmetic that CUDA writes alike. */
export class NotTranslatable extends Error {
  /** Line of the answer, from 1. */
  readonly line: number;

  /** @param what completes "line 3 …": "uses a string" */
  constructor(node: Node, what: string) {
    super(what);
    this.line = linesOf(node).first;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  ArrayExpression: "makes an array",
  ArrayPattern: "takes an array apart",
  AssignmentExpression: "assigns to a variable inside an expression",
  AssignmentPattern: "has a parameter with a default",
  ArrowFunctionExpression: "makes a function inside a function",
  AwaitExpression: "waits for a promise",
  BigIntLiteral: "uses a bigint",
  ClassDeclaration: "declares a class",
  DoWhileStatement: "uses do … while",
  ForInStatement: "uses for … in",
  ForOfStatement: "uses for … of",
  FunctionDeclaration: "declares a function inside a function",
  FunctionExpression: "makes a function inside a function",
  LabeledStatement: "uses a label",
  NewExpression: "uses new",
  RestElement: "uses …",
  SequenceExpression: "uses the comma operator",
  SpreadElement: "uses …",
  SwitchStatement: "uses switch",
  TemplateLiteral: "uses a string",
  ThisExpression: "uses this",
  ThrowStatement: "throws",
  TryStatement: "uses try",
  UpdateExpression: "counts with ++ or -- inside an expression",
  YieldExpression: "uses yield",
};

/** For a node of a kind that is not translated at all. */
export function unsupported(node: Node): NotTranslatable {
  return new NotTranslatable(node, NAMES[node.type] ?? `uses what is called ${node.type}`);
}
