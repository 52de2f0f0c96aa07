import { describe, expect, it } from 'vitest'
import { ModelConfig } from '../../contract/policy/config/config.ts'
import { checkModel } from '../../main/model/check-model.ts'
import { modelServer, type Turn } from '../fakes/model-server.ts'

async function check(turn: Turn) {
  const server = await modelServer([turn])
  try {
    const config = ModelConfig.parse({
      provider: 'openai-compatible',
      name: 'fake',
      baseUrl: server.url,
    })
    return await checkModel(
      config,
      { fetch: globalThis.fetch, key: () => null },
      AbortSignal.timeout(10_000),
    )
  } finally {
    await server.close()
  }
}

describe('checkModel', () => {
  it('returns the text of a model that answers', async () => {
    expect(await check({ kind: 'say', text: [' rea', 'dy\n'] })).toEqual({
      ok: true,
      value: { text: 'ready' },
    })
  })
  it('says that a model answers without text', async () => {
    expect(await check({ kind: 'say' })).toMatchObject({ ok: false, error: { code: 'model.mute' } })
  })
  it('says that a server wants a key when none is set', async () => {
    expect(await check({ kind: 'status', status: 401 })).toMatchObject({
      ok: false,
      error: { code: 'model.key', text: expect.stringContaining('none is set') as string },
    })
  })
  it('has nothing to ask when the person plays the model', async () => {
    const result = await checkModel(
      ModelConfig.parse({}),
      { fetch: () => Promise.reject(new Error('no')), key: () => null },
      AbortSignal.timeout(1_000),
    )
    expect(result.ok).toBe(true)
  })
})
