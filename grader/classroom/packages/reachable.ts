import path from "node:path";

/** Files whose text can name other files of the site. */
const NAMING = /\.(html|css|js)$/;

/**
 * The files of a built site that can come to be asked for, starting with some of them. The bundler puts a hash into each name,
 * so that a text which holds the name of a file means that file.
 *
 * @param files the whole site by path.
 * @param isLeftOut tells files that are not followed, whoever names them.
 * @returns paths, sorted.
 */
export function reachable(
  files: ReadonlyMap<string, Uint8Array>,
  starts: readonly string[],
  isLeftOut: (file: string) => boolean,
): readonly string[] {
  const candidates = [...files.keys()].filter((file) => !isLeftOut(file));
  const reached = new Set(starts);
  for (const file of reached) {
    if (!NAMING.test(file)) continue;
    const text = Buffer.from(files.get(file) ?? []).toString("utf8");
    for (const other of candidates) if (!reached.has(other) && text.includes(path.posix.basename(other))) reached.add(other);
  }
  return [...reached].sort();
}
