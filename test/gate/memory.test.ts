// What the gate says of notes that outlive a session: they are believed later.
import { describe, expect, it } from 'vitest'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { decide } from '../../main/gate/decide.ts'
import { labelOf } from '../../main/pipeline/result/result-label.ts'
import { noTaint } from '../../contract/call/origin.ts'
import { memorySearch } from '../../tools/memory/memory-search.ts'
import { ask, onlyPrivate, onlyUntrusted, plain, reading } from './decision-requests.ts'

const { manifest } = memorySearch
const asked = (action: string, access: 'read' | 'write' | 'delete', taint = noTaint) => {
  const touch: CanonicalTouch = { kind: 'memory', access }
  const { effect, tier, reasons } = decide({ ...ask(manifest, [touch]), action, taint }, plain)
  return [effect, tier, reasons.some(({ code }) => code === 'memory.untrusted')]
}

describe('memory', () => {
  it('is searched unasked, noted down at R2 and deleted at R3', () => {
    expect(asked('search', 'read')).toEqual(['allow', 'R1', false])
    expect(asked('add', 'write')).toEqual([expect.anything(), 'R2', false])
    expect(asked('delete', 'delete')).toEqual(['confirm', 'R3', false])
  })

  it('takes no note unasked from a session that has read what anyone may have written', () => {
    expect(asked('add', 'write', onlyUntrusted)).toEqual(['confirm', 'R3', true])
    expect(asked('search', 'read', onlyUntrusted)).toEqual(['allow', 'R1', false])
    expect(asked('add', 'write', onlyPrivate)).toEqual([expect.anything(), 'R2', false])
  })

  it('is private: what was read there is not sent without approval', () => {
    expect(labelOf([{ kind: 'memory', access: 'read' }], noTaint, reading)).toBe('private')
  })
})
