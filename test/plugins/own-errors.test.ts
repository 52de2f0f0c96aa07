// What a plugin says of its own failure comes to people and programs with its own code, and once.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ok } from '../../contract/result.ts'
import { readManifest } from '../../main/plugins/manifest/read-manifest.ts'
import { pluginTool } from '../../main/plugins/plugin-tool.ts'
import { ECHO } from './echo.ts'

const read = readManifest(Buffer.from(ECHO), 'echo')
if (!read.ok) throw new Error(JSON.stringify(read.error))
const built = pluginTool(
  read.value,
  'external',
  () => null as never,
  () => ok(z.record(z.string(), z.json())),
)
if (!built.ok) throw new Error(built.error)
const tool = built.value

it.each([
  [
    { code: 'plugin.own.no-book', text: 'There is no such book.', hint: 'Choose one.' },
    {
      code: 'plugin.own.no-book',
      text: 'The plugin reports plugin.own.no-book: There is no such book.',
      hint: 'Choose one.',
    },
  ],
  [
    { code: 'plugin.failed', text: 'The plugin echo could not do it: no such book' },
    {
      code: 'plugin.failed',
      text: 'The plugin echo could not do it: no such book',
      hint: 'log',
    },
  ],
])('%j is handed on', async (error, expected) => {
  const run = async () =>
    ok({ data: null, stdout: '', stderr: '', log: 'log', error, durationMs: 1 })
  const power = { 'plugin.run': { run } }
  expect(await tool.execute({ text: 'x' } as never, { power } as never)).toEqual({
    ok: false,
    error: expected,
  })
})
