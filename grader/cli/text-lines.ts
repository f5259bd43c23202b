import type { Readable } from "node:stream";

/**
 * The lines of a stream of UTF-8 text, chunk by chunk: an event for each of millions of lines would cost more than the work on it.
 * The last line needs no newline.
 *
 * @param onChunk is told the bytes of each chunk as it arrives
 */
export async function* textLines(stream: Readable, onChunk: (bytes: number) => void): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    onChunk(chunk.byteLength);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield [rest];
}
