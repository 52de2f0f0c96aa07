// The part of WebAssembly that the runtime uses. Node has it, and its type declarations leave it to
// those of the DOM.
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer
  }
  class Module {
    constructor(bytes: Uint8Array)
    static imports(module: Module): readonly { readonly name: string }[]
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>)
    readonly exports: Record<string, unknown>
  }
}
