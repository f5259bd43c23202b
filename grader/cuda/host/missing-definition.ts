import { placeAt, SourceError, UndeclaredError } from "../source-error.ts";
import { includedHeader } from "../text/headers.ts";
import { tokenize, type Token } from "../text/token.ts";

/** A remedy for a name that the text uses and does not declare. */
export interface Remedy {
  /** Sentences that follow those of the error. */
  readonly advice: string;
  /** A definition to paste above the text, for a name that many headers define alike; undefined where the text alone does not tell what the name means. */
  readonly definition: string | undefined;
}

/** Definitions of clocks and small functions, by the names that the headers of books and samples give them. */
const DEFINITIONS: ReadonlyMap<string, (name: string) => string> = new Map([
  ...["seconds", "cpuSecond", "get_time", "getTime", "wtime"].map((name) => [name, secondsText] as const),
  ...["StartTimer", "GetTimer"].map((name) => [name, stopWatchText] as const),
  ...["CUDA_KERNEL_LOOP", "CUDA_1D_KERNEL_LOOP"].map((name) => [name, gridLoopText] as const),
  ["MAX", (name) => `#define ${name}(a, b) ((a) > (b) ? (a) : (b))\n`],
  ["MIN", (name) => `#define ${name}(a, b) ((a) < (b) ? (a) : (b))\n`],
  ...["CEIL_DIV", "CEILDIV", "ceil_div", "ceilDiv", "ceildiv", "CDIV", "cdiv", "DIV_UP", "DIVUP", "div_up", "divUp", "iDivUp"].map(
    (name) => [name, roundedUpText] as const,
  ),
]);

/** The remedy where a text lacks a definition: one to paste, or a header whose text to paste. Undefined for any other error. */
export function remedyOf(error: SourceError, source: string): Remedy | undefined {
  if (!(error instanceof UndeclaredError)) return undefined;
  const { undeclared } = error;
  const tokens = tokenize(source);
  const definition = isErrorCheck(undeclared, tokens) ? checkText(undeclared) : DEFINITIONS.get(undeclared)?.(undeclared);
  const headers = headersOf(tokens, source);
  if (definition === undefined && headers.length === 0) return undefined;
  const advice = [
    ...(definition === undefined ? [] : [`Headers of books and samples define \`${undeclared}\`: paste a definition above the text.`]),
    ...(headers.length === 0 ? [] : [`The lab has only this text: if ${listed(headers)} declares \`${undeclared}\`, paste what it says in place of the #include.`]), // prettier-ignore
  ];
  return { advice: advice.join(" "), definition };
}

/** Whether the text hands the name what a function of CUDA's runtime returns: `CHECK(cudaMalloc(&p, n))`. */
function isErrorCheck(name: string, tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ text }, at) =>
      text === name && tokens[at + 1]?.text === "(" && isRuntimeFunction(tokens[at + 2]?.text ?? "") && tokens[at + 3]?.text === "(",
  );
}

function isRuntimeFunction(name: string): boolean {
  return /^cuda[A-Z]\w*$/.test(name);
}

/** The headers that the text includes and that the lab does not know, with their lines; of some it has a stand-in, which is not all of them. */
function headersOf(tokens: readonly Token[], source: string): string[] {
  return tokens.flatMap(({ text, startsLine, span }, at) => {
    if (text !== "#" || !startsLine || tokens[at + 1]?.text !== "include") return [];
    const end = tokens.findIndex((token, later) => later > at && token.startsLine);
    const header = includedHeader(tokens.slice(at + 2, end < 0 ? undefined : end), source, span);
    return header === undefined || header.kind === "known" ? [] : [`\`${header.name}\` (line ${placeAt(source, span.from).line})`];
  });
}

function listed(headers: readonly string[]): string {
  return headers.length === 1 ? headers[0]! : `${headers.slice(0, -1).join(", ")} or ${headers.at(-1)}`;
}

function checkText(name: string): string {
  return String.raw`#include <cstdio>
#include <cstdlib>
#define ${name}(call)                                                                                  \
  do {                                                                                                 \
    cudaError_t returned = (call);                                                                     \
    if (returned != cudaSuccess) {                                                                     \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(returned));                \
      exit(EXIT_FAILURE);                                                                              \
    }                                                                                                  \
  } while (0)
`.replaceAll(/ +\\$/gm, " \\");
}

/** A quotient, rounded up. */
function roundedUpText(name: string): string {
  return `#define ${name}(a, b) (((a) + (b) - 1) / (b))\n`;
}

/** A grid-stride loop, as PyTorch's and Caffe's headers define it. */
function gridLoopText(name: string): string {
  return `#define ${name}(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)\n`;
}

function secondsText(name: string): string {
  return `#include <chrono>
double ${name}() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
`;
}

/** Milliseconds since StartTimer, as NVIDIA's timer.h counts them. */
function stopWatchText(): string {
  return `#include <chrono>
static std::chrono::steady_clock::time_point timerStart;
void StartTimer() { timerStart = std::chrono::steady_clock::now(); }
double GetTimer() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - timerStart).count();
}
`;
}
