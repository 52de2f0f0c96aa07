// A kill after each single write of a call, from its decision to its outcome, and after each write
// of the start that follows: whatever was written by then, every decision in the journal has its
// end after the next start.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { AppPaths } from '../../main/config/paths.ts'
import { openApp } from '../../main/wiring/app.ts'
import { openAgent } from './driver/agent-socket.ts'
import type { AgentSocket } from './driver/agent-socket.ts'
import { afterEachWrite } from './driver/each-write.ts'
import { endlessDecisions } from './driver/endless.ts'
import { until } from './driver/until.ts'
import { soak } from '../soak.ts'

type Life = {
  readonly agent: AgentSocket
  readonly workspace: string
  ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>>
  held(count?: number): Promise<readonly Approval[]>
  dispose(): Promise<void>
}

let base: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'gatehouse-each-write-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const positionsOf = (home: string): AppPaths =>
  findAppPaths({
    env: { GATEHOUSE_HOME: home },
    platform: process.platform,
    homedir: dirname(home),
  })

async function live(home: string): Promise<Life> {
  const paths = positionsOf(home)
  const composed = await openApp({
    host: 'browser',
    paths,
    version: '0.0.0-test',
    gatewayPort: null,
  })
  if (!composed.ok) throw new Error(composed.error.text)
  const app = composed.value
  const ask = async <C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> => {
    const answer = await app.call(channel, input, {
      surface: channel === 'hook.decide' ? 'cli' : 'window',
    })
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.text}`)
    return answer.value as Output<C>
  }
  const agent = await openAgent(paths.socketFile, 'agent')
  return {
    ask,
    agent,
    workspace: join(dirname(home), 'work'),
    held: (count = 1) =>
      until(`${count} held`, async () => {
        const found = await ask('approvals.list', { states: ['pending'], limit: 50 })
        return found.length >= count ? found : null
      }),
    async dispose() {
      agent.close()
      await app.dispose()
    },
  }
}

function newHome(name: string): string {
  const home = join(
    mkdtempSync(join(base, `${name.replaceAll(/\W+/g, '-').slice(0, 20)}-`)),
    'home',
  )
  const workspace = join(dirname(home), 'work')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'notes.txt'), 'one line\n')
  writeFileSync(join(home, 'config.yaml'), `workspace: ${workspace}\n`)
  return home
}

/** What lies in a home now, as a kill leaves it; null where it is what `last` was. */
function copyOf(home: string, seen: Set<string>): string | null {
  const hash = createHash('sha256')
  const files = ['data/gatehouse.db', 'data/gatehouse.db-wal', 'state/journal-head.json']
  for (const file of files)
    if (existsSync(join(home, file))) hash.update(readFileSync(join(home, file)))
  const mark = hash.digest('hex')
  if (seen.has(mark)) return null
  seen.add(mark)
  const copy = join(mkdtempSync(join(base, 'copy-')), 'home')
  for (const folder of ['', 'data', 'state']) {
    mkdirSync(join(copy, folder), { recursive: true, mode: 0o700 })
    for (const one of readdirSync(join(home, folder), { withFileTypes: true }))
      if (one.isFile() && !/\.lock|-shm$|^journal-index/.test(one.name))
        copyFileSync(join(home, folder, one.name), join(copy, folder, one.name))
  }
  return copy
}

const filter = { kinds: [], tool: null, effect: null, callId: null, runId: null, text: '' }

async function journalOf({ ask }: Life): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = []
  for (let before: number | undefined; ;) {
    const { rows } = await ask('audit.page', {
      filter,
      limit: 200,
      ...(before === undefined ? {} : { before }),
    })
    if (rows.length === 0) return entries.toReversed()
    entries.push(...rows.map(({ entry }) => entry))
    before = rows.at(-1)?.seq
  }
}

type Found = {
  readonly at: number
  readonly endless: readonly string[]
  readonly story: readonly string[]
}

/**
 * Starts on what a kill left, and gives what has no end. `again`: for each write of that start,
 * what a kill there leaves.
 */
async function startOn(
  home: string,
  at: number,
  again: ((copy: string) => void) | null,
): Promise<Found> {
  const seen = new Set<string>()
  const stop =
    again === null
      ? () => {}
      : afterEachWrite(() => {
          const copy = copyOf(home, seen)
          if (copy !== null) again(copy)
        })
  const life = await live(home).finally(stop)
  try {
    const entries = await journalOf(life)
    expect(await life.ask('audit.verify', {})).toMatchObject({ kind: 'intact' })
    const held = new Set<string>(
      (await life.ask('approvals.list', { states: ['pending'], limit: 50 })).map(
        ({ callId }) => callId,
      ),
    )
    const endless = endlessDecisions(entries, held)
    const story =
      endless.length === 0
        ? []
        : entries.map(
            (entry) =>
              `${entry.kind}${'callId' in entry && entry.callId !== null ? ` ${String(entry.callId).slice(-4)}` : ''}`,
          )
    return {
      at,
      endless: endless.map(({ callId, tool }) => `${tool} ${String(callId).slice(-4)}`),
      story,
    }
  } finally {
    await life.dispose()
    rmSync(dirname(home), { recursive: true, force: true })
  }
}

const answer = async (life: Life, given: Partial<Input<'approvals.answer'>>): Promise<void> => {
  const [approval] = await life.held()
  if (approval === undefined) throw new Error('nothing is held')
  await life.ask('approvals.answer', { id: approval.id, answer: 'once', ...given })
}
const write = ({ agent }: Life, path = 'new.txt') =>
  agent.call('write_file', { path, content: 'x' })

const lives: Readonly<Record<string, (life: Life) => Promise<unknown>>> = {
  'a call that the policy allows': ({ agent }) => agent.call('list_dir', { path: '.' }),
  'a held call that is approved': (life) => Promise.all([write(life), answer(life, {})]),
  'a held call that is denied': (life) =>
    Promise.all([write(life), answer(life, { answer: 'deny-once' })]),
  'a held call that is approved with other arguments': (life) =>
    Promise.all([write(life), answer(life, { args: { path: 'new.txt', content: 'other' } })]),
  'a call that is allowed for the session, and comes again': async (life) => {
    await Promise.all([write(life), answer(life, { answer: 'session' })])
    await write(life)
  },
  'two equal calls at once': (life) => Promise.all([write(life), write(life), answer(life, {})]),
  'a held call when everything is stopped': async (life) => {
    const asked = write(life)
    await life.held()
    await life.ask('emergency-stop.stop', {})
    await asked
  },
  'an own tool of another agent': (life) =>
    Promise.all([
      life.ask('hook.decide', {
        agent: 'claude-code',
        tool: 'Write',
        input: { file_path: join(life.workspace, 'a.txt'), content: 'x' },
        cwd: life.workspace,
        session: 's',
        waitSeconds: 30,
      }),
      answer(life, {}),
    ]),
  'a run that is stopped while its call is held': async (life) => {
    const { id } = await life.ask('runs.start', { text: 'write made.txt: something' })
    await life.held()
    await life.ask('runs.stop', { id })
  },
}

const whole = 'a held call that is approved'

describe('a kill after each write', () => {
  it.each(Object.entries(lives))(
    'of %s leaves no decision without an end',
    { timeout: 300_000 },
    async (name, act) => {
      const home = newHome(name)
      const life = await live(home)
      const seen = new Set<string>()
      const copies: string[] = []
      const stop = afterEachWrite(() => {
        const copy = copyOf(home, seen)
        if (copy !== null) copies.push(copy)
      })
      try {
        await act(life)
      } finally {
        await life.dispose()
        stop()
      }
      // Or nothing was looked at.
      expect(copies.length).toBeGreaterThan(4)
      const endless: Found[] = []
      for (const [at, copy] of copies.entries()) {
        // The short form looks at every write of one life, and at some of those of the others: much
        // is alike in all of them.
        if (!soak && name !== whole && at % 4 !== 3) continue
        const second: string[] = []
        endless.push(
          await startOn(
            copy,
            at,
            soak || (name === whole && at === 6) ? (one) => second.push(one) : null,
          ),
        )
        for (const [later, one] of second.entries())
          endless.push(await startOn(one, at + (later + 1) / 100, null))
      }
      expect(endless.filter((found) => found.endless.length > 0)).toEqual([])
    },
  )
})
