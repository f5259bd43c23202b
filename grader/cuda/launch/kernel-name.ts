/** "tiled<16, float>" is the kernel `tiled` with the template arguments `16, float`. */
export function splitKernelName(name: string): { readonly name: string; readonly templateArguments: string } {
  const [, plain = name, templateArguments = ""] = /^\s*([\w:]+)\s*(?:<(.*)>)?\s*$/s.exec(name) ?? [];
  return { name: plain, templateArguments };
}
