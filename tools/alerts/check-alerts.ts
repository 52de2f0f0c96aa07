// Evaluates all alert rules now. This changes their stored state, so it is not a read-only tool.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { listOutput } from '../records/record-lines.ts'
import { writingManifest } from '../records/record-manifest.ts'
import { alertText } from './alert-text.ts'

const MOST = 200

export const checkAlerts = defineTool({
  manifest: {
    ...writingManifest({
      id: 'alerts.check',
      name: 'check_alerts',
      title: 'Check alerts',
      description: 'Evaluate all alert rules now, and list those that fire.',
      category: 'schedule',
      riskTier: 'R1',
      subagentAccess: 'full',
    }),
    defaultPolicy: { effect: 'allow', scope: 'it notes only what it found' },
  },
  requiredPowers: ['record'],
  input: z.strictObject({}),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'alert', access: 'read', id: null }],
  async execute(_input, { power }) {
    const checked = await power.record.checkAlerts()
    if (!checked.ok) return checked
    const firing = checked.value.filter(({ body }) => body.firingSince !== null && !body.dismissed)
    return ok(listOutput(firing, MOST, alertText, 'No alert rule fires.'))
  },
})
