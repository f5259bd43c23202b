import { LaunchError } from "#cuda/errors/error-kind.ts";
import { TooMuchWorkError } from "#cuda/machine/run-program.ts";
import { pathTo, partsOf, type BodyNode } from "#cuda/profile/source-path.ts";
import { SourceError, type Span } from "#cuda/source-error.ts";
import { parse } from "#cuda/syntax/parse.ts";
import type { BlockRequests } from "./block-requests.ts";
import type { Evaluation, WatchedPrint } from "./block-recorder.ts";
import type { LabRun } from "./profile.ts";

/** An expression to be watched: its value is that before the statement which makes an access. */
export interface WatchQuestion {
  /** As the learner wrote it. */
  readonly expression: string;
  /** Where the access stands in the text, in UTF-16 units. */
  readonly at: number;
}

/** What an expression was while a block ran. */
export interface WatchedValues {
  readonly evaluations: readonly Evaluation[];
  /** For each request of the block that is kept: the warp's last evaluation before it, as a position above; undefined before the first. */
  readonly ofRequests: readonly (number | undefined)[];
}

/** A text says why the expression cannot be watched. */
export type WatchAnswer = WatchedValues | string;

/**
 * Watches an expression in a block: the text is run with the expression before the statement that makes an access, so that names mean what
 * they mean there, and errors are the compiler's.
 *
 * @param runBlock runs the block of a changed text, and tells of a print in it
 * @param requests of the block as it is
 */
export function watchedValues(
  run: LabRun,
  { expression, at }: WatchQuestion,
  requests: BlockRequests["requests"],
  runBlock: (run: LabRun, print: WatchedPrint) => BlockRequests,
): WatchAnswer {
  const place = placeBefore(run.source, at);
  if (typeof place === "string") return place;
  const { statement, isAlone } = place;
  const print = `printf("", (${expression}));`;
  const before = isAlone ? "{ " : "";
  const from = statement.from + before.length;
  const span = { from, to: from + print.length };
  const { source } = run;
  const changed = `${source.slice(0, statement.from)}${before}${print} ${source.slice(statement.from, statement.to)}${isAlone ? " }" : ""}${source.slice(statement.to)}`;
  try {
    const problem = expressionProblem(changed, span);
    if (problem !== undefined) return problem;
    const evaluations: Evaluation[] = [];
    const events: { readonly warp: number; readonly requests: number }[] = [];
    const ran = runBlock(
      { ...run, source: changed },
      {
        span,
        tell: (evaluation, warp, requests) => {
          // The block begins anew where the machine runs it once more.
          if (requests < (events.at(-1)?.requests ?? 0)) evaluations.length = events.length = 0;
          evaluations.push(evaluation);
          events.push({ warp, requests });
        },
      },
    );
    return aligned(ran, requests, { evaluations, events, span });
  } catch (error) {
    if (error instanceof SourceError || error instanceof LaunchError || error instanceof TooMuchWorkError) return error.message;
    throw error;
  }
}

interface Watched {
  readonly evaluations: readonly Evaluation[];
  readonly events: readonly { readonly warp: number; readonly requests: number }[];
  /** Of the watched expression, in the changed text. */
  readonly span: Span;
}

/** Finds the requests of the block as it is among those of the changed text, which has more where the expression itself loads. */
function aligned({ requests: ran, spans }: BlockRequests, requests: BlockRequests["requests"], watched: Watched): WatchAnswer {
  const { evaluations, events, span } = watched;
  const last = new Map<number, number>();
  const ofRequests: (number | undefined)[] = [];
  let event = 0;
  for (const [number, request] of ran.entries()) {
    for (; events[event] !== undefined && events[event]!.requests <= number; event++) last.set(events[event]!.warp, event);
    const own = spans[request.site];
    if (own !== undefined && own.from >= span.from && own.to <= span.to) {
      if (request.op !== "load") return ONLY_LOOKS;
      continue;
    }
    const like = requests[ofRequests.length];
    if (like === undefined) break;
    if (like.warp !== request.warp || like.activeMask !== request.activeMask || like.op !== request.op)
      return "With this expression, the compiler makes other accesses: watch a variable, or something that loads nothing.";
    ofRequests.push(last.get(request.warp));
  }
  return { evaluations, ofRequests };
}

/** What a statement can be; nodes of other kinds are expressions. */
const STATEMENTS: ReadonlySet<string> = new Set(["block", "variables", "expression", "if", "for", "while", "do", "switch", "return"]);
const LOOPS: ReadonlySet<string> = new Set(["for", "while", "do"]);

/** The statement with an access, and whether it stands alone where one statement may: `if (…) out[i] = 1;`. */
function placeBefore(source: string, at: number): { readonly statement: Span; readonly isAlone: boolean } | string {
  const nodes = pathTo(parse(source), { from: at, to: at + 1 })?.nodes ?? [];
  const index = nodes.findLastIndex(({ kind }) => STATEMENTS.has(kind));
  const own = nodes[index];
  const around = nodes.slice(0, index).findLast(({ kind }) => STATEMENTS.has(kind));
  if (own === undefined || around === undefined) return "This access stands in no function of the text.";
  const isInHead = LOOPS.has(own.kind) || (LOOPS.has(around.kind) && (around as { body?: BodyNode }).body !== own);
  if (isInHead) return "This access stands in the head of a loop: go to one in its body.";
  return { statement: own.span, isAlone: around.kind !== "block" && around.kind !== "switch" };
}

const ONLY_LOOKS = "A watched expression only looks: it assigns nothing, and calls nothing that does.";

/** Kinds of expression that change what they are about. */
function changes(node: BodyNode): boolean {
  if (node.kind === "assignment" || node.kind === "postfix" || node.kind === "new" || node.kind === "delete") return true;
  if (node.kind === "unary" && (node.operator === "++" || node.operator === "--")) return true;
  if (node.kind === "call" && node.callee.kind === "name" && /^(atomic|__sync|printf|__shfl|__trap|assert)/.test(node.callee.name))
    return true;
  return partsOf(node).some((part) => (part.kind !== "call" || part !== node ? changes(part) : false));
}

/** Why what stands at the span is not one expression that only looks. */
function expressionProblem(changed: string, span: Span): string | undefined {
  const nodes = pathTo(parse(changed), { from: span.from, to: span.from + 1 })?.nodes ?? [];
  const print = nodes.find((node) => node.kind === "expression" && node.span.from === span.from && node.span.to === span.to);
  const call = print?.kind === "expression" ? print.expression : undefined;
  if (call?.kind !== "call" || call.arguments.length !== 2) return "Watch one expression: a variable, or what it takes part in.";
  if (changes(call.arguments[1]!)) return ONLY_LOOKS;
  return undefined;
}
