import type { Locator } from "@playwright/test";

/** Replaces the text of the editor in a part of the page. It is pasted, because editors close brackets and indent lines as they are typed. */
export async function writeCode(part: Locator, text: string): Promise<void> {
  const light = part.locator(".cm-content");
  if (await light.count()) {
    await light.press("ControlOrMeta+A");
    return light.evaluate((content, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }
  const page = part.page();
  await part.locator(".monaco-editor").first().click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await part.evaluate((_, pasted) => navigator.clipboard.writeText(pasted), text);
  await page.keyboard.press("ControlOrMeta+V");
}

/** The text of the editor in a part of the page. */
export async function codeIn(part: Locator): Promise<string> {
  const lines = await part.locator(":is(.view-line, .cm-line)").allInnerTexts();
  return lines
    .map((line) => line.replace(/\n$/, ""))
    .join("\n")
    .replaceAll("\u00a0", " ");
}
