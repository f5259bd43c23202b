import { parseLaunch } from "#cuda/launch/launch.ts";
import { galleryKernels } from "#components/gallery/kernels.ts";
import { describedLaunch } from "#notebook/lab/described-launch.ts";
import { LAB_DEVICE, type LabKernel } from "#notebook/lab/lab-kernel.ts";
import { cellFile } from "./cell-files.ts";

/** What a lesson says about a lab cell: the file of its kernel, or an id and a kernel of the gallery. */
export interface LabCellProps {
  /** Device code beside the lesson's text, "a-tile.cu", with one kernel or more: the first is launched if `launch` names none. */
  readonly file?: string | undefined;
  /** Kebab-case; unique in the course. The learner's edits are kept under it. Default: the name of `file`. */
  readonly id?: string | undefined;
  /** A folder of content/kernels. */
  readonly kernel?: string | undefined;
  /** A kernel with its launch, for a page that has one; it needs an id. */
  readonly made?: LabKernel | undefined;
  /** How the kernel of `file` is launched, where that is not guessed right: see describedLaunch. */
  readonly launch?: string | undefined;
  /** Key of a device in `devices`. Default "h200". */
  readonly device?: string | undefined;
}

/** A lab cell's id, and the kernel that it starts with. */
export interface LabCell {
  readonly id: string;
  readonly kernel: LabKernel;
}

/**
 * The cell that a lesson describes.
 *
 * @throws RangeError where the properties name no kernel, or the code or the launch is not in order
 */
export function labCell({ file, id, kernel, made, launch, device = LAB_DEVICE }: LabCellProps): LabCell {
  if (id !== undefined && made !== undefined) return { id, kernel: made };
  const schema = "coalesce/lab-kernel/v1";
  if (file !== undefined) {
    const { id, code: source } = cellFile(file);
    return { id, kernel: { schema, title: titleOf(id), source, launch: describedLaunch(source, launch), device } };
  }
  const entry = galleryKernels.find(({ slug }) => slug === kernel);
  if (id === undefined || entry === undefined) {
    throw new RangeError(`a lab cell needs a file, or an id and the name of one of content/kernels: ${id}, ${kernel}`);
  }
  const { title, source } = entry;
  return { id, kernel: { schema, title, source, launch: parseLaunch(JSON.parse(entry.launch)), device } };
}

function titleOf(id: string): string {
  const words = id.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
