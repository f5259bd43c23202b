import mdx from "@astrojs/mdx";
import preact from "@astrojs/preact";
import { satteri } from "@astrojs/markdown-satteri";
import { defineConfig } from "astro/config";
import { glossaryLinks } from "#build/glossary-links.ts";
import { readGlossary } from "#build/glossary.ts";
import { lazyMonacoCss } from "#build/built-site.ts";
import { contentSecurityPolicy } from "#build/content-security-policy.ts";
import { katexPlugin } from "#build/satteri-katex.ts";
import { codeThemes } from "#notebook/code-themes.ts";
import { capstonesPlugin } from "#build/vite-capstones.ts";
import { exercisesPlugin } from "#build/vite-exercises.ts";
import { slimMonacoPlugin } from "#build/vite-monaco.ts";
import { sandboxPlugin } from "#build/vite-sandbox.ts";

/**
 * The page of an LMS package, with the cells of all exercises: `grader/classroom/packages` keeps those of one assignment. It has no base
 * path: its scripts and styles name each other by relative addresses.
 */
export default defineConfig({
  srcDir: "./",
  cacheDir: "../../.cache/lms-astro",
  markdown: {
    processor: satteri({ features: { math: true }, mdastPlugins: [katexPlugin(), glossaryLinks(readGlossary(), "/")] }),
    shikiConfig: { themes: codeThemes, defaultColor: false },
  },
  build: { inlineStylesheets: "never" },
  devToolbar: { enabled: false },
  vite: {
    cacheDir: "../../.cache/lms-vite",
    plugins: [
      exercisesPlugin([], { isForPackage: true }),
      capstonesPlugin([], { isForPackage: true }),
      sandboxPlugin(),
      slimMonacoPlugin(),
    ],
    worker: { format: "es", plugins: () => [slimMonacoPlugin()] },
    experimental: { renderBuiltUrl: () => ({ relative: true }) },
    build: { chunkSizeWarningLimit: 8000, assetsInlineLimit: 0, rolldownOptions: { checks: { moduleLevelDirective: false } } },
    environments: { client: { build: { rolldownOptions: { output: { chunkFileNames } } } } },
  },
  integrations: [mdx(), preact({ include: ["**/*.tsx"] }), lazyMonacoCss(), contentSecurityPolicy("any-site")],
});

/**
 * Chunks of an exercise go into a folder with its name, so that a package can leave out the other exercises. Its description, which only
 * the reader's GPU needs, stays out of all packages: without a course around it, a cell has no button for that.
 */
function chunkFileNames({ name, facadeModuleId }) {
  const described = /\/exercises\/([^/]+)\/exercise\.ts$/.exec(facadeModuleId ?? "")?.[1];
  if (described) return `exercises/${described}/description.[hash].js`;
  const part = /virtual:exercises\/([^/]+\/[^/]+)$/.exec(facadeModuleId ?? "")?.[1];
  return part ? `exercises/${part}.[hash].js` : `_astro/${name}.[hash].js`;
}
