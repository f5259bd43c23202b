import { h, type ComponentChildren } from "preact";
import { deviceForWidth, explainGlobal, explainShared, readCost, type RequestFault, type WarpRequest } from "#simulator";
import { bankPicture } from "./bank-picture.ts";
import { globalCaption, sharedCaption, withRefusal } from "./captions.ts";
import { faultCaption, faultPicture } from "./fault-picture.ts";
import { globalPicture } from "./global-picture.ts";
import { plainText } from "./inline-code.ts";
import { totalWidth, type Drawing } from "./svg-parts.ts";

/** A request to draw: one warp's execution of an access. */
export interface DrawnRequest {
  /** Name of the access in the kernel. */
  readonly access: string;
  /** Name of the array that it reads or writes. */
  readonly array: string;
  /** Byte addresses count from the start of the array. */
  readonly request: WarpRequest;
  /** Lanes that the caption names. */
  readonly lanes: readonly number[];
  /** The addresses of its lanes, for a request that a GPU would not carry out. */
  readonly fault?: RequestFault;
}

/** "`read`: one warp's load from `in`" */
function titleOf({ access, array, request: { op, instruction } }: DrawnRequest): string {
  return `\`${access}\`: one warp's ${instruction ?? op} ${op === "load" ? "from" : "to"} \`${array}\``;
}

/** The caption of a picture: its title and description. Code is between backticks. */
export function pictureCaption(drawn: DrawnRequest): string {
  return `${titleOf(drawn)}. ${pictureDescription(drawn)}`;
}

/** The description of a picture, as text. */
function pictureDescription({ request, lanes, fault }: DrawnRequest): string {
  if (fault !== undefined) return faultCaption(request, fault);
  const device = deviceForWidth(request.bytesPerLane);
  const caption =
    request.space === "global"
      ? globalCaption(explainGlobal(request, device, readCost(request, device)))
      : sharedCaption(explainShared(request, device));
  return withRefusal(request, lanes, caption, (refused) => refused.join(", "));
}

/** The drawing of a request, by its memory space. */
function drawingOf({ request, lanes, fault }: DrawnRequest, { id, isStrip = false }: RequestPictureProps): Drawing {
  if (fault !== undefined) return faultPicture(request, fault, isStrip ? "strip" : "page");
  const device = deviceForWidth(request.bytesPerLane);
  switch (request.space) {
    case "global":
      return globalPicture(explainGlobal(request, device, readCost(request, device)), lanes, id);
    case "shared":
      return bankPicture(explainShared(request, device), lanes);
  }
}

interface RequestPictureProps {
  readonly drawn: DrawnRequest;
  /** Unique on the page. */
  readonly id: string;
  /** Whether there is little room: of a request that faults, only the first lines with a fault are drawn. */
  readonly isStrip?: boolean;
  /** Shapes that are painted below the drawing's. */
  readonly children?: ComponentChildren;
}

/** The picture of a request with its title and its description. It needs the palette and `picture.css`. */
export function RequestPicture(props: RequestPictureProps) {
  const { drawn, id, children } = props;
  const { height, shapes } = drawingOf(drawn, props);
  return h(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      class: "picture",
      viewBox: `0 0 ${totalWidth} ${height}`,
      width: totalWidth,
      height,
      role: "img",
      "aria-labelledby": `${id}-title ${id}-desc`,
    },
    h("title", { id: `${id}-title` }, plainText(titleOf(drawn))),
    h("desc", { id: `${id}-desc` }, pictureDescription(drawn)),
    children,
    shapes,
  );
}
