// CRC-32 (the polynomial of Ethernet), four bytes at a time: tells bytes that a disk has kept from bytes that it has
// not.

const FIRST = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});
/** What a byte does that stands further ahead. */
const further = (table: Uint32Array): Uint32Array => table.map((rest) => (rest >>> 8) ^ FIRST[rest & 0xff]!);
const SECOND = further(FIRST);
const THIRD = further(SECOND);
const FOURTH = further(THIRD);

export function checksum(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  let at = 0;
  for (const end = bytes.length - 3; at < end; at += 4) {
    rest ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    rest = FOURTH[rest & 0xff]! ^ THIRD[(rest >>> 8) & 0xff]! ^ SECOND[(rest >>> 16) & 0xff]! ^ FIRST[rest >>> 24]!;
  }
  for (; at < bytes.length; at++) rest = (rest >>> 8) ^ FIRST[(rest ^ bytes[at]!) & 0xff]!;
  return ~rest >>> 0;
}
