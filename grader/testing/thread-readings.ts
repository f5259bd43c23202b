import ts from "typescript";

/**
 * Finds code of the course that reads its thread or its size in another way than by names in the parameter list, the way nearest to CUDA:
 * `({ threadIdx, blockIdx }: Thread, { n }: Size)`, so that the body says `threadIdx.x` and `n`. A function that passes one of them on to
 * another calls it `thread` or `size`, and destructures the parts that it reads itself in a statement of its own.
 */
export function otherThreadReadings(source: string): string[] {
  const file = ts.createSourceFile("answer.ts", source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const report = (node: ts.Node, message: string): void => {
    found.push(`line ${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}: ${message}`);
  };
  const visit = (node: ts.Node): void => {
    if (isFunctionWithBody(node)) for (const parameter of node.parameters) checkParameter(node, parameter, report);
    if (isFunctionWithBody(node)) checkTypes(node, report);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

type FunctionWithBody = ts.FunctionLikeDeclaration & { readonly body: ts.Node };
type Report = (node: ts.Node, message: string) => void;

const NAMES: Readonly<Record<string, string>> = { Thread: "thread", Size: "size" };

function isFunctionWithBody(node: ts.Node): node is FunctionWithBody {
  return ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
}

function checkParameter({ body }: FunctionWithBody, { name, type }: ts.ParameterDeclaration, report: Report): void {
  const expected = NAMES[type?.getText() ?? ""];
  if (expected === undefined) return;
  if (ts.isObjectBindingPattern(name)) return checkPattern(name, report);
  if (!ts.isIdentifier(name)) return;
  if (name.text !== expected) report(name, `call it ${expected}, not ${name.text}`);
  const uses = identifiersIn(body).filter(({ text }) => text === name.text);
  const statements = uses.filter(({ parent }) => ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name));
  for (const use of uses) {
    const { parent } = use;
    const isRead = (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) && parent.expression === use;
    if (isRead) report(parent, `name it in the parameter list instead of ${parent.getText()}`);
  }
  for (const { parent } of statements) {
    if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) checkPattern(parent.name, report);
    if (statements.length === uses.length) report(parent, "name it in the parameter list: the function doesn't pass it on");
  }
}

/** `{ threadIdx }`, not `{ threadIdx: { x } }` or `{ threadIdx: t }`. */
function checkPattern(pattern: ts.ObjectBindingPattern, report: Report): void {
  for (const element of pattern.elements) {
    if (element.propertyName !== undefined) report(element, `${element.propertyName.getText()} keeps its name`);
  }
}

/** The type of a size has a name: `type Size = { n: number }`. In a cell without one it's an `object`. */
function checkTypes({ parameters: [thread, size] }: FunctionWithBody, report: Report): void {
  if (thread?.type?.getText() !== "Thread" || size?.type === undefined) return;
  if (!["Size", "object", "number"].includes(size.type.getText())) report(size, "call the type of the size Size");
}

function identifiersIn(node: ts.Node): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child) && !isPropertyName(child)) found.push(child);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
}
