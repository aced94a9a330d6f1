// The part of `TextDecoder` that the core uses: browsers and node have it, the ES library does not know it.
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}
