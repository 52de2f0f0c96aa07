// What machines sign for a second approval. Each kind of text has a name of its own, so that none
// can be taken for another, and names the machine that signs.
import { createHash } from 'node:crypto'
import type { FleetPeer } from '../../../contract/policy/config/fleet-config.ts'
import { SecondHash } from '../../../contract/approval/second-person.ts'

export type Signed = {
  /** JSON, word for word as it was signed. */
  readonly body: string
  /** Ed25519, 64 bytes. */
  readonly signature: Buffer
}

/** As it lies in the shared database: `machine` is who it claims to be from. */
export type Mail = Signed & { readonly machine: string }

export const hashOf = (body: string): SecondHash =>
  SecondHash.parse(createHash('sha256').update(body).digest('hex'))

export const requestText = (machine: string, body: string): string =>
  `gatehouse fleet request 1\n${machine}\n${hashOf(body)}\n`

export const answerText = (machine: string, body: string): string =>
  `gatehouse fleet answer 1\n${machine}\n${hashOf(body)}\n`

/** Nobody has to answer this request any more. */
export const withdrawalText = (machine: string, request: SecondHash): string =>
  `gatehouse fleet withdrawal 1\n${machine}\n${request}\n`

/** How far the clocks of two machines may be apart. */
export const SKEW_MS = 600_000

export const keyOf = ({ key }: Pick<FleetPeer, 'key'>): Buffer => Buffer.from(key, 'hex')

/** What the register of machines in the database says of one; null: it has no such machine. */
export type Registration = {
  readonly person: string
  readonly publicKey: Buffer
  readonly revoked: boolean
} | null
