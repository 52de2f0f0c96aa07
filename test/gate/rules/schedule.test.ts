// What the gate says of jobs that run later: nobody is there when they do.
import { describe, expect, it } from 'vitest'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { decide } from '../../../main/gate/decide.ts'
import { touchKey } from '../../../main/gate/touch-facts.ts'
import { labelOf } from '../../../main/pipeline/result/result-label.ts'
import { noTaint } from '../../../contract/call/origin.ts'
import { cron } from '../../../tools/schedule/cron.ts'
import { ask, onlyUntrusted, plain, reading } from '../decision-requests.ts'

const { manifest } = cron
const job = { id: 'job_1', name: 'Mail', sentence: 'Runs daily.', updatedAt: 1 }
const touch = (access: 'read' | 'write' | 'delete'): CanonicalTouch => ({
  kind: 'schedule',
  access,
  job,
})
const asked = (action: string, access: 'read' | 'write' | 'delete', taint = noTaint) => {
  const { effect, tier, reasons } = decide(
    { ...ask(manifest, [touch(access)]), action, taint },
    plain,
  )
  return [effect, tier, reasons.some(({ code }) => code === 'schedule.untrusted')]
}

describe('scheduled jobs', () => {
  it('are read unasked, and changed only after approval', () => {
    for (const action of ['list', 'get', 'dlq_list'])
      expect(asked(action, 'read')).toEqual(['allow', 'R1', false])
    for (const action of ['add', 'update', 'resume', 'run', 'dlq_replay'])
      expect(asked(action, 'write')).toEqual(['confirm', 'R3', false])
    for (const action of ['remove', 'dlq_clear'])
      expect(asked(action, 'delete')).toEqual(['confirm', 'R3', false])
    expect(asked('pause', 'write')).toEqual([expect.anything(), 'R2', false])
  })

  it('say so where the session has read what anyone may have written', () => {
    expect(asked('add', 'write', onlyUntrusted)).toEqual(['confirm', 'R3', true])
    expect(asked('pause', 'write', onlyUntrusted)).toEqual(['confirm', 'R3', true])
  })

  it('are the same only while the job is as it was shown', () => {
    const changed: CanonicalTouch = {
      kind: 'schedule',
      access: 'write',
      job: { ...job, updatedAt: 2 },
    }
    expect(touchKey(changed)).not.toBe(touchKey(touch('write')))
  })

  it('are private: what was read there is not sent without approval', () => {
    expect(labelOf([touch('read')], noTaint, reading)).toBe('private')
  })
})
