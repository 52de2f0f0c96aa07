// Lists alert rules with what was found when they were evaluated last.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { limit } from '../records/fields.ts'
import { listOutput } from '../records/record-lines.ts'
import { readingManifest } from '../records/record-manifest.ts'
import { alertText } from './alert-text.ts'

export const listAlertRules = defineTool({
  manifest: readingManifest({
    id: 'alerts.list',
    name: 'list_alert_rules',
    title: 'Alert rules',
    description: 'List alert rules with what was found when they were evaluated last.',
    category: 'schedule',
    riskTier: 'R1',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({
    enabled_only: z.boolean().default(false).describe('Leave out rules that are disabled.'),
    limit,
  }),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'alert', access: 'read', id: null }],
  async execute({ enabled_only: enabled, limit: most }, { power }) {
    const found = await power.record.list('alert', {
      query: null,
      states: enabled ? ['enabled'] : null,
      most: most + 1,
    })
    return found.ok
      ? ok(listOutput(found.value, most, alertText, 'There is no alert rule.'))
      : found
  },
})
