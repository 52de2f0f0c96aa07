// What an organisation holds, in words: for the window and the command line. Pure.
import type { Preset } from '../policy/preset.ts'
import { Tier } from '../call/tier.ts'
import type { ServerPins } from './bundle.ts'
import type { ManagedPolicy } from './state.ts'

const effects = { allow: 'allowed', confirm: 'needs approval', deny: 'denied' } as const

export const heldPresetText = (name: string): string => `At least as strict as the preset ${name}.`

/** Of one tool. */
export function heldToolText({
  disabled,
  tier,
  default: effect,
  reviewResults,
  rateLimits,
}: ManagedPolicy['tools'][string]): string {
  const limits = [
    ...((rateLimits?.perSession ?? 0) === 0 ? [] : [`${rateLimits?.perSession} times a session`]),
    ...((rateLimits?.perMinute ?? 0) === 0 ? [] : [`${rateLimits?.perMinute} times a minute`]),
  ]
  return (
    [
      disabled ? 'switched off' : '',
      tier === undefined ? '' : `raised to ${tier}`,
      effect === undefined ? '' : `by default ${effects[effect]}`,
      reviewResults === true ? 'results are reviewed' : '',
      limits.length === 0 ? '' : `called at most ${limits.join(' and ')}`,
    ]
      .filter((part) => part !== '')
      .join(', ') || 'as it is'
  )
}

/** Of one server. */
export function heldServerText({ tools, prompts, resources, programs }: ServerPins): string {
  const count = Object.keys(tools).length
  const besides = [
    ...(prompts === undefined ? [] : ['prompts']),
    ...(resources === undefined ? [] : ['resources']),
    ...(programs === undefined ? [] : ['program']),
  ]
  return [
    count === 0
      ? 'no tool of this server may be used'
      : `${count === 1 ? 'one tool' : `${count} tools`} of this server may be used, each in one definition`,
    ...(besides.length === 0 ? [] : [`its ${besides.join(', ')} are held too`]),
  ].join('; ')
}

export const heldAgentText = 'can do no more than its file in the bundle says'

const does = { allow: 'allowed', confirm: 'approval', deny: 'denied' } as const

/** Of a preset of its own: how far calls may reach at all. */
export const heldReachLines = (preset: Preset): readonly string[] => [
  preset.allowNetwork ? 'Network available.' : 'Network off.',
  preset.allowWritePaths.includes('/**')
    ? 'Writing is possible everywhere.'
    : preset.allowWritePaths.length === 0
      ? 'Writing is denied everywhere.'
      : `Writing is possible only in ${preset.allowWritePaths.join(', ')}.`,
  preset.hosts.length === 0
    ? 'No host may be reached without approval.'
    : `These hosts may be reached without approval: ${preset.hosts.map((entry) => (typeof entry === 'string' ? entry : entry.host)).join(', ')}.`,
]

/** Of a preset of its own: every part of it. */
export const heldPresetLines = (preset: Preset): readonly string[] => [
  ...(preset.description === '' ? [] : [preset.description]),
  `${Tier.options.map((tier) => `${tier} ${does[preset.tiers[tier]]}`).join(', ')}.`,
  preset.tools.includes('*')
    ? 'All tools are available.'
    : `Only these tools are available: ${preset.tools.join(', ')}.`,
  ...heldReachLines(preset),
  preset.withoutApproval.includes('*')
    ? 'Above R0, whatever its tier allows runs without approval.'
    : preset.withoutApproval.length === 0
      ? 'Everything above R0 needs approval.'
      : `Above R0, only these run without approval: ${preset.withoutApproval.join(', ')}.`,
  ...(preset.confirmOutside ? ['Whatever a call does outside the workspace needs approval.'] : []),
  ...(preset.sandboxedReads ? ['Read-only commands in the sandbox without network are R2.'] : []),
]

/** All of it, a line each: what it is about, its name, and what is held. */
export const heldLines = ({
  preset,
  presets,
  rules,
  stop,
  tools,
  servers,
  agents,
  revokedKeys,
}: ManagedPolicy): readonly (readonly [what: string, name: string, text: string])[] => [
  ...(preset === null ? [] : ([['preset', preset, 'nothing looser']] as const)),
  ...Object.entries(presets).map(
    ([name, each]) => ['its own preset', name, heldPresetLines(each).join(' ')] as const,
  ),
  ...rules.map(
    ({ id, effect, approvers, reason }) =>
      [
        'rule',
        id,
        `${effect === 'confirm' && approvers === 2 ? 'confirm, by two persons' : effect}: ${reason}`,
      ] as const,
  ),
  ...stop.map((path) => ['STOP', path, 'no call may touch it'] as const),
  ...Object.entries(tools).map(([name, setting]) => ['tool', name, heldToolText(setting)] as const),
  ...Object.entries(servers).map(([name, pins]) => ['server', name, heldServerText(pins)] as const),
  ...Object.keys(agents).map((name) => ['agent', name, heldAgentText] as const),
  ...revokedKeys.map((key) => ['key', `${key.slice(0, 16)}…`, 'revoked'] as const),
]
