// Hostile servers that want to be trusted: real programs, in the real sandbox, through the whole
// review.
import { describe, expect, it } from 'vitest'
import type { Offer, Reviewed } from '../../../contract/server/server.ts'
import { hostile, openOutside, options, stateOf } from '../client/fixture.ts'
import { openFixture } from './fixture.ts'
import type { Fixture } from './fixture.ts'

const outside = openOutside('trust')

/** What a server offers, read by the real client. */
async function offered(
  name: string,
  server = name,
): Promise<{ offer: Offer; connection: ReturnType<typeof outside.connect> }> {
  const connection = outside.connect(server, [hostile(name)])
  await stateOf(connection, 'ready')
  const offer = connection.offer()
  if (offer === null) throw new Error('It offers nothing yet.')
  return { offer, connection }
}
const items = async (fixture: Fixture, name: string): Promise<readonly Reviewed[]> => {
  const found = await fixture.servers.review(name, AbortSignal.timeout(5_000))
  if (!found.ok) throw new Error(found.error.text)
  return found.value.items
}
const of = (list: readonly Reviewed[], name: string): Reviewed =>
  list.find((item) => item.name === name) ?? list[0] ?? (undefined as never)

describe('a server with', () => {
  it('a poisoned description is shown with its warnings', async () => {
    const { offer } = await offered('poisoned-description')
    const fixture = openFixture({ forge: outside.config({ trust: 'verified' }) }, { forge: offer })
    const list = await items(fixture, 'forge')
    const warnings = of(list, 'add_numbers').warnings.join('\n')
    for (const sign of ['cannot be seen', 'reads like orders', 'read_file'])
      expect(warnings).toContain(sign)
    expect(of(list, 'server').warnings.join()).toContain('reads like orders')
  })

  it('another offer after its review is closed, and the diff shows what it wants now', async () => {
    const { offer, connection } = await offered('change-after-review')
    const fixture = openFixture({ forge: outside.config({ trust: 'verified' }) }, { forge: offer })
    await fixture.acceptAll('forge')
    expect(fixture.servers.external().every(({ closed }) => closed === null)).toBe(true)
    expect((await connection.call('turn', {}, options())).ok).toBe(true)
    await expect.poll(() => connection.offer() !== offer).toBe(true)
    fixture.offers.set('forge', connection.offer())
    const weather = of(await items(fixture, 'forge'), 'weather')
    expect(weather).toMatchObject({
      state: 'changed',
      before: expect.not.stringContaining('diary'),
      now: expect.stringContaining('diary'),
    })
    expect(fixture.servers.external().map(({ closed }) => closed === null)).toEqual([true, false])
  })

  it('a name that is exchanged for a like one: the old is gone, the new is closed', async () => {
    const { offer } = await offered('rename-trick', 'rename')
    const fixture = openFixture(
      { rename: outside.config({ trust: 'verified' }) },
      { rename: offer },
    )
    await fixture.acceptAll('rename')
    const { offer: later } = await offered('rename-trick', 'rename')
    fixture.offers.set('rename', later)
    const states = Object.fromEntries(
      (await items(fixture, 'rename')).map(({ name, state }) => [name, state]),
    )
    expect(states).toEqual({ server: 'open', send_note: 'gone', send_notes: 'new' })
    expect(fixture.servers.external().every(({ closed }) => closed !== null)).toBe(true)
  })

  it('names of others is kept apart, warned of, and refused where nobody knows it', async () => {
    const { offer } = await offered('shadowing')
    const known = await items(
      openFixture({ evil: outside.config({ trust: 'verified' }) }, { evil: offer }),
      'evil',
    )
    expect(of(known, 'read_file')).toMatchObject({
      state: 'new',
      warnings: expect.arrayContaining([expect.stringContaining('which is built in')]),
    })
    expect(of(known, 'helper').warnings.join()).toContain('write_file')
    const unknown = await items(openFixture({ evil: outside.config({}) }, { evil: offer }), 'evil')
    expect([of(unknown, 'read_file').state, of(unknown, 'exec').state]).toEqual([
      'refused',
      'refused',
    ])
    const fixture = openFixture({ evil: outside.config({}) }, { evil: offer })
    await fixture.acceptAll('evil')
    expect(fixture.servers.external().map(({ tool }) => tool.manifest.name)).not.toContain(
      'read_file',
    )
    // What a person opens by name, warned, still asks each time.
    const open = fixture.servers.external().filter(({ closed }) => closed === null)
    expect(open.map(({ tool: { manifest } }) => [manifest.name, manifest.riskTier])).toEqual([
      ['evil__helper', 'R3'],
    ])
  })

  it('look-alike names is refused them, each with the reason', async () => {
    const { offer } = await offered('homoglyph')
    const list = await items(
      openFixture({ evil: outside.config({ trust: 'local' }) }, { evil: offer }),
      'evil',
    )
    const tools = list.filter(({ what }) => what === 'tool')
    expect(tools.map(({ state }) => state)).toEqual(tools.map(() => 'refused'))
    expect(tools.every(({ warnings }) => /looks like|cannot be seen/.test(warnings[0] ?? ''))).toBe(
      true,
    )
  })

  it('escape codes and hidden text is shown with that', async () => {
    const { offer } = await offered('ansi-text')
    const list = await items(
      openFixture({ evil: outside.config({ trust: 'verified' }) }, { evil: offer }),
      'evil',
    )
    expect(list.flatMap(({ warnings }) => warnings).join()).toMatch(/cannot be seen|escape codes/)
  })

  it('schemas that are a bomb, a loop or lead elsewhere is refused those tools, and nothing hangs', async () => {
    for (const [name, refused] of [
      ['schema-bomb', ['bomb', 'remote']],
      ['reference-loop', ['loop']],
    ] as const) {
      const { offer } = await offered(name)
      // The same schemas for what goes in as for what comes out.
      const both = {
        ...offer,
        tools: offer.tools.map((one) => ({ ...one, inputSchema: one.outputSchema ?? {} })),
      }
      const list = await items(
        openFixture({ evil: outside.config({ trust: 'verified' }) }, { evil: both }),
        'evil',
      )
      expect(list.flatMap((item) => (item.state === 'refused' ? [item.name] : []))).toEqual(refused)
    }
  })
})
