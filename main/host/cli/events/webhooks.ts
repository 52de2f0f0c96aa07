// `gatehouse webhooks list`, `add`, `renew`, `pause`, `resume` and `remove`.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { EventSource } from '../../../../contract/inbound/event.ts'
import type { NewWebhook, WebhooksState } from '../../../../contract/inbound/webhook.ts'
import { momentText, ownZone } from '../../../../contract/schedule/job-sentence.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Call } from '../command.ts'
import { table, visible } from '../output/show.ts'
import { ask } from '../session/ask.ts'

function nameIn({ operands: [word] }: Call): Result<{ readonly name: string }, Failure> {
  const name = EventSource.safeParse(word)
  return name.success
    ? ok({ name: name.data })
    : err(failure('usage', `NAME: ${name.error.issues[0]?.message ?? ''}.`))
}

const listText = ({ hooks, problem }: WebhooksState): string =>
  [
    table(
      'There is no webhook.',
      ['NAME', 'STATE', 'CAME IN', 'LAST', 'ADDRESS'],
      hooks.map(({ name, paused, received, usedAt, url }) => [
        name,
        paused ? 'paused' : 'open',
        String(received),
        usedAt === null ? 'never' : momentText(usedAt, ownZone()),
        url ?? 'not listening',
      ]),
    ),
    ...(problem === null ? [] : [visible(problem)]),
  ].join('\n')

export const webhooksList = ask({
  name: 'webhooks list',
  summary: 'List the webhooks by which events come in, with their addresses',
  channel: 'webhooks.list',
  looks: true,
  input: () => ok({}),
  json: (state) => state,
  text: listText,
})

const secretText = ({ name, secret, url }: NewWebhook): string =>
  [
    `The secret of ${name} is shown this once:`,
    secret,
    '',
    url === null
      ? 'It is answered while Gatehouse runs: gatehouse webhooks list gives its address then.'
      : `Its address: ${url}`,
    'Its sender signs each request as Standard Webhooks do: webhook-id, webhook-timestamp and webhook-signature.',
  ].join('\n')

export const webhooksAdd = ask({
  name: 'webhooks add',
  operands: ['NAME'],
  summary: 'Make a webhook. Its secret is shown once',
  channel: 'webhooks.add',
  input: nameIn,
  json: (made) => made,
  text: secretText,
})

export const webhooksRenew = ask({
  name: 'webhooks renew',
  operands: ['NAME'],
  summary: 'Give a webhook a new secret. The old one is refused from then on',
  channel: 'webhooks.renew',
  input: nameIn,
  json: (made) => made,
  text: secretText,
})

const paused = (name: 'pause' | 'resume', pause: boolean, summary: string) =>
  ask({
    name: `webhooks ${name}`,
    operands: ['NAME'],
    summary,
    channel: 'webhooks.pause',
    input(call) {
      const named = nameIn(call)
      return named.ok ? ok({ ...named.value, paused: pause }) : named
    },
    json: (state) => state,
    text: listText,
  })

export const webhooksPause = paused('pause', true, 'Pause a webhook: nothing comes in by it')
export const webhooksResume = paused('resume', false, 'Resume a webhook')

export const webhooksRemove = ask({
  name: 'webhooks remove',
  operands: ['NAME'],
  summary: 'Remove a webhook with its secret. Its events stay',
  channel: 'webhooks.remove',
  input: nameIn,
  json: (state) => state,
  text: listText,
})
