// The key pair of this page, and what it checks and signs when it comes back after Gatehouse was
// started again. The private key cannot be taken out and lies in memory alone: with the page it is
// gone, so code that somebody else serves at this address has nothing to sign with.
import { type KeepAnswer, type ReturnFacts, returnText } from '../../contract/ipc/page-return.ts'

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const

export type PagePair = {
  /** SPKI, base64. */
  readonly publicKey: string
  /** Whether the signature is the home's. */
  checkHome(home: KeepAnswer, facts: ReturnFacts, signature: string): Promise<boolean>
  sign(facts: ReturnFacts): Promise<string>
}

/** Rejects where this browser has no keys, as outside of a secure context. */
export async function makePagePair(subtle: SubtleCrypto): Promise<PagePair> {
  const pair = await subtle.generateKey(P256, false, ['sign', 'verify'])
  return {
    publicKey: toBase64(await subtle.exportKey('spki', pair.publicKey)),
    async checkHome({ homeKey }, facts, signature) {
      const key = await subtle.importKey('spki', fromBase64(homeKey), P256, false, ['verify'])
      const text = new TextEncoder().encode(returnText('home', facts))
      return subtle.verify(SHA256, key, fromBase64(signature), text)
    },
    async sign(facts) {
      const text = new TextEncoder().encode(returnText('page', facts))
      return toBase64(await subtle.sign(SHA256, pair.privateKey, text))
    },
  }
}

/** 256 random bits, base64url. */
export const newNonce = (): string =>
  toBase64(crypto.getRandomValues(new Uint8Array(32)).buffer)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const toBase64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
