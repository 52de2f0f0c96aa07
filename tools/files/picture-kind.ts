/** By its first bytes what a file is that models can look at; null for any other. */
export function pictureKind(bytes: Uint8Array): string | null {
  const starts = (at: number, ...wanted: readonly number[]): boolean =>
    wanted.every((byte, index) => bytes[at + index] === byte)
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(0, 0x47, 0x49, 0x46, 0x38)) return 'image/gif'
  // RIFF, then WEBP.
  if (starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp'
  return starts(0, 0x25, 0x50, 0x44, 0x46, 0x2d) ? 'application/pdf' : null
}
