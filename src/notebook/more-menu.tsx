import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useCloseOutside } from "./close-outside.ts";
import "./more-menu.css";

interface MoreMenuProps {
  /** Buttons; the menu closes when one is pressed. */
  readonly children: ComponentChildren;
}

/** What is wanted now and then, behind one word in a row of buttons. */
export function MoreMenu({ children }: MoreMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = (): void => void (menu.current !== null && (menu.current.open = false));
  useCloseOutside(menu, close);
  return (
    <details
      ref={menu}
      class="more-menu"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || menu.current?.open !== true) return;
        event.stopPropagation();
        close();
        menu.current.querySelector("summary")?.focus();
      }}
    >
      <summary>More</summary>
      <div
        class="more-items"
        onClick={({ target }) => {
          if (!(target instanceof Element) || target.closest("button") === null) return;
          close();
          menu.current?.querySelector("summary")?.focus();
        }}
      >
        {children}
      </div>
    </details>
  );
}
