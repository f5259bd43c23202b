import preact from "@astrojs/preact";
import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { codeThemes } from "#notebook/code-themes.ts";
import { lazyMonacoCss, offline, openFirstKey } from "#build/built-site.ts";
import { contentSecurityPolicy } from "#build/content-security-policy.ts";
import { sealingOf } from "#build/sealing.ts";
import { wholeSearchIndex } from "#build/search-index.ts";
import { exercisesPlugin } from "#build/vite-exercises.ts";
import { capstonesPlugin } from "#build/vite-capstones.ts";
import { EFFECTLESS, slimLabWorkerPlugin } from "#build/vite-lab-worker.ts";
import { slimMonacoPlugin } from "#build/vite-monaco.ts";
import { sandboxPlugin } from "#build/vite-sandbox.ts";
import { sketchesPlugin } from "#build/vite-sketches.ts";
import { quickStarlightCss } from "#build/vite-starlight-css.ts";
import { courseSidebar } from "#build/course-sidebar.ts";
import { glossaryLinks } from "#build/glossary-links.ts";
import { readGlossary } from "#build/glossary.ts";
import { labLinks } from "#build/lab-links.ts";
import { lessonImports } from "#build/lesson-imports.ts";
import { katexPlugin } from "#build/satteri-katex.ts";
import { kitReferencePlugin } from "#build/kit-reference.ts";
import { labErrorsPlugin } from "#build/lab-errors.ts";
import { hardwarePlugin } from "#build/vite-hardware.ts";

process.env.ASTRO_TELEMETRY_DISABLED = "1";

/**
 * Where the site will stand: SITE_URL is its origin, BASE_PATH the path below it. WITHHOLD names assignments, separated by commas: solutions
 * of their exercises are sealed.
 */
const { SITE_URL = "http://localhost:4321", BASE_PATH = "/", WITHHOLD } = process.env;
const sealing = await sealingOf(WITHHOLD);

export default defineConfig({
  site: SITE_URL,
  base: BASE_PATH,
  // As GitHub Pages does: a sandboxed frame of another site gets scripts only from a host that allows every origin.
  server: { headers: { "Access-Control-Allow-Origin": "*" } },
  markdown: {
    processor: satteri({
      features: { math: true },
      mdastPlugins: [lessonImports(), katexPlugin(), labLinks(BASE_PATH), glossaryLinks(readGlossary(), BASE_PATH)],
    }),
  },
  vite: {
    plugins: [
      hardwarePlugin(),
      kitReferencePlugin(),
      labErrorsPlugin(),
      exercisesPlugin(sealing),
      capstonesPlugin(sealing),
      sandboxPlugin(),
      sketchesPlugin(),
      slimMonacoPlugin(),
      quickStarlightCss(),
    ],
    worker: {
      format: "es",
      plugins: () => [slimMonacoPlugin(), slimLabWorkerPlugin()],
      rolldownOptions: { treeshake: { moduleSideEffects: EFFECTLESS } },
    },
    build: {
      chunkSizeWarningLimit: 8000,
      rolldownOptions: {
        checks: { moduleLevelDirective: false },
        // Otherwise a figure of one request also fetches all that runs kernels, because both are imported by way of simulator/index.ts.
        treeshake: { moduleSideEffects: [{ test: /\/grader\/simulator\//, sideEffects: false }] },
        // A page fetches no file for the sake of one string.
        optimization: { inlineConst: { mode: "all" } },
      },
    },
    optimizeDeps: { include: ["sucrase"] },
  },
  integrations: [
    starlight({
      title: "Coalesce",
      description: "A notebook-style course on GPU memory access, graded by a simulator that agrees with the hardware.",
      favicon: "/favicon.svg",
      // Lessons lie outside src/content/docs: this brings asides and heading links to them.
      markdown: { processedDirs: ["./content/"] },
      // src/pages/404.astro takes its place.
      disable404Route: true,
      lastUpdated: false,
      credits: false,
      customCss: [
        "./src/styles/fonts.css",
        "./src/styles/starlight-colours.css",
        "./src/styles/page.css",
        "./src/styles/lesson.css",
        "./src/styles/tables.css",
        "./src/styles/landing.css",
        "./src/styles/course-map.css",
        "./src/styles/figure-list.css",
        "./src/styles/buttons.css",
        "./src/styles/figure.css",
        "./src/styles/claims.css",
        "./src/styles/glossary.css",
        "./src/styles/cards.css",
        "./src/styles/filters.css",
        "./src/styles/cell-layout.css",
        "./src/styles/print.css",
      ],
      expressiveCode: {
        themes: [codeThemes.dark, codeThemes.light],
        // On a phone, code is not to become regions that scroll, each in need of a name: long lines go on in the next one, indented alike.
        defaultProps: { wrap: true, overridesByLang: { sh: { frame: "none" } } },
        styleOverrides: {
          borderRadius: "3px",
          borderColor: "var(--rule)",
          codeFontFamily: "var(--font-mono)",
          codeFontSize: "0.875rem",
          frames: { shadowColor: "transparent" },
        },
      },
      components: {
        Footer: "./src/components/starlight/Footer.astro",
        Head: "./src/components/starlight/Head.astro",
        Header: "./src/components/starlight/Header.astro",
        MarkdownContent: "./src/components/starlight/MarkdownContent.astro",
        MobileMenuToggle: "./src/components/starlight/MobileMenuToggle.astro",
        PageTitle: "./src/components/starlight/PageTitle.astro",
        Sidebar: "./src/components/starlight/Sidebar.astro",
        SiteTitle: "./src/components/starlight/SiteTitle.astro",
      },
      sidebar: courseSidebar(),
    }),
    wholeSearchIndex(),
    preact({ include: ["**/*.tsx"] }),
    lazyMonacoCss(),
    openFirstKey(),
    contentSecurityPolicy("own-site"),
    offline(),
  ],
});
