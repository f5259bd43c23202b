import type { Span } from "../source-error.ts";
import type { FunctionNode, SourceFile } from "../syntax/tree.ts";
import { callConstructor, callConversion, callValue } from "./calls.ts";
import type { CheckedExpression, CheckedFunction, CheckedProgram, CheckedStatement, Objects } from "./checked-tree.ts";
import { constructorsOf } from "./construct.ts";
import type { Context, Visitors } from "./context.ts";
import { checkLvalue } from "./expressions.ts";
import { instantiated } from "./functions.ts";
import { checkHostExpression, convertOnHost } from "./host-expressions.ts";
import { checkHostStatement } from "./host-statements.ts";
import { constructHost, constructHostFromList, defaultValue, ownParts } from "./host-values.ts";
import { checkHostGlobal } from "./host-variables.ts";
import { checkType } from "./names.ts";
import { Scope } from "./scope.ts";
import { declareEnum, instantiateStruct } from "./structs.ts";
import { plainName, type CudaType, type StructType } from "./types.ts";

/** The functions that check the host's code. */
export const HOST: Visitors = {
  expression: checkHostExpression,
  lvalue: checkLvalue,
  statement: checkHostStatement,
  type: checkType,
  construct: constructHost,
  list: constructHostFromList,
  conversion: convertOnHost,
  constructorCall: callConstructor,
  conversionCall: callConversion,
  valueCall: callValue,
  ownParts,
  enumeration: declareEnum,
  struct: instantiateStruct,
};

/** Checks a function of the host, with the functions that it calls and the variables outside of functions. */
export function checkProgram(entry: FunctionNode, file: SourceFile, headers: SourceFile, top: Context): CheckedProgram {
  const library = top.with({ scope: top.scope.library });
  const globals = [...globalsOf(headers, library), ...globalsOf(file, top)];
  const checked = instantiated({ entity: { node: entry, scope: top.scope }, given: [] }, [], undefined, top, entry.nameSpan);
  return { entry: checked, globals, objects: new DeclaredObjects(top) };
}

function globalsOf({ declarations }: SourceFile, context: Context): CheckedStatement[] {
  return declarations.flatMap((declared) =>
    declared.kind === "variables" && declared.memory === undefined
      ? declared.variables.flatMap((variable) => checkHostGlobal(variable, context))
      : [],
  );
}

/** The copy constructors and destructors that structs declare, each looked up once. */
class DeclaredObjects implements Objects {
  readonly #top: Context;
  readonly #copies = new Map<StructType, CheckedFunction | undefined>();
  readonly #destructors = new Map<StructType, CheckedFunction | undefined>();

  constructor(top: Context) {
    this.#top = top;
  }

  copyConstructor(type: CudaType): CheckedFunction | undefined {
    if (type.kind !== "struct") return undefined;
    if (!this.#copies.has(type.struct)) {
      this.#copies.set(type.struct, undefined);
      this.#copies.set(type.struct, this.#copyOf(type));
    }
    return this.#copies.get(type.struct);
  }

  defaultValue(type: CudaType): CheckedExpression | undefined {
    return defaultValue(type, this.#top, NOWHERE);
  }

  #copyOf(type: CudaType & { kind: "struct" }): CheckedFunction | undefined {
    const own = constructorsOf(type).find(({ node, scope }) => {
      const [first, ...others] = node.parameters;
      if (first?.type.kind !== "reference" || node.templateParameters.length > 0 || others.some(({ fallback }) => !fallback)) return false;
      const of = this.#top.with({ scope: scope as Scope }).type(first.type.to);
      return of.kind === "struct" && of.struct === type.struct;
    });
    if (!own) return undefined;
    const operand = { kind: "self", type, span: NOWHERE } as const;
    return instantiated({ entity: { node: own.node, scope: own.scope as Scope }, given: [] }, [operand], type, this.#top, NOWHERE);
  }

  destructor(type: CudaType): CheckedFunction | undefined {
    if (type.kind !== "struct") return undefined;
    const { struct } = type;
    if (!this.#destructors.has(struct)) {
      this.#destructors.set(struct, undefined);
      const own = struct.methods.find(({ node }) => node.name === `~${plainName(struct)}`);
      const entity = own && { node: own.node, scope: own.scope as Scope };
      this.#destructors.set(struct, entity && instantiated({ entity, given: [] }, [], type, this.#top, NOWHERE));
    }
    return this.#destructors.get(struct);
  }
}

const NOWHERE: Span = { from: 0, to: 0 };
