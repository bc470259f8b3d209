export {};

declare global {
  /** The part of WebAssembly that the scan uses: the types of Node do not include it. */
  namespace WebAssembly {
    class Memory {
      constructor(limits: { readonly initial: number; readonly maximum?: number });
      readonly buffer: ArrayBuffer;
      grow(pages: number): number;
    }
    class Module {
      constructor(bytes: Uint8Array<ArrayBuffer>);
    }
    class Instance {
      constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
      readonly exports: Readonly<Record<string, unknown>>;
    }
    function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  }
}
