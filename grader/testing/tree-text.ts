import type {
  Expression, Initializer, ParameterNode, SourceFile, Statement, TemplateArgument, TemplateParameter, TopLevel, TypeNode,
} from "../cuda/syntax/tree.ts"; // prettier-ignore

export const showFile = (file: SourceFile): string => file.declarations.map(showDeclaration).join(" ");

/** An expression as text, short enough for a table: `(+ a (* b c))`. */
export function showExpression(node: Expression): string {
  switch (node.kind) {
    case "number":
      return node.text;
    case "character":
      return `'${node.code}'`;
    case "string":
      return JSON.stringify(node.value);
    case "boolean":
      return String(node.value);
    case "null":
      return "null";
    case "this":
      return "this";
    case "name":
      return showName(node);
    case "unary":
      return `(${node.operator} ${showExpression(node.operand)})`;
    case "postfix":
      return `(post${node.operator} ${showExpression(node.operand)})`;
    case "binary":
      return `(${node.operator} ${showExpression(node.left)} ${showExpression(node.right)})`;
    case "assignment":
      return `(${node.operator} ${showExpression(node.target)} ${showExpression(node.value)})`;
    case "conditional":
      return `(? ${showExpression(node.test)} ${showExpression(node.then)} ${showExpression(node.otherwise)})`;
    case "cast":
      return `(${node.style === "c" ? "" : `${node.style} `}as ${showType(node.type)} ${showExpression(node.operand)})`;
    case "call":
      return `(call ${[node.callee, ...node.arguments].map(showExpression).join(" ")})`;
    case "construct":
      return `(make${node.braces ? "{}" : ""} ${[showType(node.type), ...node.arguments.map(showExpression)].join(" ")})`;
    case "new": {
      const count = node.count ? ` [${showExpression(node.count)}]` : "";
      return `(new ${showType(node.type)}${count}${showInitializer(node.initializer)})`;
    }
    case "delete":
      return `(delete${node.isArray ? "[]" : ""} ${showExpression(node.operand)})`;
    case "index":
      return `([] ${showExpression(node.base)} ${showExpression(node.index)})`;
    case "member":
      return `(${node.arrow ? "->" : "."} ${showExpression(node.base)} ${node.name}${showArguments(node.templateArguments)})`;
    case "alignof":
      return `(alignof ${showType(node.of)})`;
    case "sizeof":
      return `(sizeof ${node.isType ? `type ${showType(node.of as TypeNode)}` : showExpression(node.of as Expression)})`;
    case "lambda": {
      const all = node.captureAll ? [node.captureAll === "value" ? "=" : "&"] : [];
      const captures = [...all, ...node.captures.map(({ name, byReference }) => (byReference ? "&" : "") + name)];
      const result = node.result ? ` -> ${showType(node.result)}` : "";
      return `(lambda [${captures.join(" ")}] (${node.parameters.map(showParameter).join(" ")})${result} ${showStatement(node.body)})`;
    }
    case "launch":
      return `(launch ${showExpression(node.kernel)} <${node.configuration.map(showExpression).join(" ")}> ${node.arguments.map(showExpression).join(" ")})`;
    case "expansion":
      return `${showExpression(node.pattern)}...`;
    case "pack-size":
      return `(sizeof... ${node.name})`;
    case "fold":
      return `(fold ${node.operator} ${node.left ? showExpression(node.left) : "..."} ${node.right ? showExpression(node.right) : "..."})`;
    case "list":
      return `{${node.items.map((item, index) => (node.designators ? `.${node.designators[index]} ` : "") + showExpression(item)).join(" ")}}`;
  }
}

const showName = (node: { name: string; owner?: TypeNode; templateArguments: readonly TemplateArgument[] | undefined }): string =>
  `${node.owner ? `${showType(node.owner)}::` : ""}${node.name}${showArguments(node.templateArguments)}`;

const showArguments = (given: readonly TemplateArgument[] | undefined): string => (given ? `<${given.map(showArgument).join(", ")}>` : "");

function showArgument(given: TemplateArgument): string {
  if (given.kind === "expansion") return `${showArgument(given.pattern)}...`;
  return given.kind === "type" ? `type ${showType(given.type)}` : showExpression(given.value);
}

const qualifiers = ({ isConst, isVolatile }: { isConst: boolean; isVolatile?: true }): string =>
  `${isConst ? "const " : ""}${isVolatile ? "volatile " : ""}`;

function showType(type: TypeNode): string {
  switch (type.kind) {
    case "named":
      return `${qualifiers(type)}${showName(type)}`;
    case "auto":
      return `${qualifiers(type)}auto`;
    case "decltype":
      return `decltype(${showExpression(type.of)})`;
    case "struct":
      return showDeclaration(type.struct);
    case "enum":
      return showDeclaration(type.enumeration);
    case "function":
      return "function";
    case "pointer":
      return `(ptr ${qualifiers(type)}${type.isRestrict ? "restrict " : ""}${showType(type.to)})`;
    case "reference":
      return `(ref ${showType(type.to)})`;
    case "array":
      return `(array ${type.length ? `${showExpression(type.length)} ` : ""}${showType(type.of)})`;
  }
}

const showParameter = ({ name, type, fallback }: ParameterNode): string =>
  `${name}:${showType(type)}${fallback ? `=${showExpression(fallback)}` : ""}`;

function showInitializer(initializer: Initializer | undefined): string {
  if (!initializer) return "";
  if (initializer.kind === "value") return ` = ${showExpression(initializer.value)}`;
  return initializer.kind === "list" ? ` = ${showExpression(initializer.list)}` : ` (${initializer.values.map(showExpression).join(" ")})`;
}

const showTemplate = (parameters: readonly TemplateParameter[]): string =>
  parameters.length === 0
    ? ""
    : ` <${parameters
        .map((one) => {
          const fallback = !one.fallback ? "" : one.kind === "type" ? `=${showType(one.fallback)}` : `=${showExpression(one.fallback)}`;
          return one.kind === "type" ? one.name + fallback : `${one.name}:${showType(one.type)}${fallback}`;
        })
        .join(" ")}>`;

export function showDeclaration(node: TopLevel): string {
  switch (node.kind) {
    case "variables": {
      const words = [node.memory, node.isExtern && "extern", node.isStatic && "static", node.isConstexpr && "constexpr"].filter(Boolean);
      const each = node.variables.map(
        ({ name, type, initializer, align }) =>
          `${name}:${showType(type)}${align ? ` align ${showExpression(align)}` : ""}${showInitializer(initializer)}`,
      );
      return `(${["var", ...words].join(" ")} ${each.join(", ")})`;
    }
    case "alias":
      return `(alias${showTemplate(node.templateParameters)} ${node.name} ${showType(node.type)})`;
    case "static-assert":
      return `(static-assert ${showExpression(node.test)} ${JSON.stringify(node.message)})`;
    case "enum": {
      const values = node.values.map(({ name, value }) => (value ? `${name}=${showExpression(value)}` : name));
      return `(enum${node.scoped ? " class" : ""} ${node.name}${node.underlying ? `:${showType(node.underlying)}` : ""} ${values.join(" ")})`;
    }
    case "struct": {
      const bases = node.bases.length > 0 ? ` : ${node.bases.map(showType).join(" ")}` : "";
      const align = node.align ? ` align ${showExpression(node.align)}` : "";
      const head = `${node.union ? "union" : "struct"}${showTemplate(node.templateParameters)} ${node.name}${showArguments(node.specializes)}`;
      return `(${[head + align + bases, ...node.members.map(showDeclaration)].join(" ")})`;
    }
    case "function": {
      const { global, device, host } = node.runs;
      const words = [global && "global", device && "device", host && "host", node.isStatic && "static", node.isConst && "const"].filter(
        Boolean,
      );
      const head = `${["fn", ...words].join(" ")}${showTemplate(node.templateParameters)} ${node.name}${showArguments(node.specializes)}`;
      const first = node.memberInitializers.map(({ name, initializer }) => ` :${name}${showInitializer(initializer)}`).join("");
      const body = node.body ? ` ${showStatement(node.body)}` : node.refused ? " refused" : "";
      return `(${head} (${node.parameters.map(showParameter).join(" ")}) ${showType(node.result)}${first}${body})`;
    }
  }
}

export function showStatement(node: Statement): string {
  const body = (statements: readonly Statement[]) => statements.map(showStatement).join(" ");
  switch (node.kind) {
    case "block":
      return `{${body(node.statements)}}`;
    case "expression":
      return showExpression(node.expression);
    case "if": {
      const declared = node.declaration ? `${showDeclaration(node.declaration)} ` : "";
      const otherwise = node.otherwise ? ` ${showStatement(node.otherwise)}` : "";
      return `(if${node.isConstexpr ? " constexpr" : ""} ${declared}${showExpression(node.test)} ${showStatement(node.then)}${otherwise})`;
    }
    case "for": {
      const start = node.start && showStatement(node.start);
      const test = node.test && showExpression(node.test);
      const step = node.step && showExpression(node.step);
      return `(for ${start ?? "_"} ${test ?? "_"} ${step ?? "_"} ${showStatement(node.body)})`;
    }
    case "while":
      return `(while ${showExpression(node.test)} ${showStatement(node.body)})`;
    case "do":
      return `(do ${showStatement(node.body)} ${showExpression(node.test)})`;
    case "switch": {
      const cases = node.cases.map(
        ({ values, statements }) =>
          `(${values.map((value) => (value ? showExpression(value) : "default")).join("|")}: ${body(statements)})`,
      );
      return `(switch ${showExpression(node.value)} ${cases.join(" ")})`;
    }
    case "assembly": {
      const operands = (list: typeof node.inputs): string =>
        list.map(({ constraint, value }) => ` ${constraint} ${showExpression(value)}`).join("");
      const head = `asm${node.isVolatile ? " volatile" : ""} ${JSON.stringify(node.instructions.text)}`;
      return `(${head} :${operands(node.outputs)} :${operands(node.inputs)} :${node.clobbers.map((clobber) => ` ${clobber}`).join("")})`;
    }
    case "break":
    case "continue":
      return `(${node.kind})`;
    case "return":
      return node.value ? `(return ${showExpression(node.value)})` : "(return)";
    case "throw":
      return `(throw${node.value ? ` ${showExpression(node.value)}` : ""})`;
    case "try": {
      const handlers = node.handlers.map(
        ({ variable, body }) => `(catch ${variable ? showParameter(variable) : "..."} ${showStatement(body)})`,
      );
      return `(try ${[showStatement(node.body), ...handlers].join(" ")})`;
    }
    case "empty":
      return "()";
    default:
      return showDeclaration(node);
  }
}
