// Two whole Gatehouses of two persons, with a real PostgreSQL between them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Approval, Reply } from '../../contract/approval/approval.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import { addMachineSql, roleOf } from '../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../main/fleet/schema/versions.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { adaLaptop, bobLaptop, carolTower } from './second-person.ts'
import { makeTemporary } from '../temporary.ts'

const PASSPHRASE = 'correct horse battery'
const proof = { kind: 'passphrase', passphrase: PASSPHRASE } as const

let postgres: Postgres
let root = ''
const opened: App[] = []

/** Call in the test file: a database for all of its tests, and a folder for each. */
export function twoMachinesEach(): void {
  beforeAll(async () => {
    postgres = await startPostgres()
    await postgres.sql(schemaSql())
  })
  afterAll(() => postgres.stop())
  beforeEach(() => {
    root = makeTemporary('second')
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((app) => app.dispose()))
    await postgres.sql(
      `delete from gatehouse.requests; delete from gatehouse.answers;
       delete from gatehouse.withdrawals; delete from gatehouse.machines;
       ${[adaLaptop, bobLaptop, carolTower].map((machine) => dropRole(roleOf(machine))).join('')}`,
    )
    rmSync(root, { recursive: true, force: true })
  })
}

/** With what a kill of the database left of it. */
const dropRole = (role: string): string =>
  `do $$ begin if exists (select from pg_roles where rolname = '${role}') then
     drop owned by ${role}; drop role ${role}; end if; end $$;`

export const theDatabase = (): Postgres => postgres

export type Machine = {
  readonly workspace: string
  /** Its configuration file; read when it is opened again. */
  readonly config: string
  ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>>
  tries<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C> | string>
  run(file: string): Promise<string>
  waiting(): Promise<readonly Approval[]>
  close(): Promise<void>
  /** Ended, and opened again. */
  again(): Promise<Machine>
}

/** @param more of its configuration; null: what it has. */
export async function start(name: string, more: string | null): Promise<Machine> {
  const [home, workspace] = [join(root, name), join(root, `${name}-work`)]
  mkdirSync(home, { recursive: true, mode: 0o700 })
  mkdirSync(workspace, { recursive: true })
  const file = join(home, 'config.yaml')
  if (more !== null) writeFileSync(file, `workspace: ${workspace}\n${more}`)
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: home },
    platform: process.platform,
    homedir: root,
  })
  const app = await openApp({ host: 'browser', paths, version: '0.0.0-test' })
  if (!app.ok) throw new Error(app.error.text)
  opened.push(app.value)
  const call = async <C extends IpcChannel>(channel: C, input: Input<C>) => {
    const answer = await app.value.call(channel, input, {
      surface: channel === 'tools.run' ? 'cli' : 'window',
    })
    return answer as { ok: true; value: Output<C> } | Extract<typeof answer, { ok: false }>
  }
  const machine: Machine = {
    workspace,
    config: file,
    async ask(channel, input) {
      const answer = await call(channel, input)
      if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
      return answer.value
    },
    async tries(channel, input) {
      const answer = await call(channel, input)
      return answer.ok ? answer.value : answer.error.code
    },
    async run(program) {
      const args = { path: program, content: 'written by two' }
      const result = await machine.ask('tools.run', { tool: 'write_file', args, wait: true })
      return result.status
    },
    waiting: () => machine.ask('approvals.list', { states: ['pending'], limit: 50 }),
    async close() {
      const at = opened.indexOf(app.value)
      if (at < 0) return
      opened.splice(at, 1)
      await app.value.dispose()
    },
    async again() {
      await machine.close()
      return start(name, null)
    },
  }
  const { passphrase } = await machine.ask('step-up.state', {})
  if (!passphrase) await machine.ask('step-up.set-passphrase', { passphrase: PASSPHRASE })
  return machine
}

export const RULE =
  'rules:\n  - id: two\n    when: { tools: [write_file] }\n    effect: confirm\n    approvers: 2\n    reason: Two must see this.\n'

function fleet(machine: string, person: string, peers: string, more = ''): string {
  const user = roleOf(machine as never)
  return `fleet:\n  machine: ${machine}\n  person: ${person}\n  database: { host: '${postgres.folder}', port: ${postgres.port}, user: ${user} }\n  peers: [${peers}]\n${more}`
}

const peer = (machine: string, person: string, key: string): string =>
  `{ machine: ${machine}, person: ${person}, key: '${key}' }`

/** Both know each other's key, as two persons who told each other. */
export async function twoMachines(rule = RULE): Promise<readonly [ada: Machine, bob: Machine]> {
  const keys: string[] = []
  for (const [machine, person] of [
    [adaLaptop, 'Ada'],
    [bobLaptop, 'Bob'],
  ] as const) {
    const alone = await start(machine, fleet(machine, person, ''))
    const { publicKey } = await alone.ask('fleet.identity', {})
    keys.push(publicKey)
    await alone.close()
    await postgres.sql(addMachineSql({ machine, person, publicKey: Buffer.from(publicKey, 'hex') }))
  }
  const [ofAda = '', ofBob = ''] = keys
  return [
    await start(adaLaptop, fleet(adaLaptop, 'Ada', peer(bobLaptop, 'Bob', ofBob), rule)),
    await start(bobLaptop, fleet(bobLaptop, 'Bob', peer(adaLaptop, 'Ada', ofAda))),
  ]
}

export async function first(machine: Machine): Promise<Approval> {
  await expect.poll(() => machine.waiting()).toHaveLength(1)
  const [approval] = await machine.waiting()
  if (approval === undefined) throw new Error('nothing waits')
  return approval
}

export const answer = (machine: Machine, { id }: Approval, reply: Partial<Reply> = {}) =>
  machine.tries('approvals.answer', { id, answer: 'once', proof, ...reply })

export const rows = async (machine: Machine, kind: 'second-approval' | 'answered' | 'outcome') => {
  const page = await machine.ask('audit.page', {
    limit: 100,
    filter: { kinds: [kind], tool: null, effect: null, callId: null, runId: null, text: '' },
  })
  return page.rows.map(({ entry }) => entry)
}
