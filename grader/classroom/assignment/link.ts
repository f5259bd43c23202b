import { z } from "zod";
import { publicAssignmentSchema, type PublicAssignment } from "./assignment.ts";
import { InputError } from "./input-error.ts";

/** A link that holds no valid assignment. The message is for the student who followed the link. */
export class LinkInvalid extends InputError {
  override name = "LinkInvalid";
}

const PREFIX = "#a=";
/** The most that a link may unpack to, so that a hostile one cannot fill the page's memory. An assignment of hundreds of exercises is far smaller. */
const MOST_BYTES = 1_000_000;

/**
 * The link that students open. The students' copy travels in the fragment, which browsers do not send to any server.
 *
 * @param courseUrl the address of the course's landing page, with or without a trailing slash.
 */
export async function assignmentLink(copy: PublicAssignment, courseUrl: string): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(copy));
  const packed = await bytesOf(through(json, new CompressionStream("deflate-raw")), Infinity);
  const url = new URL(courseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/assignment/`;
  url.search = "";
  url.hash = `${PREFIX}${base64Url(packed)}`;
  return url.href;
}

/**
 * The assignment that a link holds.
 *
 * @param hash the link's fragment, "#a=…".
 * @throws LinkInvalid when there is no valid assignment in it.
 */
export async function assignmentFromLink(hash: string): Promise<PublicAssignment> {
  if (!hash.startsWith(PREFIX)) throw new LinkInvalid("This link names no assignment. Copy the whole link that you were given.");
  const result = publicAssignmentSchema.safeParse(await unpacked(hash.slice(PREFIX.length)));
  if (result.success) return result.data;
  throw new LinkInvalid(`The assignment in this link is not in order: ${z.prettifyError(result.error)}`);
}

async function unpacked(text: string): Promise<unknown> {
  try {
    const json = await bytesOf(through(fromBase64Url(text), new DecompressionStream("deflate-raw")), MOST_BYTES);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch (error) {
    throw new LinkInvalid("This link is incomplete or was altered on its way. Copy the whole link that you were given.", { cause: error });
  }
}

function through(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(transform);
}

async function bytesOf(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    length += read.value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError(`holds more than ${most} bytes`);
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

function base64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
