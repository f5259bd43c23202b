// Beyond ECMAScript, the lab uses only this, which browsers and Node both have. Written as in TypeScript's library of the DOM.

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
