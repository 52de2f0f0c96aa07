// Conditions that no call can meet, or that mean the opposite of what their rule is for. Pure; says
// where by path.
import type { Config } from '../../../contract/policy/config/config.ts'
import { ChannelTrust, trustRank, usualTrust } from '../../../contract/policy/channel-trust.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import { nearest } from '../../../contract/nearest.ts'
import { isTimeZone } from '../../../contract/policy/time-zone.ts'
import type { Fault } from '../fault.ts'

export const impossible = ({ rules, channels }: Config): readonly Fault[] => [
  ...rules.flatMap((rule, at) =>
    checks.flatMap((check) => {
      const found = check(rule)
      return found === null ? [] : [{ ...found, path: ['rules', at, 'when', ...found.path] }]
    }),
  ),
  ...Object.entries(channels).flatMap(([name, trust]): readonly Fault[] => {
    const usual = usualTrust[name as keyof typeof usualTrust]
    if (trust === undefined || trustRank(trust) >= trustRank(usual)) return []
    const lower = ChannelTrust.options.slice(trustRank(usual)).join(' or ')
    return [
      {
        path: ['channels', name],
        text: `channels.${name}: ${name} is ${usual}, and trust in a channel only ever goes down.`,
        hint: `Write ${lower}, or remove the line.`,
      },
    ]
  }),
]

type Check = (rule: Rule) => Fault | null

const fault = (path: readonly PropertyKey[], text: string, hint: string): Fault => ({
  path,
  text,
  hint,
})

const checks: readonly Check[] = [
  ({ when: { hours } }) => {
    const zone = hours?.timeZone
    if (zone === undefined || isTimeZone(zone)) return null
    const meant = nearest(zone, [...Intl.supportedValuesOf('timeZone'), 'UTC'])
    return fault(
      ['hours', 'timeZone'],
      `There is no time zone named "${zone}".`,
      meant === null ? 'Write it as Europe/Berlin or UTC.' : `Did you mean "${meant}"?`,
    )
  },
  ({ when: { workspaces } }) => {
    const at = (workspaces ?? []).findIndex(
      (glob) => !/^(?:\/|~(?:\/|$)|[A-Za-z]:[/\\])/.test(glob),
    )
    return at < 0
      ? null
      : fault(
          ['workspaces', at],
          `The workspace "${workspaces?.[at] ?? ''}" does not say where it is.`,
          'Write the whole folder, such as ~/work/shop, or /**/shop for one of that name anywhere.',
        )
  },
  ({ when: { requestBytes } }) => {
    if (requestBytes === undefined) return null
    const { over, upTo } = requestBytes
    if (over === undefined && upTo === undefined)
      return fault(['requestBytes'], 'The size has no bound.', 'Write over, upTo, or both.')
    return over !== undefined && upTo !== undefined && over >= upTo
      ? fault(
          ['requestBytes'],
          `No request has more than ${over} bytes and at most ${upTo}.`,
          'Make upTo larger than over, or remove one of them.',
        )
      : null
  },
  ({ effect, when: { rate } }) => {
    if (rate === undefined) return null
    if ((rate.over === undefined) === (rate.upTo === undefined))
      return fault(
        ['rate'],
        rate.over === undefined ? 'The rate has no bound.' : 'The rate has two bounds.',
        'Write either over, from which call on, or upTo, up to which.',
      )
    return effect === 'allow' && rate.over !== undefined
      ? fault(
          ['rate', 'over'],
          'A rule that allows cannot begin after a number of calls: more calls would then loosen it.',
          'Write upTo for how many it allows, or change the effect to confirm or deny.',
        )
      : null
  },
  ({ effect, when: { newHost } }) =>
    effect === 'allow' && newHost === true
      ? fault(
          ['newHost'],
          'A rule that allows cannot be for new hosts only: each first request would run unseen.',
          'Write newHost: false for hosts it has reached, or change the effect.',
        )
      : null,
  ({ effect, when: { denials } }) =>
    effect === 'allow' && denials !== undefined
      ? fault(
          ['denials'],
          'A rule that allows cannot begin after denials: being denied would then allow something.',
          'Change the effect to confirm or deny.',
        )
      : null,
  ({ effect, when: { zones, guarded } }) => {
    if (zones === undefined) return null
    const onlyGuarded = zones.every((zone) => zone === 'guarded')
    if (onlyGuarded && guarded === false)
      return fault(
        ['zones'],
        'guarded: false and the zone guarded exclude each other.',
        'Remove one of the two conditions.',
      )
    return effect === 'allow' && onlyGuarded
      ? fault(
          ['zones'],
          'A protected file also lies inside or outside the workspace, and a rule that allows has to name that too.',
          'Write zones: [inside, guarded], or with outside.',
        )
      : null
  },
]
