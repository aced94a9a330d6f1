// CRC-32 (the polynomial of Ethernet): tells bytes that a disk has kept from bytes that it has not.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

export function checksum(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (let at = 0; at < bytes.length; at++) rest = (rest >>> 8) ^ TABLE[(rest ^ bytes[at]!) & 0xff]!;
  return ~rest >>> 0;
}
