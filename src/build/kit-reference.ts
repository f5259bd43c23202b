import path from "node:path";
import ts from "typescript";
import type { Plugin } from "vite";
import { courseRoot } from "#kit/installation.ts";

/** What exercises import by `#kit`, read from its sources, so that nothing about it is written twice. */
export interface KitGroup {
  readonly title: string;
  readonly entries: readonly KitEntry[];
}

/** One exported name. */
export interface KitEntry {
  readonly name: string;
  readonly kind: "function" | "constant" | "type";
  /** How it is written: "launch(blocks: Extents, threads: Extents): Launch". */
  readonly signature: string;
  /** Its doc comment, in Markdown. */
  readonly says: string;
  /** The fields of the type, or of what the function takes. */
  readonly fields: readonly KitField[];
}

/** A field of an object: "atMost", what it may be, and what it means. */
export interface KitField {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  /** Empty where its name says all. */
  readonly says: string;
}

const index = path.join(courseRoot, "grader", "kit", "index.ts");

/** Where the exported names are declared, in the order in which an author needs them. */
const GROUPS: readonly (readonly [title: string, files: RegExp])[] = [
  ["The exercise", /define-exercise\.ts$/],
  ["Arrays, steps and launches", /vocabulary\.ts$/],
  ["Checks", /kit\/checks\.ts$/],
  ["Families", /families\/(map|indexed-copy|over-items|record-layout|vector-copy|transpose|column-read)\.ts$/],
  ["Parts of kernels", /families\/(parts|matrix)\.ts$/],
  ["Types", /./],
];

const REFERENCE = "virtual:kit-reference";

/** Serves `virtual:kit-reference`: the reference of `#kit`, read when the site is built. */
export function kitReferencePlugin(): Plugin {
  return {
    name: "coalesce-kit-reference",
    resolveId: (id) => (id === REFERENCE ? `\0${REFERENCE}` : undefined),
    load: (resolved) => (resolved === `\0${REFERENCE}` ? `export default ${JSON.stringify(kitReference())};` : undefined),
  };
}

/**
 * The reference of `#kit`.
 *
 * @throws Error for an exported name without a doc comment
 */
export function kitReference(): KitGroup[] {
  const program = ts.createProgram([index], compilerOptions());
  const entries = exportedEntries(program);
  const groupOf = (file: string): number => GROUPS.findIndex(([, files]) => files.test(file));
  return GROUPS.map(([title], group) => ({
    title,
    entries: entries.filter(({ file }) => groupOf(file) === group).map(({ entry }) => entry),
  }));
}

/** The compiler options of the grader. */
export function compilerOptions(): ts.CompilerOptions {
  const file = path.join(courseRoot, "grader", "tsconfig.json");
  const { config } = ts.readConfigFile(file, (name) => ts.sys.readFile(name)) as { config: unknown };
  return ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, path.dirname(file)).options;
}

/** The exported names with the files that declare them, in the order of index.ts. */
function exportedEntries(program: ts.Program): { readonly file: string; readonly entry: KitEntry }[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(index);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error("grader/kit/index.ts cannot be read");
  return checker.getExportsOfModule(module).map((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined) throw new Error(`#kit exports ${exported.name}, which is declared nowhere`);
    const says = docOf(symbol, checker);
    const file = path.relative(courseRoot, declaration.getSourceFile().fileName);
    if (says === "") throw new Error(`${file}: #kit exports ${exported.name}, so it needs a doc comment that says what it is`);
    return { file, entry: { name: exported.name, says, ...shapeOf(exported.name, symbol, declaration, checker) } };
  });
}

function shapeOf(
  name: string,
  symbol: ts.Symbol,
  declaration: ts.Declaration,
  checker: ts.TypeChecker,
): Pick<KitEntry, "kind" | "signature" | "fields"> {
  const flags = ts.TypeFormatFlags.NoTruncation;
  if (symbol.flags & ts.SymbolFlags.Type && !(symbol.flags & ts.SymbolFlags.Value)) {
    const fields =
      ts.isInterfaceDeclaration(declaration) || isObjectAlias(declaration)
        ? fieldsOf(checker.getDeclaredTypeOfSymbol(symbol), checker)
        : [];
    return { kind: "type", signature: typeSignature(declaration, fields.length > 0), fields };
  }
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
  const [signature] = type.getCallSignatures();
  if (signature === undefined)
    return {
      kind: "constant",
      signature: `${name}: ${annotationOf(declaration) ?? checker.typeToString(type, undefined, flags)}`,
      fields: [],
    };
  const text = ts.isFunctionDeclaration(declaration)
    ? writtenSignature(declaration)
    : checker.signatureToString(signature, undefined, flags);
  const fields = signature.parameters.flatMap((parameter) => {
    const given = checker.getTypeOfSymbolAtLocation(parameter, declaration);
    return isOfOurs(given) ? fieldsOf(given, checker) : [];
  });
  return { kind: "function", signature: name + text, fields };
}

/** What stands between a function's name and its body, on one line; a parameter that is taken apart is called `options`. */
function writtenSignature({ parameters, typeParameters, type }: ts.FunctionDeclaration): string {
  const of = (nodes: readonly ts.Node[] = []): string => nodes.map((node) => node.getText()).join(", ");
  const taken = parameters.map((parameter) => {
    const text = parameter.getText();
    return ts.isObjectBindingPattern(parameter.name) ? `options: ${parameter.type?.getText() ?? "object"}` : text;
  });
  const generic = typeParameters === undefined ? "" : `<${of(typeParameters)}>`;
  return `${generic}(${taken.join(", ")})${type === undefined ? "" : `: ${type.getText()}`}`.replaceAll(/\s+/g, " ");
}

/** `interface Case<S>` for what is listed field by field, else the type as it is written. */
function typeSignature(declaration: ts.Declaration, isListed: boolean): string {
  const text = declaration.getText().replace(/^export /, "");
  return isListed ? (text.split(/ (?:extends|=)? ?\{/)[0] ?? text) : text;
}

const annotationOf = (declaration: ts.Declaration): string | undefined =>
  ts.isVariableDeclaration(declaration) ? declaration.type?.getText() : undefined;

const isObjectAlias = (declaration: ts.Declaration): boolean =>
  ts.isTypeAliasDeclaration(declaration) && ts.isTypeLiteralNode(declaration.type);

/** Whether a parameter's fields are to be listed: it is an object of options that only this function takes. */
function isOfOurs(type: ts.Type): boolean {
  const [declaration] = (type.aliasSymbol ?? (type.symbol as ts.Symbol | undefined))?.declarations ?? [];
  if (declaration === undefined || !ts.isInterfaceDeclaration(declaration)) return false;
  const isExported = declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
  return !isExported && declaration.getSourceFile().fileName.includes("/grader/kit/");
}

function fieldsOf(type: ts.Type, checker: ts.TypeChecker): KitField[] {
  return checker.getPropertiesOfType(type).map((property) => {
    const [declaration] = property.declarations ?? [];
    return {
      name: property.name,
      type: declaration === undefined ? "" : writtenType(declaration),
      isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      says: docOf(property, checker),
    };
  });
}

/** A field's type as its source writes it, on one line. */
function writtenType(declaration: ts.Declaration): string {
  const { type } = declaration as ts.PropertySignature;
  const text = ts.isMethodSignature(declaration) ? declaration.getText().replace(/^\w+/, "").replace(/;$/, "") : (type?.getText() ?? "");
  return text.replaceAll(/\s+/g, " ");
}

/** A doc comment in Markdown; what it says of parameters and errors follows in paragraphs of their own. */
function docOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const tags = symbol.getJsDocTags(checker).map(({ name, text }) => {
    const said = ts.displayPartsToString(text);
    return name === "param" ? said.replace(/^(\S+) (?:- )?/, "`$1`: ") : name === "throws" ? `Throws ${said}` : said;
  });
  return [text, ...tags].filter((part) => part.trim() !== "").join("\n\n");
}

/** The reference as Markdown, for the package of the command line. */
export function kitMarkdown(groups: readonly KitGroup[]): string {
  const field = ({ name, type, isOptional, says }: KitField): string =>
    `- \`${name}${isOptional ? "?" : ""}: ${type}\`${says === "" ? "" : `: ${says.replaceAll(/\s+/g, " ")}`}`;
  const entry = ({ name, signature, says, fields }: KitEntry): string =>
    [`### ${name}`, `\`\`\`ts\n${signature}\n\`\`\``, says, fields.map(field).join("\n")].filter((part) => part !== "").join("\n\n");
  return groups.map(({ title, entries }) => [`## ${title}`, ...entries.map(entry)].join("\n\n")).join("\n\n");
}
