// The parts of `TextDecoder` and `TextEncoder` that the core uses: browsers and node have them, the ES library does not
// know them.
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}
