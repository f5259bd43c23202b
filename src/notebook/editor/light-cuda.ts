import { LRLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { parser } from "@lezer/cpp";
import { lookOfCode } from "./light-theme.ts";

/** CUDA C++ as CodeMirror shows it in the course, coloured by the grammar of C++. */
export const cudaLook: Extension = [LRLanguage.define({ name: "cuda", parser }), lookOfCode];
