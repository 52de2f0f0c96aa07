// What a person sees on a terminal while a command works for seconds, and that a program sees nothing
// of it.
import { describe, expect, it } from 'vitest'
import type { App } from '../../main/host/app.ts'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'

/** Runs the line over an app whose `slow` channel ends only after a line of progress was drawn. */
async function watched(line: string, slow: string, terminal: boolean) {
  const drawn = Promise.withResolvers<void>()
  const noted: string[] = []
  const nothing = err(failure('test.nothing', 'Nothing is here.'))
  const app = {
    async call(channel: string) {
      if (channel === 'app.running') return ok({ journalBroken: null, configFile: '' })
      if (channel === slow && terminal) await drawn.promise
      return nothing
    },
    subscribe: () => () => {},
    dispose: async () => {},
  } as unknown as App
  const composed = Promise.withResolvers<void>()
  if (!terminal) composed.resolve()
  const context = fakeCliContext({
    terminal,
    sleep: () => new Promise((done) => setImmediate(done)),
    note: (text) => {
      noted.push(text)
      if (text.includes('Starting Gatehouse')) composed.resolve()
      else if (text.includes('…')) drawn.resolve()
    },
    async compose() {
      await composed.promise
      return ok(app)
    },
  })
  await runCli(line.split(' '), context)
  return noted.filter((text) => text.includes('…') || text.includes('\u{1b}'))
}

const lines: readonly (readonly [line: string, slow: string, said: string])[] = [
  ['doctor', 'doctor.report', 'Checking this machine …'],
  ['fleet verify', 'fleet.verify', 'Asking the fleet …'],
  ['policy bundle fetch', 'organisation.fetch', 'Fetching the bundle …'],
]

describe('a command that works for long', () => {
  it.each(lines)(
    '%s says so on a terminal, in one line that goes away',
    async (line, slow, said) => {
      const shown = await watched(line, slow, true)
      expect(new Set(shown)).toEqual(
        new Set([
          '\r\u{1b}[KStarting Gatehouse for this command …',
          `\r\u{1b}[K${said}`,
          '\r\u{1b}[K',
        ]),
      )
      expect(shown.at(-1)).toBe('\r\u{1b}[K')
    },
  )

  it.each(lines)('%s says nothing to a program', async (line, slow) => {
    expect(await watched(line, slow, false)).toEqual([])
    expect(await watched(`${line} --json`, `not ${slow}`, false)).toEqual([])
  })
})
