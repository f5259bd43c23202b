/** The course's two palettes, as src/styles/palette.css has them; a test holds them together. */
export const palette = {
  light: {
    paper: "#fdfcf9",
    panel: "#f5f2eb",
    ink: "#262420",
    "ink-strong": "#14120f",
    "ink-soft": "#5d5950",
    rule: "#d8d2c5",
    "rule-strong": "#767168",
    accent: "#1c5a78",
    "accent-ground": "#e1edf2",
    hatch: "#a8a294",
    wrong: "#b02a1a",
    "wrong-ground": "#fbe9e5",
    right: "#1f6b3b",
  },
  dark: {
    paper: "#14161a",
    panel: "#1b1e23",
    ink: "#e7e4dd",
    "ink-strong": "#f7f5f0",
    "ink-soft": "#aaa79f",
    rule: "#363a41",
    "rule-strong": "#7d8087",
    accent: "#8fc7dd",
    "accent-ground": "#20333d",
    hatch: "#565a62",
    wrong: "#ff9580",
    "wrong-ground": "#3a211d",
    right: "#8fd0a5",
  },
} as const;

/** The palette as custom properties of whatever the selector names: dark where the reader's system is, light in print. */
export function paletteCss(selector: string): string {
  const properties = (colors: Readonly<Record<string, string>>): string =>
    Object.entries(colors)
      .map(([name, color]) => `--${name}:${color}`)
      .join(";");
  return `${selector}{color-scheme:light dark;${properties(palette.light)}}
@media screen and (prefers-color-scheme:dark){${selector}{${properties(palette.dark)}}}`;
}
