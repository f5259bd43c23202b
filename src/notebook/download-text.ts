/** How long the file stays available: some browsers start to read it well after the click. */
const AVAILABLE_MS = 60_000;

/** Downloads a text, or bytes, as a file with this name. */
export function downloadText(name: string, text: string | Uint8Array<ArrayBuffer>, type = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), AVAILABLE_MS);
}
