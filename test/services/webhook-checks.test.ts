import { describe, expect, it } from 'vitest'
import type { WebhooksState } from '../../contract/inbound/webhook.ts'
import { webhookChecks } from '../../main/services/doctor/webhook-checks.ts'

const hook = (
  name: string,
  url: string | null,
  paused = false,
): WebhooksState['hooks'][number] => ({
  name,
  url,
  paused,
  createdAt: 1,
  usedAt: null,
  received: 0,
})
const at = (name: string): string => `http://127.0.0.1:4749/hooks/${name}`

describe('doctor on webhooks', () => {
  it.each<[string, WebhooksState, readonly (readonly [string, string])[]]>([
    ['says nothing where there is none', { hooks: [], problem: null }, []],
    [
      'says where they come in',
      { hooks: [hook('a', null, true), hook('b', at('b'))], problem: null },
      [['ok', '2, 1 paused, listens at http://127.0.0.1:4749']],
    ],
    [
      'says that a command line does not listen',
      { hooks: [hook('a', null)], problem: null },
      [['ok', '1, this process does not listen']],
    ],
    [
      'warns where nothing comes in',
      { hooks: [hook('a', null)], problem: 'Port 4749 is taken.' },
      [['warn', 'Port 4749 is taken.']],
    ],
  ])('%s', (_name, state, wanted) => {
    expect(webhookChecks(state).map((check) => [check.state, check.text])).toEqual(wanted)
  })
})
