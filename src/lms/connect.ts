import type { LmsStandard } from "#classroom/packages/page-data.ts";
import type { Lms } from "./lms.ts";
import { Scorm12 } from "./scorm12.ts";
import { findApi, type ApiWindow } from "./scorm12-api.ts";

/**
 * The LMS that started this page, or undefined when it runs on its own.
 *
 * @throws Error when there is one, and it does not answer as it should.
 */
export async function connect(standard: LmsStandard): Promise<Lms | undefined> {
  switch (standard) {
    case "scorm-1.2": {
      const api = findApi(window as unknown as ApiWindow);
      return api && new Scorm12(api);
    }
    case "cmi5": {
      const { Cmi5Lms } = await import("./cmi5-lms.ts");
      return Cmi5Lms.connect();
    }
  }
}
