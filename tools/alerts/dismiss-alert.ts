// Silences an alert rule that fires, until its condition was false once.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { changeOutput } from '../records/change-output.ts'
import { recordId } from '../records/fields.ts'
import { writingManifest } from '../records/record-manifest.ts'

export const dismissAlert = defineTool({
  manifest: writingManifest({
    id: 'alerts.dismiss',
    name: 'dismiss_alert',
    title: 'Dismiss an alert',
    description: 'Silence an alert rule that fires. It speaks again after it has stopped firing.',
    category: 'schedule',
    riskTier: 'R2',
    subagentAccess: 'denied',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({ rule_id: recordId.describe('The rule, as the list gives it.') }),
  action: () => null,
  touches: ({ rule_id: id }) => [{ kind: 'record', of: 'alert', access: 'write', id }],
  execute: async ({ rule_id: id }, { power }) =>
    changeOutput(
      'Dismissed',
      await power.record.change('alert', id, ({ body }) => ({
        body: { ...body, dismissed: body.firingSince !== null },
      })),
    ),
})
