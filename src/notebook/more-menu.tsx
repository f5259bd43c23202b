import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import "./more-menu.css";

interface MoreMenuProps {
  /** Buttons; the menu closes when one is pressed. */
  readonly children: ComponentChildren;
}

/** What is wanted now and then, behind one word in a row of buttons. */
export function MoreMenu({ children }: MoreMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = (): void => void (menu.current !== null && (menu.current.open = false));
  useEffect(() => {
    const closeOutside = ({ target }: Event): void => void (!menu.current?.contains(target as Node) && close());
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, []);
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
