// The one interface beyond ECMAScript that the lab uses; browsers and Node both have it. Declared as in TypeScript's DOM library.

interface TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}
// eslint-disable-next-line no-var -- a global
declare var TextEncoder: { prototype: TextEncoder; new (): TextEncoder };

interface TextDecoderOptions {
  fatal?: boolean;
  ignoreBOM?: boolean;
}
interface TextDecoder {
  decode(input?: ArrayBufferView | ArrayBuffer): string;
}
// eslint-disable-next-line no-var -- a global
declare var TextDecoder: { prototype: TextDecoder; new (label?: string, options?: TextDecoderOptions): TextDecoder };
