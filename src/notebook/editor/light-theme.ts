import { typescriptLanguage } from "@codemirror/lang-javascript";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import "../hanging-indent.css";
import { hangingIndents } from "./hanging-indents.ts";
import "./light-theme.css";

/** Syntax colours by class: light-theme.css gives each class the colour of the course's code themes. */
const highlightStyle = HighlightStyle.define([
  { tag: tags.comment, class: "code-comment" },
  { tag: [tags.string, tags.regexp], class: "code-string" },
  { tag: [tags.keyword, tags.operator, tags.modifier], class: "code-keyword" },
  { tag: [tags.number, tags.bool, tags.null, tags.standard(tags.typeName), tags.constant(tags.variableName)], class: "code-constant" },
  { tag: [tags.typeName, tags.className, tags.definition(tags.variableName), tags.definition(tags.propertyName)], class: "code-name" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], class: "code-function" },
  { tag: tags.function(tags.definition(tags.variableName)), class: "code-function" },
  { tag: [tags.derefOperator, tags.punctuation], class: "code-plain" },
]);

/** How CodeMirror shows code in the course, to be edited or only read: in the sizes of the static code, and the page's colours. */
export const lookOfCode: Extension = [
  lineNumbers(),
  EditorView.lineWrapping,
  hangingIndents,
  EditorState.tabSize.of(2),
  indentUnit.of("  "),
  syntaxHighlighting(highlightStyle),
  EditorView.theme({
    "&": { background: "none" },
    "&.cm-focused": { outline: "none" },
    ".cm-scroller": { font: "inherit", lineHeight: "inherit" },
    // Not only between words: where the static code, and Monaco, break lines.
    ".cm-content.cm-lineWrapping": { whiteSpace: "pre-wrap" },
    ".cm-content": { padding: "12px 0", caretColor: "var(--ink-strong)" },
    ".cm-line": { padding: "0 14px 0 var(--hang)", textIndent: "calc(-1 * var(--hang))" },
    ".cm-cursor": { borderLeftColor: "var(--ink-strong)" },
    ".cm-gutters": { border: "0", background: "none", color: "var(--ink-soft)" },
    ".cm-lineNumbers .cm-gutterElement": { minWidth: "calc(var(--code-number) + var(--code-gap))", padding: "0 var(--code-gap) 0 0" },
    ".cm-lineNumbers .marked-number": { color: "var(--wrong)", fontWeight: 700 },
    ".cm-panels": { border: "0", background: "none", color: "var(--ink-strong)" },
    ".cm-tooltip": { border: "1px solid var(--rule-strong)", background: "var(--paper)", color: "var(--ink-strong)" },
    ".cm-diagnostic-error": { borderLeftColor: "var(--wrong)" },
    ".cm-diagnostic": { font: "400 var(--sl-text-sm) / 1.45 var(--font-ui)", maxWidth: "32rem", whiteSpace: "normal" },
    ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
      background: "var(--code-selection)",
    },
    ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { outline: "1px solid var(--rule-strong)", background: "none" },
  }),
];

/** TypeScript in the course's look. */
export const lightLook: Extension = [typescriptLanguage, lookOfCode];
