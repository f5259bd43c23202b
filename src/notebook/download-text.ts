/** Some browsers begin to read the file well after the click. */
const KEPT_MS = 60_000;

/** Puts a text among the reader's downloads, as a file of this name. */
export function downloadText(name: string, text: string, type = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
