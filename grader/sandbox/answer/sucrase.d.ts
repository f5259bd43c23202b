// Sucrase ships types for its main entry only; its parser, which that entry brings along, tells where the tokens are.
declare module "sucrase/dist/index.js" {
  export { transform } from "sucrase";
}

declare module "sucrase/dist/parser/index.js" {
  export function parse(
    input: string,
    isJsx: boolean,
    isTypeScript: boolean,
    isFlow: boolean,
  ): { tokens: readonly { readonly start: number; readonly end: number }[] };
}
