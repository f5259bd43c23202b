import { type Translation, newInstance } from "./code.ts";

/**
 * Compiles what is used in several functions, and gives it room of its own for its variables whenever it runs: behind those of the
 * function that runs then.
 */
export function withOwnFrame<Given extends unknown[], Result>(
  host: Translation,
  compile: () => ((...given: Given) => Result) | undefined,
): ((...given: Given) => Result) | undefined {
  const instance = newInstance(host.function.node);
  const before = host.function;
  host.function = instance;
  let run: ((...given: Given) => Result) | undefined;
  try {
    run = compile();
  } finally {
    host.function = before;
  }
  if (!run) return undefined;
  const inside = run;
  const { machine } = host;
  return (...given) => {
    const { frame, top, place } = machine;
    machine.enter(Math.ceil(top / 16) * 16, instance.bytes, place);
    const result = inside(...given);
    machine.frame = frame;
    machine.top = top;
    return result;
  };
}
