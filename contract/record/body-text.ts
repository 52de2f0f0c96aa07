// The longer text of a record, whatever it is called in its kind.
import { assertNever } from '../never.ts'
import { conditionSentence } from './alert-condition.ts'
import type { StoredRecord } from './record.ts'

export function bodyText(record: StoredRecord): string {
  switch (record.of) {
    case 'decision':
    case 'delegation':
    case 'alert':
      return record.body.description
    case 'reminder':
      return record.body.notes
    case 'suggestion':
      return record.body.why
    case 'usage':
      return `${record.body.tool}${record.body.action === undefined ? '' : ` (${record.body.action})`}, ${record.body.times} ${record.body.times === 1 ? 'time' : 'times'}`
    default:
      return assertNever(record, 'bodyText')
  }
}

export function withBodyText(record: StoredRecord, text: string): StoredRecord['body'] {
  switch (record.of) {
    case 'decision':
    case 'delegation':
    case 'alert':
      return { ...record.body, description: text }
    case 'reminder':
      return { ...record.body, notes: text }
    case 'suggestion':
      return { ...record.body, why: text }
    case 'usage':
      // Counted, not written.
      return record.body
    default:
      return assertNever(record, 'withBodyText')
  }
}

/** What else matters about it, in a line for lists. */
export function recordDetail(record: StoredRecord): string {
  switch (record.of) {
    case 'decision':
      return [
        record.body.decidedBy === '' ? '' : `decided by ${record.body.decidedBy}`,
        record.body.owner === '' ? '' : `owner ${record.body.owner}`,
        record.body.followUp === null ? '' : `follow up on ${record.body.followUp}`,
        ...record.body.tags.map((tag) => `#${tag}`),
      ]
        .filter((part) => part !== '')
        .join(' · ')
    case 'delegation':
      return [
        record.body.delegatedTo,
        record.body.due === null ? '' : `due ${record.body.due}`,
        `${record.body.priority} priority`,
      ]
        .filter((part) => part !== '')
        .join(' · ')
    case 'reminder':
      return [
        record.body.list,
        record.body.due === null ? '' : `due ${record.body.due} (${record.body.zone})`,
      ]
        .filter((part) => part !== '')
        .join(' · ')
    case 'alert':
      return `${conditionSentence(record.body.condition)}${record.body.firingSince === null ? '' : ' It fires now.'}`
    case 'suggestion':
      return record.body.skill === null
        ? record.body.category
        : skillTools(record.body.skill).join(', ')
    case 'usage':
      return ''
    default:
      return assertNever(record, 'recordDetail')
  }
}

type Skill = NonNullable<Extract<StoredRecord, { of: 'suggestion' }>['body']['skill']>

/** `github (get_repo list_issues)`, for people. */
export const skillTools = ({ tools, actions = {} }: Pick<Skill, 'tools' | 'actions'>): string[] =>
  tools.map((tool) =>
    Object.hasOwn(actions, tool) ? `${tool} (${actions[tool]?.join(' ')})` : tool,
  )
