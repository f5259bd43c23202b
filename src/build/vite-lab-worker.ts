import type { Plugin } from "vite";

/** What takes the place of modules that the lab's worker has no use for. */
const absent: Readonly<Record<string, string>> = {
  // It parses, and colours nothing.
  "@lezer/highlight":
    "const tag = () => tag; export const tags = new Proxy(tag, { get: () => tag }); export const styleTags = () => () => null;",
  // Every engine that runs the lab has typed arrays, and every machine that it runs on stores the lowest byte first.
  "@stdlib/array-float64": "export default Float64Array;",
  "@stdlib/array-uint8": "export default Uint8Array;",
  "@stdlib/array-uint16": "export default Uint16Array;",
  "@stdlib/array-uint32": "export default Uint32Array;",
  "@stdlib/assert-is-little-endian": "export default true;",
  "@stdlib/utils-define-nonenumerable-read-only-property":
    "export default function (object, name, value) { Object.defineProperty(object, name, { value }); }",
};

const PREFIX = "\0lab-worker:";

/** Once for all modules of stdlib, which bring it along in each. */
const NOTICE = `/*! The functions of numbers are from stdlib, https://stdlib.io: Copyright The Stdlib Authors, Apache License 2.0, http://www.apache.org/licenses/LICENSE-2.0; in part after FreeBSD's msun, Copyright Sun Microsystems, and Cephes, Copyright Stephen L. Moshier. */`;

/** For a bundler of the lab's worker: modules that have no effect but what they export. Otherwise it begins with what is fetched later. */
export const EFFECTLESS = [{ test: /\/grader\/(simulator|cuda)\//, sideEffects: false }];

/** Leaves out of the lab's worker what it does not use of its packages. It belongs to the plugins of the site's workers. */
export function slimLabWorkerPlugin(): Plugin {
  return {
    name: "slim-lab-worker",
    enforce: "pre",
    resolveId: (id) => (Object.hasOwn(absent, id) ? PREFIX + id : undefined),
    load: (id) => (id.startsWith(PREFIX) ? absent[id.slice(PREFIX.length)] : undefined),
    transform: {
      filter: { id: /\/node_modules\/@stdlib\/.+\.js$/ },
      handler: (code, id) => ({ code: asModule(code, id), moduleSideEffects: false, map: null }),
    },
    banner: ({ moduleIds }) => (moduleIds.some((id) => id.includes("/node_modules/@stdlib/")) ? NOTICE : ""),
  };
}

/**
 * A CommonJS module of stdlib as an ECMAScript module, of which a bundler can join and leave out parts.
 *
 * @throws Error for a module that is written otherwise than stdlib's are
 */
export function asModule(code: string, id: string): string {
  const module = code
    .replace(/^\/\*\*\n\* @license [\s\S]*?\*\/\n/, "")
    .replace(/^var (\w+) = require\( ('[^']+') \);/gm, "import $1 from $2;")
    .replace(/^var (\w+) = require\( ('[^']+') \)\.(\w+);/gm, "import $1_ from $2;\nvar $1 = $1_.$3;")
    .replace(/^module\.exports = (\w+);/gm, "export default $1;");
  const left = module.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  if (/\brequire\b|\bmodule\b|\bexports\b/.test(left))
    throw new Error(`${id} is not written as stdlib's modules are: src/build/vite-lab-worker.ts turns them into modules, and must follow`);
  return module;
}
