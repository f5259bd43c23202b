/** Ways in which people write one and the same program: none changes what it does. */
const habits: readonly ((source: string) => string)[] = [
  (source) => source,
  (source) => `// My answer. It took me an afternoon.\n${source}`,
  renamed,
  (source) => `${renamed(source)}\n// Checked with the small case by hand.\n`,
  (source) => source.replaceAll(/\/\*\*[^]*?\*\/\n/g, "").replaceAll("\n\n", "\n"),
];

/** Sources that behave like the given one and do not look alike; the first is itself. At most so many. */
export function variantsOf(source: string, most: number): string[] {
  return [...new Set(habits.map((habit) => habit(source)))].slice(0, most);
}

/** Constants have other names, where the name stands for nothing else. */
function renamed(source: string): string {
  const names = new Set([...source.matchAll(/\bconst ([a-z]\w*) =/g)].map(([, name]) => name));
  let text = source;
  for (const name of names) {
    const standsForMore = new RegExp(`[.{,]\\s*${name}\\b|\\b${name}\\s*[:,}]|export const ${name}\\b|\`[^\`]*\\b${name}\\b`).test(source);
    if (!standsForMore) text = text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), `my${name[0].toUpperCase()}${name.slice(1)}`);
  }
  return text;
}
