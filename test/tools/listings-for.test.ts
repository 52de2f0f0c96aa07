// A list takes the manifests of tools from what was written down and from how services are set up. It has to say
// what the tools themselves say, however they are set up.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Services } from '../../contract/policy/config/services.ts'
import { toolsFor } from '../../tools/catalog.ts'
import { findBuiltIn } from '../../tools/find-built-in.ts'
import { listingsFor } from '../../tools/listings-for.ts'

const host = fc.stringMatching(/^[a-z]{1,8}$/)
const url = fc
  .tuple(fc.constantFrom('http://127.0.0.1:8080', 'https://'), host)
  .map(([start, name]) =>
    start.endsWith('//') ? `${start}${name}.example.org` : `${start}/${name}`,
  )
const credential = fc.stringMatching(/^[a-z]{1,8}$/)
const server = fc.constantFrom('localhost', 'mail.example.org', 'mail.example.org:1143', '[::1]:25')
const some = <T>(given: Record<string, fc.Arbitrary<T>>) =>
  fc.record<Record<string, T>>(given, { requiredKeys: [] })
const any = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<unknown> => one

const services = fc
  .record(
    {
      webSearch: some<unknown>({
        provider: fc.constantFrom('duckduckgo', 'brave', 'searxng'),
        url: any(url),
        credential,
      }),
      weather: some<unknown>({
        provider: fc.constantFrom('open-meteo', 'openweather'),
        url: any(url),
        credential,
      }),
      reddit: some<unknown>({
        access: fc.constantFrom('open', 'app'),
        url: any(url),
        api: any(url),
      }),
      images: some<unknown>({
        provider: fc.constantFrom('openai', 'google'),
        url: any(url),
        model: fc.constantFrom('imagen-4', 'gpt-image-2'),
        credential,
      }),
      mail: some<unknown>({
        provider: fc.constantFrom('gmail', 'server'),
        imap: server,
        smtp: server,
        user: fc.constant('ada'),
        from: fc.constant('ada@example.org'),
      }),
      calendar: some<unknown>({
        provider: fc.constantFrom('google', 'files', 'both'),
        files: fc.constantFrom([], [{ path: '/srv/ada.ics' }]),
        zone: fc.constant('Europe/Berlin'),
      }),
      github: some({ url }),
      todoist: some({ url }),
      google: some({ mail: url, calendar: url, token: url }),
      radarr: some({ url }),
      sonarr: some({ url }),
      obsidian: some<unknown>({ url: any(url), vault: fc.constant('/srv/vault/') }),
    },
    { requiredKeys: [] },
  )
  .map((given) => Services.parse(given))

describe('the built-in tools as lists show them', () => {
  it('say what the tools say, however services are set up', () => {
    fc.assert(
      fc.property(services, (given) => {
        expect(
          listingsFor(given).map(({ manifest }) => manifest),
          'say in `accesses` of tools/listings-for.ts what of a manifest depends on its service',
        ).toEqual(toolsFor(given).map(({ manifest }) => manifest))
      }),
    )
  })

  it('take the same arguments, however services are set up', () => {
    fc.assert(
      fc.property(services, (given) => {
        expect(listingsFor(given).map(({ inputSchema }) => inputSchema)).toEqual(
          toolsFor(given).map(
            ({ input, inputSchema }) => inputSchema ?? z.toJSONSchema(input, { io: 'input' }),
          ),
        )
      }),
      { numRuns: 5 },
    )
  })

  it('are found by their names as the catalog has them', async () => {
    const given = Services.parse({
      obsidian: { vault: '/srv/vault' },
      mail: { provider: 'server' },
      calendar: { provider: 'files' },
      webSearch: { provider: 'brave' },
    })
    const tools = toolsFor(given)
    const found = await Promise.all(tools.map(({ manifest }) => findBuiltIn(manifest.name, given)))
    expect(found.map((tool) => tool?.manifest)).toEqual(tools.map(({ manifest }) => manifest))
    expect(await findBuiltIn('toString', given)).toBeNull()
  })
})
