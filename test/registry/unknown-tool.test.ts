// A name that no tool has is answered with the one that was probably meant, before the whole list.
import { expect, it } from 'vitest'
import { builtInSource, openRegistry } from '../../main/registry/registry.ts'
import { findTool } from '../../main/wiring/calls/find-tool.ts'
import { catalog } from '../../tools/catalog.ts'
import { callers, policyWith, sha256 } from '../gate/decision-requests.ts'

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

it.each([
  ['raed_file', /^Did you mean read_file\? Available: /],
  ['read-file', /^Did you mean read_file\? Available: /],
  ['frobnicate', /^Available: /],
])('%s', (name, hint) => {
  const [caller] = Object.values(callers)
  if (caller === undefined) throw new Error('no caller')
  const found = find(caller, name)
  expect(found.ok ? null : found.error).toMatchObject({
    code: 'tool.unknown',
    hint: expect.stringMatching(hint),
  })
})
