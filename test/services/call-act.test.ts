// What Audit says that a call of a service does: what its card said.
import { expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json.ts'
import { actOf } from '../../main/services/audit/call-act.ts'
import { catalog } from '../../tools/catalog.ts'
import { samples } from '../fakes/bridge-samples.ts'

const [held] = samples()
if (held === undefined) throw new Error('no sample')
const { decision } = held
const toolNamed = (name: string) => catalog.find(({ manifest }) => manifest.name === name) ?? null

it.each<[tool: string, args: JsonObject, act: string | null]>([
  ['send_email', { to: ['ana@example.org'], subject: 'Tea', body: 'At four.' }, 'ana@example.org'],
  [
    'google_mail',
    { action: 'send', to: ['ana@example.org'], subject: 'Tea', body: 'At four.' },
    'ana@example.org',
  ],
  // A secret was replaced, and what is left is no address.
  ['send_email', { to: ['[secret]'], subject: 'Tea', body: 'At four.' }, null],
  ['read_file', { path: 'a.txt' }, null],
  ['gone', {}, null],
])('%s %j', (tool, args, target) => {
  const act = actOf({ tool, args, decision, at: 1 }, toolNamed)
  expect(act?.target.includes(target ?? '') ?? null).toBe(target === null ? null : true)
})

it('is nothing for a call that was refused before it was decided', () => {
  const call = { tool: 'send_email', args: {}, decision: null, at: 1 }
  expect(actOf(call, toolNamed)).toBeNull()
})
