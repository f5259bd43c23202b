import type { ParsedFile, ParsedScope, ParsedToken } from "sucrase/dist/parser/index.js";
import { ALLOWED_GLOBALS } from "./allowed-globals.ts";
import { parseSource, type Token } from "./tokens.ts";

/** A name that is used where no declaration of it is in scope. */
interface UndeclaredName extends Token {
  /** The names that are in scope there, those of the innermost scope first. */
  readonly namesInScope: () => string[];
}

/** Sucrase's numbers for the roles of identifiers; Sucrase exports them as types only. */
const USES = { access: 0, shorthand: 8 };
const DECLARATIONS = new Set([2, 3, 4, 5, 6, 7, 9]);
/** Declarations that belong to the function around them, not to the block: `var`, and parameters. */
const FUNCTION_DECLARATIONS = new Set([3, 6]);

/** Names of the language, and those that every answer has. */
const KNOWN = new Set([...ALLOWED_GLOBALS, "console", "exports", "arguments", "eval", "async", "enum"]);

/**
 * The names that a source uses where they aren't declared, in their order. Inside the sandbox such a name is undefined, where it would
 * be an error elsewhere.
 *
 * @throws AnswerRefused for a text that is not TypeScript
 */
export function undeclaredNames(source: string): UndeclaredName[] {
  const file = parseSource(source);
  const scopeAt = scopesOfTokens(file);
  const textOf = ({ start, end }: ParsedToken): string => source.slice(start, end);
  for (const [position, token] of file.tokens.entries()) {
    if (!isDeclaration(token)) continue;
    const scope = scopeAt[position];
    (FUNCTION_DECLARATIONS.has(token.identifierRole) ? scope?.ofFunction() : scope)?.names.add(textOf(token));
  }
  const values = file.tokens.flatMap((token, position) => {
    return token.isType ? [] : [{ text: textOf(token), start: token.start, end: token.end, token, scope: scopeAt[position] }];
  });
  return values.flatMap(({ token, scope, ...place }, position) => {
    const { text } = place;
    if (!isUse(token) || KNOWN.has(text) || scope === undefined || scope.has(text)) return [];
    if (values[position - 1]?.text === "typeof" || isLabel(values, position)) return [];
    return [{ ...place, namesInScope: () => [...scope.allNames()] }];
  });
}

function isDeclaration(token: ParsedToken): token is ParsedToken & { identifierRole: number } {
  return !token.isType && token.identifierRole !== null && DECLARATIONS.has(token.identifierRole);
}

function isUse({ identifierRole }: ParsedToken): boolean {
  return identifierRole === USES.access || identifierRole === USES.shorthand;
}

/** `outer:` before a loop. */
function isLabel(tokens: readonly Token[], position: number): boolean {
  return tokens[position + 1]?.text === ":" && ["for", "while", "do", "{"].includes(tokens[position + 2]?.text ?? "");
}

/** A part of the source with the names that are declared for it. */
class Scope {
  readonly names = new Set<string>();
  readonly #extent: ParsedScope;
  readonly #parent: Scope | undefined;

  constructor(extent: ParsedScope, parent: Scope | undefined) {
    this.#extent = extent;
    this.#parent = parent;
  }

  startsAfter(position: number): boolean {
    return this.#extent.startTokenIndex > position;
  }

  ofFunction(): Scope {
    return this.#extent.isFunctionScope || this.#parent === undefined ? this : this.#parent.ofFunction();
  }

  has(name: string): boolean {
    return this.names.has(name) || (this.#parent?.has(name) ?? false);
  }

  *allNames(): Generator<string> {
    yield* this.names;
    if (this.#parent) yield* this.#parent.allNames();
  }
}

/** The innermost scope around each token. Scopes are sorted by their ends, so one pass from the end sees each where it begins and ends. */
function scopesOfTokens({ tokens, scopes }: ParsedFile): (Scope | undefined)[] {
  const open: Scope[] = [];
  const innermost: (Scope | undefined)[] = [];
  let next = scopes.length - 1;
  for (let position = tokens.length - 1; position >= 0; position--) {
    while (open.at(-1)?.startsAfter(position)) open.pop();
    for (let extent = scopes[next]; extent !== undefined && extent.endTokenIndex > position; extent = scopes[--next]) {
      open.push(new Scope(extent, open.at(-1)));
    }
    innermost[position] = open.at(-1);
  }
  return innermost;
}
