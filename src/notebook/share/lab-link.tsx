import { useEffect, useState } from "preact/hooks";
import type { LabKernel } from "../lab/lab-kernel.ts";
import { sharedKernelLink } from "./lab-links.ts";

interface LabLinkProps {
  readonly kernel: LabKernel;
  /** The site's base path, with a slash at its end. */
  readonly base: string;
  /** What the link says; default "Open in the lab". */
  readonly text?: string;
}

/** Leads to the lab with a kernel as it is. From the frame of another site, it opens a page of its own. */
export function LabLink({ kernel, base, text = "Open in the lab" }: LabLinkProps) {
  const [href, setHref] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    sharedKernelLink(base, kernel).then(
      (link) => isCurrent && setHref(link),
      () => isCurrent && setHref(undefined),
    );
    return () => void (isCurrent = false);
  }, [base, kernel]);
  const isFramed = document.documentElement.dataset["embed"] !== undefined;
  return (
    <a href={href} {...(isFramed && { target: "_blank", rel: "noopener" })}>
      {text}
    </a>
  );
}
