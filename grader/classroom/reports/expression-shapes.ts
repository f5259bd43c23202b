import {
  parse,
  type AnyNode,
  type BlockStatement,
  type Expression,
  type Function as FunctionNode,
  type Pattern,
  type Statement,
} from "acorn";
import { javaScriptOf } from "#sandbox/answer/compile.ts";
import { hashOf } from "./winnowing.ts";

/** Expressions with fewer nodes are anybody's: `blockIdx.x * blockDim.x + threadIdx.x` has eleven. */
const FEWEST_NODES = 12;
/** An answer's expressions are followed up to so many nodes: calls and conditions can double them again and again. */
const MOST_NODES = 20_000;
const DEEPEST_CALLS = 8;

/** An expression by value: its computation from a function's parameters, whatever the variables on the way are called. */
interface Value {
  /** The same for equal values. */
  readonly key: number;
  readonly nodes: number;
  /** The parts of an object or a destructured parameter, by name. */
  readonly parts?: ReadonlyMap<string, Value>;
}

type Scope = ReadonlyMap<string, Value | FunctionNode>;

/**
 * The computations of an answer's exported functions, as hashes of their expressions and of all larger parts of these, in a normal form
 * (symbolic evaluation): variables and own functions are replaced by their values, sums and products have no order, `a >= b` is "not a <
 * b", and an `if` that returns is the same as `?:`. Names, helpers, the order of independent statements and the form of a condition make no
 * difference. Loops and other nodes that are not followed enter by their shape.
 *
 * @returns an empty set for a text that cannot be parsed
 */
export function expressionShapes(source: string): ReadonlySet<number> {
  const follower = new Follower();
  try {
    follower.module(parse(javaScriptOf(source), { ecmaVersion: "latest", sourceType: "module" }).body);
  } catch {
    // A text that doesn't parse, overflows the stack, or has too many nodes has the expressions that were found so far.
  }
  return follower.shapes;
}

class Follower {
  readonly shapes = new Set<number>();
  #nodes = 0;
  #calls = 0;

  module(body: readonly AnyNode[]): void {
    const scope = new Map<string, Value | FunctionNode>();
    const exported: (readonly [string, AnyNode])[] = [];
    for (const node of body) {
      const declared = node.type === "ExportNamedDeclaration" ? node.declaration : node;
      if (declared?.type === "FunctionDeclaration" && declared.id) scope.set(declared.id.name, declared);
      if (declared?.type === "VariableDeclaration") {
        for (const { id, init } of declared.declarations) {
          if (id.type !== "Identifier" || !init) continue;
          scope.set(id.name, isFunction(init) ? init : this.#value(init, scope));
        }
      }
      if (node.type !== "ExportNamedDeclaration") continue;
      const names =
        declared?.type === "VariableDeclaration"
          ? declared.declarations.map(({ id }) => id)
          : [declared && "id" in declared ? declared.id : null];
      for (const id of names) if (id?.type === "Identifier") exported.push([id.name, id]);
      for (const { local, exported: other } of node.specifiers)
        if (local.type === "Identifier" && other.type === "Identifier") exported.push([local.name, other]);
    }
    for (const [name] of exported) {
      const meant = scope.get(name);
      if (meant !== undefined && "type" in meant) this.#called(meant, [], scope);
    }
  }

  /** The value that a function returns for these arguments; parameters without one stand for themselves, by their positions. */
  #called(node: FunctionNode, given: readonly Value[], scope: Scope): Value {
    const inner = new Map(scope);
    for (const [place, parameter] of node.params.entries()) this.#bind(parameter, given[place] ?? this.#node("parameter", place), inner);
    if (node.body.type !== "BlockStatement") return this.#value(node.body, inner);
    return this.#returned(node.body.body, inner) ?? this.#node("nothing");
  }

  /** The return value of a list of statements; undefined if control reaches its end. Its assignments are in the scope then. */
  #returned(statements: readonly (Statement | AnyNode)[], scope: Map<string, Value | FunctionNode>): Value | undefined {
    for (const [place, statement] of statements.entries()) {
      switch (statement.type) {
        case "ReturnStatement":
          return statement.argument ? this.#value(statement.argument, scope) : this.#node("nothing");
        case "IfStatement": {
          const condition = this.#value(statement.test, scope);
          const one = new Map(scope);
          const other = new Map(scope);
          const then = this.#returned(blockOf(statement.consequent), one);
          const otherwise = statement.alternate ? this.#returned(blockOf(statement.alternate), other) : undefined;
          if (then === undefined && otherwise === undefined) {
            this.#join(condition, one, other, scope);
            break;
          }
          const rest = statements.slice(place + 1);
          const end = (value: Value | undefined, after: Map<string, Value | FunctionNode>): Value =>
            value ?? this.#returned(rest, after) ?? this.#node("nothing");
          return this.#choice(condition, end(then, one), end(otherwise, other));
        }
        case "BlockStatement": {
          const value = this.#returned(statement.body, scope);
          if (value) return value;
          break;
        }
        case "FunctionDeclaration":
          if (statement.id) scope.set(statement.id.name, statement);
          break;
        case "VariableDeclaration":
          for (const { id, init } of statement.declarations) {
            if (id.type === "Identifier" && init && isFunction(init)) scope.set(id.name, init);
            else this.#bind(id, init ? this.#value(init, scope) : this.#node("nothing"), scope);
          }
          break;
        case "ExpressionStatement":
          this.#assign(statement.expression, scope);
          break;
        default:
          this.#loop(statement, scope);
      }
    }
    return undefined;
  }

  /** After an `if` that doesn't return, a variable has the value of either branch. */
  #join(condition: Value, one: Scope, other: Scope, scope: Map<string, Value | FunctionNode>): void {
    for (const [name, before] of scope) {
      const then = one.get(name);
      const otherwise = other.get(name);
      if (then === otherwise || !then || !otherwise || "type" in then || "type" in otherwise || "type" in before) continue;
      scope.set(name, this.#choice(condition, then, otherwise));
    }
  }

  #assign(node: Expression, scope: Map<string, Value | FunctionNode>): void {
    if (node.type === "AssignmentExpression" && node.left.type === "Identifier") {
      const value = this.#value(node.right, scope);
      const before = scope.get(node.left.name);
      const isPlain = node.operator === "=" || !before || "type" in before;
      scope.set(node.left.name, isPlain ? value : this.#operation(node.operator.slice(0, -1), before, value));
    } else if (node.type === "UpdateExpression" && node.argument.type === "Identifier") {
      const before = scope.get(node.argument.name);
      if (before && !("type" in before)) scope.set(node.argument.name, this.#operation(node.operator[0] ?? "+", before, this.#node("1")));
    } else this.#value(node, scope);
  }

  /** A variable that a loop changes is a value of the loop's own: its shape, and the initial value. */
  #loop(node: AnyNode, scope: Map<string, Value | FunctionNode>): void {
    const inside = new Map(scope);
    const shape = this.#shape(node, inside);
    for (const name of assignedIn(node)) {
      const before = scope.get(name);
      scope.set(name, this.#node("after", shape, ...(before && !("type" in before) ? [before] : [])));
    }
  }

  /** A node that is not followed: its kind, and its parts in order. */
  #shape(node: AnyNode, scope: Map<string, Value | FunctionNode>): Value {
    if (node.type === "ExpressionStatement") return this.#shape(node.expression, scope);
    if (node.type === "VariableDeclaration") {
      for (const { id, init } of node.declarations) this.#bind(id, init ? this.#value(init, scope) : this.#node("nothing"), scope);
      return this.#node("declared");
    }
    if (isExpression(node)) return this.#value(node, scope);
    return this.#node(node.type, ...childrenOf(node).map((child) => this.#shape(child, scope)));
  }

  #bind(pattern: Pattern, value: Value, scope: Map<string, Value | FunctionNode>): void {
    switch (pattern.type) {
      case "Identifier":
        scope.set(pattern.name, value);
        break;
      case "AssignmentPattern":
        this.#bind(pattern.left, value, scope);
        break;
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type !== "Property" || property.key.type !== "Identifier") continue;
          this.#bind(property.value, this.#member(value, property.key.name), scope);
        }
        break;
      case "ArrayPattern":
        for (const [place, element] of pattern.elements.entries())
          if (element) this.#bind(element, this.#member(value, String(place)), scope);
        break;
      default:
    }
  }

  #value(node: AnyNode, scope: Scope): Value {
    switch (node.type) {
      case "Identifier": {
        const meant = scope.get(node.name);
        if (meant === undefined) return this.#node(node.name === "undefined" ? "nothing" : `global ${node.name}`);
        return "type" in meant ? this.#node("function", meant.params.length) : meant;
      }
      case "Literal":
        return this.#node(typeof node.value === "number" || typeof node.value === "string" ? String(node.value) : (node.raw ?? "literal"));
      case "ParenthesizedExpression":
        return this.#value(node.expression, scope);
      case "ChainExpression":
        return this.#value(node.expression, scope);
      case "UnaryExpression":
        return node.operator === "!"
          ? this.#not(this.#value(node.argument, scope))
          : this.#node(`unary ${node.operator}`, this.#value(node.argument, scope));
      case "BinaryExpression":
        return this.#operation(node.operator, this.#value(node.left, scope), this.#value(node.right, scope));
      case "LogicalExpression":
        return this.#operation(node.operator, this.#value(node.left, scope), this.#value(node.right, scope));
      case "ConditionalExpression":
        return this.#choice(this.#value(node.test, scope), this.#value(node.consequent, scope), this.#value(node.alternate, scope));
      case "MemberExpression": {
        if (node.object.type === "Super") return this.#node("super");
        const object = this.#value(node.object, scope);
        if (!node.computed && node.property.type === "Identifier") return this.#member(object, node.property.name);
        if (node.property.type === "Literal") return this.#member(object, String(node.property.value));
        return this.#node("element", object, this.#value(node.property, scope));
      }
      case "ObjectExpression": {
        const parts = node.properties.flatMap((property) =>
          property.type === "Property" && property.key.type === "Identifier"
            ? [[property.key.name, this.#value(property.value, scope)] as const]
            : [],
        );
        return { ...this.#node("object", ...parts.flatMap(([name, value]) => [name, value])), parts: new Map(parts) };
      }
      case "ArrayExpression": {
        const elements = node.elements.map((element) => (element ? this.#value(element, scope) : this.#node("hole")));
        return { ...this.#node("array", ...elements), parts: new Map(elements.map((element, place) => [String(place), element])) };
      }
      case "CallExpression": {
        const given = node.arguments.map((argument) => this.#value(argument, scope));
        const meant = node.callee.type === "Identifier" ? scope.get(node.callee.name) : isFunction(node.callee) ? node.callee : undefined;
        if (meant && "type" in meant && this.#calls < DEEPEST_CALLS) {
          this.#calls++;
          try {
            return this.#called(meant, given, scope);
          } finally {
            this.#calls--;
          }
        }
        return this.#node("call", node.callee.type === "Super" ? "super" : this.#value(node.callee, scope), ...given);
      }
      default:
        return this.#node(node.type, ...childrenOf(node).map((child) => this.#value(child, scope)));
    }
  }

  #member(object: Value, name: string): Value {
    return object.parts?.get(name) ?? this.#node("member", object, name);
  }

  #choice(condition: Value, then: Value, otherwise: Value): Value {
    const negated = this.#negations.get(condition.key);
    if (negated) return this.#choice(negated, otherwise, then);
    return then.key === otherwise.key ? then : this.#node("choice", condition, then, otherwise);
  }

  /** The operands of negations, by the negation's key. */
  readonly #negations = new Map<number, Value>();

  #not(value: Value): Value {
    const negated = this.#negations.get(value.key);
    if (negated) return negated;
    const not = this.#node("not", value);
    this.#negations.set(not.key, value);
    return not;
  }

  #operation(operator: string, a: Value, b: Value): Value {
    switch (operator) {
      case ">":
        return this.#node("<", b, a);
      case ">=":
        return this.#not(this.#node("<", a, b));
      case "<=":
        return this.#not(this.#node("<", b, a));
      case "!=":
      case "!==":
        return this.#not(this.#inOrder("==", a, b));
      case "==":
      case "===":
        return this.#inOrder("==", a, b);
      case "||":
        // a || b is !(!a && !b).
        return this.#not(this.#inOrder("&&", this.#not(a), this.#not(b)));
      case "&&":
      case "+":
      case "*":
        return this.#inOrder(operator, a, b);
      default:
        return this.#node(operator, a, b);
    }
  }

  /** A commutative operation. */
  #inOrder(operator: string, a: Value, b: Value): Value {
    return a.key <= b.key ? this.#node(operator, a, b) : this.#node(operator, b, a);
  }

  #node(kind: string, ...parts: readonly (Value | string | number)[]): Value {
    if (++this.#nodes > MOST_NODES) throw new RangeError("the answer has too many expressions");
    let high = hashOf(kind);
    let low = 0x85ebca6b;
    let nodes = 1;
    for (const part of parts) {
      const key = typeof part === "number" ? part : typeof part === "string" ? hashOf(part) : part.key;
      high = Math.imul(high ^ (key % 2 ** 32), 0x85ebca77) ^ (high >>> 13);
      low = Math.imul(low + (key % 2 ** 29), 0xc2b2ae3d) ^ (low >>> 15);
      if (typeof part === "object") nodes += part.nodes;
    }
    const value = { key: (high >>> 0) * 2 ** 21 + ((low ^ (high >>> 7)) >>> 11), nodes };
    if (nodes >= FEWEST_NODES) this.shapes.add(value.key);
    return value;
  }
}

const isFunction = (node: AnyNode): node is FunctionNode & AnyNode =>
  node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression";

const isExpression = (node: AnyNode): boolean => /Expression$|^Identifier$|^Literal$|^TemplateLiteral$/.test(node.type);

const blockOf = (statement: Statement): readonly Statement[] =>
  statement.type === "BlockStatement" ? (statement as BlockStatement).body : [statement];

/** The child nodes of a node, in the order of the text. */
function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((child): child is AnyNode => typeof child === "object" && child !== null && typeof (child as AnyNode).type === "string");
}

/** The names that are assigned to anywhere in a node. */
function assignedIn(node: AnyNode): Set<string> {
  const names = new Set<string>();
  const visit = (inner: AnyNode): void => {
    if (inner.type === "AssignmentExpression" && inner.left.type === "Identifier") names.add(inner.left.name);
    if (inner.type === "UpdateExpression" && inner.argument.type === "Identifier") names.add(inner.argument.name);
    childrenOf(inner).forEach(visit);
  };
  visit(node);
  return names;
}
