import { describe, expect, it } from 'vitest'
import { Config } from '../../contract/policy/config/config.ts'
import { wireModel } from '../../main/wiring/execution/model.ts'
import type { Outbound } from '../../main/egress/outbound.ts'

const at = (baseUrl: string | null): Config =>
  Config.parse({ model: { provider: 'openai-compatible', name: 'm', baseUrl } })

describe('a key typed for a model server', () => {
  it.each([
    ['stays with its server', ['http://one.test', 'http://one.test'], 'typed'],
    ['does not go to another', ['http://one.test', 'http://two.test'], null],
    [
      'comes back with its server',
      ['http://one.test', 'http://two.test', 'http://one.test'],
      'typed',
    ],
    ['is for the first server where none was set', [null, 'http://one.test'], 'typed'],
    ['is for the first server only', [null, 'http://one.test', 'http://two.test'], null],
  ] as const)('%s', (_name, servers, expected) => {
    let config = at(servers[0])
    const model = wireModel(
      () => config,
      {} as Outbound,
      () => null,
    )
    model.setKey('typed')
    let key: string | null = null
    for (const server of servers) {
      config = at(server)
      key = model.key()
    }
    expect(key).toBe(expected)
  })
})
