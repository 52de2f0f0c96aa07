/**
 * The keychain of the desktop, as a host offers it. May ask the person; may throw where it is
 * locked.
 */
export type SystemStore = {
  /** `backend`: its name, for people. `basic_text` protects nothing, and is never used. */
  available(): Promise<{ readonly ok: boolean; readonly backend: string }>
  encrypt(text: string): Promise<Buffer>
  decrypt(encrypted: Buffer): Promise<string>
}
