// What forwarding costs a call: whole Gatehouses in one process, one of which sends its rows to a
// PostgreSQL on the same processors, take turns with the same call. Two of them send nothing: what
// lies between those two is what the machine does by itself, and no smaller figure says anything.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MachineName } from '../../../contract/fleet/machine.ts'
import { findAppPaths } from '../../../main/config/paths.ts'
import { addMachineSql, roleOf } from '../../../main/fleet/schema/machine-sql.ts'
import { openApp } from '../../../main/wiring/app.ts'
import type { Postgres } from '../../fakes/postgres.ts'
import { type BenchLine, median } from '../line.ts'

const WARM = 200
const TURNS = 60
const CALLS = 50
/** Between two calls, as an agent thinks; still a hundred times what one does. */
const PACE_MS = 5

const machine = MachineName.parse('bench-pipeline')

export async function pipelineBeside(postgres: Postgres): Promise<readonly BenchLine[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-fleet-')))
  const off = await openIn(root, 'off', '')
  const again = await openIn(root, 'again', '')
  const on = await openIn(
    root,
    'on',
    `fleet:\n  machine: ${machine}\n  database: { host: '${postgres.folder}', port: ${postgres.port}, user: ${roleOf(machine)} }\n`,
  )
  try {
    const { publicKey } = await on.identity()
    await postgres.sql(
      addMachineSql({ machine, person: 'p0', publicKey: Buffer.from(publicKey, 'hex') }),
    )
    await on.retry()
    const times = await takeTurns({ off, again, on })
    const sent = await on.level()
    return [
      sameAgain('read_file without forwarding', times.off, times.again),
      within5(`read_file with forwarding on, p50 (${sent} rows sent)`, times.off, times.on),
    ]
  } finally {
    await off.dispose()
    await again.dispose()
    await on.dispose()
    rmSync(root, { recursive: true, force: true })
  }
}

/** How far a second one of the same kind is from the first, by chance. */
export function sameAgain(
  name: string,
  without: readonly number[],
  again: readonly number[],
): BenchLine {
  return {
    name: `${name}, p50, beside a second one without`,
    value: `${median(without).toFixed(2)} ms, ${percent(again, without)} %`,
    goal: null,
    holds: null,
  }
}

export function within5(
  name: string,
  without: readonly number[],
  beside: readonly number[],
): BenchLine {
  return {
    name,
    value: `${median(beside).toFixed(2)} ms, ${percent(beside, without)} %`,
    goal: 'within 5 %',
    holds: median(beside) <= median(without) * 1.05,
  }
}

function percent(times: readonly number[], base: readonly number[]): string {
  const more = (median(times) / median(base) - 1) * 100
  return `${more >= 0 ? '+' : ''}${more.toFixed(1)}`
}

/** Milliseconds of calls of each Gatehouse; they take turns, so that all see the same load. */
export async function takeTurns<Name extends string>(
  apps: Readonly<Record<Name, Pick<Opened, 'read'>>>,
): Promise<Record<Name, number[]>> {
  const all = Object.entries(apps) as [Name, Pick<Opened, 'read'>][]
  const times = Object.fromEntries(all.map(([name]) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >
  for (const [, app] of all) for (let at = 0; at < WARM; at += 1) await app.read()
  for (let turn = 0; turn < TURNS; turn += 1) {
    const first = turn % all.length
    for (const [name, app] of [...all.slice(first), ...all.slice(0, first)]) {
      for (let at = 0; at < CALLS; at += 1) {
        const began = performance.now()
        await app.read()
        times[name].push(performance.now() - began)
        await pause(PACE_MS)
      }
    }
  }
  return times
}

type Opened = Awaited<ReturnType<typeof openIn>>

export async function openIn(root: string, name: string, config: string) {
  const home = join(root, name)
  mkdirSync(home, { recursive: true })
  mkdirSync(join(root, `${name}-workspace`), { recursive: true })
  writeFileSync(join(root, `${name}-workspace`, 'notes.txt'), 'some words of a file\n'.repeat(49))
  if (config !== '') writeFileSync(join(home, 'config.yaml'), config)
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: home },
    platform: process.platform,
    homedir: root,
  })
  const composed = await openApp({ host: 'browser', paths, version: '0.0.0-bench' })
  if (!composed.ok) throw new Error(composed.error.text)
  const app = composed.value
  const ask = async (channel: Parameters<typeof app.call>[0], input: object) => {
    const answer = await app.call(channel, input, { surface: 'cli' })
    if (!answer.ok) throw new Error(answer.error.text)
    return answer.value
  }
  return {
    async read(): Promise<void> {
      const done = (await ask('tools.run', {
        tool: 'read_file',
        args: { path: 'notes.txt' },
        wait: false,
      })) as { readonly status: string }
      if (done.status !== 'done') throw new Error(`read_file: ${JSON.stringify(done)}`)
    },
    identity: async () => (await ask('fleet.identity', {})) as { readonly publicKey: string },
    retry: () => ask('fleet.retry', {}),
    collector: async () =>
      (await ask('fleet.collector', {})) as { readonly kind: string; readonly seq: number },
    /** Number of the last row, once the database has it. */
    async level(): Promise<number> {
      for (;;) {
        const state = (await ask('fleet.state', {})) as { readonly kind: string; seq: number }
        if (state.kind === 'level') return state.seq
        if (state.kind === 'waiting') throw new Error(JSON.stringify(state))
        await pause(100)
      }
    },
    dispose: () => app.dispose(),
  }
}
