// Sucrase ships types for its main entry only. Its parser, which that entry includes, gives the positions of the tokens.
declare module "sucrase/dist/index.js" {
  export { transform } from "sucrase";
}

declare module "sucrase/dist/parser/index.js" {
  export function parse(
    input: string,
    isJsx: boolean,
    isTypeScript: boolean,
    isFlow: boolean,
  ): {
    tokens: readonly {
      readonly start: number;
      readonly end: number;
      readonly isType: boolean;
      /** What an identifier is there for: `IdentifierRole` of Sucrase's tokenizer. */
      readonly identifierRole: number | null;
    }[];
  };
}
