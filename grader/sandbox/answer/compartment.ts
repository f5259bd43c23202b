import "ses";
import { ALLOWED_GLOBALS } from "./allowed-globals.ts";
import type { FunctionBody } from "./module-exports.ts";

/** The file name of an answer in stack traces. */
const ANSWER_FILE = "answer.ts";

/** Runs a compiled module, each time from its beginning; afterwards `exports` holds its exports. `console` is the module's own. */
export type ModuleBody = (exports: Record<string, unknown>, console: object, exporter: Exporter) => void;

/** The function that a module calls for each of its exports. */
type Exporter = (name: string, value: () => unknown) => void;

/**
 * Compiles a module body in a new SES compartment, which has only the allowed globals.
 *
 * The allowed globals are passed as parameters, which the engine can optimize. Each access to a global of a compartment goes
 * through a proxy, which makes an index function that uses `Math.floor` 24 times slower.
 *
 * @throws SyntaxError for code that the engine or SES does not accept
 */
export function moduleBody({ code, exporter }: FunctionBody): ModuleBody {
  lockdownOnce();
  const compartment = new Compartment({ __options__: true });
  const globals = compartment.globalThis as Record<string, unknown>;
  const values = ALLOWED_GLOBALS.map((name) => globals[name]);
  for (const name of Object.getOwnPropertyNames(globals)) {
    if (name !== "globalThis" && Object.getOwnPropertyDescriptor(globals, name)?.configurable) delete globals[name];
  }
  // The body runs several times, and must leave nothing for the next time.
  Object.freeze(globals);
  // The inner braces let an answer declare a variable with the name of a global.
  const body = compartment.evaluate(
    `(function (exports, console, ${exporter}, ${ALLOWED_GLOBALS.join(", ")}) {{${code}\n}})\n//# sourceURL=${ANSWER_FILE}`,
  ) as (...parameters: unknown[]) => void;
  return (exports, console, exporter) => body(exports, console, exporter, ...values);
}

let isLocked = false;

/** Freezes JavaScript's built-in objects, once per process or worker; this cannot be undone. */
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

/**
 * The stack of an answer's error, reduced to the answer's own lines. Another error's stack could reach an answer through a built-in
 * function, such as `Promise.try` with a constructor of the answer: if one is among the callers, all other frames are left out. When the
 * call stack is full, the engine does not call this, and writes all frames: therefore no code that runs around an answer has its path in
 * them.
 */
function stackOfAnswer(_error: Error, callSites: readonly NodeJS.CallSite[]): string {
  const own = callSites.filter((callSite) => callSite.getScriptNameOrSourceURL() === ANSWER_FILE);
  const isBuiltIn = (callSite: NodeJS.CallSite): boolean => !callSite.getScriptNameOrSourceURL();
  if (own.length === 0 && callSites.some(isBuiltIn)) return "";
  if (own.length === 0) return callSites.map((callSite) => `    at ${callSite.toString()}`).join("\n");
  return own.map((callSite) => `${ANSWER_FILE}:${callSite.getLineNumber()}:${callSite.getColumnNumber()}`).join("\n");
}
