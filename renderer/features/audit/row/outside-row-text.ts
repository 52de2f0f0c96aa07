// One journal row about what Gatehouse is connected with, in a few words: servers, plugins, other
// agents, other machines, the model, pages of a browser. Pure.
import type { JournalEntry } from '../../../../contract/journal/journal.ts'
import { assertNever } from '../../../../contract/never.ts'
import { strings } from '../strings.ts'
import type { RowSummary } from './call-row-text.ts'

type OutsideKind =
  | 'server'
  | 'plugin'
  | 'gateway'
  | 'webhook'
  | 'second-approval'
  | 'bundle'
  | 'model'
  | 'page'

export type OutsideEntry = Extract<JournalEntry, { readonly kind: OutsideKind }>

export function outsideRowSummary(entry: OutsideEntry): RowSummary {
  const plain = { tool: '', what: '', how: '', tone: 'plain', tier: null } as const
  switch (entry.kind) {
    case 'server':
      return {
        ...plain,
        what: [entry.server, ...entry.items.map(({ name }) => name), entry.text ?? '']
          .filter((word) => word !== '')
          .join(' '),
        how: strings.serverChanges[entry.change],
        tone:
          entry.change === 'tampered'
            ? 'bad'
            : ['closed', 'request-refused', 'new-behavior', 'misbehaved', 'ended'].includes(
                  entry.change,
                )
              ? 'warn'
              : 'plain',
      }
    case 'plugin':
      return {
        ...plain,
        what: entry.plugin,
        how: strings.serverChanges[entry.change],
        tone: entry.change === 'tampered' ? 'bad' : entry.change === 'closed' ? 'warn' : 'plain',
      }
    case 'gateway':
      return {
        ...plain,
        what: strings.gateway(entry.change, entry.client, entry.count),
        tone: entry.change.startsWith('client') ? 'plain' : 'warn',
      }
    case 'webhook':
      return {
        ...plain,
        what: strings.webhook(entry.change, entry.name, entry.count),
        how: entry.text,
        tone: ['signature-refused', 'throttled', 'too-large'].includes(entry.change)
          ? 'warn'
          : 'plain',
      }
    case 'second-approval':
      return {
        ...plain,
        ...(entry.toolName === null ? {} : { tool: entry.toolName }),
        what: strings.second(entry.change, entry.person, entry.machine),
        how: entry.text,
        tone: entry.change.endsWith('refused') ? 'bad' : 'plain',
      }
    case 'bundle':
      return {
        ...plain,
        what: strings.bundle(entry.change, entry.organisation, entry.serial),
        how: entry.text,
        tone: ['refused', 'unreachable', 'expired', 'waiting'].includes(entry.change)
          ? 'warn'
          : 'plain',
      }
    case 'model':
      return {
        ...plain,
        what: [entry.provider, entry.name, entry.server ?? '', entry.text]
          .filter((word) => word !== '')
          .join(' '),
        how: strings.model(entry.change, entry.count),
        tone: entry.change === 'selected' ? 'plain' : 'warn',
      }
    case 'page':
      return {
        ...plain,
        what: strings.page[entry.change](entry.port, entry.pages),
        tone: entry.change === 'refused' ? 'bad' : 'plain',
      }
    default:
      return assertNever(entry, 'outsideRowSummary')
  }
}
