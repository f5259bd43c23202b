/** The meaning of a name where it is written, as far as parsing depends on it. */
export interface Meaning {
  /** Unknown: brought in by `using` from where the text cannot see it. */
  readonly kind: "type" | "value" | "namespace" | "unknown";
  /** Whether `<` after the name opens a list of template arguments. */
  readonly isTemplate: boolean;
  /** The name in the tree: with the namespaces of the text in front, aliases of namespaces resolved. */
  readonly name: string;
}

const VECTORS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"];

const STANDARD_TYPES = [
  "size_t", "ptrdiff_t", "intptr_t", "uintptr_t", "clock_t", "byte",
  "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
]; // prettier-ignore

const CUDA_TYPES = [
  "uint", "ushort", "uchar", "ulong", "dim3", "uint3", "half", "half2", "__half", "__half2", "nv_bfloat16", "nv_bfloat162",
  "__nv_bfloat16", "__nv_bfloat162", "cudaError_t", "cudaStream_t", "cudaEvent_t", "cudaDeviceProp", "FILE",
  "CUtensorMap", "CUresult", "cudaLaunchConfig_t", "cudaLaunchAttribute", "cuuint64_t", "cuuint32_t", "PFN_cuTensorMapEncodeTiled",
  "PFN_cuTensorMapEncodeTiled_v12000", "CUtensorMapDataType", "CUtensorMapSwizzle", "cudaDriverEntryPointQueryResult",
  "__half_raw", "__half2_raw", "__nv_bfloat16_raw", "__nv_bfloat162_raw", "__nv_saturation_t", "__nv_fp8_interpretation_t",
  "__nv_fp8_storage_t", "__nv_fp8x2_storage_t", "__nv_fp8x4_storage_t", "__nv_fp8_e4m3", "__nv_fp8x2_e4m3", "__nv_fp8x4_e4m3",
  "__nv_fp8_e5m2", "__nv_fp8x2_e5m2", "__nv_fp8x4_e5m2",
]; // prettier-ignore

const BUILT_IN = new Map<string, Meaning>();
const addBuiltIn = (name: string, isTemplate = false) => BUILT_IN.set(name, { kind: "type", isTemplate, name });
for (const name of [...STANDARD_TYPES, ...CUDA_TYPES]) addBuiltIn(name);
for (const name of STANDARD_TYPES) for (const prefix of ["std", "cuda::std"]) addBuiltIn(`${prefix}::${name}`);
for (const element of VECTORS) for (const lanes of [1, 2, 3, 4]) addBuiltIn(`${element}${lanes}`);
for (const name of ["thread_block", "thread_group", "coalesced_group", "grid_group", "cluster_group"])
  addBuiltIn(`cooperative_groups::${name}`);
addBuiltIn("cooperative_groups::thread_block_tile", true);
addBuiltIn("cuda::barrier", true);
addBuiltIn("cuda::pipeline", true);
addBuiltIn("cuda::pipeline_shared_state", true);
addBuiltIn("cuda::aligned_size_t", true);
addBuiltIn("cuda::ptx::n32_t", true);

interface Level {
  readonly names: Map<string, Meaning>;
  /** Namespaces opened by `using namespace`. */
  readonly opened: string[];
  /** The path of a namespace or struct that can be named from outside, in front of its names, with `::` at its end. */
  readonly path: string | undefined;
  /** `around`: the parameters of a template; a declaration there belongs to the enclosing level. */
  readonly kind: "namespace" | "struct" | "block" | "around";
  /** The path of a struct whose members are visible here by their bare names. */
  readonly members?: string;
}

/** The names that a text has declared so far, level by level: namespaces, structs, functions, blocks. */
export class KnownNames {
  readonly #levels: Level[] = [{ names: new Map(), opened: [], path: "", kind: "namespace" }];
  /** By qualified name. */
  readonly #qualified = new Map<string, Meaning>();

  /** Runs `inside` on a level of its own. Without a space: a block, or a list of parameters. */
  within<T>(space: { readonly name: string; readonly kind: "namespace" | "struct" } | undefined, inside: () => T): T {
    const outer = this.#levels.at(-1)!.path;
    const path = space && outer !== undefined && space.name !== "" ? `${outer}${space.name}::` : undefined;
    return this.#push({ names: new Map(), opened: [], path, kind: space?.kind ?? "block" }, inside);
  }

  /** Runs `inside`, where the members of a struct are visible by their bare names: a method defined outside it. */
  withinMembers<T>(struct: string, inside: () => T): T {
    const { path } = this.#levels.at(-1)!;
    return this.#push({ names: new Map(), opened: [], path, kind: "around", members: `${this.canonical(struct)}::` }, inside);
  }

  /** Runs `inside`, where the parameters of a template are visible. */
  withinTemplate<T>(inside: () => T): T {
    const { path } = this.#levels.at(-1)!;
    return this.#push({ names: new Map(), opened: [], path, kind: "around" }, inside);
  }

  #push<T>(level: Level, inside: () => T): T {
    this.#levels.push(level);
    try {
      return inside();
    } finally {
      this.#levels.pop();
    }
  }

  /** Whether the innermost level is a block of statements or a list of parameters. */
  get isLocal(): boolean {
    return this.#inner.kind === "block";
  }

  get #inner(): Level {
    return this.#levels.findLast(({ kind }) => kind !== "around")!;
  }

  /** Declares a name on the innermost level and returns its name in the tree. */
  declare(name: string, kind: Meaning["kind"], isTemplate = false): string {
    const { names, path, kind: level } = this.#inner;
    const full = `${path ?? ""}${name}`;
    const before = names.get(name);
    // One overload may be a template and another not.
    const mayBeTemplate = isTemplate || (before?.isTemplate === true && before.kind === kind);
    const meaning = { kind, isTemplate: mayBeTemplate, name: level === "namespace" ? full : name };
    names.set(name, meaning);
    if (path !== undefined) this.#qualified.set(full, { ...meaning, name: full });
    return meaning.name;
  }

  declareTemplateParameter(name: string, kind: Meaning["kind"], isTemplate = false): void {
    this.#levels.at(-1)!.names.set(name, { kind, isTemplate, name });
  }

  /** `namespace name = target;` and `using target;` */
  alias(name: string, target: string): void {
    const meaning = this.find(target);
    const isTemplate = meaning?.isTemplate ?? false;
    const { names, path } = this.#levels.at(-1)!;
    const found: Meaning = { kind: meaning?.kind ?? "unknown", isTemplate, name: meaning?.name ?? this.canonical(target) };
    names.set(name, found);
    if (path) this.#qualified.set(`${path}${name}`, found);
  }

  aliasNamespace(name: string, target: string): void {
    this.#levels.at(-1)!.names.set(name, { kind: "namespace", isTemplate: false, name: this.canonical(target) });
  }

  /** `using namespace name;` */
  open(name: string): void {
    this.#levels.at(-1)!.opened.push(this.canonical(name));
  }

  /** The meaning of a name, perhaps qualified; undefined if the text did not declare it. */
  find(name: string): Meaning | undefined {
    if (name.includes("::")) {
      const full = this.canonical(name);
      return this.#qualified.get(full) ?? BUILT_IN.get(full);
    }
    for (let index = this.#levels.length - 1; index >= 0; index--) {
      const { names, opened, path, kind, members } = this.#levels[index]!;
      const found = names.get(name) ?? (kind === "namespace" && path ? this.#qualified.get(`${path}${name}`) : undefined);
      if (found) return found;
      const member = members && this.#qualified.get(`${members}${name}`);
      if (member) return { ...member, name };
      for (const space of opened) {
        const meaning = this.#qualified.get(`${space}::${name}`) ?? BUILT_IN.get(`${space}::${name}`);
        if (meaning) return meaning;
      }
    }
    return BUILT_IN.get(name);
  }

  /** The name in the tree for a name as written. */
  canonical(name: string): string {
    const plain = name.startsWith("::") ? name.slice(2) : name;
    const parts = plain.split("::");
    if (parts.length === 1) return this.find(plain)?.name ?? plain;
    const first = this.find(parts[0]!);
    return [first?.name ?? parts[0]!, ...parts.slice(1)].join("::");
  }
}
