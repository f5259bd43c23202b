import { chooseFunction } from "../program/calls.ts";
import type { Context } from "../program/context.ts";
import { lookUp, unknownName } from "../program/names.ts";
import { I32, U64, VOID, isFloating } from "../program/types.ts";
import { SourceError } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { type Code, type Translation, decayed, operandLike } from "./code.ts";
import { made } from "./initial-values.ts";

export function translateLaunch(host: Translation, expression: Expression & { kind: "launch" }, context: Context): Code {
  const { kernel, configuration, span } = expression;
  if (kernel.kind !== "name") throw new SourceError("A kernel is launched by its name.", kernel.span);
  const entity = lookUp(kernel.name, kernel.templateArguments, context, kernel.span);
  if (entity?.kind !== "functions") throw unknownName(kernel.name, context, kernel.span);
  const values = expression.arguments.map((argument) => host.expression(argument, context));
  const chosen = chooseFunction(kernel.name, entity.functions, kernel.templateArguments, values.map(operandLike), context, span);
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
