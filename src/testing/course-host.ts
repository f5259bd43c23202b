import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { contentType, serve, type Served } from "./serve.ts";

const built = fileURLToPath(new URL("../../dist/", import.meta.url));

/** The pages that the service worker caches at installation: few, but enough to tell one version from another. */
const SHELL_PAGES = ["/glossary/", "/map/"];

/** The built course on a host that lets browsers cache everything for ten minutes, as GitHub Pages does. */
export class CourseHost {
  readonly address: string;
  readonly close: () => Promise<void>;
  readonly #files: CourseFiles;

  private constructor({ origin, close }: Served, files: CourseFiles) {
    this.address = `${origin}/`;
    this.close = close;
    this.#files = files;
  }

  static async open(): Promise<CourseHost> {
    const files = new CourseFiles();
    await files.replace("/sw.js", /(?<=const SHELL = )\[.*\]/, JSON.stringify(SHELL_PAGES));
    const served = await serve(async ({ url = "/" }, response) => {
      const file = new URL(url, "http://course").pathname.replace(/\/$/, "/index.html");
      const body = await files.read(file).catch(() => undefined);
      const headers = { "Content-Type": contentType(file), "Cache-Control": "max-age=600" };
      response.writeHead(body === undefined ? 404 : 200, headers).end(body);
    });
    return new CourseHost(served, files);
  }

  /** Deploys a new version of the course, with another title on one page. */
  async deploy(page: string, title: string): Promise<void> {
    const html = await this.#files.replace(`/${page}index.html`, /(?<=<h1[^>]*>)[^<]*/, title);
    const version = createHash("sha256").update(html).digest("hex").slice(0, 12);
    await this.#files.replace("/sw.js", /(?<=const VERSION = ")[^"]*/, version);
  }
}

/** The built files, some of them replaced. */
class CourseFiles {
  readonly #replaced = new Map<string, string>();

  async read(file: string): Promise<string | Buffer> {
    return this.#replaced.get(file) ?? (await readFile(path.join(built, file)));
  }

  /** @throws Error if the file does not contain the pattern */
  async replace(file: string, pattern: RegExp, by: string): Promise<string> {
    const text = String(await this.read(file));
    if (!pattern.test(text)) throw new Error(`${file} has no ${pattern}`);
    const replaced = text.replace(pattern, () => by);
    this.#replaced.set(file, replaced);
    return replaced;
  }
}
