// An agent's own preset: what is looser is named by what becomes looser, and a stricter one
// counts without a question, however it is written or taken out.
import { expect, it } from 'vitest'
import { Config } from '../../contract/policy/config/config.ts'
import { relaxesIn } from '../../main/config/relaxation/relaxes.ts'

const config = (active: string, cursor?: string | null, more: object = {}): Config =>
  Config.parse({
    preset: active,
    ...(cursor === undefined
      ? {}
      : { gateway: { clients: { cursor: { preset: cursor, ...more } } } }),
  })

it.each<[name: string, from: Config, to: Config, said: boolean]>([
  ['a stricter one of its own', config('ask'), config('ask', 'read-only'), false],
  ['the active one, named', config('ask'), config('ask', 'ask'), false],
  ['a looser one of its own', config('ask'), config('ask', 'flow'), true],
  ['a looser one in the place of its own', config('ask', 'read-only'), config('ask', 'ask'), true],
  ['the active one again', config('ask', 'read-only'), config('ask', null), true],
  ['none written any more', config('ask', 'read-only'), config('ask'), true],
  [
    'the active one changed, and its own stays',
    config('ask', 'careful'),
    config('ask', 'careful'),
    false,
  ],
])('%s', (_name, from, to, expected) => {
  const said = relaxesIn(from, to)
  expect(said.length > 0).toBe(expected)
  for (const text of said) expect(text).toContain('cursor')
})

it('names another setting of the agent all the same', () => {
  expect(
    relaxesIn(config('ask', 'ask', { perMinute: 7 }), config('ask', 'ask', { perMinute: 0 })),
  ).toEqual(['The client cursor has other settings now.'])
})
