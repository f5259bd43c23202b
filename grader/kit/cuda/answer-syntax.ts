import { parse, type Expression, type FunctionDeclaration, type Node, type Pattern, type Program, type Statement } from "acorn";
import { transform } from "sucrase/dist/index.js";

/** A function of the answer's module, however it is written. */
export interface AnswerFunction {
  readonly kind: "function";
  readonly name: string;
  readonly parameters: readonly Pattern[];
  /** Its statements, or the expression that an arrow function returns. */
  readonly body: readonly Statement[] | Expression;
  readonly node: Node;
  readonly isPlain: boolean;
}

/** A constant of the answer's module. */
export interface AnswerConstant {
  readonly kind: "constant";
  readonly name: string;
  readonly value: Expression;
  readonly node: Node;
}

export type AnswerDeclaration = AnswerFunction | AnswerConstant;

/** An answer's module as a tree: its functions and constants by name, and the names under which it exports them. */
export interface AnswerSyntax {
  readonly declarations: ReadonlyMap<string, AnswerDeclaration>;
  readonly exported: ReadonlyMap<string, string>;
  /** First and last line of a declaration, with the comment above it. */
  readonly linesWithComment: (declaration: AnswerDeclaration) => Lines;
}

/** Lines of the answer, from 1, both included. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

/** Comparisons of TypeScript, with what CUDA and WGSL write for them. */
export const COMPARISONS: Readonly<Record<string, string>> = {
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
  "==": "==",
  "===": "==",
  "!=": "!=",
  "!==": "!=",
};

/** @throws SyntaxError for a text that is not TypeScript */
export function answerSyntax(source: string): AnswerSyntax {
  // Sucrase leaves every statement on its line, so that lines in messages are those of the source.
  const { code } = transform(source, { transforms: ["typescript"], disableESTransforms: true });
  const program = parse(code, { ecmaVersion: 2024, sourceType: "module", locations: true });
  const declarations = new Map<string, AnswerDeclaration>();
  const exported = new Map<string, string>();
  for (const { node, isExported } of topLevel(program)) {
    for (const declared of declarationsIn(node)) {
      declarations.set(declared.name, declared);
      if (isExported) exported.set(declared.name, declared.name);
    }
  }
  for (const node of program.body) {
    if (node.type !== "ExportNamedDeclaration") continue;
    for (const { local, exported: as } of node.specifiers) {
      if (local.type === "Identifier" && as.type === "Identifier") exported.set(as.name, local.name);
    }
  }
  for (const [as, local] of exported) exported.set(as, originalOf(local, declarations));
  const lines = source.split("\n");
  const linesWithComment = ({ node }: AnswerDeclaration): Lines => {
    const own = linesOf(node);
    let first = own.first;
    while (/^\s*(\/\/|\/\*|\*)/.test(lines[first - 2] ?? "")) first--;
    return { first, last: own.last };
  };
  return { declarations, exported, linesWithComment };
}

/** The function that a constant is another name of, as in `export const read = element`; the name itself for anything else. */
function originalOf(name: string, declarations: ReadonlyMap<string, AnswerDeclaration>): string {
  const names = new Set([name]);
  for (const alias of names) {
    const declared = declarations.get(alias);
    if (declared?.kind === "function") return alias;
    if (declared?.kind === "constant" && declared.value.type === "Identifier") names.add(declared.value.name);
  }
  return name;
}

/** First and last line of a node, from 1. */
export function linesOf({ loc }: Node): Lines {
  return { first: loc?.start.line ?? 1, last: loc?.end.line ?? 1 };
}

function topLevel(program: Program): { readonly node: Node; readonly isExported: boolean }[] {
  return program.body.flatMap((node): { node: Node; isExported: boolean }[] => {
    if (node.type !== "ExportNamedDeclaration") return [{ node, isExported: false }];
    return node.declaration ? [{ node: node.declaration, isExported: true }] : [];
  });
}

function declarationsIn(node: Node): AnswerDeclaration[] {
  if (node.type === "FunctionDeclaration") {
    const { id, params, body, async, generator } = node as FunctionDeclaration;
    const isPlain = !async && !generator;
    return [{ kind: "function", name: id.name, parameters: params, body: body.body, node, isPlain }];
  }
  if (node.type !== "VariableDeclaration") return [];
  const { kind, declarations } = node as Extract<Statement, { type: "VariableDeclaration" }>;
  if (kind !== "const") return [];
  return declarations.flatMap(({ id, init }): AnswerDeclaration[] => {
    if (id.type !== "Identifier" || !init) return [];
    if (init.type === "ArrowFunctionExpression" || init.type === "FunctionExpression") {
      const body = init.body.type === "BlockStatement" ? init.body.body : init.body;
      return [{ kind: "function", name: id.name, parameters: init.params, body, node, isPlain: !init.async && !init.generator }];
    }
    return [{ kind: "constant", name: id.name, value: init, node }];
  });
}

/** The expression that a function returns when it has no other statement. */
export function onlyReturn({ body }: AnswerFunction): Expression | undefined {
  if (!Array.isArray(body)) return body as Expression;
  const [only, ...others] = body as Statement[];
  return others.length === 0 && only?.type === "ReturnStatement" ? (only.argument ?? undefined) : undefined;
}

/** Every expression that a function may return, the two sides of a conditional one by one. */
export function possibleResults({ body }: AnswerFunction): Expression[] {
  const inStatements = (statements: readonly Statement[]): Expression[] =>
    statements.flatMap((node) => {
      switch (node.type) {
        case "ReturnStatement":
          return node.argument ? [node.argument] : [];
        case "BlockStatement":
          return inStatements(node.body);
        case "IfStatement":
          return inStatements(node.alternate ? [node.consequent, node.alternate] : [node.consequent]);
        case "ForStatement":
        case "WhileStatement":
          return inStatements([node.body]);
        default:
          return [];
      }
    });
  return (Array.isArray(body) ? inStatements(body as Statement[]) : [body as Expression]).flatMap(alternatives);
}

function alternatives(node: Expression): Expression[] {
  if (node.type === "ParenthesizedExpression") return alternatives(node.expression);
  return node.type === "ConditionalExpression" ? [...alternatives(node.consequent), ...alternatives(node.alternate)] : [node];
}
