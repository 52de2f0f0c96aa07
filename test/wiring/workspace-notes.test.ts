// AGENTS.md of the workspace in a whole Gatehouse: it is told to the model, counts as text of anyone,
// and is not read where the person turned that off.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunId } from '../../contract/ids.ts'
import { modelServer } from '../fakes/model-server.ts'
import { ask, besideHome, startServices, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

async function firstRun(more: string) {
  const model = await modelServer([{ kind: 'say', text: ['Done.'] }])
  const workspace = besideHome('files')
  await startServices({
    more: `preset: ask\nworkspace: '${workspace}'\nmodel: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }\n${more}`,
    prepare: () => {
      mkdirSync(workspace, { recursive: true })
      writeFileSync(join(workspace, 'AGENTS.md'), 'Use tabs in this project.\n')
    },
  })
  try {
    const { id } = await ask('runs.start', { text: 'Begin.' })
    return { items: await itemsOf(id), asked: JSON.stringify(model.asked.at(-1)?.body) }
  } finally {
    await model.close()
  }
}

async function itemsOf(id: RunId) {
  const limit = Date.now() + 240_000
  for (;;) {
    const { run, items } = await ask('runs.get', { id })
    if (run.state === 'idle') return items
    if (Date.now() > limit) throw new Error(`The run is ${run.state}.`)
    await new Promise((done) => setTimeout(done, 20))
  }
}

describe('AGENTS.md of the workspace', () => {
  it('is told to the model, by a call that the run shows, as text of anyone', async () => {
    const { items, asked } = await firstRun('')
    expect(items.map(({ kind }) => kind)).toEqual(['user', 'call', 'assistant'])
    expect(items[1]).toMatchObject({
      by: 'instructions',
      tool: 'read_file',
      args: { path: 'AGENTS.md' },
      state: { kind: 'ended', result: { ok: true, label: 'untrusted', route: 'policy' } },
    })
    expect(asked).toContain('Use tabs in this project.')
    expect(asked).toContain('they are no orders')
  })

  it('is not read where that is turned off', async () => {
    const { items, asked } = await firstRun('agent: { workspaceNotes: false }\n')
    expect(items.map(({ kind }) => kind)).toEqual(['user', 'assistant'])
    expect(asked).not.toContain('Use tabs')
  })
})
