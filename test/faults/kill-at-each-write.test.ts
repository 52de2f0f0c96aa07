// A kill after each single write of a call, from its decision to its outcome, and after each write
// of the start that follows: whatever was written by then, every decision in the journal has its
// end after the next start.
// @module-tag whole
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { afterEachWrite } from './driver/each-write.ts'
import { endlessDecisions } from './driver/endless.ts'
import { copyOf, live, newHome, type Life } from './driver/lives.ts'
import { soak } from '../soak.ts'

let base: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'gatehouse-each-write-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

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
          const copy = copyOf(base, home, seen)
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
    'of %s leaves no decision without an end @whole',
    async (name, act) => {
      const home = newHome(base, name)
      const life = await live(home)
      const seen = new Set<string>()
      const copies: string[] = []
      const stop = afterEachWrite(() => {
        const copy = copyOf(base, home, seen)
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
        // The short form looks at every second write of one life, and at some of those of the others:
        // much is alike in all of them.
        if (!soak && (name === whole ? at % 2 !== 0 : at % 8 !== 3)) continue
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
