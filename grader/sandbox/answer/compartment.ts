import "ses";

/** The file name that an answer bears in stack traces. */
export const ANSWER_FILE = "answer.ts";

/** The part of the language that index functions need. No clock, no randomness, no memory outside of the counted heap, no way to the host. */
const ALLOWED = [
  "Infinity",
  "NaN",
  "undefined",
  "isFinite",
  "isNaN",
  "parseFloat",
  "parseInt",
  "Array",
  "BigInt",
  "Boolean",
  "Error",
  "EvalError",
  "JSON",
  "Map",
  "Math",
  "Number",
  "Object",
  "RangeError",
  "ReferenceError",
  "Set",
  "String",
  "SyntaxError",
  "TypeError",
  "URIError",
];

/** Sets a module body free in a world of its own; afterwards `exports` holds what it exported. */
export type ModuleBody = (exports: Record<string, unknown>) => void;

/**
 * Compiles a module body in a fresh compartment that has no powers.
 *
 * The allowed globals are handed over as parameters: the engine can see through a parameter, whereas each look at a global
 * of a compartment goes through a proxy, which makes an index function that says `Math.floor` 24 times slower.
 *
 * @throws SyntaxError for code that the engine does not take
 */
export function moduleBody(code: string): ModuleBody {
  lockdownOnce();
  const compartment = new Compartment({ __options__: true });
  const globals = compartment.globalThis as Record<string, unknown>;
  const values = ALLOWED.map((name) => globals[name]);
  for (const name of Object.getOwnPropertyNames(globals)) {
    if (name !== "globalThis" && Object.getOwnPropertyDescriptor(globals, name)?.configurable) delete globals[name];
  }
  // The inner braces let an answer declare a name of its own that is also a global's.
  const body = compartment.evaluate(`(function (exports, ${ALLOWED.join(", ")}) {{${code}\n}})\n//# sourceURL=${ANSWER_FILE}`) as (
    ...parameters: unknown[]
  ) => void;
  return (exports) => body(exports, ...values);
}

let isLocked = false;

/** Freezes the language's shared objects, once for each process or worker, and for good. */
function lockdownOnce(): void {
  if (isLocked) return;
  isLocked = true;
  lockdown({
    reporting: "none",
    errorTaming: "unsafe",
    errorTrapping: "none",
    unhandledRejectionTrapping: "none",
    consoleTaming: "unsafe",
    overrideTaming: "severe",
    evalTaming: "safe-eval",
  });
  Error.prepareStackTrace = stackOfAnswer;
}

/** An answer's error shows the answer's own lines, not where on this machine the grader lies; other errors show everything. */
function stackOfAnswer(_error: Error, callSites: readonly NodeJS.CallSite[]): string {
  const own = callSites.filter((callSite) => callSite.getScriptNameOrSourceURL() === ANSWER_FILE);
  if (own.length === 0) return callSites.map((callSite) => `    at ${callSite.toString()}`).join("\n");
  return own.map((callSite) => `${ANSWER_FILE}:${callSite.getLineNumber()}:${callSite.getColumnNumber()}`).join("\n");
}
