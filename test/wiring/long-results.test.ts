// A result that is too long for a model, in a whole Gatehouse: the model reads the rest of it by a
// call, in the run that made it, and in no other.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { RunId } from '../../contract/ids.ts'
import type { CallResult } from '../../contract/call/call.ts'
import { modelServer } from '../fakes/model-server.ts'
import type { Turn } from '../fakes/model-server.ts'
import { ask, besideHome, startServices, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
/** One line, since of several as many are given as fit. */
const numbers = (from: number): string =>
  Array.from({ length: 9_000 }, (_, at) => from + at).join(',')
const LINE = `${numbers(10_000)} token=${TOKEN} ${numbers(30_000)} the end`

const call = (id: string, name: string, args: object): Turn => ({
  kind: 'say',
  calls: [{ id, name, args }],
})
const lastText = (body: Record<string, unknown>): string => {
  const messages = body['messages'] as { content: unknown }[]
  const content = messages.at(-1)?.content
  return typeof content === 'string' ? content : JSON.stringify(content)
}

async function resultsOf(id: RunId): Promise<readonly CallResult[]> {
  const limit = Date.now() + 240_000
  for (;;) {
    const { run, items } = await ask('runs.get', { id })
    if (run.state === 'idle')
      return items.flatMap((item) =>
        item.kind === 'call' && item.state.kind === 'ended' ? [item.state.result] : [],
      )
    if (Date.now() > limit) throw new Error(`The run is ${run.state}.`)
    await new Promise((done) => setTimeout(done, 20))
  }
}

it('is read on by a call, redacted, in its own run only', async () => {
  let page: object = {}
  const model = await modelServer(({ body }, at): Turn => {
    if (at === 0) return call('one', 'read_file', { path: 'long.txt' })
    const offered = /Read on: read_result (\{.*?\})\]/.exec(lastText(body).replaceAll('\\"', '"'))
    if (at === 1) {
      page = JSON.parse(offered?.[1] ?? '{}') as object
      return call('two', 'read_result', { ...page, limit: 8_000 })
    }
    if (at === 3) return call('three', 'read_result', page)
    return { kind: 'say', text: ['Done.'] }
  })
  const workspace = besideHome('files')
  await startServices({
    more: `preset: ask\nworkspace: '${workspace}'\nmodel: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }\n`,
    prepare: () => {
      mkdirSync(workspace, { recursive: true })
      writeFileSync(join(workspace, 'long.txt'), LINE)
    },
  })
  try {
    const [read, paged] = await resultsOf((await ask('runs.start', { text: 'Read it.' })).id)
    expect(read).toMatchObject({ truncated: true, stored: { chars: expect.any(Number) as number } })
    expect(paged).toMatchObject({ ok: true, route: 'policy', label: 'workspace' })
    expect(paged?.text).toMatch(/^From \d+ to \d+ of \d+ characters that read_file gave in call_/)
    // Another run asks for the same.
    const [refused] = await resultsOf((await ask('runs.start', { text: 'Read that.' })).id)
    expect(refused).toMatchObject({ ok: false, error: { code: 'results.unknown' } })
    expect(JSON.stringify(model.asked)).not.toContain(TOKEN)
  } finally {
    await model.close()
  }
})
