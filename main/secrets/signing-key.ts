// The Ed25519 key that signs receipts and exports, and the secret that their salts are made with. It
// lies in the credential store; while that is not there or not open, in a file of its own that
// only its owner can read, and it moves as soon as the store is open.
import type { Signer } from '../../contract/journal/signer.ts'
import { strictJson } from '../../contract/strict-json.ts'
import {
  createPrivateKey,
  generateKeyPairSync,
  hash,
  randomBytes,
  sign as signBytes,
} from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import type { Failure } from '../../contract/failure.ts'
import type { SigningKey } from '../../contract/journal/receipt.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { replaceFile } from '../disk/replace-file.ts'
import { hmacOf } from './hmac.ts'
import type { Credentials } from './credential-store.ts'
import { keyBroken, keyLocked, noKey } from './signing-key-failures.ts'

/** The names are those that the redactor hides the values of. */
const StoredKey = z.strictObject({
  format: z.literal('gatehouse-signing-key'),
  /** 64 hexadecimal digits. It stays when the key is another one, so roots stay the same. */
  salt_secret: z.string().regex(/^[0-9a-f]{64}$/),
  /** PKCS 8, base64. */
  private_key: z.base64(),
  public: z.base64(),
  madeAt: z.int(),
  earlier: z.array(z.strictObject({ public: z.base64(), madeAt: z.int(), endedAt: z.int() })),
})
type StoredKey = z.infer<typeof StoredKey>

export type SigningKeyDeps = {
  readonly file: string
  readonly store: Credentials['signingKey']
  readonly now: () => number
}

export type SigningKeys = {
  /** Makes the key on a first start, and moves it into the store where that is open. */
  start(): Promise<Result<SigningKey, Failure>>
  /** Whose key it is, with nothing made and nothing moved. Failures: those of `signer`. */
  current(): Result<SigningKey, Failure>
  /** Failures: `audit.no-key`, `audit.key-locked`, `audit.key-broken`. */
  signer(): Result<Signer, Failure>
  /** Another key from now on. What the old one signed stays valid under the old public key. */
  rotate(): Promise<Result<SigningKey, Failure>>
}

type Found = { readonly stored: StoredKey; readonly in: 'store' | 'file' }

export const fingerprintOf = (key: string): string =>
  hash('sha256', Buffer.from(key, 'base64'), 'hex')

/** Of the key of now and of those before. */
export const fingerprintsOf = (key: SigningKey): string[] =>
  [key, ...key.earlier].map(({ fingerprint }) => fingerprint)

export function openSigningKeys({ file, store, now }: SigningKeyDeps): SigningKeys {
  const find = (): Result<Found | null, Failure> => {
    const stored = store.load()
    if (!stored.ok) return err(keyLocked)
    if (stored.value !== null) return read(stored.value, 'store')
    if (!existsSync(file)) return ok(null)
    try {
      return read(readFileSync(file, 'utf8'), 'file')
    } catch (error) {
      return err(keyBroken(error instanceof Error ? error.message : String(error)))
    }
  }
  const there = (): Result<Found, Failure> => {
    const found = find()
    if (!found.ok) return found
    return found.value === null ? err(noKey) : ok(found.value)
  }
  /** In the store where it is open; a file that is no longer needed goes. */
  const keep = async (stored: StoredKey): Promise<Result<SigningKey, Failure>> => {
    const text = JSON.stringify(stored)
    const saved = await store.save(text)
    if (saved.ok) {
      rmSync(file, { force: true })
      return ok(shown({ stored, in: 'store' }))
    }
    try {
      replaceFile(file, `${text}\n`)
    } catch (error) {
      return err(keyBroken(error instanceof Error ? error.message : String(error)))
    }
    return ok(shown({ stored, in: 'file' }))
  }

  return {
    async start() {
      const found = find()
      if (!found.ok) return found
      if (found.value === null) return keep(newKey(now(), null))
      return found.value.in === 'file' && store.isOpen()
        ? keep(found.value.stored)
        : ok(shown(found.value))
    },
    current() {
      const found = there()
      return found.ok ? ok(shown(found.value)) : found
    },
    signer() {
      const found = there()
      return found.ok ? ok(signerOf(found.value.stored)) : found
    },
    async rotate() {
      const found = there()
      if (!found.ok) return found
      return keep(newKey(now(), found.value.stored))
    },
  }
}

function read(text: string, from: Found['in']): Result<Found, Failure> {
  const json = strictJson(text)
  const parsed = StoredKey.safeParse(json.ok ? json.value : null)
  if (parsed.success) return ok({ stored: parsed.data, in: from })
  return err(keyBroken('it is not what was written there'))
}

function newKey(at: number, before: StoredKey | null): StoredKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    format: 'gatehouse-signing-key',
    salt_secret: before?.salt_secret ?? randomBytes(32).toString('hex'),
    private_key: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    public: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    madeAt: at,
    earlier:
      before === null
        ? []
        : [{ public: before.public, madeAt: before.madeAt, endedAt: at }, ...before.earlier],
  }
}

function signerOf(stored: StoredKey): Signer {
  const key = createPrivateKey({
    key: Buffer.from(stored.private_key, 'base64'),
    format: 'der',
    type: 'pkcs8',
  })
  const hmac = hmacOf(Buffer.from(stored.salt_secret, 'hex'))
  return {
    key: stored.public,
    sign: (text) => signBytes(null, Buffer.from(text), key).toString('base64'),
    salt: (text) => hmac(text).slice(0, 32),
  }
}

const shown = ({ stored, in: keptIn }: Found): SigningKey => ({
  fingerprint: fingerprintOf(stored.public),
  public: stored.public,
  madeAt: stored.madeAt,
  keptIn,
  earlier: stored.earlier.map((each) => ({ fingerprint: fingerprintOf(each.public), ...each })),
})
