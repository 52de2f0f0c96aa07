// What a plugin says of its own failure comes to people and programs with its own code, and once.
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Failure } from '../../contract/failure.ts'
import type { Json } from '../../contract/json.ts'
import { ok } from '../../contract/result.ts'
import { readManifest } from '../../main/plugins/manifest/read-manifest.ts'
import { pluginTool } from '../../main/plugins/plugin-tool.ts'
import { ECHO, echoWith } from './echo.ts'

function toolOf(text: string) {
  const read = readManifest(Buffer.from(text), 'echo')
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const built = pluginTool(
    read.value,
    'external',
    () => null as never,
    () => ok(z.record(z.string(), z.json())),
  )
  if (!built.ok) throw new Error(built.error)
  return built.value
}

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
])('the code %j is passed on', async (error, expected) => {
  expect(await ended(error, null)).toEqual({ ok: false, error: expected })
})

it.each([
  ['with a hint', 'Choose one.', { page: 3 }, 'Choose one. With it came: {"page":3}'],
  ['without one', undefined, [1, 'a'], 'With it came: [1,"a"]'],
  ['that is long', undefined, 'x'.repeat(5_000), /^With it came: "x{1990,1999}$/],
])('the data of an error %s is passed on with it', async (_what, hint, data, expected) => {
  const error = { code: 'plugin.own.no-book', text: 'No.', ...(hint === undefined ? {} : { hint }) }
  const { error: given } = (await ended(error, data)) as { readonly error: { hint: string } }
  expect(given.hint).toMatch(expected)
})

it('no data is passed on where the manifest hides parts of its results', async () => {
  const error = { code: 'plugin.own.no-book', text: 'No.' }
  const text = echoWith('redaction.result = ["/key"]')
  expect(await ended(error, { key: 'k' }, text)).toMatchObject({ error: { hint: 'log' } })
})

async function ended(error: Failure, data: Json, manifest = ECHO) {
  const run = async () => ok({ data, stdout: '', stderr: '', log: 'log', error, durationMs: 1 })
  const power = { 'plugin.run': { run } }
  return await toolOf(manifest).execute({ text: 'x' } as never, { power } as never)
}
