// Shows a text to the person at once, under the name of the agent that sends it.
import { z } from 'zod'
import { fieldsOf } from '../../contract/approval/call-facts.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { line } from '../records/fields.ts'
import { writingManifest } from '../records/record-manifest.ts'

export const sendNotification = defineTool({
  manifest: {
    ...writingManifest({
      id: 'notifications.send',
      name: 'send_notification',
      title: 'Notify',
      description:
        'Show a notification to the person at this machine, under your name. Use it rarely.',
      category: 'comms',
      riskTier: 'R2',
      dataAccess: ['notifications'],
      subagentAccess: 'denied',
    }),
    rateLimits: { perSession: 30, perMinute: 5 },
  },
  requiredPowers: ['notification'],
  input: z.strictObject({
    title: line(100).describe('What it is about.'),
    message: z.string().min(1).max(500).describe('What the person should know.'),
    subtitle: line(100).optional().describe('Shown between the two.'),
    sound: z.boolean().default(false).describe('With a sound, where the system has one.'),
  }),
  action: () => null,
  touches: () => [{ kind: 'notification' }],
  facts: (given) => ({
    kind: 'record',
    verb: 'Show',
    target: 'a notification',
    fields: fieldsOf(given, {
      title: 'Title',
      subtitle: 'Subtitle',
      message: 'Text',
      sound: 'With a sound',
    }),
  }),
  async execute({ title, message, subtitle = '', sound }, { power }) {
    const sent = await power.notification.notify({ title, message, subtitle, sound })
    return sent.ok ? ok({ text: 'The notification was shown.', data: { ...sent.value } }) : sent
  },
})
