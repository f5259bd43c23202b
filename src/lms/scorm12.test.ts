import { describe, expect, test } from "vitest";
import { LmsRefused } from "./lms.ts";
import { Scorm12, findApi, timespan, type ApiWindow, type Scorm12Api } from "./scorm12.ts";

const api = { LMSInitialize: () => "true" } as unknown as Scorm12Api;

/** Nested windows, the innermost first; the outermost is its own parent. */
function nested(...windows: readonly Partial<ApiWindow>[]): ApiWindow {
  return windows.reduceRight<ApiWindow | undefined>((parent, window) => {
    const one = { opener: null, ...window } as ApiWindow & { parent: ApiWindow };
    one.parent ??= parent ?? one;
    return one;
  }, undefined)!;
}

/** A window of another origin. */
const foreign = new Proxy({} as ApiWindow, {
  get() {
    throw new DOMException("Blocked a frame from accessing a cross-origin frame.", "SecurityError");
  },
});

describe("the search for the LMS", () => {
  test.each<[string, ApiWindow, Scorm12Api | undefined]>([
    ["in the page itself", nested({ API: api }), api],
    ["in the frame around the frame around it", nested({}, {}, { API: api }), api],
    ["in the window that opened it", nested({ opener: nested({ API: api }) }), api],
    ["in a frame around the window that opened it", nested({ opener: nested({}, { API: api }) }), api],
    ["in the opener, from within a foreign frame", nested({ parent: foreign, opener: nested({ API: api }) }), api],
    ["nowhere", nested({}, {}), undefined],
    ["nowhere, from within a foreign frame", nested({ parent: foreign }), undefined],
    ["nowhere, opened by a foreign window", nested({ opener: foreign }), undefined],
  ])("finds it %s", (_, page, expected) => {
    expect(findApi(page)).toBe(expected);
  });
});

/** An LMS that accepts everything except the given elements. */
function lms(refused: readonly string[] = []) {
  const values = new Map([["cmi.core.lesson_status", "not attempted"]]);
  const api: Scorm12Api = {
    LMSInitialize: () => "true",
    LMSGetValue: (element) => values.get(element) ?? "",
    LMSSetValue: (element, value) => {
      if (refused.includes(element)) return "false";
      values.set(element, value);
      return "true";
    },
    LMSCommit: () => "true",
    LMSFinish: () => "true",
    LMSGetLastError: () => "405",
    LMSGetErrorString: () => "Incorrect data type",
  };
  return { api, values };
}

describe("an LMS that speaks SCORM 1.2", () => {
  const standing = { points: 7, maxPoints: 30, tried: 2, passed: 0, assigned: 2 };

  test("gets the score on its own scale, the status, and the text to save", async () => {
    const { api, values } = lms();
    await new Scorm12(api).report(standing, "saved");
    expect(Object.fromEntries(values)).toEqual({
      "cmi.core.lesson_status": "completed",
      "cmi.core.exit": "suspend",
      "cmi.core.score.min": "0",
      "cmi.core.score.max": "100",
      "cmi.core.score.raw": "23.33",
      "cmi.suspend_data": "saved",
    });
  });

  test("is quoted when it refuses something", async () => {
    const report = new Scorm12(lms(["cmi.suspend_data"]).api).report(standing, "saved");
    await expect(report).rejects.toThrow(new LmsRefused("cmi.suspend_data: Incorrect data type (error 405)"));
  });
});

test.each([
  [0, "0000:00:00.00"],
  [125_500, "0000:02:05.50"],
  [36_000_000, "0010:00:00.00"],
])("%i ms are %s", (milliseconds, text) => {
  expect(timespan(milliseconds)).toBe(text);
});
