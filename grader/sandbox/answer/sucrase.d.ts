// Sucrase ships types for its main entry only. Its parser, which that entry includes, gives the positions of the tokens, and the scopes.
declare module "sucrase/dist/index.js" {
  export { transform } from "sucrase";
}

declare module "sucrase/dist/parser/index.js" {
  export interface ParsedFile {
    readonly tokens: readonly ParsedToken[];
    /** The scopes of the values, each after those inside it; the last is the file's. */
    readonly scopes: readonly ParsedScope[];
  }

  export interface ParsedToken {
    readonly start: number;
    readonly end: number;
    readonly isType: boolean;
    /** The role of an identifier: `IdentifierRole` of Sucrase's tokenizer. */
    readonly identifierRole: number | null;
  }

  export interface ParsedScope {
    readonly startTokenIndex: number;
    /** After its last token. */
    readonly endTokenIndex: number;
    /** Whether a `var` inside it belongs to it: the file or a function, not a block. */
    readonly isFunctionScope: boolean;
  }

  export function parse(input: string, isJsx: boolean, isTypeScript: boolean, isFlow: boolean): ParsedFile;
}
