// Two real programs of two persons, each with a home of its own, with a real PostgreSQL between them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { addMachineSql, roleOf } from '../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../main/fleet/schema/versions.ts'
import { openFaultApp, type FaultApp, type Program } from '../faults/driver/app.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { adaLaptop, bobLaptop } from './second-person.ts'

export const proof = { kind: 'passphrase', passphrase: 'correct horse battery' } as const
const RULE =
  'rules:\n  - id: two\n    when: { tools: [write_file] }\n    effect: confirm\n    approvers: 2\n    reason: Two must see this.\n'

let postgres: Postgres
let apps: FaultApp[] = []

/** Call in the test file: a database for each test, gone with it, as the programs are. */
export function twoProgramsEach(): void {
  beforeEach(async () => {
    postgres = await startPostgres()
    await postgres.sql(schemaSql())
  })
  afterEach(async () => {
    await Promise.all(apps.map((app) => app.dispose()))
    apps = []
    await postgres.stop()
  })
}

export const database = (): Postgres => postgres

export async function ask<C extends IpcChannel>(
  app: FaultApp,
  channel: C,
  input: Input<C>,
): Promise<Output<C>> {
  const answer = await (await app.person()).call(channel, input as never)
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}

export async function kill({ child, ended }: Program): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

const section = (machine: string, person: string, peers: string): string =>
  `fleet:\n  machine: ${machine}\n  person: ${person}\n  database: { host: '${postgres.folder}', port: ${postgres.port}, user: ${roleOf(machine as never)} }\n  peers: [${peers}]\n`

type Two = { readonly ada: FaultApp; readonly bob: FaultApp; running: [Program, Program] }

export async function twoPrograms(): Promise<Two> {
  const names = [
    [adaLaptop, 'Ada'],
    [bobLaptop, 'Bob'],
  ] as const
  const known: string[] = []
  for (const [machine, person] of names) {
    const app = openFaultApp(section(machine, person, ''))
    apps.push(app)
    const alone = await app.start()
    await ask(app, 'step-up.set-passphrase', { passphrase: proof.passphrase })
    const { publicKey } = await ask(app, 'fleet.identity', {})
    await kill(alone)
    known.push(`{ machine: ${machine}, person: ${person}, key: '${publicKey}' }`)
    await postgres.sql(addMachineSql({ machine, person, publicKey: Buffer.from(publicKey, 'hex') }))
  }
  const [ada, bob] = apps as [FaultApp, FaultApp]
  const write = (app: FaultApp, text: string): void =>
    writeFileSync(join(app.home, 'config.yaml'), `workspace: ${app.workspace}\n${text}`)
  write(ada, `${section(adaLaptop, 'Ada', known[1] ?? '')}${RULE}`)
  write(bob, section(bobLaptop, 'Bob', known[0] ?? ''))
  return { ada, bob, running: [await ada.start(), await bob.start()] }
}

export const approve = (app: FaultApp, { id }: Approval) =>
  ask(app, 'approvals.answer', { id, answer: 'once', proof })

export async function askedByBoth({ ada, bob }: Two, path: string): Promise<Approval> {
  const agent = await ada.agent()
  void agent.call('write_file', { path, content: path }).catch(() => null)
  const [own] = await ada.held()
  if (own === undefined) throw new Error('nothing is held')
  await approve(ada, own)
  const [seen] = await bob.held()
  if (seen === undefined) throw new Error('nothing came')
  return seen
}
