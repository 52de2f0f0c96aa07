// The mailbox in the shared database. Holds its SQL and believes nothing of what it reads. Putting
// the same again changes nothing, so what may have been lost is put again.
import type { Client } from 'pg'
import type { SecondHash } from '../../../contract/approval/second-person.ts'
import type { MachineName } from '../../../contract/fleet/machine.ts'
import type { Mail, Signed, Registration } from './signed-mail.ts'

/** At once: what is more comes with the next look. */
const MOST = 50

/** A server that is not the one it should be may send anything. */
const isMail = ({ machine, body, signature }: Mail): boolean =>
  typeof machine === 'string' && typeof body === 'string' && Buffer.isBuffer(signature)

export type Mailbox = ReturnType<typeof mailbox>

export function mailbox(client: Client, machine: MachineName) {
  return {
    async version(): Promise<number> {
      const { rows } = await client.query<{ version: number | null }>(
        'select gatehouse.version() as version',
      )
      return rows[0]?.version ?? 0
    },
    async putRequest(
      mail: Signed & { readonly request: SecondHash; readonly expiresAt: number },
      to: readonly MachineName[],
    ): Promise<void> {
      await client.query(
        `insert into gatehouse.requests (machine, hash, recipients, body, signature, expires)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [machine, mail.request, to, mail.body, mail.signature, new Date(mail.expiresAt)],
      )
    },
    async putWithdrawal(
      request: SecondHash,
      signature: Buffer,
      to: readonly MachineName[],
    ): Promise<void> {
      await client.query(
        `insert into gatehouse.withdrawals (machine, hash, recipients, signature)
         values ($1, $2, $3, $4) on conflict do nothing`,
        [machine, request, to, signature],
      )
    },
    async putAnswer(mail: Signed, asker: MachineName, request: SecondHash): Promise<void> {
      await client.query(
        `insert into gatehouse.answers (machine, asker, request, body, signature)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [machine, asker, request, mail.body, mail.signature],
      )
    },
    /** To any of these requests; who sent it is not checked here. */
    async answersTo(
      requests: readonly SecondHash[],
      peers: readonly string[],
    ): Promise<readonly (Mail & { readonly request: string })[]> {
      const { rows } = await client.query<Mail & { request: string }>(
        `select machine, request, body, signature from gatehouse.answers
         where asker = $1 and request = any($2) order by (machine = any($3)) desc, machine
         limit ${MOST * 4}`,
        [machine, requests, peers],
      )
      return rows.filter(isMail)
    },
    /** Addressed to this machine, without those that are known, by request or by signature. */
    async requests(
      known: readonly SecondHash[],
      refused: readonly string[],
      peers: readonly string[],
    ): Promise<readonly Mail[]> {
      const { rows } = await client.query<Mail>(
        `select machine, body, signature from gatehouse.requests
         where $1 = any(recipients) and expires > now() - interval '1 hour'
           and hash <> all($2) and encode(signature, 'hex') <> all($3)
         order by (machine = any($4)) desc, expires limit ${MOST}`,
        [machine, known, refused, peers],
      )
      return rows.filter(isMail)
    },
    async withdrawals(
      requests: readonly SecondHash[],
    ): Promise<
      readonly { readonly machine: string; readonly hash: string; readonly signature: Buffer }[]
    > {
      const { rows } = await client.query<{ machine: string; hash: string; signature: Buffer }>(
        `select machine, hash, signature from gatehouse.withdrawals
         where $1 = any(recipients) and hash = any($2) limit ${MOST * 4}`,
        [machine, requests],
      )
      return rows
    },
    async registration(name: string): Promise<Registration> {
      const { rows } = await client.query<{ person: string; public_key: Buffer; revoked: boolean }>(
        'select person, public_key, revoked from gatehouse.registration($1)',
        [name],
      )
      const [found] = rows
      return found === undefined
        ? null
        : { person: found.person, publicKey: found.public_key, revoked: found.revoked }
    },
  }
}
