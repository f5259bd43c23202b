import { base64Url, fromBase64Url } from "./base64url.ts";

/** A megabyte is the most that a fragment may unpack to, so that a hostile link cannot fill the page's memory. What the course puts into links is far smaller. */
const MOST_BYTES = 1_000_000;

/**
 * Packs data for the fragment of a link, which browsers do not send to any server: JSON, compressed with raw DEFLATE, in base64url.
 *
 * @throws RangeError when the value is not JSON, or is larger than a fragment may be
 */
export async function encodeFragment(value: unknown): Promise<string> {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new RangeError("A link can carry only what JSON can hold.");
  const bytes = new TextEncoder().encode(json);
  if (bytes.length > MOST_BYTES) throw new RangeError("This is too large for a link, which carries at most one megabyte.");
  return base64Url(await bytesOf(through(bytes, new CompressionStream("deflate-raw"))));
}

/**
 * The contents of a fragment, as JSON gives them: the caller has yet to check their shape.
 *
 * @param text the fragment without its name: the part after "#code="
 * @throws RangeError when the text was cut or altered, or unpacks to more than a megabyte
 */
export async function decodeFragment(text: string): Promise<unknown> {
  try {
    const json = await bytesOf(through(fromBase64Url(text), new DecompressionStream("deflate-raw")));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch (error) {
    if (error instanceof TooLarge) throw new RangeError(error.message, { cause: error });
    throw new RangeError("This link is incomplete or was altered on its way. Copy the whole link that you were given.", { cause: error });
  }
}

class TooLarge extends Error {
  override name = "TooLarge";
}

function through(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(transform);
}

/** @throws TooLarge as soon as the stream has given more than a fragment may hold */
async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    length += read.value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new TooLarge("This link holds more than one megabyte, which is more than the course puts into a link. It is not opened.");
    }
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
