// Keeps a rule that Gatehouse evaluates every minute. A rule counts one figure; it runs nothing.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import {
  AlertMetric,
  conditionSentence,
  overJournal,
  type AlertCondition,
} from '../../contract/record/alert-condition.ts'
import { changeOutput } from '../records/change-output.ts'
import { line, longText } from '../records/fields.ts'
import { recordFacts } from '../records/record-facts.ts'
import { writingManifest } from '../records/record-manifest.ts'

const USUAL_HOURS = 24

const condition = z
  .strictObject({
    over: z.int().min(0).max(1_000_000).optional().describe('Fires above this many; usually 0.'),
    within_hours: z
      .int()
      .min(1)
      .max(720)
      .optional()
      .describe('How far back calls are counted; usually 24 hours.'),
    path: line(1_000).optional().describe('For file_changed: the file, from the workspace.'),
  })
  .default({})

type Given = {
  readonly alert_type: AlertMetric
  readonly condition: z.output<typeof condition>
}

const conditionOf = ({ alert_type: metric, condition: given }: Given): AlertCondition => ({
  metric,
  over: given.over ?? 0,
  withinHours: overJournal(metric) ? (given.within_hours ?? USUAL_HOURS) : null,
  path: given.path ?? null,
})

export const createAlertRule = defineTool({
  manifest: writingManifest({
    id: 'alerts.create',
    name: 'create_alert_rule',
    title: 'Add an alert rule',
    description:
      'Add a rule that is evaluated every minute, and tells the person when it begins to fire: more overdue delegations, due reminders, decisions or calls than a limit, or a changed file.',
    category: 'schedule',
    riskTier: 'R2',
    dataAccess: ['records', 'files'],
    subagentAccess: 'denied',
  }),
  requiredPowers: ['record', 'fs.read'],
  input: z
    .strictObject({
      name: line(200).describe('What the person reads when it fires.'),
      alert_type: AlertMetric.describe('What is counted.'),
      description: longText.optional().describe('Why it matters.'),
      condition: condition.describe('When it fires.'),
      enabled: z.boolean().default(true).describe('False: it is kept and not evaluated.'),
    })
    .superRefine(({ alert_type: metric, condition: given }, context) => {
      const issue = (path: string, message: string): void =>
        context.addIssue({ code: 'custom', path: ['condition', path], message })
      const watches = metric === 'file_changed'
      if (watches !== (given.path !== undefined))
        issue('path', watches ? 'file_changed needs a path' : `a path does not go with ${metric}`)
      if (watches && given.over !== undefined) issue('over', 'over does not go with file_changed')
      if (!overJournal(metric) && given.within_hours !== undefined)
        issue('within_hours', `within_hours does not go with ${metric}`)
    }),
  action: () => null,
  touches: ({ condition: { path } }) => [
    { kind: 'record', of: 'alert', access: 'write', id: null },
    ...(path === undefined ? [] : [{ kind: 'fs.read', path } as const]),
  ],
  facts: (given, shown) =>
    recordFacts({ ...given, when: conditionSentence(conditionOf(given)) }, shown, {
      name: 'Alert rule',
      when: 'Condition',
      description: 'Description',
      enabled: 'Enabled',
    }),
  execute: async (given, { power }) =>
    changeOutput(
      'Kept',
      await power.record.add('alert', {
        title: given.name,
        state: given.enabled ? 'enabled' : 'disabled',
        dueAt: null,
        body: {
          description: given.description ?? '',
          condition: conditionOf(given),
          seen: null,
          checkedAt: null,
          firingSince: null,
          found: null,
          dismissed: false,
          shownAt: null,
        },
      }),
    ),
})
