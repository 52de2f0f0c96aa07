// What `gatehouse doctor` says of webhooks. Nothing where there is none: then nothing should listen.
import type { WebhooksState } from '../../../contract/inbound/webhook.ts'
import type { Check } from '../../../contract/protection.ts'

export function webhookChecks({ hooks, problem }: WebhooksState): readonly Check[] {
  if (hooks.length === 0) return []
  const about = { id: 'webhooks', title: 'Webhooks' }
  if (problem !== null)
    return [
      {
        ...about,
        state: 'warn',
        text: problem,
        how: 'Look under Schedules, Webhooks in the window.',
      },
    ]
  const paused = hooks.filter((hook) => hook.paused).length
  const url = hooks.find((hook) => hook.url !== null)?.url ?? null
  const text = [
    `${hooks.length}`,
    ...(paused === 0 ? [] : [`${paused} paused`]),
    url === null ? 'this process does not listen' : `listens at ${new URL(url).origin}`,
  ].join(', ')
  return [{ ...about, state: 'ok', text, how: null }]
}
