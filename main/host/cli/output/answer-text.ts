// What each answer to a held call would cover, in sentences.
import { atMostTimes } from '../../../../contract/counted.ts'
import type { Approval, ApprovalAnswer, Reply } from '../../../../contract/approval/approval.ts'
import { durationText } from '../../../../contract/approval/lease-sentence.ts'
import type { LeasePatterns, LeaseScope, ScopeChoice } from '../../../../contract/approval/lease.ts'
import { assertNever } from '../../../../contract/never.ts'
import type { ProtectedPathCount, Simulation } from '../../../../contract/policy/simulation.ts'
import { visible } from './show.ts'

export function coverText(answer: ApprovalAnswer, { principal, review }: Approval): string {
  if (review !== null)
    return answer === 'once'
      ? 'the result is passed on; --cut 3-10,15 leaves lines out'
      : 'the result is withheld'
  switch (answer) {
    case 'once':
      return 'this call, once'
    case 'session':
      return 'exactly what this call touches, until its run ends'
    case 'scope':
      return 'one of the scopes below, or what you set with --scope JSON'
    case 'always':
      return `exactly what this call touches, whenever ${visible(principal.name)} (${principal.kind}) asks, until you revoke it`
    case 'deny-once':
      return 'this call, once'
    case 'deny-scope':
      return 'one of the scopes below'
    case 'deny-always':
      return 'what this call touches, for every caller: a rule in the configuration file'
    default:
      return assertNever(answer, 'coverText')
  }
}

/** What the word yes would do, for the question. */
export function approvalText(
  { answer, scope, choice, args, cut }: Reply,
  approval: Approval,
): string {
  if (approval.review !== null)
    return cut === undefined ? 'to pass the result on' : 'to pass the result on without these lines'
  if (choice !== undefined) return `to allow ${choiceText(choice, approval)}`
  if (answer === 'scope' && scope !== undefined) return `to allow ${scopeText(scope)}`
  if (answer === 'session' || answer === 'always') return `to allow ${coverText(answer, approval)}`
  return args === undefined ? 'to approve it once' : 'to approve it once with your arguments'
}

/** One of the scopes that an approval offers, and for how long. */
export const choiceText = (
  { proposal, lasts, maxUses = null, expiresInSeconds = null }: ScopeChoice,
  { proposals }: Approval,
): string =>
  [
    visible(proposals[proposal]?.text ?? ''),
    ...(maxUses === null ? [] : [atMostTimes(maxUses)]),
    expiresInSeconds === null ? durationText[lasts] : `for ${spanText(expiresInSeconds)}`,
  ].join(', ')

export const scopeText = ({ patterns, maxUses, expiresInSeconds }: LeaseScope): string =>
  [
    patternsText(patterns),
    ...(maxUses === null ? [] : [atMostTimes(maxUses)]),
    ...(expiresInSeconds === null ? [] : [`for ${spanText(expiresInSeconds)}`]),
  ].join(', ')

export const patternsText = ({
  paths,
  hosts,
  methods,
  commands,
  parts = [],
  calls = [],
  args = {},
  taint = [],
}: LeasePatterns): string =>
  [
    ...(paths.length === 0 ? [] : [`files ${paths.map(visible).join(', ')}`]),
    ...(hosts.length === 0
      ? []
      : [
          `${methods.length === 0 ? 'GET, HEAD' : methods.join(', ')} to ${hosts.map(visible).join(', ')}`,
        ]),
    ...(calls.length === 0 ? [] : [`of servers ${calls.map(visible).join(', ')}`]),
    ...Object.entries(args).map(
      ([pointer, value]) => `with ${visible(pointer.slice(1))} ${visible(JSON.stringify(value))}`,
    ),
    ...(commands.length === 0
      ? []
      : [
          `commands that begin with ${commands.map((command) => `"${visible(command)}"`).join(', ')}`,
        ]),
    ...parts.map(
      ({ words, more }) => `"${visible(words.join(' '))}"${more ? ' with any arguments' : ''}`,
    ),
    ...(taint.includes('private') ? ['also after private data was read'] : []),
    ...(taint.includes('untrusted') ? ['also where the target came out of untrusted text'] : []),
  ].join('; ')

export const spanText = (seconds: number): string => {
  const [unit, size] =
    (
      [
        ['d', 86_400],
        ['h', 3600],
        ['m', 60],
      ] as const
    ).find(([, each]) => seconds % each === 0) ?? (['s', 1] as const)
  return `${seconds / size}${unit}`
}

/** What a lasting answer would have done over the journal, in one line. */
export const simulationText = ({
  calls,
  sums,
  wouldAllowRefused,
  guarded = null,
}: Simulation & { guarded?: ProtectedPathCount | null }): string => {
  const allowed = (sums['confirm>allow'] ?? 0) + (sums['deny>allow'] ?? 0)
  const denied = (sums['confirm>deny'] ?? 0) + (sums['allow>deny'] ?? 0)
  const also = denied === 0 ? '' : ` and refused ${denied}`
  return `Over the last ${calls} recorded calls this would have allowed ${allowed}${also}; ${wouldAllowRefused} of those a person had refused.${protectedText(guarded)}`
}

export const protectedText = (guarded: ProtectedPathCount | null): string =>
  guarded === null || (guarded.files === 0 && guarded.complete)
    ? ''
    : ` It reaches ${guarded.complete ? '' : 'at least '}${guarded.files} protected file${guarded.files === 1 ? '' : 's'}, which still ask.`
