import { mdxToMdast, type MdastNode } from "satteri";

/** An element of a lesson's MDX, `<Predict unit="sectors" global={{ stride: 2 }}>`. */
export interface LessonElement {
  readonly name: string;
  readonly attributes: readonly (LessonAttribute | LessonSpread)[];
  readonly children: readonly MdastNode[];
}

/** An attribute of an element. A value between braces is its source; one without a value is null. */
export interface LessonAttribute {
  readonly name: string;
  readonly value: string | { readonly value: string } | null;
}

/** Attributes that an expression makes: `{...productTiles(1024)}`. Its value is the source of `productTiles(1024)`, with the dots. */
export interface LessonSpread {
  readonly name?: undefined;
  readonly value: string;
}

/** A lesson's text, read: the one way in which pages and tests look for what a lesson contains. */
export class LessonTree {
  /** All nodes of the text, each before those in it. */
  readonly nodes: readonly MdastNode[];

  /** @param body the MDX below the front matter */
  constructor(body: string) {
    this.nodes = nodesOf(mdxToMdast(body, { features: { math: true } }));
  }

  /** How many words it has, without blocks of code, formulas and what components write. */
  get words(): number {
    const texts = this.nodes.flatMap((node) => (node.type === "text" || node.type === "inlineCode" ? node.value : []));
    return texts.reduce((sum, text) => sum + (text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0), 0);
  }

  /** Its elements, in order: those of a name, or all. */
  elements(name?: string): LessonElement[] {
    return elementsIn(this.nodes, name);
  }

  /** Names of the claims that the lesson judges in the open, in order: `<Claim id="1/stride-32-row" />`. */
  get openClaims(): string[] {
    return this.elements("Claim").map((element) => text(element, "id"));
  }

  /** Names of all claims of documents that it judges, those in the open first: `<FoldedClaims ids={["1/l1-default", "1/hbm-sectors"]} />`. */
  get claims(): string[] {
    const folded = this.elements("FoldedClaims").flatMap((element) => propertiesOf<{ ids?: string[] }>(element).ids ?? []);
    return [...this.openClaims, ...folded];
  }

  /** Ids of its try cells, in order: `<Try file="every-second-element.ts">`. */
  get tryCells(): string[] {
    return this.elements("Try").map(cellId);
  }

  /** Ids of its lab cells, in order: `<LabCell file="a-tile.cu">`, or `<LabCell id="a-tile" kernel="transpose-tiled">`. */
  get labCells(): string[] {
    return this.elements("LabCell").map(cellId);
  }

  /** Ids of the exercises that it contains, in order: `<ExerciseCell id="row-walk" />`. */
  get exercises(): string[] {
    return this.elements("ExerciseCell").map((element) => text(element, "id"));
  }
}

const trees = new Map<string, LessonTree>();

/** The tree of a lesson's text. Page after page asks for the same ones, so they are kept. */
export function lessonTree(body: string): LessonTree {
  const tree = trees.get(body) ?? new LessonTree(body);
  trees.set(body, tree);
  return tree;
}

/** A node and all nodes in it, each before those in it. */
export function nodesOf(node: Readonly<MdastNode>): MdastNode[] {
  return [node, ...("children" in node ? node.children.flatMap(nodesOf) : [])];
}

/** Those of the nodes that are elements: of a name, or all. */
export function elementsIn(nodes: readonly MdastNode[], name?: string): LessonElement[] {
  return nodes.filter(
    (node): node is MdastNode & LessonElement => "name" in node && "attributes" in node && (name === undefined || node.name === name),
  );
}

/** Whether an element has a script of its own on the page, as all figures have. */
export function isIsland({ attributes }: LessonElement): boolean {
  return attributes.some(({ name }) => name?.startsWith("client:"));
}

/** The properties that an element's component gets, with their values. Their expressions may use the names of `scope`. */
export function propertiesOf<T>({ attributes }: LessonElement, scope: Readonly<Record<string, unknown>> = {}): T {
  const parts = attributes.map(({ name, value }): unknown => {
    if (name === undefined) return evaluated(`{ ${value} }`, scope);
    return { [name]: value === null ? true : typeof value === "string" ? value : evaluated(value.value, scope) };
  });
  return Object.assign({}, ...parts) as T;
}

/** The value of an attribute that is a plain text; "" where the element lacks it. */
function text({ attributes }: LessonElement, name: string): string {
  const value = attributes.find((attribute) => attribute.name === name)?.value;
  return typeof value === "string" ? value : "";
}

function cellId(element: LessonElement): string {
  return text(element, "id") || text(element, "file").replace(/\.\w+$/, "");
}

function evaluated(expression: string, scope: Readonly<Record<string, unknown>>): unknown {
  return (new Function(...Object.keys(scope), `return (${expression});`) as (...values: unknown[]) => unknown)(...Object.values(scope));
}
