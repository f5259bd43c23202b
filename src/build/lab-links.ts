import { defineMdastPlugin, type MdastPluginEntry } from "satteri";
import { sharedKernelLink } from "#notebook/share/lab-links.ts";
import { CUDA_LANGUAGES, labKernelOfBlock } from "./cuda-block.ts";

/** Puts "Open in the lab" below each block of a lesson that is a whole CUDA kernel. */
export function labLinks(base: string): MdastPluginEntry {
  const root = base.replace(/\/?$/, "/");
  return ({ fileURL }) => {
    if (!fileURL?.pathname.includes("/content/lessons/")) return undefined;
    return defineMdastPlugin({
      name: "lab-links",
      async code(node, context) {
        if (!CUDA_LANGUAGES.includes(node.lang ?? "")) return;
        const kernel = labKernelOfBlock(node.value, node.meta ?? "");
        if (kernel === undefined) return;
        const url = await sharedKernelLink(root, kernel);
        context.insertAfter(node, {
          type: "paragraph",
          children: [{ type: "link", url, children: [{ type: "text", value: "Open in the lab" }] }],
          data: { hProperties: { class: "open-in-lab", "data-pagefind-ignore": "" } },
        });
      },
    });
  };
}
