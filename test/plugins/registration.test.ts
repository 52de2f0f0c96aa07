// The registry: what a changed schema is called, and what the strict registry closes.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HERE } from '../../contract/call/tool-source.ts'
import { Services } from '../../contract/policy/config/services.ts'
import type { ListedTool } from '../../contract/call/tool-source.ts'
import { strictSource } from '../../main/plugins/registry/strict-source.ts'
import { unregistered } from '../../main/plugins/plugin-status.ts'
import { registrationOf, toolRegistration } from '../../main/plugins/registry/registration.ts'
import { readManifest } from '../../main/plugins/manifest/read-manifest.ts'
import { catalog, toolsFor } from '../../tools/catalog.ts'
import { ECHO } from './echo.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const schema = { type: 'object' }
const fingerprint = sha256('{"type":"object"}')

describe('a tool', () => {
  it.each([
    ['ok', { 'x.y': fingerprint }, false],
    ['ok', { 'x.y': `${fingerprint} network` }, true],
    ['ok', { 'x.y': `${fingerprint} network` }, false],
    ['mismatch', { 'x.y': fingerprint }, true],
    ['mismatch', { 'x.y': 'another' }, false],
    ['unregistered', {}, false],
  ])('is %s with the registry %j and network %s', (found, registry, network) => {
    expect(toolRegistration(sha256, registry)('x.y', schema, network)).toBe(found)
  })

  it('that is a plugin is registered by its arguments, its network and its kind', () => {
    const read = readManifest(Buffer.from(ECHO), 'echo')
    const native = readManifest(
      Buffer.from(ECHO.replace('[args]', 'native = true\n[args]')),
      'echo',
    )
    if (!read.ok || !native.ok) throw new Error('The manifest is broken.')
    const own = sha256(
      JSON.stringify({
        additionalProperties: false,
        properties: { text: { maxLength: 1_024, type: 'string' } },
        required: ['text'],
        type: 'object',
      }),
    )
    const registration = registrationOf(sha256, { echo: own })
    expect([registration(read.value), registration(native.value)]).toEqual(['ok', 'mismatch'])
  })
})

describe('the strict registry', () => {
  const listed = catalog.slice(0, 2).map((tool): ListedTool => ({
    tool,
    source: 'built-in',
    closed: null,
    trust: null,
    review: null,
  }))
  const source = { kind: 'listed' as const, execution: HERE, offered: () => listed }

  it('lets the tools as they are shipped pass', () => {
    const strict = strictSource(source, () => true, toolRegistration(sha256))
    expect(strict.unlike()).toEqual([])
    expect(strict.offered().map(({ closed }) => closed)).toEqual([null, null])
  })

  it('lets a tool pass that needs no network as it is set up', () => {
    const services = Services.parse({
      obsidian: { vault: '/vault' },
      calendar: { provider: 'files' },
    })
    const offered = toolsFor(services).map((tool): ListedTool => ({
      tool,
      source: 'built-in',
      closed: null,
      trust: null,
      review: null,
    }))
    expect(offered.filter(({ tool }) => !tool.manifest.networkOutbound).length).toBeGreaterThan(
      catalog.filter(({ manifest }) => !manifest.networkOutbound).length,
    )
    const strict = strictSource(
      { ...source, offered: () => offered },
      () => true,
      toolRegistration(sha256),
    )
    expect(strict.unlike()).toEqual([])
  })

  it('closes what is not registered, and only while it is on', () => {
    let on = true
    const strict = strictSource(source, () => on, toolRegistration(sha256, {}))
    expect(strict.offered().map(({ closed }) => closed?.code)).toEqual([
      'plugin.unregistered',
      'plugin.unregistered',
    ])
    expect(strict.offered()).toBe(strict.offered())
    on = false
    expect(strict.offered()).toBe(listed)
    expect(strict.unlike().map(({ registration }) => registration)).toEqual([
      'unregistered',
      'unregistered',
    ])
  })
})

it('names everything that differs from the registration, not only the arguments', () => {
  expect(unregistered('echo', 'mismatch')).toMatchObject({
    code: 'plugin.fingerprint-mismatch',
    text: expect.stringMatching(/arguments.*network.*native/),
  })
})
