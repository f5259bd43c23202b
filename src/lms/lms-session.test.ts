import { describe, expect, it } from "vitest";
import { webAddress } from "./lms-session.ts";

describe("an address to return to", () => {
  it.each([
    ["https://lms.example.edu/course?id=1", "https://lms.example.edu/course?id=1"],
    ["http://localhost:8080/back", "http://localhost:8080/back"],
    [" https://lms.example.edu ", "https://lms.example.edu/"],
  ])("of the web is followed: %s", (text, address) => expect(webAddress(text)).toBe(address));

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " \u0001javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://lms.example.edu/1",
    "file:///etc/passwd",
    "vbscript:x",
    "back",
    "//lms.example.edu",
    "",
  ])("of another kind is not: %j", (text) => expect(webAddress(text)).toBeUndefined());
});
