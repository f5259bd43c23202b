import { chooseFunction } from "../program/calls.ts";
import type { Context } from "../program/context.ts";
import { lookUp } from "../program/names.ts";
import { I32, U64, VOID, isFloating } from "../program/types.ts";
import { SourceError } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { type Callable, type Code, type Translation, decayed, operandLike } from "./code.ts";
import { callableOf } from "./callables.ts";
import { made } from "./initial-values.ts";

export function translateLaunch(host: Translation, expression: Expression & { kind: "launch" }, context: Context): Code {
  const { kernel, configuration, span } = expression;
  const values = expression.arguments.map((argument) => host.expression(argument, context));
  const { name, functions, templateArguments, context: around } = launched(host, kernel, context);
  const chosen = chooseFunction(name, functions, templateArguments, values.map(operandLike), around, span);
  const { node } = chosen.entity;
  if (!node.runs.global) throw new SourceError(`\`${node.name}\` is no kernel: it lacks \`__global__\`.`, kernel.span);
  const [grid, block, bytes] = configuration;
  if (!grid || !block) throw new SourceError("A launch needs a grid and a block: `<<<grid, block>>>`.", span);
  const shapes = [grid, block].map((shape) => launchShape(host, shape, context));
  const sharedBytes = bytes ? host.convert(host.expression(bytes, context), U64, bytes.span).value : () => 0;
  const { machine } = host;
  return {
    type: VOID,
    value: () => {
      const [gridDim, blockDim] = shapes.map((shape) => shape());
      machine.launch({
        kernel: node,
        given: chosen.given,
        grid: gridDim!,
        block: blockDim!,
        sharedBytes: Number(sharedBytes()),
        arguments: values.map(({ type, value }) => ({ type: decayed(type), value: value() })),
        span,
      });
      return 0;
    },
  };
}

function launchShape(host: Translation, shape: Expression, context: Context): () => [number, number, number] {
  const { memory } = host.machine;
  const dim3 = context.type({ kind: "named", name: "dim3", templateArguments: undefined, isConst: false, span: shape.span });
  const code = shape.kind === "list" ? made(host, dim3, shape.items, true, context, shape.span) : host.expression(shape, context);
  const { value } = host.convert(isFloating(code.type) ? host.convert(code, I32, shape.span) : code, dim3, shape.span);
  return () => {
    const view = memory.locate(Number(value()), 12, shape.span, false);
    return [0, 4, 8].map((offset) => view.getUint32(memory.offset + offset, true)) as [number, number, number];
  };
}

/** The kernels of a name, or those that a variable stands for. */
function launched(host: Translation, kernel: Expression, context: Context): Callable & { kind: "functions" } {
  const entity = kernel.kind === "name" && !kernel.owner ? lookUp(kernel.name, kernel.templateArguments, context, kernel.span) : undefined;
  if (kernel.kind === "name" && entity?.kind === "functions") {
    const { name, templateArguments } = kernel;
    return { kind: "functions", name, functions: entity.functions, templateArguments, context };
  }
  const callable = callableOf(host, host.expression(kernel, context), kernel.span);
  if (callable.kind === "lambda") throw new SourceError("A lambda is no kernel.", kernel.span);
  return callable;
}
