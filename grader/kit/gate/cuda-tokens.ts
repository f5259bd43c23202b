/** The tokens of a text in CUDA C++, read from the first to the last. */
export class CudaTokens {
  readonly #tokens: readonly string[];
  readonly #lines: readonly number[];
  #at = 0;

  constructor(text: string) {
    const blank = (comment: string): string => comment.replace(/[^\n]/g, " ");
    const code = text.replace(/\/\*[^]*?\*\/|\/\/.*|^#.*/gm, blank);
    const found = [...code.matchAll(/[A-Za-z_]\w*|\d+(?:\.\d+)?f?|<<(?!=)|>>(?!>)|[-+*/%<>=!&|^]=|\+\+|--|&&|\|\||[^\s\w]/g)];
    this.#tokens = found.map(([token]) => token);
    this.#lines = found.map(({ index }) => code.slice(0, index).split("\n").length);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** The next token, or one after it; empty at the end. */
  peek(ahead = 0): string {
    return this.#tokens[this.#at + ahead] ?? "";
  }

  /** Takes the next token. */
  next(): string {
    return this.#tokens[this.#at++] ?? "";
  }

  /** Takes the next token if it is this one. */
  skip(token: string): boolean {
    if (this.peek() !== token) return false;
    this.#at++;
    return true;
  }

  /** @throws Error when the next token is another */
  expect(token: string): void {
    if (!this.skip(token)) throw this.error(`"${token}" is missing before "${this.peek()}"`);
  }

  /** An error that names the line of the next token. */
  error(message: string): Error {
    return new Error(`kernel.cu with the solution, line ${this.#lines[Math.min(this.#at, this.#lines.length - 1)]}: ${message}`);
  }
}
