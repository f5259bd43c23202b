import { base64Url, fromBase64Url } from "./base64url.ts";
import { InputError } from "./input-error.ts";

/** A text that only an assignment's key opens: AES-GCM, in base64url, with the initialization vector in front. */
export interface Sealed {
  /** The assignment's id. */
  readonly assignment: string;
  readonly text: string;
}

const VECTOR_BYTES = 12;
/** OWASP's advice for PBKDF2 with SHA-256: whoever has a sealed text can try secrets, and each try costs as many hashes. */
const ITERATIONS = 600_000;

/** The form of a key: 256 bits in base64url. */
export const KEY_PATTERN = /^[\w-]{43}$/;

/**
 * The key that opens an assignment's sealed texts, in base64url. It is derived from the secret and does not reveal it: students may have it
 * once the solutions are out.
 *
 * @throws InputError when the assignment has no secret
 */
export async function sealingKey({ id, secret }: { readonly id: string; readonly secret?: string | undefined }): Promise<string> {
  if (secret === undefined) throw new InputError(`${id} has no secret, from which the key of its solutions is made: add one`);
  const material = await crypto.subtle.importKey("raw", bytesOf(secret), "PBKDF2", false, ["deriveBits"]);
  const salt = bytesOf(`coalesce/solutions/v1 ${id}`);
  const bits = await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations: ITERATIONS }, material, 256);
  return base64Url(new Uint8Array(bits));
}

/**
 * Whether a secret looks drawn at random rather than thought of: whoever has a sealed text can try words, and nobody can try the secrets
 * that `coalesce new assignment` draws.
 */
export function looksDrawn(secret: string): boolean {
  return secret.length >= 16 && [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(secret)) && !/\s/.test(secret);
}

/** A fresh secret: 144 random bits in base64url. */
export function newSecret(): string {
  const drawn = base64Url(crypto.getRandomValues(new Uint8Array(18)));
  return looksDrawn(drawn) ? drawn : newSecret();
}

/** Seals a text. The same text gives the same bytes, so that a site can be built again; another text has another vector. */
export async function seal(text: string, assignment: string, key: string): Promise<Sealed> {
  const plain = bytesOf(text);
  const digest = await crypto.subtle.digest("SHA-256", bytesOf(`${key} ${text}`));
  const iv = new Uint8Array(digest).slice(0, VECTOR_BYTES);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await imported(key), plain);
  return { assignment, text: base64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)])) };
}

/** @throws InputError when the key is another one, the text was altered, or the page came over plain http */
export async function unseal({ assignment, text }: Sealed, key: string): Promise<string> {
  if (!("subtle" in crypto))
    throw new InputError("Over plain http, browsers open nothing that is sealed. Open this page by its https address.");
  const bytes = fromBase64Url(text);
  const iv = bytes.slice(0, VECTOR_BYTES);
  try {
    const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await imported(key), bytes.slice(VECTOR_BYTES));
    return new TextDecoder().decode(plain);
  } catch (cause) {
    const message = `The key of ${assignment} does not open this solution. Ask for the link that belongs to this copy of the course.`;
    throw new InputError(message, { cause });
  }
}

function imported(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", fromBase64Url(key), "AES-GCM", false, ["encrypt", "decrypt"]);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
