// A name that no tool has is answered with the one that was probably meant, before the whole list; one that
// cannot be used now, with the reason.
import { expect, it } from 'vitest'
import { HERE } from '../../contract/call/tool-source.ts'
import { builtInSource, openRegistry } from '../../main/registry/registry.ts'
import { findTool } from '../../main/wiring/calls/find-tool.ts'
import { catalog } from '../../tools/catalog.ts'
import { callers, guardOn, policyWith, sha256 } from '../gate/decision-requests.ts'

const registry = openRegistry({
  sources: [builtInSource(() => catalog)],
  sha256,
  availability: () => ({
    granted: () => 'all',
    hiddenBy: () => null,
    setting: () => null,
    missing: () => null,
  }),
})
const find = findTool(registry, () => policyWith({}))
const [caller] = Object.values(callers)
if (caller === undefined) throw new Error('no caller')

it.each([
  ['raed_file', /^Did you mean read_file\? Available: /],
  ['read-file', /^Did you mean read_file\? Available: /],
  ['frobnicate', /^Available: /],
])('%s', (name, hint) => {
  const found = find(caller, name)
  expect(found.ok ? null : found.error).toMatchObject({
    code: 'tool.unknown',
    hint: expect.stringMatching(hint),
  })
})

const offline = policyWith({})
const closed = { ...offline, preset: { ...offline.preset, allowNetwork: false } }

it.each([
  ['web_fetch', policyWith({ guard: guardOn }), 'tool.network', 'the exfiltration guard is on.'],
  [
    'web_fetch',
    closed,
    'tool.network',
    'it needs the network, and the preset ask does not allow it.',
  ],
  ['read_file', { ...closed, preset: { ...closed.preset, tools: ['exec'] } }, 'tool.hidden', null],
])('%s is hidden with its reason where that is the network', (name, policy, code, reason) => {
  const found = findTool(registry, () => policy)(caller, name)
  const text = `${name} is not available in this session${reason === null ? '.' : `: ${reason}`}`
  expect(found.ok ? null : found.error).toMatchObject({ code, text })
})

it('a name that a source knows as broken fails with what that says', () => {
  const broken = (name: string) =>
    name === 'bad' ? { what: 'It is broken.', how: 'See.', code: 'plugin.manifest-key' } : null
  const withBroken = openRegistry({
    sources: [
      builtInSource(() => catalog),
      { kind: 'listed', execution: HERE, offered: () => [], broken },
    ],
    sha256,
    availability: () => ({
      granted: () => 'all',
      hiddenBy: () => null,
      setting: () => null,
      missing: () => null,
    }),
  })
  const ask = findTool(withBroken, () => policyWith({}))
  expect([ask(caller, 'bad'), ask(caller, 'worse')]).toMatchObject([
    { ok: false, error: { code: 'plugin.manifest-key', text: 'It is broken.', hint: 'See.' } },
    { ok: false, error: { code: 'tool.unknown' } },
  ])
})
