/** Colours of code, in the page and in the editor. High contrast: comments stay readable on the page's own background. */
export const codeThemes = { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } as const;
