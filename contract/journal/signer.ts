// What a receipt is signed with. The private key and the secret of the salts stay inside.
export type Signer = {
  /** The public key: base64 of its SPKI form. */
  readonly key: string
  /** Ed25519 over the UTF-8 bytes, as base64. */
  sign(text: string): string
  /**
   * 32 hexadecimal digits, the same each time for the same text and not to be computed without the
   * secret.
   */
  salt(text: string): string
}
