import {
  bindingOutsideRefused,
  bitFieldRefused,
  friendInTemplateRefused,
  functionTypeRefused,
  pureVirtualRefused,
  Refusal,
  templateHeadRefused,
  variableTemplateRefused,
} from "../errors/refusals.ts";
import {
  angleOpen,
  assertCondition,
  callOutside,
  declaresNothing,
  enumName,
  friendOutside,
  functionAmongVariables,
  functionForVariable,
  functionInFunction,
  memberValue,
  namespacesTooDeep,
  structName,
  structSemicolon,
  typedefName,
  typedefType,
  unknownMacro,
  variableType,
} from "../errors/syntax-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { Declarator, Specifiers } from "./types.ts";
import { TypeReader } from "./types.ts";
import type {
  AliasNode, Block, EnumNode, Expression, FunctionNode, Initializer, StaticAssertNode, StructNode, TemplateParameter, TopLevel, TypeNode,
  VariableNode, VariablesNode,
} from "./tree.ts"; // prettier-ignore

type Member = StructNode["members"][number];

/** The names and the type of a structured binding, `auto [a, b]`. */
type Bindings = Pick<VariableNode, "name" | "type"> & { readonly bindings: readonly string[] };

/** Reads declarations: outside functions, in structs, and in a block. */
export abstract class DeclarationReader extends TypeReader {
  protected abstract block(): Block;

  /** Whether the body of a function of the host is being read. */
  protected isForHost = false;
  /** The names of the structs that are being read, from the outside in. */
  readonly #structs: string[] = [];
  /** Functions that structs declare as friends: they belong beside the struct. */
  readonly #friends: FunctionNode[] = [];
  #templateParameters: readonly TemplateParameter[] = [];

  /** One declaration as written, which can declare several things or, like `using namespace std;`, none. */
  protected declaration(): TopLevel[] {
    const found = this.deeper(() => this.#declaration());
    return this.#structs.length === 0 ? [...found, ...this.#friends.splice(0)] : found;
  }

  #declaration(): TopLevel[] {
    if (this.accept(";")) return [];
    switch (this.peek()) {
      case "template":
        return this.#template();
      case "namespace":
        return this.#namespace();
      case "inline":
        if (this.peek(1) !== "namespace") break;
        this.at++;
        return this.#namespace();
      case "using":
        return this.#using();
      case "typedef":
        return this.#typedef();
      case "static_assert":
      case "_Static_assert":
        return [this.#staticAssert()];
      case "extern":
        if (this.kindAt(this.at + 1) !== "string") break;
        this.at += 2;
        return this.peek() === "{" ? this.#braced() : this.declaration();
    }
    return this.#simple();
  }

  #braced(): TopLevel[] {
    return this.inBrackets(() => this.declarations());
  }

  /** Declarations up to the end. */
  protected declarations(): TopLevel[] {
    const found: TopLevel[] = [];
    while (this.at < this.end) for (const declaration of this.#readOrRefused()) found.push(declaration);
    return found;
  }

  /** Reads a declaration, or refuses it to whoever needs it: the lab runs the kernels beside one that it cannot read. */
  #readOrRefused(): TopLevel[] {
    const start = this.at;
    const next = this.#declarationEnd();
    const structs = this.#structs.length;
    const inTemplate = this.#inTemplate;
    const templateParameters = this.#templateParameters;
    const read = this.unlessUnreadable(next, () => this.declaration());
    if (!(read instanceof SourceError)) return read;
    if (!this.#hasKernelBeside(start, next)) throw read;
    this.#structs.length = structs;
    this.#inTemplate = inTemplate;
    this.#templateParameters = templateParameters;
    this.#friends.length = 0;
    return [this.#unreadable(start, read)];
  }

  /** Where the declaration that begins here ends: after its `;`, or after the body of a function. */
  #declarationEnd(): number {
    let isFunction = false;
    for (let index = this.at; index < this.end; index++) {
      const text = this.textAt(index);
      if (text === ";") return index + 1;
      if (text === "typedef" || text === "=") return this.#behindSemicolon(index);
      // The declaration comes after `template <int n = 16>`.
      const head = text === "template" ? this.templateEnd(index + 1, undefined, true) : -1;
      if (head > index) {
        index = head;
        continue;
      }
      const close = this.brackets[index] ?? -1;
      if (close <= index) continue;
      const isBlock = text === "{";
      if (text === "(") isFunction = true;
      index = close;
      if (isBlock && isFunction) return this.textAt(index + 1) === ";" ? index + 2 : index + 1;
    }
    return this.end;
  }

  #behindSemicolon(from: number): number {
    for (let index = from; index < this.end; index++) {
      if (this.textAt(index) === ";") return index + 1;
      const close = this.brackets[index] ?? -1;
      if (close > index) index = close;
    }
    return this.end;
  }

  #hasKernelBeside(start: number, end: number): boolean {
    return this.tokens.some(({ text }, index) => text === "__global__" && (index < start || index >= end));
  }

  #unreadable(start: number, why: SourceError): FunctionNode {
    const isTemplate = this.textAt(start) === "template";
    const declared = this.tokens.slice(isTemplate ? this.templateEnd(start + 1, undefined, true) + 1 : start, this.at);
    const isType = declared.some(({ text }, i) => i < 8 && ["typedef", "using", "struct", "class", "union", "enum"].includes(text));
    const name = declaredName(declared, isType);
    return {
      kind: "function",
      name: name === "" ? "" : this.names.declare(name, isType ? "type" : "value", isTemplate),
      templateParameters: [],
      result: this.#nothing(why.span),
      parameters: [],
      runs: { global: declared.some(({ text }) => text === "__global__"), device: false, host: false },
      body: undefined,
      refused: why,
      memberInitializers: [],
      isConst: false,
      isStatic: false,
      span: this.spanFrom(start),
      nameSpan: why.span,
    };
  }

  #template(): TopLevel[] {
    const start = this.at++;
    if (this.peek() !== "<") {
      // An explicit instantiation, `template void f<4>(int);`, has no effect here.
      this.declaration();
      return [];
    }
    return this.names.withinTemplate(() => {
      const close = this.templateEnd(this.at, undefined, true);
      if (close < 0) this.fail(angleOpen);
      this.at++;
      const outer = this.#templateParameters;
      this.#templateParameters = this.upTo(close, () => this.commaSeparated(() => this.#templateParameter()));
      this.at = close + 1;
      if (this.peek() === "requires" || this.peek() === "template") this.refuse(templateHeadRefused);
      const found = this.declaration();
      this.#templateParameters = outer;
      return found.map((node) => ({ ...node, span: { from: this.tokens[start]!.span.from, to: node.span.to } }));
    });
  }

  #templateParameter(): TemplateParameter {
    const isTemplate = this.peek() === "template" && this.peek(1) === "<";
    if (isTemplate) this.at = this.templateEnd(this.at + 1, undefined, true) + 1;
    const isType =
      isTemplate || ((this.peek() === "typename" || this.peek() === "class") && (this.peek(1) === "..." || !this.#continuesType()));
    if (isType) {
      if (!this.accept("typename")) this.expect("class");
      const isPack = this.accept("...");
      const name = this.isName(this.at) ? this.identifier() : "";
      if (name !== "") this.names.declareTemplateParameter(name, "type", isTemplate);
      return {
        kind: "type",
        name,
        ...(isPack && { isPack }),
        ...(isTemplate && { isTemplate }),
        ...(this.accept("=") && { fallback: this.typeName() }),
      };
    }
    const { type } = this.specifiers();
    if (!type) this.failHere();
    const { name, isPack, apply } = this.declarator(true);
    if (name !== "") this.names.declareTemplateParameter(name, "value");
    const parameter = { kind: "value", name, type: apply(type), ...(isPack && { isPack }) } as const;
    return this.accept("=") ? { ...parameter, fallback: this.item() } : parameter;
  }

  /** Whether `typename` begins a type such as `typename T::type`, and not a parameter. */
  #continuesType(): boolean {
    return this.isName(this.at + 1) && this.peek(2) === "::";
  }

  #namespace(): TopLevel[] {
    this.at++;
    if (this.peek() === "{") return this.#braced();
    const name = this.#qualified();
    if (this.accept("=")) {
      this.names.aliasNamespace(name, this.#qualified());
      this.expect(";");
      return [];
    }
    const parts = name.split("::");
    if (this.peek() !== "{") this.expect("{");
    const inside = (index: number): TopLevel[] => {
      const part = parts[index];
      if (part === undefined) return this.#braced();
      this.names.declare(part, "namespace");
      return this.names.within({ name: part, kind: "namespace" }, () => inside(index + 1));
    };
    if (parts.length > 20) this.fail(namespacesTooDeep);
    return inside(0);
  }

  /** A qualified name as written. */
  #qualified(): string {
    let name = this.accept("::") ? "::" : "";
    name += this.identifier();
    while (this.accept("::")) name += `::${this.identifier()}`;
    return name;
  }

  #using(): TopLevel[] {
    const start = this.at++;
    if (this.accept("namespace")) {
      this.names.open(this.#qualified());
      this.expect(";");
      return [];
    }
    this.accept("typename");
    const name = this.#qualified();
    while (this.cudaWordEnd(this.at) > this.at) this.at = this.cudaWordEnd(this.at);
    if (!this.accept("=")) {
      if (!name.includes("::")) this.expect("=");
      this.expect(";");
      this.names.alias(name.slice(name.lastIndexOf("::") + 2), name);
      return [];
    }
    const type = this.typeName();
    this.expect(";");
    return [this.#alias(name, type, start)];
  }

  #alias(name: string, type: TypeNode, start: number): AliasNode {
    const templateParameters = this.#templateParameters;
    const known = this.names.declare(name, "type", templateParameters.length > 0);
    return { kind: "alias", name: known, templateParameters, type, span: this.spanFrom(start) };
  }

  #typedef(): TopLevel[] {
    const start = this.at++;
    const { type, defined } = this.specifiers();
    if (!type) this.fail(typedefType);
    const found: TopLevel[] = [];
    if (defined && defined.name !== "") found.push(defined);
    do {
      const declarator = this.declarator();
      if (declarator.name === "") this.fail(typedefName);
      if (declarator.parameters) this.refuse(functionTypeRefused, this.spanFrom(start));
      // `typedef struct S {…} S;` repeats the name.
      const isSame = declarator.name === defined?.name;
      const own = declarator.apply(type);
      // `typedef enum {…} E;` names it: there is `E::first`.
      if (own.kind === "enum") found.push({ ...own.enumeration, name: this.names.declare(declarator.name, "type") });
      else if (!isSame) found.push(this.#alias(declarator.name, own, start));
    } while (this.accept(","));
    this.expect(";");
    return found;
  }

  #staticAssert(): StaticAssertNode {
    const start = this.at++;
    if (this.peek() !== "(") this.expect("(");
    const [test, message] = this.inBrackets(() => this.commaSeparated(() => this.item()));
    if (!test) this.fail(assertCondition, this.spanFrom(start));
    this.expect(";");
    return { kind: "static-assert", test, message: message?.kind === "string" ? message.value : "", span: this.spanFrom(start) };
  }

  #simple(): TopLevel[] {
    const start = this.at;
    const specifiers = this.specifiers();
    const { type, defined } = specifiers;
    const bindings = type?.kind === "auto" ? this.bindings(type) : undefined;
    if (bindings) return [this.#bound(start, specifiers, bindings)];
    if (this.accept(";")) {
      if (defined) return [defined];
      if (type && this.#declaresTag(start)) return this.#declared(type);
      this.fail(declaresNothing, this.spanFrom(start));
    }
    if (defined && this.end > this.at && this.#startsDeclaration()) {
      const { span } = this.tokens.findLast((token, index) => index < this.at && token.text === "}") ?? defined;
      this.fail(structSemicolon, span, defined.name === "" ? defined.kind : defined.name);
    }
    const found: TopLevel[] = defined && defined.name !== "" ? [defined] : [];
    const variables: VariableNode[] = [];
    do {
      const first = this.at;
      const declarator = this.declarator();
      if (declarator.parameters) {
        if (variables.length > 0) this.fail(functionAmongVariables, declarator.nameSpan);
        return [...found, ...this.#function(start, specifiers, declarator)];
      }
      if (!type && declarator.name === "") this.failHere();
      if (!type) this.fail(variableType, declarator.nameSpan, declarator.name);
      if (declarator.name === "") {
        if (this.peek() === "(" && type.kind === "named") {
          if (this.#definesByMacro(type.name)) return [this.#refusedFunction(start, type.name, type.span)];
          this.fail(callOutside, type.span, type.name);
        }
        if (this.peek() === "=" && type.kind === "named" && !this.names.find(type.name)) this.fail(variableType, type.span, type.name);
        this.failForName();
      }
      variables.push(this.#variable(first, declarator, type, specifiers));
    } while (this.accept(","));
    this.expect(";");
    if (this.#templateParameters.length > 0) this.refuse(variableTemplateRefused, this.spanFrom(start));
    const { memory, isExtern, isStatic, isConstexpr } = specifiers;
    return [...found, { kind: "variables", variables, memory, isExtern, isStatic, isConstexpr, span: this.spanFrom(start) }];
  }

  /** `auto [a, b] = pair;` */
  #bound(start: number, { isStatic, isConstexpr }: Specifiers, bindings: Bindings): VariablesNode {
    if (!this.names.isLocal) this.refuse(bindingOutsideRefused);
    this.expect("=");
    const initializer = { kind: "value", value: this.item() } as const;
    this.declareBindings(bindings);
    this.expect(";");
    const span = this.spanFrom(start);
    const variables = [{ ...bindings, initializer, align: undefined, span }];
    return { kind: "variables", variables, memory: undefined, isExtern: false, isStatic, isConstexpr, span };
  }

  /** The `[a, b]` and `&[a, b]` that may follow `auto`. */
  protected bindings(type: TypeNode): Bindings | undefined {
    const isReference = ["&", "&&"].includes(this.peek());
    const open = isReference ? 1 : 0;
    if (this.peek(open) !== "[" || !this.isName(this.at + open + 1)) return undefined;
    this.at += open;
    const bindings = this.inBrackets(() => this.commaSeparated(() => this.identifier()));
    const reference = { kind: "reference", to: type, span: type.span } as const;
    return { name: `[${bindings.join(", ")}]`, bindings, type: isReference ? reference : type };
  }

  protected declareBindings({ bindings }: Bindings): void {
    for (const name of bindings) this.names.declare(name, "value");
  }

  /** `PYBIND11_MODULE(name, m) {…}`: a macro of a header that is not here defines a function of the host. */
  #definesByMacro(name: string): boolean {
    const close = this.brackets[this.at]!;
    const isEmpty = close === this.at + 1;
    return /^[A-Z][A-Z\d_]*$/.test(name) && !isEmpty && this.textAt(close + 1) === "{" && this.#structs.length === 0 && !this.names.isLocal;
  }

  #refusedFunction(start: number, name: string, nameSpan: Span): FunctionNode {
    this.at = this.brackets[this.brackets[this.at]! + 1]! + 1;
    return {
      kind: "function",
      name: this.names.declare(name, "value"),
      templateParameters: [],
      result: this.#nothing(nameSpan),
      parameters: [],
      runs: { global: false, device: false, host: false },
      body: undefined,
      refused: unknownMacro(nameSpan, name),
      memberInitializers: [],
      isConst: false,
      isStatic: false,
      span: this.spanFrom(start),
      nameSpan,
    };
  }

  /** `template <typename T> struct S;` */
  #declared(type: TypeNode): StructNode[] {
    const templateParameters = this.#templateParameters;
    if (templateParameters.length === 0 || type.kind !== "named" || type.templateArguments) return [];
    const { name, span } = type;
    return [
      { kind: "struct", union: false, name, templateParameters, align: undefined, bases: [], isDeclaration: true, members: [], span },
    ];
  }

  /** Whether `struct S;` or `enum class E : int;` begins here. */
  #declaresTag(start: number): boolean {
    return this.tokens.slice(start, this.at).some(({ text }) => ["struct", "class", "union", "enum"].includes(text));
  }

  /** Whether the next token cannot belong to the declaration before it. */
  #startsDeclaration(): boolean {
    const shape = this.typeShape(this.at);
    const isKeyword = this.kindAt(this.at) === "name" && !this.isName(this.at);
    return this.cudaWordEnd(this.at) > this.at || isKeyword || (shape !== undefined && this.isName(shape.end));
  }

  #variable(first: number, declarator: Declarator, type: TypeNode, specifiers: Specifiers): VariableNode {
    let align = specifiers.align;
    for (let end = this.cudaWordEnd(this.at); end > this.at; end = this.cudaWordEnd(this.at)) {
      align = this.alignment() ?? align;
      this.at = end;
    }
    if (this.peek() === ":") this.refuse(bitFieldRefused);
    const name = this.names.declare(declarator.name, "value");
    const initializer = this.#initializer();
    const own = declarator.apply(type);
    return {
      name,
      type: own,
      initializer: own.kind === "array" ? asCharacters(initializer) : initializer,
      align,
      span: this.spanFrom(first),
    };
  }

  #initializer(): Initializer | undefined {
    if (this.accept("=")) return this.peek() === "{" ? { kind: "list", list: this.list() } : { kind: "value", value: this.item() };
    if (this.peek() === "{") return { kind: "list", list: this.list() };
    if (this.peek() === "(") return { kind: "arguments", values: this.arguments() };
    return undefined;
  }

  #function(start: number, specifiers: Specifiers, declarator: Declarator): FunctionNode[] {
    const { type, isFriend } = specifiers;
    const { parameters, conversion, nameSpan, specializes, cluster = specifiers.cluster } = declarator;
    const isMember = this.#structs.length > 0;
    if (this.names.isLocal && this.peek() === "{") this.fail(functionInFunction, nameSpan);
    if (this.names.isLocal) this.fail(functionForVariable, this.spanFrom(start));
    const templateParameters = this.#templateParameters;
    const isOutside = declarator.name.includes("::");
    const owner = isOutside ? declarator.name.slice(0, declarator.name.lastIndexOf("::")) : undefined;
    const name = isOutside
      ? this.names.canonical(declarator.name)
      : isMember && !isFriend && (type || conversion)
        ? this.names.declare(declarator.name, "value", templateParameters.length > 0)
        : this.#declareFunction(declarator.name, templateParameters.length > 0);
    let result: TypeNode = conversion ?? (type && declarator.apply(type)) ?? this.#nothing(nameSpan);
    let isConst = false;
    for (;;) {
      const end = this.cudaWordEnd(this.at);
      if (end > this.at) this.at = end;
      else if (this.accept("const")) isConst = true;
      else if (["volatile", "&", "&&", "override", "final"].includes(this.peek())) this.at++;
      else if (this.accept("->")) result = this.typeName();
      else break;
    }
    const isDefault = this.peek() === "=" && this.peek(1) === "default";
    const isDeleted = this.peek() === "=" && this.peek(1) === "delete";
    const common = {
      kind: "function",
      name,
      templateParameters,
      ...(specializes && { specializes }),
      result,
      parameters: parameters!,
      runs: specifiers.runs,
      ...(cluster && { cluster }),
      isConst,
      isStatic: specifiers.isStatic,
      ...(specifiers.isExplicit && { isExplicit: true }),
      ...(specifiers.isCalled && { isCalled: true }),
      nameSpan,
    } as const;
    if (isDefault || isDeleted) {
      this.at += 2;
      this.expect(";");
      // A deleted function is never called, and a defaulted copy is what the lab does anyway.
      if (isDeleted || parameters!.length > 0 || type || declarator.name.includes("~")) return [];
      const span = this.spanFrom(start);
      return [{ ...common, memberInitializers: [], body: { kind: "block", statements: [], span }, span }];
    }
    // A kernel runs even if the lab cannot run all of the host code beside it.
    const { runs } = specifiers;
    const isForHost = !runs.global && !runs.device;
    const inside = (): Pick<FunctionNode, "memberInitializers" | "body"> & { readonly refused?: Refusal } =>
      this.names.within(undefined, () => {
        for (const parameter of parameters!) if (parameter.name !== "") this.names.declare(parameter.name, "value");
        const memberInitializers = this.accept(":") ? this.commaSeparated(() => this.#memberInitializer()) : [];
        if (this.peek() !== "{") return { memberInitializers, body: undefined };
        if (!isForHost) return { memberInitializers, body: this.block() };
        const structs = this.#structs.length;
        const inTemplate = this.#inTemplate;
        const outer = this.isForHost;
        this.isForHost = true;
        const body = this.unlessRefused(() => this.block());
        this.isForHost = outer;
        if (!(body instanceof Refusal)) return { memberInitializers, body };
        this.#structs.length = structs;
        this.#inTemplate = inTemplate;
        return { memberInitializers, body: undefined, refused: body };
      });
    const outer = this.#templateParameters;
    this.#templateParameters = [];
    const { memberInitializers, body, refused } = owner === undefined ? inside() : this.names.withinMembers(owner, inside);
    this.#templateParameters = outer;
    if (!body && !refused) {
      if (this.peek() === "=" && this.peek(1) === "0") this.refuse(pureVirtualRefused);
      this.expect(";");
    }
    const node: FunctionNode = { ...common, memberInitializers, body, ...(refused && { refused }), span: this.spanFrom(start) };
    if (!isFriend) return [node];
    if (this.#structs.length === 0) this.fail(friendOutside, this.spanFrom(start));
    // Access to members is not checked, so a friend without a body has no effect.
    if (!body) return [];
    if (this.#inTemplate > 0) {
      this.refuse(friendInTemplateRefused, nameSpan);
    }
    this.#friends.push(node);
    return [];
  }

  /** How many of the structs that are being read are templates. */
  #inTemplate = 0;

  #declareFunction(name: string, isTemplate: boolean): string {
    return this.#structs.length > 0 ? name : this.names.declare(name, "value", isTemplate);
  }

  /** The result type of a constructor. */
  #nothing(span: Span): TypeNode {
    return { kind: "named", name: "void", templateArguments: undefined, isConst: false, span };
  }

  #memberInitializer(): FunctionNode["memberInitializers"][number] {
    const written = this.peek(1) === "(" || this.peek(1) === "{" ? this.peek() : "";
    const { name: known } = this.name(true);
    // A member may have the name of something outside the struct.
    const name = this.names.find(written)?.kind === "type" ? known : written || known;
    const initializer = this.#initializer();
    if (!initializer || this.tokens[this.at - 1]?.text === "=") this.fail(memberValue, undefined, name);
    return { name, initializer };
  }

  protected startsConstructor(): boolean {
    const name = this.peek();
    const struct = this.#structs.at(-1);
    if (struct === name && this.peek(1) === "(" && !this.names.isLocal) return true;
    // S::S(…), S<T>::S(…)
    let index = this.at;
    let last = "";
    while (this.isName(index)) {
      const part = this.textAt(index++);
      if (this.textAt(index) === "<") {
        const close = this.templateEnd(index, undefined, true);
        if (close >= 0) index = close + 1;
      }
      if (part === last && this.textAt(index) === "(") return true;
      last = part;
      if (this.textAt(index) !== "::") return false;
      index++;
      if (this.textAt(index) === "operator") return false;
      if (this.textAt(index) === "~") return true;
    }
    return false;
  }

  protected struct(outerAlign: Expression | undefined): { readonly type: TypeNode; readonly defined: StructNode | undefined } {
    const start = this.at;
    const union = this.peek() === "union";
    this.at++;
    let align = outerAlign;
    for (let end = this.cudaWordEnd(this.at); end > this.at; end = this.cudaWordEnd(this.at)) {
      align = this.alignment() ?? align;
      this.at = end;
    }
    const nameStart = this.at;
    const written = this.isName(this.at) ? this.#qualified() : "";
    const close = this.templateEnd(this.at, undefined, true);
    const specializes = close < 0 ? undefined : this.templateArguments(close);
    const nameSpan = this.spanFrom(nameStart);
    this.accept("final");
    const isDefinition = this.peek() === "{" || (this.peek() === ":" && written !== "");
    if (!isDefinition) {
      if (written === "") this.fail(structName, undefined, union ? "union" : "struct");
      const isTemplate = this.#templateParameters.length > 0;
      const isForward = this.peek() === ";" || !this.names.find(written);
      const name = isForward && !written.includes("::") ? this.names.declare(written, "type", isTemplate) : this.names.canonical(written);
      return { type: { kind: "named", name, templateArguments: specializes, isConst: false, span: nameSpan }, defined: undefined };
    }
    const templateParameters = this.#templateParameters;
    const isTemplate = templateParameters.length > 0;
    const name = written === "" ? "" : this.names.declare(written, "type", isTemplate || specializes !== undefined);
    const bases = this.accept(":") ? this.#bases() : [];
    if (this.peek() !== "{") this.expect("{");
    this.#structs.push(written);
    this.#templateParameters = [];
    if (isTemplate) this.#inTemplate++;
    const members = this.names.within({ name: written, kind: "struct" }, () => this.inBrackets(() => this.#members()));
    if (isTemplate) this.#inTemplate--;
    this.#templateParameters = templateParameters;
    this.#structs.pop();
    for (let end = this.cudaWordEnd(this.at); end > this.at; end = this.cudaWordEnd(this.at)) {
      align = this.alignment() ?? align;
      this.at = end;
    }
    const span = this.spanFrom(start);
    const special = specializes && { specializes };
    const defined: StructNode = { kind: "struct", union, name, templateParameters, ...special, align, bases, members, span };
    const type: TypeNode =
      name === ""
        ? { kind: "struct", struct: defined, isConst: false, span }
        : { kind: "named", name, templateArguments: undefined, isConst: false, span: nameSpan };
    return { type, defined };
  }

  #bases(): TypeNode[] {
    const bases: TypeNode[] = [];
    do {
      while (["public", "private", "protected"].includes(this.peek())) this.at++;
      const { name, owner, templateArguments, span } = this.name(true);
      bases.push({ kind: "named", name, ...(owner && { owner }), templateArguments, isConst: false, span });
    } while (this.accept(","));
    return bases;
  }

  #members(): Member[] {
    const members: Member[] = [];
    while (this.at < this.end) {
      if (["public", "private", "protected"].includes(this.peek()) && this.peek(1) === ":") this.at += 2;
      else for (const member of this.declaration()) members.push(member);
    }
    return members;
  }

  protected enumeration(): { readonly type: TypeNode; readonly defined: EnumNode | undefined } {
    const start = this.at++;
    const scoped = this.accept("class") || this.accept("struct");
    const nameStart = this.at;
    const written = this.isName(this.at) ? this.#qualified() : "";
    const nameSpan = this.spanFrom(nameStart);
    const underlying = this.accept(":") ? this.typeName() : undefined;
    if (this.peek() !== "{") {
      if (written === "") this.fail(enumName);
      const name = this.peek() === ";" ? this.names.declare(written, "type") : this.names.canonical(written);
      return { type: { kind: "named", name, templateArguments: undefined, isConst: false, span: nameSpan }, defined: undefined };
    }
    const name = written === "" ? "" : this.names.declare(written, "type");
    const read = () => this.inBrackets(() => this.#enumerators());
    const values = scoped ? this.names.within({ name: written, kind: "struct" }, read) : read();
    const span = this.spanFrom(start);
    const defined: EnumNode = { kind: "enum", name, scoped, underlying, values, span };
    const type: TypeNode =
      name === ""
        ? { kind: "enum", enumeration: defined, span }
        : { kind: "named", name, templateArguments: undefined, isConst: false, span: nameSpan };
    return { type, defined };
  }

  #enumerators(): EnumNode["values"] {
    const values: EnumNode["values"][number][] = [];
    while (this.at < this.end) {
      const start = this.at;
      const name = this.names.declare(this.identifier(), "value");
      const value = this.accept("=") ? this.item() : undefined;
      values.push({ name, value, span: this.spanFrom(start) });
      if (this.at < this.end) this.expect(",");
    }
    return values;
  }
}

/** The name that an unreadable declaration declares, as far as its tokens tell. */
function declaredName(tokens: readonly { readonly text: string; readonly kind: string }[], isType: boolean): string {
  const nameBefore = (index: number): string => {
    const found = tokens.slice(0, index).findLast(({ kind }) => kind === "name");
    return found?.text ?? "";
  };
  const indexOf = (...texts: string[]) => tokens.findIndex(({ text }) => texts.includes(text));
  if (tokens[0]?.text === "typedef") return nameBefore(tokens.length);
  const tag = indexOf("using", "struct", "class", "union", "enum");
  if (isType && tag >= 0)
    return tokens.slice(tag + 1).find(({ kind, text }) => kind === "name" && text !== "class" && !text.startsWith("__"))?.text ?? "";
  const end = tokens.findIndex(({ text }, i) => ["(", "=", "[", ";", "{"].includes(text) && !/^__\w+__$/.test(tokens[i - 1]?.text ?? ""));
  return nameBefore(end < 0 ? tokens.length : end);
}

/** `char word[] = "abc"` is a list of the string's bytes and a zero. */
function asCharacters(initializer: Initializer | undefined): Initializer | undefined {
  if (initializer?.kind !== "value" || initializer.value.kind !== "string") return initializer;
  const { span, value } = initializer.value;
  const items = [...new TextEncoder().encode(value), 0].map((code): Expression => ({ kind: "character", code, span }));
  return { kind: "list", list: { kind: "list", items, span } };
}
