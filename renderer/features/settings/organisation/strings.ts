// What the part on an organisation's policy says.
import { heldPresetText } from '../../../../contract/bundle/held-text.ts'

export const organisationStrings = {
  title: 'Organisation',
  text: 'Follows the signed policy bundle of an organisation. It only tightens: whatever you set can be stricter and never looser than it.',
  words: 'organisation bundle managed policy signature key company team',
  none: 'This machine follows no organisation. To follow one, name its bundle and its keys in the configuration: the guide says how.',
  missing: (name: string): string =>
    `No bundle of ${name} is here yet. Until there is one, everything but harmless work needs your approval.`,
  inForce: (serial: number): string => `Bundle ${serial} is in force.`,
  expired: (when: string): string =>
    `The bundle in force expired on ${when}. It stays in force until a newer one is here.`,
  trouble: (when: string): string =>
    `The source has given no valid bundle since ${when}. The last valid one stays in force.`,
  noneYet: (when: string): string => `The source has given no valid bundle since ${when}.`,
  fetch: 'Check now',
  fetching: 'Checking…',
  waiting: (serial: number): string => `Bundle ${serial} would loosen something and waits for you`,
  waitingText: 'Until you accept it, the one before stays in force. It would change:',
  accept: 'Accept the bundle',
  loosest: heldPresetText,
  name: 'Organisation',
  source: 'Source',
  issued: 'Issued',
  expires: 'Expires',
  revoked: 'Revoked keys',
  checked: 'Last checked',
  notChecked: 'never',
  next: 'Next check',
  keys: 'Signed by',
  holds: 'It holds',
  held: (counts: {
    readonly preset: string | null
    readonly rules: number
    readonly stop: number
    readonly tools: number
    readonly servers: number
    readonly agents: number
  }): string =>
    [
      counts.preset === null ? '' : `the preset ${counts.preset}`,
      many(counts.rules, 'rule', 'rules'),
      many(counts.stop, 'STOP path', 'STOP paths'),
      many(counts.tools, 'tool', 'tools'),
      many(counts.servers, 'server', 'servers'),
      many(counts.agents, 'agent', 'agents'),
    ]
      .filter((part) => part !== '')
      .join(', ') || 'nothing',
}

const many = (count: number, one: string, more: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : more}`
