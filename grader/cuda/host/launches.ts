import { launchIncomplete, notAKernel } from "../errors/host-errors.ts";
import { chooseFunction } from "../check/overloads.ts";
import type { Context } from "../check/context.ts";
import { lookUp } from "../check/names.ts";
import { I32, U64, VOID, isFloating } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { type Callable, type Code, type Translation, decayed } from "./code.ts";
import { callableOf } from "./callables.ts";
import { targetOf } from "./pointer-calls.ts";
import { constructedValue } from "./initial-values.ts";

export function translateLaunch(host: Translation, expression: Expression & { kind: "launch" }, context: Context): Code {
  const { kernel, configuration, span } = expression;
  const values = expression.arguments.map((argument) => host.expression(argument, context));
  const kernelOf = launched(host, kernel, values, context, span);
  const [grid, block, bytes] = configuration;
  if (!grid || !block) throw launchIncomplete(span);
  const shapes = [grid, block].map((shape) => launchShape(host, shape, context));
  const sharedBytes = bytes ? host.convert(host.expression(bytes, context), U64, bytes.span).value : () => 0;
  const { machine } = host;
  return {
    type: VOID,
    value: () => {
      const { entity, given } = kernelOf();
      const [gridDim, blockDim] = shapes.map((shape) => shape());
      machine.launch({
        kernel: entity.node,
        given,
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
  const code =
    shape.kind === "list" ? constructedValue(host, dim3, shape.items, true, context, shape.span) : host.expression(shape, context);
  const { value } = host.convert(isFloating(code.type) ? host.convert(code, I32, shape.span) : code, dim3, shape.span);
  return () => {
    const view = memory.locate(Number(value()), 12, shape.span, false);
    return [0, 4, 8].map((offset) => view.getUint32(memory.offset + offset, true)) as [number, number, number];
  };
}

/** Which kernel a launch starts: that of a name, or the one that a variable stands for when the program runs. */
function launched(host: Translation, kernel: Expression, values: readonly Code[], context: Context, span: Span): () => Chosen {
  const choose = ({ name, functions, templateArguments, context: around }: Callable & { kind: "functions" }): Chosen => {
    const chosen = chooseFunction(name, functions, templateArguments, values, around, span);
    const { node } = chosen.entity;
    if (!node.runs.global) throw notAKernel(kernel.span, node.name);
    return chosen;
  };
  const entity = kernel.kind === "name" && !kernel.owner ? lookUp(kernel.name, kernel.templateArguments, context, kernel.span) : undefined;
  if (kernel.kind === "name" && entity?.kind === "functions") {
    const { name, templateArguments } = kernel;
    const chosen = choose({ kind: "functions", name, functions: entity.functions, templateArguments, context });
    return () => chosen;
  }
  const code = host.expression(kernel, context);
  const callable = callableOf(host, code, kernel.span);
  if (callable.kind === "lambda") throw notAKernel(kernel.span, "lambda");
  if (callable.kind === "functions") {
    const chosen = choose(callable);
    return () => chosen;
  }
  const target = targetOf(host, code, kernel.span);
  const known = new Map<object, Chosen>();
  return () => {
    const pointed = target();
    if (pointed.kind === "closure") throw notAKernel(kernel.span, "lambda");
    let chosen = known.get(pointed);
    if (!chosen) known.set(pointed, (chosen = choose(pointed)));
    return chosen;
  };
}

type Chosen = ReturnType<typeof chooseFunction>;
