// Which held calls a notification may approve.
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import { oneClickText } from '../../contract/approval/one-click.ts'
import { PolicyHash } from '../../contract/ids.ts'

type Facts = Parameters<typeof oneClickText>[0]

const decision: Approval['decision'] = {
  effect: 'confirm',
  tier: 'R2',
  baseTier: 'R2',
  reasons: [],
  by: { kind: 'tier', id: 'R2' },
  touches: [],
  stepUp: false,
  policyHash: PolicyHash.parse('a'.repeat(64)),
}
const call: Facts = {
  tool: 'read_file',
  args: { path: 'notes.txt', lines: 20 },
  decision,
  taint: { privateRead: [], untrustedRead: [] },
  answers: ['once', 'deny-once'],
  previews: [],
  staged: null,
  review: null,
  edited: null,
  again: null,
}
const source = { text: 'a page', at: 1 } as never

describe('a call that a notification can approve', () => {
  it('is shown in full there', () => {
    expect(oneClickText(call)).toBe('read_file path: notes.txt, lines: 20')
    expect(oneClickText({ ...call, args: {} })).toBe('read_file ')
  })

  it.each<[string, Partial<Facts>]>([
    ['is riskier than R2', { decision: { ...decision, tier: 'R3' } }],
    ['needs a proof', { decision: { ...decision, stepUp: true } }],
    ['may only be denied', { answers: ['deny-once'] }],
    ['comes after private data was read', { taint: { privateRead: [source], untrustedRead: [] } }],
    ['comes after strange text was read', { taint: { privateRead: [], untrustedRead: [source] } }],
    ['changes a file', { previews: [{ path: 'a', before: null, after: 'b' }] }],
    ['has run in a layer', { staged: { conflicts: [] } }],
    ['has other arguments than were asked for', { edited: {} }],
    ['is asked again', { again: 'The file changed.' }],
    ['has arguments within arguments', { args: { list: ['a'] } }],
    ['does not fit', { args: { path: 'x'.repeat(140) } }],
    ['has more than one line', { args: { path: 'a\nb' } }],
    ['has marks that turn the text round', { args: { path: 'a\u202etxt' } }],
    ['has letters that look like others', { args: { path: 'p\u0430ypal' } }],
  ])('is not one that %s', (_why, facts) => {
    expect(oneClickText({ ...call, ...facts })).toBeNull()
  })
})
