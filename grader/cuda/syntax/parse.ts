import { undeclaredMacro } from "../errors/name-errors.ts";
import { labelRefused } from "../errors/refusals.ts";
import {
  captureThis,
  caseElsewhere,
  conditionMissing,
  declareBeforeLoop,
  defineBeforeLoop,
  expressionBeforeIf,
  functionInFunction,
  lambdaBody,
  nestedTooDeep,
  rangeVariable,
  statementMissing,
  stringMissing,
  switchBegin,
  switchBraces,
  variableInCondition,
} from "../errors/syntax-errors.ts";
import { parser } from "@lezer/cpp";
import type { SyntaxNode, Tree } from "@lezer/common";
import { ASSEMBLY, matchBrackets, withoutCudaWords, type Brackets } from "./cuda-words.ts";
import { DeclarationReader } from "./declarations.ts";
import { KnownNames } from "./known-names.ts";
import type { AssemblyText } from "../ptx/read-ptx.ts";
import type { Span } from "../source-error.ts";
import { readCharacters } from "../text/literals.ts";
import { expandMacros, type ExpandedText } from "../text/macros.ts";
import type {
  AssemblyNode,
  AssemblyOperandNode,
  Block,
  CaptureNode,
  Expression,
  HandlerNode,
  SourceFile,
  Statement,
  SwitchCase,
  TopLevel,
  VariablesNode,
} from "./tree.ts";

/**
 * Parses a `.cu` file. The C++ parser finds where each statement begins; it mistakes some expressions and declarations for others (`(int)y
 * * z` for a cast of the product, `a * b;` for a declaration), so those are parsed from their tokens.
 */
export function parse(source: string): SourceFile {
  const expanded = expandMacros(source);
  const brackets = matchBrackets(expanded.tokens);
  return new FileReader(source, expanded, brackets, parseCpp(withoutCudaWords(expanded, brackets), expanded)).file();
}

function parseCpp(text: string, { tokens }: ExpandedText): Tree {
  try {
    return parser.parse(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw nestedTooDeep(tokens[0]?.span ?? { from: 0, to: 0 });
  }
}

/** The C++ parser's kinds that are parsed as a declaration or an expression. */
const SIMPLE: ReadonlySet<string> = new Set([
  "AliasDeclaration", "Declaration", "EmptyDeclaration", "EnumSpecifier", "ExpressionStatement", "StaticAssertDeclaration",
  "StructSpecifier", "ClassSpecifier", "UnionSpecifier", "TypeDefinition", "UsingDeclaration", "NamespaceAliasDefinition", "FunctionDefinition",
]); // prettier-ignore

/** The C++ parser's kinds of all other statements. */
const STATEMENTS: ReadonlySet<string> = new Set([
  "BreakStatement", "CaseStatement", "CompoundStatement", "ContinueStatement", "DoStatement", "ForRangeLoop", "ForStatement", "GotoStatement",
  "IfStatement", "LabeledStatement", "ReturnStatement", "SwitchStatement", "ThrowStatement", "TryStatement", "WhileStatement",
]); // prettier-ignore

class FileReader extends DeclarationReader {
  readonly #text: string;
  readonly #headers: SourceFile["headers"];
  readonly #tree: Tree;

  constructor(text: string, { tokens, headers }: ExpandedText, brackets: Brackets, tree: Tree) {
    super(tokens, brackets, new KnownNames());
    this.#text = text;
    this.#headers = headers;
    this.#tree = tree;
  }

  file(): SourceFile {
    return { text: this.#text, declarations: this.declarations(), headers: this.#headers };
  }

  /** The kind of statement that the C++ parser found at the next token. Where it could not parse the text before, the keyword decides. */
  #statementKind(): string {
    const from = this.tokens[this.at]!.from;
    let kind = "";
    for (let node: SyntaxNode | null = this.#tree.resolveInner(from, 1); node?.from === from; node = node.parent) {
      if (SIMPLE.has(node.name) || STATEMENTS.has(node.name)) kind = node.name;
    }
    if (kind !== "" || this.isName(this.at)) return kind;
    const text = this.peek();
    if (text === "for" && this.tokens.slice(this.at, this.brackets[this.at + 1]).every(({ text }) => text !== ";")) return "ForRangeLoop";
    return text === "{" ? "CompoundStatement" : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}Statement`;
  }

  protected block(): Block {
    const start = this.at;
    const statements = this.names.within(undefined, () => this.inBrackets(() => this.#statements()));
    return { kind: "block", statements, span: this.spanFrom(start) };
  }

  #statements(): Statement[] {
    const statements: Statement[] = [];
    while (this.at < this.end) for (const statement of this.#statement()) statements.push(statement);
    return statements;
  }

  /** One statement as written, which can be several of the tree (`struct S {…} s;`) or none (`using namespace std;`). */
  #statement(): Statement[] {
    // [[likely]], [[fallthrough]]
    while (this.peek() === "[" && this.cudaWordEnd(this.at) > this.at) this.at = this.cudaWordEnd(this.at);
    if (this.at >= this.end) this.fail(statementMissing);
    if (ASSEMBLY.has(this.peek()) && this.kindAt(this.at) === "name") return [this.#assembly()];
    return this.deeper(() => this.#statementOf(this.#statementKind()));
  }

  #statementOf(kind: string): Statement[] {
    const start = this.at;
    switch (kind) {
      case "CompoundStatement":
        if (this.peek() !== "{") this.failHere();
        return [this.block()];
      case "IfStatement":
        return [this.names.within(undefined, () => this.#if())];
      case "ForStatement":
        return [this.names.within(undefined, () => this.#for())];
      case "ForRangeLoop":
        return [this.names.within(undefined, () => this.#rangeFor())];
      case "WhileStatement": {
        this.expect("while");
        const test = this.#condition();
        return [{ kind: "while", test, body: this.#body(), span: this.spanFrom(start) }];
      }
      case "DoStatement": {
        this.expect("do");
        const body = this.#body();
        this.expect("while");
        const test = this.#condition();
        this.expect(";");
        return [{ kind: "do", body, test, span: this.spanFrom(start) }];
      }
      case "SwitchStatement":
        return [this.#switch()];
      case "BreakStatement":
      case "ContinueStatement": {
        const word = kind === "BreakStatement" ? "break" : "continue";
        this.expect(word);
        this.expect(";");
        return [{ kind: word, span: this.spanFrom(start) }];
      }
      case "ReturnStatement": {
        this.expect("return");
        const value = this.peek() === ";" ? undefined : this.peek() === "{" ? this.list() : this.expression();
        this.expect(";");
        return [{ kind: "return", value, span: this.spanFrom(start) }];
      }
      case "ThrowStatement":
        if (!this.isForHost) return this.#simpleStatement();
        this.at++;
        return [this.#throw(start)];
      case "TryStatement":
        if (!this.isForHost) return this.#simpleStatement();
        this.at++;
        return [this.#try(start)];
      case "CaseStatement":
        return this.fail(caseElsewhere, undefined, this.peek());
      case "GotoStatement": {
        if (!this.isForHost) return this.#simpleStatement();
        this.at++;
        const label = this.identifier();
        this.expect(";");
        return [{ kind: "continue", label, span: this.spanFrom(start) }];
      }
      case "LabeledStatement": {
        if (!this.isForHost) this.refuse(labelRefused);
        const label = this.identifier();
        this.expect(":");
        return [{ kind: "empty", label, span: this.spanFrom(start) }];
      }
      default:
        return this.#simpleStatement();
    }
  }

  /** `asm volatile ("…" : outputs : inputs : clobbers);` */
  #assembly(): AssemblyNode {
    const start = this.at++;
    let isVolatile = false;
    while (ASSEMBLY_QUALIFIERS.has(this.peek())) {
      const word = this.tokens[this.at++]!.text;
      isVolatile ||= word !== "inline";
    }
    if (this.peek() !== "(") this.expect("(");
    const parts = this.inBrackets(() => {
      const instructions = this.#literals();
      const outputs: AssemblyOperandNode[] = [];
      const inputs: AssemblyOperandNode[] = [];
      const clobbers: string[] = [];
      // `::` are two colons, with nothing between them.
      for (let section = 0; this.at < this.end;) {
        if (this.accept("::")) section += 2;
        else if (this.accept(":")) section++;
        else this.expect(":");
        if (section > 3) this.failHere();
        if (this.at === this.end || this.peek() === ":" || this.peek() === "::") continue;
        if (section === 3) clobbers.push(...this.commaSeparated(() => this.#literals().text));
        else (section === 1 ? outputs : inputs).push(...this.commaSeparated(() => this.#assemblyOperand()));
      }
      return { instructions, outputs, inputs, clobbers };
    });
    this.expect(";");
    // Without outputs, it is there for what it does.
    return { kind: "assembly", isVolatile: isVolatile || parts.outputs.length === 0, ...parts, span: this.spanFrom(start) };
  }

  #assemblyOperand(): AssemblyOperandNode {
    const { text: constraint, span: constraintSpan } = this.#literals();
    if (this.peek() !== "(") this.expect("(");
    const value = this.inBrackets(() => this.expression());
    return { constraint, constraintSpan, value };
  }

  /** Neighbouring string literals, joined. */
  #literals(): AssemblyText {
    const start = this.at;
    let text = "";
    const places: Span[] = [];
    while (this.kindAt(this.at) === "string") {
      const token = this.tokens[this.at++]!;
      const read = readCharacters(token.text, token.span);
      text += read.text;
      for (const place of read.places) places.push(place);
    }
    if (this.at === start) this.fail(stringMissing);
    return { text, places, span: this.spanFrom(start) };
  }

  #throw(start: number): Statement {
    const value = this.peek() === ";" ? undefined : this.expression();
    this.expect(";");
    return { kind: "throw", value, span: this.spanFrom(start) };
  }

  #try(start: number): Statement {
    const body = this.#blockNext();
    const handlers: HandlerNode[] = [];
    while (this.accept("catch")) {
      this.names.within(undefined, () => {
        if (this.peek() !== "(") this.expect("(");
        const [variable] = this.peek(1) === "..." ? this.inBrackets(() => (this.at++, [])) : this.parameters();
        if (variable && variable.name !== "") this.names.declare(variable.name, "value");
        handlers.push({ variable, body: this.#blockNext() });
      });
    }
    return { kind: "try", body, handlers, span: this.spanFrom(start) };
  }

  #blockNext(): Block {
    if (this.peek() !== "{") this.expect("{");
    return this.block();
  }

  /** A declaration or an expression: the names declared so far decide. */
  #simpleStatement(): Statement[] {
    const start = this.at;
    if (this.accept(";")) return [{ kind: "empty", span: this.spanFrom(start) }];
    if (this.#startsDeclaration()) return this.declaration().map((node) => this.#local(node));
    const expression = this.expression();
    if (this.peek() === "{" && expression.kind === "call") this.#unknownMacro(expression.callee);
    this.expect(";");
    return [{ kind: "expression", expression, span: this.spanFrom(start) }];
  }

  /** `KERNEL_LOOP(i, n) {…}` cannot be a call. */
  #unknownMacro(callee: Expression): void {
    if (callee.kind !== "name" || this.names.find(callee.name)) return;
    throw undeclaredMacro(callee.span, callee.name);
  }

  #local(node: TopLevel): Statement {
    if (node.kind === "function") this.fail(functionInFunction, node.nameSpan);
    return node;
  }

  #startsDeclaration(): boolean {
    const text = this.peek();
    if (this.kindAt(this.at) === "sign" && text !== "::") return this.cudaWordEnd(this.at) > this.at;
    if (DECLARING.has(text) || this.cudaWordEnd(this.at) > this.at) return true;
    const shape = this.typeShape(this.at);
    if (!shape) return false;
    const next = this.textAt(shape.end);
    if (shape.isSure && !shape.hasDeclarator) return next === "(" ? this.#isPointerTo(shape.end) : next !== "{" && next !== "::";
    if (shape.isSure || !shape.hasDeclarator) return shape.isSure || this.isName(shape.end);
    // `Unknown *x = …`: a name follows, and after it a token that ends or initializes a variable; `a && b` in a condition is an expression.
    return this.isName(shape.end) && ["=", ";", ",", "[", "(", "{", ":"].includes(this.textAt(shape.end + 1));
  }

  /** `float (*rows)[8]`, `float (&tile)[8]` and `Tile (&tile) = …`; but `T(*p)` makes a value. */
  #isPointerTo(open: number): boolean {
    const close = this.brackets[open]!;
    return ["*", "&"].includes(this.textAt(open + 1)) && this.isName(open + 2) && ["[", "(", "="].includes(this.textAt(close + 1));
  }

  #condition(): Expression {
    if (this.peek() !== "(") this.expect("(");
    return this.inBrackets(() => {
      if (this.at < this.end && this.#startsDeclaration()) this.fail(declareBeforeLoop);
      return this.expression();
    });
  }

  /** The body of a statement, with a scope of its own. */
  #body(): Statement {
    const start = this.at;
    const statements = this.names.within(undefined, () => this.#statement());
    const [only] = statements;
    return statements.length === 1 && only ? only : { kind: "block", statements, span: this.spanFrom(start) };
  }

  #if(): Statement {
    const start = this.at;
    this.expect("if");
    const isConstexpr = this.accept("constexpr");
    if (this.peek() !== "(") this.expect("(");
    const { declaration, test } = this.inBrackets(() => this.#ifCondition());
    const then = this.#body();
    const otherwise = this.accept("else") ? this.#body() : undefined;
    return { kind: "if", isConstexpr, declaration, test, then, otherwise, span: this.spanFrom(start) };
  }

  #ifCondition(): { readonly declaration: VariablesNode | undefined; readonly test: Expression } {
    const first = this.at;
    if (first >= this.end) this.fail(conditionMissing);
    if (!this.#startsDeclaration()) {
      const test = this.expression();
      if (this.peek() === ";") this.fail(expressionBeforeIf);
      return { declaration: undefined, test };
    }
    if (this.tokens.slice(first, this.end).some(({ text }) => text === ";")) {
      const [declaration] = this.declaration();
      if (declaration?.kind !== "variables") this.fail(variableInCondition, this.spanFrom(first));
      return { declaration, test: this.expression() };
    }
    const { type, isConstexpr, isStatic, isExtern, memory } = this.specifiers();
    const declarator = this.declarator();
    if (!type || declarator.name === "") this.failHere();
    this.names.declare(declarator.name, "value");
    const list = this.peek() === "{";
    if (!list) this.expect("=");
    const initializer = list ? ({ kind: "list", list: this.list() } as const) : ({ kind: "value", value: this.item() } as const);
    const span = this.spanFrom(first);
    const variable = { name: declarator.name, type: declarator.apply(type), initializer, align: undefined, span };
    const declaration: VariablesNode = { kind: "variables", variables: [variable], memory, isExtern, isStatic, isConstexpr, span };
    return { declaration, test: { kind: "name", name: declarator.name, templateArguments: undefined, span: declarator.nameSpan } };
  }

  #for(): Statement {
    const start = this.at;
    this.expect("for");
    if (this.peek() !== "(") this.expect("(");
    const { first, test, step } = this.inBrackets(() => {
      const [first, ...others] = this.#simpleStatement();
      if (others.length > 0) this.fail(defineBeforeLoop, this.spanFrom(start));
      const test = this.peek() === ";" ? undefined : this.expression();
      this.expect(";");
      const step = this.at < this.end ? this.expression() : undefined;
      return { first: first?.kind === "empty" ? undefined : first, test, step };
    });
    return { kind: "for", start: first, test, step, body: this.#body(), span: this.spanFrom(start) };
  }

  /** `for (T x : array) …` becomes a loop over the indexes of the array. */
  #rangeFor(): Statement {
    const start = this.at;
    this.expect("for");
    if (this.peek() !== "(") this.expect("(");
    const index = `index of ${this.at}`;
    const variable = this.inBrackets(() => {
      const first = this.at;
      const { type } = this.specifiers();
      const bound = type?.kind === "auto" ? this.bindings(type) : undefined;
      const { name, apply } = bound ? { name: bound.name, apply: () => bound.type } : this.declarator();
      if (!type || name === "") this.fail(rangeVariable, this.spanFrom(first));
      this.expect(":");
      const array = this.peek() === "{" ? this.list() : this.expression();
      if (bound) this.declareBindings(bound);
      else this.names.declare(name, "value");
      const value: Expression = { kind: "index", base: array, index: nameAt(index, array.span), span: array.span };
      const span = this.spanFrom(first);
      const initializer = { kind: "value", value } as const;
      return { name, type: apply(type), ...(bound && { bindings: bound.bindings }), initializer, align: undefined, span, array };
    });
    const { array, ...declared } = variable;
    const body = this.#body();
    const span = this.spanFrom(start);
    const place = array.span;
    const zero: Expression = { kind: "number", text: "0", span: place };
    const element: Expression = { kind: "index", base: array, index: zero, span: place };
    const size = (of: Expression): Expression => ({ kind: "sizeof", of, isType: false, span: place });
    const counter = {
      name: index,
      type: { kind: "named", name: "unsigned int", templateArguments: undefined, isConst: false, span: place },
      initializer: { kind: "value", value: zero },
      align: undefined,
      span: place,
    } as const;
    const length: Expression = { kind: "binary", operator: "/", left: size(array), right: size(element), span: place };
    return {
      kind: "for",
      start: variables([counter]),
      test: { kind: "binary", operator: "<", left: nameAt(index, place), right: length, span: place },
      step: { kind: "unary", operator: "++", operand: nameAt(index, place), span: place },
      body: { kind: "block", statements: [variables([declared]), body], span },
      range: { variable: declared, values: array, body },
      span,
    };
  }

  #switch(): Statement {
    const start = this.at;
    this.expect("switch");
    const value = this.#condition();
    if (this.peek() !== "{") this.fail(switchBraces);
    const cases = this.names.within(undefined, () => this.inBrackets(() => this.#cases()));
    return { kind: "switch", value, cases, span: this.spanFrom(start) };
  }

  #cases(): SwitchCase[] {
    const cases: SwitchCase[] = [];
    while (this.at < this.end) {
      const start = this.at;
      const values: (Expression | undefined)[] = [];
      while (this.peek() === "case" || this.peek() === "default") {
        const isDefault = this.tokens[this.at++]!.text === "default";
        values.push(isDefault ? undefined : this.expression());
        this.expect(":");
      }
      if (values.length === 0) this.fail(switchBegin);
      const statements: Statement[] = [];
      while (this.at < this.end && this.peek() !== "case" && this.peek() !== "default") {
        for (const statement of this.#statement()) statements.push(statement);
      }
      cases.push({ values, statements, span: this.spanFrom(start) });
    }
    return cases;
  }

  protected lambda(): Expression {
    const start = this.at;
    const captures: CaptureNode[] = [];
    let captureAll: "reference" | "value" | undefined;
    this.inBrackets(() =>
      this.commaSeparated(() => {
        const next = this.peek();
        if ((next === "&" || next === "=") && (this.at + 1 === this.end || this.peek(1) === ",")) {
          this.at++;
          captureAll = next === "&" ? "reference" : "value";
          return;
        }
        const byReference = this.accept("&");
        if (this.accept("*")) this.fail(captureThis);
        const name = this.accept("this") ? "this" : this.identifier();
        const isPack = this.accept("...");
        const value = this.accept("=") ? this.item() : undefined;
        captures.push({ name, byReference, ...(isPack && { isPack }), ...(value && { value }) });
      }),
    );
    return this.names.within(undefined, () => {
      for (const { name, value } of captures) if (value) this.names.declare(name, "value");
      const skipWords = () => {
        for (let end = this.cudaWordEnd(this.at); end > this.at; end = this.cudaWordEnd(this.at)) this.at = end;
      };
      skipWords();
      const parameters = this.peek() === "(" ? this.parameters() : [];
      for (const { name } of parameters) if (name !== "") this.names.declare(name, "value");
      skipWords();
      this.accept("mutable");
      this.accept("constexpr");
      const result = this.accept("->") ? this.typeName() : undefined;
      if (this.peek() !== "{") this.fail(lambdaBody);
      const body = this.block();
      return { kind: "lambda", captures, captureAll, parameters, result, body, span: this.spanFrom(start) };
    });
  }
}

/** Words between `asm` and its parentheses. */
const ASSEMBLY_QUALIFIERS: ReadonlySet<string> = new Set(["volatile", "__volatile__", "__volatile", "inline"]);

/** Words that begin a declaration and nothing else. */
const DECLARING: ReadonlySet<string> = new Set([
  "auto", "class", "const", "constexpr", "decltype", "enum", "extern", "inline", "namespace", "register", "static", "static_assert",
  "_Static_assert", "struct", "template", "typedef", "typename", "union", "using", "volatile",
]); // prettier-ignore

function nameAt(name: string, span: Expression["span"]): Expression {
  return { kind: "name", name, templateArguments: undefined, span };
}

function variables(declared: VariablesNode["variables"]): VariablesNode {
  const span = declared[0]!.span;
  return { kind: "variables", variables: declared, memory: undefined, isExtern: false, isStatic: false, isConstexpr: false, span };
}
