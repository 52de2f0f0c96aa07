// Every word of the screen of records.
import type { EntryKind } from '../../../contract/record/entry.ts'

export const strings = {
  title: 'Records',
  text: 'What agents keep about your work: notes they remember, decisions, delegations, reminders and alert rules. Search it, correct it, or delete what should not be there.',
  kinds: {
    memory: 'Memory',
    decision: 'Decisions',
    delegation: 'Delegations',
    reminder: 'Reminders',
    alert: 'Alerts',
    suggestion: 'Suggestions',
    usage: 'Recorded use',
  } satisfies Record<EntryKind, string>,
  choose: 'Kind of record',
  search: 'Search records',
  searchIn: (kind: string) => `Search in ${kind.toLowerCase()}`,
  reading: 'Reading…',
  none: {
    memory: 'Nothing is remembered yet. Agents note things with store_memory, after your approval.',
    decision: 'No decisions are kept yet. Ask an agent to note one.',
    delegation: 'No delegations are kept yet. Ask an agent to note what somebody else does.',
    reminder: 'No reminders are set. Ask an agent to remind you of something.',
    alert: 'There are no alert rules. Ask an agent to watch for something, such as overdue tasks.',
    suggestion: 'Nothing is suggested.',
    usage: 'No use of tools is recorded.',
  } satisfies Record<EntryKind, string>,
  noneFound: 'Nothing fits your search.',
  more: (shown: number) => `The first ${shown} are shown. Search to find others.`,
  keptBy: (who: string, when: string) => `Kept by ${who} on ${when}`,
  someone: 'an agent',
  untrusted: (from: string) =>
    `May hold text from ${from}, which anyone may have written. Agents that read it are asked about more.`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}`,
  sure: (name: string) => `Delete ${name}? This cannot be undone.`,
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  saving: 'Saving…',
  name: 'Title',
  key: 'Key',
  body: 'Text',
  state: 'State',
  skill: {
    agent: 'Create agent',
    agentOf: (title: string) => `Create agent from ${title}`,
    rule: 'Create rule',
    ruleOf: (title: string) => `Create rule from ${title}`,
    absent: (tool: string, meant: string | null) =>
      `There is no tool ${tool} here, so a rule for it would never apply.${meant === null ? '' : ` Did you mean ${meant}?`}`,
    ruleFor: (tools: readonly string[]) => `Create rule for ${tools.join(', ')}`,
    made: (name: string) => `The agent ${name} is made. It is off until you turn it on.`,
    open: (name: string) => `Open ${name}`,
  },
  changed: (name: string) => `${name} is saved.`,
  removed: (name: string) => `${name} is deleted.`,
}

/** The states that a person can choose for each kind. */
export const states: { readonly [K in EntryKind]: readonly string[] } = {
  memory: [],
  decision: ['pending_execution', 'executed', 'deferred', 'reversed'],
  delegation: ['open', 'in_progress', 'done', 'cancelled'],
  reminder: ['open', 'completed'],
  alert: ['enabled', 'disabled'],
  suggestion: ['open', 'dismissed', 'used'],
  usage: [],
}

/** `in_progress` as people write it. */
export const stateText = (state: string): string => state.replaceAll('_', ' ')
