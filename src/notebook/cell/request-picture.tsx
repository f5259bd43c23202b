import type { WarpRequest } from "#simulator";
import { BankFigure } from "#figures/bank-grid/figure.tsx";
import { RequestFigure } from "#figures/warp-to-memory/request-figure.tsx";

interface RequestPictureProps {
  readonly request: WarpRequest;
  /** The lanes that the sentence beside the picture speaks of. */
  readonly lanes?: readonly number[];
  readonly title: string;
}

/** A request, drawn by the lessons' own figure for its memory. */
export function RequestPicture({ request, lanes = [], title }: RequestPictureProps) {
  switch (request.space) {
    case "global":
      return <RequestFigure request={request} lanes={lanes} title={title} />;
    case "shared":
      return <BankFigure request={request} lanes={lanes} title={title} />;
  }
}
