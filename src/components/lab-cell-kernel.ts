import { parseLaunch } from "#cuda/launch/launch.ts";
import { galleryKernels } from "#components/gallery/kernels.ts";
import { describedLaunch } from "#notebook/lab/described-launch.ts";
import { LAB_DEVICE, type LabKernel } from "#notebook/lab/lab-kernel.ts";
import { indented } from "./try-sketch.ts";

/** What a lesson says about a lab cell. It names a kernel of the gallery, or gives one of its own in `code`. */
export interface LabCellProps {
  /** Kebab-case; unique in the course. The learner's edits are kept under it. */
  readonly id: string;
  /** A folder of content/kernels. */
  readonly kernel?: string | undefined;
  /** Device code, with one kernel or more: the first is launched if `launch` names none. */
  readonly code?: string | undefined;
  /** How `code` is launched, where that is not guessed right: see describedLaunch. */
  readonly launch?: string | undefined;
  /** Key of a device in `devices`. Default "h200". */
  readonly device?: string | undefined;
}

/**
 * The kernel that a lab cell starts with, and its launch.
 *
 * @throws RangeError where the properties name no kernel, or the code or the launch is not in order
 */
export function labCellKernel({ id, kernel, code, launch, device = LAB_DEVICE }: LabCellProps): LabKernel {
  const schema = "coalesce/lab-kernel/v1";
  if (code !== undefined) {
    const source = `${indented(code)}\n`;
    return { schema, title: titleOf(id), source, launch: describedLaunch(source, launch), device };
  }
  const entry = galleryKernels.find(({ slug }) => slug === kernel);
  if (entry === undefined) throw new RangeError(`the lab cell "${id}" needs the code of a kernel, or the name of one of content/kernels`);
  const { title, source } = entry;
  return { schema, title, source, launch: parseLaunch(JSON.parse(entry.launch)), device };
}

function titleOf(id: string): string {
  const words = id.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
