import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "acorn";
import { defineMdastPlugin, type MdastPluginEntry } from "satteri";
import { elementsIn, nodesOf } from "#components/course/lesson-tree.ts";

const courseRoot = new URL("../../", import.meta.url);

/** Where the components of lessons are. Each is named after its file, a figure after its folder: `<GcdClock>` is src/figures/gcd-clock. */
const COMPONENTS = ["src/components/*.astro", "src/components/charts/*.astro", "src/components/tables/*.astro", "src/figures/*/figure.tsx"];

/** The pages that use them: lessons, the page with their experiments, and the one with public questions. */
const PAGES = /\/content\/(lessons\/|(how-we-know|asked-answered)\.mdx$)/;

/** Lets lessons use all components, figures, and values of lesson-values.ts without importing them. */
export function lessonImports(): MdastPluginEntry {
  const components = componentFiles();
  const values = `import { ${valueNames().join(", ")} } from "#components/lesson-values.ts";`;
  return ({ fileURL }) => {
    if (!PAGES.test(fileURL?.pathname ?? "")) return undefined;
    return defineMdastPlugin({
      name: "lesson-imports",
      before(root, context) {
        const used = new Set(elementsIn(nodesOf(root)).map(({ name }) => name));
        const lines = [...used].flatMap((name) => {
          const file = components.get(name);
          return file === undefined ? [] : `import ${name} from "${file}";`;
        });
        context.prependChild(root, { type: "mdxjsEsm", value: [values, ...lines].join("\n") });
      },
    });
  };
}

/** The module of each component, as a lesson imports it: `Try` is "#components/Try.astro". */
function componentFiles(): ReadonlyMap<string, string> {
  return new Map(
    globSync(COMPONENTS, { cwd: courseRoot }).map((file) => {
      const { dir, name } = path.parse(file);
      return [name === "figure" ? pascalCase(path.basename(dir)) : name, file.replace("src/", "#")];
    }),
  );
}

/** "gcd-clock" as the name of a component, "GcdClock". */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The names that lesson-values.ts exports. */
export function valueNames(): string[] {
  const source = readFileSync(new URL("src/components/lesson-values.ts", courseRoot), "utf8");
  return parse(source, { ecmaVersion: "latest", sourceType: "module" }).body.flatMap((statement) =>
    statement.type !== "ExportNamedDeclaration"
      ? []
      : statement.specifiers.flatMap(({ exported }) => (exported.type === "Identifier" ? exported.name : [])),
  );
}
