import { describe, expect, it } from 'vitest'
import { ModelConfig } from '../../contract/policy/config/config.ts'
import { createModel } from '../../main/model/create-model.ts'
import { codes, collect, configOf, hello, quick, serve } from './asking.ts'

describe('a model that is not set up', () => {
  const never: typeof globalThis.fetch = () => Promise.reject(new Error('must not be called'))
  it.each([
    ['has no name', { provider: 'anthropic' }, 'model.unset'],
    ['has no address', { provider: 'openai-compatible', name: 'm' }, 'model.unset'],
    ['has no key for the provider’s own server', { provider: 'anthropic', name: 'm' }, 'model.key'],
  ] as const)('fails without a request when it %s', async (_, config, code) => {
    const model = createModel(ModelConfig.parse(config), { fetch: never, key: () => null })
    expect(codes(await collect(model.step(hello, new AbortController().signal)))).toEqual([code])
  })

  it('takes neither key nor address from the environment by itself', async () => {
    const server = await serve({ kind: 'say', text: ['ok'] })
    process.env['ANTHROPIC_API_KEY'] = 'sk-from-the-environment'
    process.env['ANTHROPIC_BASE_URL'] = 'http://127.0.0.1:9/v1'
    try {
      const model = createModel(
        configOf('anthropic', server.url),
        { fetch: globalThis.fetch, key: () => null },
        quick,
      )
      await collect(model.step(hello, new AbortController().signal))
      expect(server.asked[0]?.headers['x-api-key'] ?? '').toBe('')
    } finally {
      delete process.env['ANTHROPIC_API_KEY']
      delete process.env['ANTHROPIC_BASE_URL']
    }
  })

  it('names model and server for people', () => {
    expect(
      createModel(configOf('openai-compatible', 'http://localhost:11434'), {
        fetch: never,
        key: () => null,
      }).label,
    ).toBe('fake at localhost:11434')
    expect(createModel(ModelConfig.parse({}), { fetch: never, key: () => null }).label).toBe(
      'you (manual)',
    )
  })
})
