// A whole Gatehouse whose shared database really has no space, no connection left, does not move or is
// restarted: calls go on as before, and afterwards every row is there, once.
// @module-tag whole
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { MachineName } from '../../contract/fleet/machine.ts'
import { addMachineSql, roleOf } from '../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../main/fleet/schema/versions.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { ask, startServices, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

const SLOW = { timeout: 120_000 }
const machine = MachineName.parse('ada-laptop')
const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function inFleet(postgres: Postgres): Promise<void> {
  await postgres.sql(`${schemaSql()} create role auditor login in role gatehouse_reader;`)
  await startServices({
    more: `fleet:\n  machine: ${machine}\n  database: { host: '${postgres.folder}', port: ${postgres.port}, user: ${roleOf(machine)} }\n  reader: auditor\n`,
  })
  const { publicKey } = await ask('fleet.identity', {})
  await postgres.sql(
    addMachineSql({ machine, person: 'Ada', publicKey: Buffer.from(publicKey, 'hex') }),
  )
  await ask('fleet.retry', {})
  await expect.poll(kind, SLOW).toBe('level')
}

const kind = async (): Promise<string> => (await ask('fleet.state', {})).kind
const waitsFor = async (): Promise<string> => {
  const state = await ask('fleet.state', {})
  return state.kind === 'waiting' ? state.why.code : state.kind
}

/** Calls of some size, each with its rows in the journal. Every one of them is answered. */
async function call(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const replacement = `${at} ${'word '.repeat(1_900)}`
    const { status } = await ask('tools.run', {
      tool: 'text_transform',
      wait: true,
      args: { operation: 'replace', text: 'x', find: 'x', replacement },
    })
    expect(status).toBe('done')
  }
}

/** Nothing lost, nothing twice, and all of it as it was signed. */
async function allThere(postgres: Postgres): Promise<void> {
  await ask('fleet.retry', {})
  await expect.poll(kind, SLOW).toBe('level')
  const client = await postgres.client()
  try {
    const { rows } = await client.query<{ count: string; newest: string; different: string }>(
      `select count(*), max(seq) as newest, count(distinct seq) as different from gatehouse.entries`,
    )
    const state = await ask('fleet.state', {})
    const seq = state.kind === 'level' ? String(state.seq) : state.kind
    expect(rows).toEqual([{ count: seq, newest: seq, different: seq }])
  } finally {
    await client.end()
  }
}

const intact = [{ machine, from: 1, findings: [] }]

const isRoot = process.getuid?.() === 0

describe('a database whose disk is really full (only where the test may mount one)', () => {
  it.skipIf(!isRoot || process.platform !== 'linux')(
    'is waited for, and has everything once there is room (needs root, for a small disk)',
    async () => {
      const disk = mkdtempSync(join(tmpdir(), 'gatehouse-small-disk-'))
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m', 'none', disk])
      expect([mounted.status, String(mounted.stderr)]).toEqual([0, ''])
      ends.push(() => {
        spawnSync('umount', ['-l', disk])
        rmSync(disk, { recursive: true, force: true })
      })
      const small = { min_wal_size: '32MB', max_wal_size: '32MB' }
      const postgres = await startPostgres(small, null, disk)
      ends.push(() => postgres.stop())
      await inFleet(postgres)
      const ballast = join(disk, 'ballast')
      fill(ballast)
      for (let rounds = 0; (await kind()) === 'level' && rounds < 200; rounds += 1) await call(10)
      await expect.poll(waitsFor, SLOW).toMatch(/^fleet\.(?:full|unreachable|busy|slow|database)$/)
      // Calls go on, and their rows wait.
      await call(20)
      rmSync(ballast)
      // A server that could not write its log has ended itself.
      await postgres.restart()
      await allThere(postgres)
      expect(await ask('fleet.verify', {})).toMatchObject(intact)
    },
    600_000,
  )
})

function fill(file: string): void {
  const handle = openSync(file, 'w')
  const block = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(handle, block)
  } catch (error) {
    if (!String(error).includes('ENOSPC')) throw error
  } finally {
    closeSync(handle)
  }
}

it('is waited for where every process of it is stopped, and calls go on meanwhile', async () => {
  const postgres = await startPostgres()
  ends.push(() => postgres.stop())
  await inFleet(postgres)
  const all = processesOf(postgres)
  expect(all.length).toBeGreaterThan(3)
  const signal = (what: 'SIGSTOP' | 'SIGCONT'): void =>
    all.forEach((pid) => process.kill(pid, what))
  signal('SIGSTOP')
  try {
    await call(40)
  } finally {
    signal('SIGCONT')
  }
  await allThere(postgres)
  expect(await ask('fleet.verify', {})).toMatchObject(intact)
})

/** The first one, and those that it started. */
function processesOf(postgres: Postgres): readonly number[] {
  const first = Number(readFileSync(join(postgres.data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readdirSync('/proc').flatMap((id) => {
    if (!/^\d+$/.test(id)) return []
    try {
      return readFileSync(`/proc/${id}/status`, 'utf8').includes(`\nPPid:\t${first}\n`)
        ? [Number(id)]
        : []
    } catch {
      return []
    }
  })
  return [first, ...children]
}

it('is waited for where others have all of its connections', async () => {
  const postgres = await startPostgres({ max_connections: '20' })
  ends.push(() => postgres.stop())
  await inFleet(postgres)
  await postgres.sql('create role crowd login')
  const crowd: Client[] = []
  ends.push(async () => void (await Promise.all(crowd.map((client) => client.end()))))
  const crowded = async (): Promise<void> => {
    for (;;) {
      try {
        crowd.push(await postgres.client('crowd'))
      } catch (error) {
        if (String(error).includes('too many') || String(error).includes('reserved')) return
        throw error
      }
    }
  }
  // Its own connection goes last, to somebody else.
  for (let rounds = 0; (await waitsFor()) !== 'fleet.busy' && rounds < 200; rounds += 1) {
    await crowded()
    await postgres.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${roleOf(machine)}'`,
    )
    await crowded()
    await call(1)
  }
  expect(await waitsFor()).toBe('fleet.busy')
  await call(20)
  await Promise.all(crowd.splice(0).map((client) => client.end()))
  await allThere(postgres)
  expect(await ask('fleet.verify', {})).toMatchObject(intact)
})

it('is waited for where it is restarted and killed in turns while rows come', async () => {
  const postgres = await startPostgres()
  ends.push(() => postgres.stop())
  await inFleet(postgres)
  for (let round = 0; round < 3; round += 1) {
    const calls = call(15)
    if (round % 2 === 0) await postgres.restart()
    else {
      await postgres.kill()
      await postgres.start()
    }
    await calls
  }
  await allThere(postgres)
  expect(await ask('fleet.verify', {})).toMatchObject(intact)
})
