import { useRef, useState } from "preact/hooks";
import { Prose } from "#pictures/inline-code.ts";
import { downloadText } from "../download-text.ts";
import { LAUNCH_FILE, launchFileText, profileCommandLine, sourceFileName } from "./kernel-files.ts";
import type { LabSession } from "./lab-session.ts";
import { openFiles } from "./open-files.ts";

/** Kernel and launch as files, and files as a kernel. */
export function FileButtons({ session }: { readonly session: LabSession }) {
  const input = useRef<HTMLInputElement>(null);
  const [said, say] = useState("");
  const { kernel } = session;
  const download = (name: string, text: string, type: string): void => {
    downloadText(name, text, type);
    say(`With both files, \`${profileCommandLine(kernel.value)}\` gives these counts on the command line.`);
  };
  const open = async (chosen: HTMLInputElement): Promise<void> => {
    const files = [...(chosen.files ?? [])];
    // So that the same file can be chosen again.
    chosen.value = "";
    if (files.length > 0) await openFiles(session, files);
  };
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        Open file…
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".cu,.cuh,.json,.ncu-rep,.csv"
        aria-label="A .cu file, with its launch.json if there is one"
        onChange={({ currentTarget }) => void open(currentTarget)}
      />
      <button type="button" onClick={() => download(sourceFileName(kernel.value), kernel.value.source, "text/plain")}>
        Download .cu
      </button>
      <button type="button" onClick={() => download(LAUNCH_FILE, launchFileText(kernel.value), "application/json")}>
        Download {LAUNCH_FILE}
      </button>
      <span role="status">
        <Prose text={said} />
      </span>
    </>
  );
}
