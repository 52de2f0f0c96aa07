// The file of credentials: what is in it, and how values are sealed and opened. Reads and writes no
// file.
//
// One key, either derived from a passphrase by Argon2id or made at random and kept sealed by the
// system's keychain. From it come two: one seals each value by AES-256-GCM, bound to the name,
// hosts and form it was stored with; one signs the whole file, so that an entry that was changed,
// added or taken away is noticed.
import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { Credential } from '../../contract/credential.ts'

const derive = promisify(argon2)

/** As for the passphrase itself, in main/approvals/step-up.ts: about a tenth of a second. */
const COST = { memory: 65_536, passes: 3, parallelism: 1 } as const
/** What one guess at a passphrase costs: KiB of memory, and how often they are gone through. */
export type PassphraseCost = { readonly memory: number; readonly passes: number }

const Encrypted = z.strictObject({ nonce: z.string().regex(/^[0-9a-f]{24}$/), body: z.base64() })

const Lock = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('passphrase'),
    kdf: z.literal('argon2id'),
    // Bounds, so that a changed file cannot make the check take hours or all memory.
    memory: z.int().min(8_192).max(1_048_576),
    passes: z.int().min(1).max(16),
    parallelism: z.int().min(1).max(4),
    salt: z.string().regex(/^[0-9a-f]{32}$/),
  }),
  z.strictObject({ kind: z.literal('system'), backend: z.string(), wrapped: z.base64() }),
])
export type Lock = z.infer<typeof Lock>

const Entry = z.strictObject({ ...Credential.shape, sealed: Encrypted })
type Entry = z.infer<typeof Entry>

export const Vault = z.strictObject({
  format: z.literal('gatehouse-secrets'),
  version: z.literal(1),
  lock: Lock,
  /** A known text, sealed: tells a wrong passphrase from a changed file. */
  check: Encrypted,
  entries: z.array(Entry).max(1_000),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Vault = z.infer<typeof Vault>

export type Secret = { readonly credential: Credential; readonly value: string }

/** 32 bytes. */
export const newKey = (): Buffer => randomBytes(32)

/** @param cost left out, that of every new store; tests that do not look at it take less. */
export const newPassphraseLock = (
  cost: PassphraseCost = COST,
): Extract<Lock, { kind: 'passphrase' }> => ({
  kind: 'passphrase',
  kdf: 'argon2id',
  ...COST,
  ...cost,
  salt: randomBytes(16).toString('hex'),
})

export async function keyFrom(
  passphrase: string,
  lock: Extract<Lock, { kind: 'passphrase' }>,
): Promise<Buffer> {
  const { memory, passes, parallelism, salt } = lock
  const message = passphrase.normalize('NFKC')
  return (await derive('argon2id', {
    message,
    nonce: Buffer.from(salt, 'hex'),
    memory,
    passes,
    parallelism,
    tagLength: 32,
  })) as Buffer
}

/** Every value sealed again. */
export function encryptVault(lock: Lock, key: Buffer, secrets: readonly Secret[]): Vault {
  const { entryKey, fileKey } = keysOf(key)
  const entries = secrets.map(({ credential, value }) => ({
    ...credential,
    sealed: encrypt(entryKey, value, boundTo(credential)),
  }))
  const unsigned = {
    format: 'gatehouse-secrets' as const,
    version: 1 as const,
    lock,
    entries,
    check: encrypt(entryKey, CHECK, CHECK),
  }
  return { ...unsigned, signature: sign(fileKey, unsigned) }
}

/**
 * wrong-key: this key never opened the file. changed: it did, and the file is not as it was left.
 */
export function openVault(vault: Vault, key: Buffer): Secret[] | 'wrong-key' | 'changed' {
  const { entryKey, fileKey } = keysOf(key)
  if (unseal(entryKey, vault.check, CHECK) !== CHECK) return 'wrong-key'
  const { signature, ...unsigned } = vault
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(sign(fileKey, unsigned), 'hex')))
    return 'changed'
  const secrets: Secret[] = []
  for (const { sealed: encrypted, ...credential } of vault.entries) {
    const value = unseal(entryKey, encrypted, boundTo(credential))
    if (value === null) return 'changed'
    secrets.push({ credential, value })
  }
  return secrets
}

const CHECK = 'gatehouse-secrets 1'

const keysOf = (key: Buffer): { entryKey: Buffer; fileKey: Buffer } => ({
  entryKey: Buffer.from(hkdfSync('sha256', key, '', 'gatehouse secrets: values', 32)),
  fileKey: Buffer.from(hkdfSync('sha256', key, '', 'gatehouse secrets: file', 32)),
})

/** When it was last used is no part of what it may do. */
const boundTo = ({ name, hosts, header, template, createdAt }: Credential): string =>
  JSON.stringify([CHECK, name, hosts, header, template, createdAt])

function encrypt(key: Buffer, text: string, bound: string): Entry['sealed'] {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { nonce: nonce.toString('hex'), body: body.toString('base64') }
}

function unseal(key: Buffer, { nonce, body }: Entry['sealed'], bound: string): string | null {
  const bytes = Buffer.from(body, 'base64')
  if (bytes.length < 16) return null
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'hex'), {
    authTagLength: 16,
  })
  decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(-16))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}

/** Over every field in an order of its own, so that only what it says counts. */
const sign = (
  key: Buffer,
  { format, version, lock, check, entries }: Omit<Vault, 'signature'>,
): string =>
  createHmac('sha256', key)
    .update(
      JSON.stringify([
        format,
        version,
        sorted(lock),
        sorted(check),
        entries.map((entry) => [...sorted(entry), ...sorted(entry.sealed)]),
      ]),
    )
    .digest('hex')

const sorted = (value: object): (readonly [string, unknown])[] =>
  Object.entries(value)
    .filter(([key]) => key !== 'sealed')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
