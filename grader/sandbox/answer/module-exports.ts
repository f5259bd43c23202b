import {
  getLineInfo,
  parse,
  type ExportDefaultDeclaration,
  type ExportNamedDeclaration,
  type Identifier,
  type Literal,
  type Pattern,
} from "acorn";

/** A module as the body of a function. */
export interface FunctionBody {
  /** Its statements, each on its line, with the exports at the end: `exporter("name", () => name);`. */
  readonly code: string;
  /** The function that the body calls for each export, with its name and a getter of its current value. The module has no such name. */
  readonly exporter: string;
}

/**
 * Replaces the exports of a module of JavaScript. Its names stay as they are: a later assignment to an exported variable is exported, too,
 * and functions are hoisted.
 *
 * @throws SyntaxError of the parser, with `loc`, if it isn't a module of JavaScript
 */
export function withoutExports(module: string): FunctionBody {
  const program = parse(module, { ecmaVersion: "latest", sourceType: "module", allowAwaitOutsideFunction: true });
  const exporter = unusedName("exporter", module);
  const edited = new Edits(module, exporter);
  for (const statement of program.body) {
    if (statement.type === "ExportNamedDeclaration") edited.named(statement);
    else if (statement.type === "ExportDefaultDeclaration") edited.default(statement);
    else if (statement.type === "ExportAllDeclaration" || statement.type === "ImportDeclaration")
      throw Object.assign(new SyntaxError("an answer stands alone"), { loc: getLineInfo(module, statement.start) });
  }
  return { code: edited.code, exporter };
}

/** A name that does not occur in a text. */
function unusedName(name: string, text: string): string {
  let unused = name;
  for (let number = 1; text.includes(unused); number++) unused = `${name}${number}`;
  return unused;
}

class Edits {
  readonly #module: string;
  readonly #exporter: string;
  readonly #pieces: string[] = [];
  readonly #exports: string[] = [];
  #copied = 0;

  constructor(module: string, exporter: string) {
    this.#module = module;
    this.#exporter = exporter;
  }

  get code(): string {
    return [...this.#pieces, this.#module.slice(this.#copied), "\n;", ...this.#exports].join("");
  }

  named({ start, end, declaration, specifiers }: ExportNamedDeclaration): void {
    for (const { local, exported } of specifiers) this.#export(nameOf(exported), nameOf(local));
    if (!declaration) return this.#blank(start, end, ";");
    this.#blank(start, declaration.start);
    const names =
      declaration.type === "VariableDeclaration" ? declaration.declarations.flatMap(({ id }) => namesIn(id)) : [declaration.id.name];
    for (const name of names) this.#export(name, name);
  }

  default({ start, end, declaration }: ExportDefaultDeclaration): void {
    const isNamed = (declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration") && declaration.id;
    if (isNamed) {
      this.#blank(start, declaration.start);
      return this.#export("default", isNamed.name);
    }
    const name = unusedName("byDefault", this.#module);
    this.#blank(start, declaration.start, `const ${name} = `);
    this.#blank(end, end, ";");
    this.#export("default", name);
  }

  #export(exported: string, local: string): void {
    this.#exports.push(`${this.#exporter}(${JSON.stringify(exported)}, () => ${local});`);
  }

  /** Replaces a part of the module by blanks and its line breaks, with another text before them. */
  #blank(start: number, end: number, text = ""): void {
    const blanks = this.#module.slice(start, end).replace(/[^\n\r\u2028\u2029]/g, " ");
    this.#pieces.push(this.#module.slice(this.#copied, start), text, blanks);
    this.#copied = end;
  }
}

const nameOf = (name: Identifier | Literal): string => (name.type === "Identifier" ? name.name : String(name.value));

/** The names that a pattern declares. */
function namesIn(pattern: Pattern | null): string[] {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => namesIn(property.type === "Property" ? property.value : property.argument));
    case "ArrayPattern":
      return pattern.elements.flatMap(namesIn);
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "RestElement":
      return namesIn(pattern.argument);
    default:
      return [];
  }
}
