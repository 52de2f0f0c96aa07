// Names below a name, granted to a program: read as everywhere else, and never wider.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proxyFor, raw } from './fixtures/proxy.ts'

const granted = [
  '*.site.test',
  '*.wide.example:8443',
  '*.com',
  '*.co.uk',
  '*.github.io',
  '*.local',
  '*.0.0.1',
  '*.x.localhost',
]

/**
 * Whether each authority is one that the program may be let out to, by what the proxy says of it.
 * Nothing is dialled.
 */
async function letOut(authorities: readonly string[]): Promise<boolean[]> {
  const proxy = await proxyFor(granted, [], {
    deps: { resolve: async () => ['127.0.0.1'] },
    limits: { attempts: 100_000 },
  })
  const said: boolean[] = []
  for (const authority of authorities) {
    const answer = await raw(
      proxy.socketPath,
      `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n`,
    )
    // What is granted comes as far as its address, which is this machine's and refused for that.
    said.push(
      !/was not granted|400 Refused|is not a host|proper HTTP/.test(answer) &&
        /address/.test(answer),
    )
  }
  await proxy.close()
  return said
}

describe('a program that may reach the names below a name', () => {
  it.each<[string, boolean]>([
    ['a.site.test:443', true],
    ['A.SITE.test:443', true],
    ['deep.below.site.test:443', true],
    ['a.site.test.:443', false],
    ['a.wide.example:8443', true],
    ['site.test:443', false],
    ['evilsite.test:443', false],
    ['site.test.evil.example:443', false],
    ['a.site.test.evil.example:443', false],
    ['a.site.test..:443', false],
    ['.site.test:443', false],
    ['a..site.test:443', false],
    ['*.site.test:443', false],
    ['a.site.test:80', false],
    ['a.site.test:8443', false],
    ['a.wide.example:443', false],
    ['a.site.test%2eevil.example:443', false],
    ['a.site.test@evil.example:443', false],
    ['a.sıte.test:443', false],
    ['stranger.com:443', false],
    ['stranger.co.uk:443', false],
    ['stranger.github.io:443', false],
    ['nas.local:443', false],
    ['127.0.0.1:443', false],
    ['10.0.0.1:443', false],
    ['[::1]:443', false],
    ['2130706433:443', false],
    ['a.x.localhost:443', false],
  ])('%s: %s', async (authority, wanted) => expect(await letOut([authority])).toEqual([wanted]))

  it('reaches just those, whatever is around them (property)', { timeout: 600_000 }, async () => {
    const part = fc.constantFrom(
      'a',
      'b-c',
      'site',
      'test',
      'site.test',
      'evil',
      'xn--bcher-kva',
      '7',
      '',
      '.',
      '*',
      '0x7f',
      'com',
      'SITE',
    )
    const name = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'))
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 20 }), async (names) => {
        const labels = (one: string): string[] => one.toLowerCase().split('.')
        const wanted = names.map((one) => {
          const all = labels(one)
          return (
            all.length > 2 &&
            all.slice(-2).join('.') === 'site.test' &&
            all.every((label) => /^[a-z0-9-]+$/.test(label))
          )
        })
        expect(await letOut(names.map((one) => `${one}:443`))).toEqual(wanted)
      }),
      { numRuns: 25 },
    )
  })
})
