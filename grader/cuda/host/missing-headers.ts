import type { Context } from "../program/context.ts";
import { withoutLibrary } from "../program/names.ts";
import { F64, I32 } from "../program/types.ts";
import type { Expression, Span } from "../syntax/tree.ts";
import type { Code, Translation } from "./code.ts";
import { HostExit } from "./host-machine.ts";

/** What headers that come with books and samples call the macro that checks what CUDA returns. */
const CHECKS: ReadonlySet<string> = new Set([
  "CHECK", "CUDA_CHECK", "CHECK_CUDA", "CHECK_CUDA_ERROR", "CHECK_CUDA_ERRORS", "CHECK_ERROR", "CUDACHECK", "CudaCheck", "cudaCheck", "CUDA_CALL",
  "CUDA_SAFE_CALL", "CudaSafeCall", "CUDA_ERROR_CHECK", "HANDLE_ERROR", "SAFE_CALL", "cutilSafeCall", "cudaErrCheck", "cudaErrorCheck", "gpuErrchk",
  "gpuErrorCheck", "checkCuda", "checkCUDA", "CUDA_RT_CALL", "ErrorCheck", "CUDA_ASSERT",
]); // prettier-ignore

/** What those headers call a clock: seconds as a double. */
const TIMERS: ReadonlySet<string> = new Set(["seconds", "cpuSecond", "StartTimer", "GetTimer", "get_time", "getTime", "wtime"]);

/** `double start = seconds();` where the text does not say what `seconds` is; undefined for another call. */
export function timer(host: Translation, name: string, given: readonly Expression[]): Code | undefined {
  if (!TIMERS.has(name) || given.length > 0) return undefined;
  const { machine } = host;
  const note = `The text does not define \`${name}\`: the lab takes it for a clock, and the host's clock stands still.`;
  return {
    type: F64,
    value: () => {
      machine.notes.add(note);
      return 0;
    },
  };
}

/** `CHECK(cudaMalloc(…))` where the text does not say what `CHECK` is; undefined for another call. */
export function errorCheck(host: Translation, name: string, given: readonly Expression[], context: Context, span: Span): Code | undefined {
  const [checked] = given;
  if (!CHECKS.has(name) || !checked || !isOfRuntime(checked)) return undefined;
  const { machine } = host;
  const { value } = host.convert(host.expression(checked, context), I32, span);
  const note = `The text does not define \`${name}\`: the lab takes it for a check that ends the program when CUDA reports an error.`;
  return {
    type: I32,
    value: () => {
      machine.notes.add(note);
      const error = Number(value());
      if (error === 0) return 0;
      machine.print(`CUDA error ${error}\n`);
      throw new HostExit(1);
    },
  };
}

/** Whether it is a call of CUDA's runtime, or a variable that may hold what one returned. */
function isOfRuntime(expression: Expression): boolean {
  if (expression.kind === "name") return true;
  return expression.kind === "call" && expression.callee.kind === "name" && /^cuda[A-Z]/.test(withoutLibrary(expression.callee.name));
}
