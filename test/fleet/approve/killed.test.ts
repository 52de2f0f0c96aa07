// Two real programs, killed with -9 at points of a second approval: no answer is lost that was given,
// and nothing runs twice.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { Input, IpcChannel, Output } from '../../../contract/ipc/ipc.ts'
import { addMachineSql, roleOf } from '../../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../../main/fleet/schema/versions.ts'
import { openFaultApp, type FaultApp, type Program } from '../../faults/driver/app.ts'
import { until } from '../../faults/driver/until.ts'
import { startPostgres, type Postgres } from '../../fakes/postgres.ts'
import { adaLaptop, bobLaptop } from '../../fakes/second-person.ts'

const proof = { kind: 'passphrase', passphrase: 'correct horse battery' } as const
const RULE =
  'rules:\n  - id: two\n    when: { tools: [write_file] }\n    effect: confirm\n    approvers: 2\n    reason: Two must see this.\n'

let postgres: Postgres
let apps: FaultApp[] = []
beforeEach(async () => {
  postgres = await startPostgres()
  await postgres.sql(schemaSql())
})
afterEach(async () => {
  await Promise.all(apps.map((app) => app.dispose()))
  apps = []
  await postgres.stop()
})

async function ask<C extends IpcChannel>(
  app: FaultApp,
  channel: C,
  input: Input<C>,
): Promise<Output<C>> {
  const answer = await (await app.person()).call(channel, input)
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}

async function kill({ child, ended }: Program): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

const section = (machine: string, person: string, peers: string): string =>
  `fleet:\n  machine: ${machine}\n  person: ${person}\n  database: { host: '${postgres.folder}', port: ${postgres.port}, user: ${roleOf(machine as never)} }\n  peers: [${peers}]\n`

type Two = { readonly ada: FaultApp; readonly bob: FaultApp; running: [Program, Program] }

async function twoPrograms(): Promise<Two> {
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

const approve = (app: FaultApp, { id }: Approval) =>
  ask(app, 'approvals.answer', { id, answer: 'once', proof })

async function askedByBoth({ ada, bob }: Two, path: string): Promise<Approval> {
  const agent = await ada.agent()
  void agent.call('write_file', { path, content: path }).catch(() => null)
  const [own] = await ada.held()
  if (own === undefined) throw new Error('nothing is held')
  await approve(ada, own)
  const [seen] = await bob.held()
  if (seen === undefined) throw new Error('nothing came')
  return seen
}

const outcomes = async (app: FaultApp) =>
  (await app.journal()).filter(({ kind }) => kind === 'outcome').length

it('keeps what was asked and answered over kills of both programs and of the database', async () => {
  const two = await twoPrograms()
  const { ada, bob } = two
  const agent = await ada.agent()
  void agent.call('write_file', { path: 'kept.txt', content: 'x' }).catch(() => null)
  const [own] = await ada.held()
  if (own === undefined) throw new Error('nothing is held')
  await postgres.kill()
  // Asked, and killed before anybody could be told.
  await approve(ada, own)
  await kill(two.running[0])
  await postgres.start()
  two.running[0] = await ada.start()
  const [seen] = await bob.held()
  if (seen === undefined) throw new Error('nothing came')
  // Answered, and killed before it could be sent.
  await postgres.kill()
  await approve(bob, seen)
  await kill(two.running[1])
  await kill(two.running[0])
  await postgres.start()
  two.running = [await ada.start(), await bob.start()]
  await until('the file', async () => existsSync(join(ada.workspace, 'kept.txt')) || null)
  await until('its outcome', async () => ((await outcomes(ada)) > 0 ? true : null))
  expect(await outcomes(ada)).toBe(1)
  expect(await ask(bob, 'approvals.list', { states: ['pending'], limit: 10 })).toEqual([])
}, 300_000)

it('runs it once or not at all where the program that asked is killed around the answer', async () => {
  const two = await twoPrograms()
  const { ada, bob } = two
  for (const [round, afterMs] of [0, 300, 700, 1_100].entries()) {
    const path = `round-${round}.txt`
    const seen = await askedByBoth(two, path)
    await approve(bob, seen)
    await new Promise((done) => setTimeout(done, afterMs))
    await kill(two.running[0])
    two.running[0] = await ada.start()
    // It has an end: it ran, or it was approved and did not run.
    await until('an end', async () =>
      (await ask(ada, 'approvals.list', { states: ['pending'], limit: 10 })).length === 0
        ? true
        : null,
    )
    const rows = (await ada.journal()).filter(
      (entry) => 'tool' in entry && entry.tool === 'write_file',
    )
    const starts = rows.filter(({ kind }) => kind === 'running').length
    expect(starts).toBeLessThanOrEqual(round + 1)
    expect(rows.filter(({ kind }) => kind === 'answered')).toHaveLength(round + 1)
  }
}, 300_000)
