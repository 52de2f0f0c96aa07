// Ed25519 keys that sign bundles: the public one as base64 of its DER form, the private one in a PEM
// file (PKCS 8), as other programs make and read them too.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'

const der = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })

/** SHA-256 of the public key in DER. */
export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256').update(der(key)).digest('hex')

export const publicText = (key: KeyObject): string => der(key).toString('base64')

/** Failure `bundle.key`. @param text base64 of DER, or PEM. */
export function readPublicKey(text: string): Result<KeyObject, Failure> {
  try {
    const key = text.includes('-----BEGIN')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text.trim(), 'base64'), type: 'spki', format: 'der' })
    return key.asymmetricKeyType === 'ed25519' ? ok(key) : err(notEd25519)
  } catch {
    return err(notEd25519)
  }
}

/** Failure `bundle.key`. */
export function readPrivateKey(pem: string, passphrase?: string): Result<KeyObject, Failure> {
  try {
    const key = createPrivateKey({
      key: pem,
      format: 'pem',
      ...(passphrase === undefined ? {} : { passphrase }),
    })
    return key.asymmetricKeyType === 'ed25519' ? ok(key) : err(notEd25519)
  } catch {
    return err(
      failure(
        'bundle.key',
        'This file holds no private key that can be read.',
        'It has to be a PEM file (PKCS 8) with an Ed25519 key: gatehouse policy bundle keygen FILE',
      ),
    )
  }
}

const notEd25519 = failure(
  'bundle.key',
  'This is no Ed25519 key.',
  'Make one: gatehouse policy bundle keygen FILE',
)

/** A new one. */
export function newKey(): { readonly pem: string; readonly publicKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), publicKey }
}
