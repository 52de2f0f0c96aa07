// Checks every machine of the shared database, as a person who may read it. Reads in pieces: a
// machine's past may be millions of rows.
import type { Client } from 'pg'
import { MachineName } from '../../contract/fleet/machine.ts'
import type { MachineCheck } from '../../contract/fleet/state.ts'
import { checkMachine, type CheckedMachine, type KeptHead, type KeptRow } from './check-machine.ts'

/** Rows that are checked in one go: calls go on meanwhile. */
const PIECE = 200

/** `of`: machines in all; `rows`: checked so far, of all. */
export type VerifyProgress = {
  readonly machine: MachineName
  readonly done: number
  readonly of: number
  readonly rows: number
}

type StoredMachine = {
  readonly machine: string
  readonly public_key: Buffer
  readonly revoked: Date | null
}

export async function verifyFleet(
  client: Client,
  labels: CheckedMachine['labels'],
  tell: (progress: VerifyProgress) => void = () => undefined,
  knownKeys: ReadonlyMap<string, Buffer> = new Map(),
): Promise<readonly MachineCheck[]> {
  const machines = await client.query<StoredMachine>(
    'select machine, public_key, revoked from gatehouse.machines order by machine',
  )
  const checks: MachineCheck[] = []
  let rows = 0
  for (const stored of machines.rows) {
    const machine = MachineName.parse(stored.machine)
    const progress = (): void =>
      tell({ machine, done: checks.length, of: machines.rows.length, rows })
    progress()
    checks.push(
      await checkMachine({
        machine,
        publicKey: stored.public_key,
        knownKey: knownKeys.get(stored.machine),
        revoked: stored.revoked?.getTime() ?? null,
        heads: await headsOf(client, stored.machine),
        rows: rowsOf(client, stored.machine, (count) => {
          rows += count
          progress()
        }),
        labels,
      }),
    )
  }
  return checks
}

type StoredHead = {
  readonly seq: string
  readonly hash: string
  readonly at: Date
  readonly signature: Buffer
  readonly received: Date
}

async function headsOf(client: Client, machine: string): Promise<readonly KeptHead[]> {
  const heads = await client.query<StoredHead>(
    `select seq, hash, at, signature, received from gatehouse.heads where machine = $1
     order by seq, received, hash`,
    [machine],
  )
  return heads.rows.map(({ seq, hash, at, signature, received }) => ({
    seq: Number(seq),
    hash,
    at: at.getTime(),
    signature,
    received: received.getTime(),
  }))
}

type StoredRow = {
  readonly seq: string
  readonly at: Date
  readonly body: string
  readonly hash: string
  readonly kind: string
  readonly tool: string | null
  readonly host: string | null
}

/** Of one number, the row that came first is first. */
async function* rowsOf(
  client: Client,
  machine: string,
  took: (count: number) => void,
): AsyncGenerator<KeptRow> {
  await client.query('begin read only')
  try {
    await client.query({
      text: `declare kept no scroll cursor for select seq, at, body, hash, kind, tool, host from gatehouse.entries
             where machine = $1 order by seq, received, hash`,
      values: [machine],
    })
    for (;;) {
      const { rows } = await client.query<StoredRow>(`fetch ${PIECE} from kept`)
      if (rows.length === 0) return
      took(rows.length)
      for (const { at, seq, ...row } of rows)
        yield { ...row, seq: Number(seq), moment: at.toISOString() }
    }
  } finally {
    await client.query('rollback')
  }
}
