import type { CheckedExpression, ChosenKernel } from "../check/checked-tree.ts";
import { decayed } from "../check/types.ts";
import { notAKernel } from "../errors/host-errors.ts";
import { targetOf } from "./closures.ts";
import type { FunctionCode, Value } from "./code.ts";

/** `kernel<<<grid, block, bytes>>>(a, b)` */
export function launchKernel(launch: CheckedExpression & { kind: "launch" }, code: FunctionCode): Value {
  const { span } = launch;
  const { machine } = code.program;
  const kernel = kernelOf(launch, code);
  const values = launch.arguments.map((argument) => ({ type: decayed(argument.type), value: code.value(argument) }));
  const [grid, block] = [launch.grid, launch.block].map((shape) => shapeOf(shape, code));
  const sharedBytes = launch.sharedBytes ? code.value(launch.sharedBytes) : () => 0;
  return () => {
    const { node, given } = kernel();
    const gridDim = grid!();
    const blockDim = block!();
    const cluster = machine.nextCluster;
    machine.nextCluster = undefined;
    machine.launch({
      kernel: node,
      given,
      grid: gridDim,
      block: blockDim,
      sharedBytes: Number(sharedBytes()),
      cluster,
      arguments: values.map(({ type, value }) => ({ type, value: value() })),
      // `cudaLaunchKernelEx` launches in a header: it stands where it is called.
      span: span.to > 0 ? span : machine.place,
    });
    return 0;
  };
}

function shapeOf(shape: CheckedExpression, code: FunctionCode): () => [number, number, number] {
  const { memory } = code.program.machine;
  const address = code.address(shape);
  return () => {
    const view = memory.locate(address(), 12, shape.span, false);
    return [0, 4, 8].map((offset) => view.getUint32(memory.offset + offset, true)) as [number, number, number];
  };
}

/** The kernel that a launch starts: the one that was chosen, or the one that a pointer points to at the time. */
function kernelOf({ kernel }: CheckedExpression & { kind: "launch" }, code: FunctionCode): () => ChosenKernel {
  if (kernel.kind === "kernel") return () => kernel;
  const target = targetOf(kernel, code, kernel.span);
  return () => {
    const pointed = target();
    if (pointed.kind === "kernel") return pointed;
    throw notAKernel(kernel.span, pointed.kept ? "lambda" : pointed.code.name);
  };
}
