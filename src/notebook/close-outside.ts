import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** Closes a menu when something outside of it is pressed, or gets the focus. */
export function useCloseOutside(menu: RefObject<HTMLDetailsElement>, close: () => void): void {
  useEffect(() => {
    const closeOutside = ({ target }: Event): void => {
      if (menu.current?.open === true && !menu.current.contains(target as Node)) close();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, []);
}
