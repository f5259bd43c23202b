import { h, type ComponentChildren, type VNode } from "preact";

type Attributes = Readonly<Record<string, string | number | boolean | undefined | { readonly __html: string }>>;

/** An element of HTML or SVG. What stands inside is escaped; an attribute that is undefined is left out. */
export function el(name: string, attributes: Attributes | null, ...children: ComponentChildren[]): VNode {
  return h(name, attributes, ...children) as VNode;
}
