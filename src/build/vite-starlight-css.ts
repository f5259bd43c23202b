import type { Plugin } from "vite";

/** Ends of list items that hold more than a line: in lists where any item does. */
const LOOSE_LISTS = /\.sl-markdown-content\s+:is\(ol, ul\):has\([^{]+\{/;

/** The same, but for lists that mix items of both kinds. */
const LOOSE_ITEMS =
  ".sl-markdown-content :is(ol, ul) > li > :last-child:not(a, strong, em, del, span, input, code, br, script, ol, ul, :where(.not-content *)) {";

/**
 * Replaces a rule of Starlight's whose `:has()` asks for any element at all: wherever one was inserted, a browser looked up the styles of the
 * whole page again, several times for each key that is typed into a cell.
 */
export function quickStarlightCss(): Plugin {
  return {
    name: "quick-starlight-css",
    enforce: "pre",
    transform: {
      filter: { id: /\/starlight\/dist\/style\/markdown\.css/ },
      handler(css) {
        if (!LOOSE_LISTS.test(css))
          throw new Error("Starlight styles lists otherwise than it did: src/build/vite-starlight-css.ts must follow");
        return css.replace(LOOSE_LISTS, LOOSE_ITEMS);
      },
    },
  };
}
