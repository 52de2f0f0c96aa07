// Pure. What the parts of a command line mean for its tier.
import type { CommandDoubt, CommandEffect, CommandPart } from '../../contract/call/command.ts'
import { assertNever } from '../../contract/never.ts'
import type { Tier } from '../../contract/call/tier.ts'

export type CommandRisk = { readonly to: Tier; readonly code: string; readonly text: string }

/**
 * Each effect of each part, with the tier it calls for and the sentence a person reads. Taking
 * rights and deleting in bulk are R4; so is a part that cannot be analysed, since it could be
 * either. A program or a form that is only not in the tables has a name, which the card shows: it
 * stays at R3, where commands are anyway.
 */
export function commandRisks(parts: readonly CommandPart[] | undefined): readonly CommandRisk[] {
  if (parts === undefined || parts.length === 0)
    return [
      { to: 'R4', code: 'command.unparsed', text: 'Gatehouse could not parse the command line.' },
    ]
  return parts.flatMap((part) => part.effects.flatMap((effect) => riskOf(effect, part)))
}

function riskOf(effect: CommandEffect, part: CommandPart): readonly CommandRisk[] {
  const { text, words, opaque } = part
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text
  switch (effect) {
    case 'read-only':
    case 'writes-inside':
      return []
    case 'writes-outside':
      return [
        {
          to: 'R3',
          code: 'command.writes-outside',
          text: `It writes outside the workspace: ${short}`,
        },
      ]
    case 'network':
      return [
        {
          to: 'R3',
          code: 'command.network',
          text: `It needs network access, which commands do not have: ${short}`,
        },
      ]
    case 'destructive':
      return [
        {
          to: 'R4',
          code: 'command.destructive',
          text: `It deletes or overwrites many files: ${short}`,
        },
      ]
    case 'account':
      return [
        {
          to: 'R4',
          code: 'command.account',
          text: `It acts in your name at a service, or gives out rights or credentials: ${short}`,
        },
      ]
    case 'privileged':
      return [{ to: 'R4', code: 'command.privileged', text: `It runs as administrator: ${short}` }]
    case 'unknown':
      return opaque || words.length === 0
        ? [
            {
              to: 'R4',
              code: 'command.unknown',
              text: `Gatehouse cannot tell in advance what this part runs: ${short}`,
            },
            ...(part.closed === undefined ? [] : [doubtOf('closed', part, short)]),
          ]
        : (part.doubts ?? ['program' as const]).map((doubt) => doubtOf(doubt, part, short))
    default:
      return assertNever(effect, 'riskOf')
  }
}

/** Why a part with a name is unknown, in a sentence that is true with a sandbox and without one. */
function doubtOf(doubt: CommandDoubt, { words, closed }: CommandPart, short: string): CommandRisk {
  const program = words[0] ?? short
  const sentence = (code: string, text: string): CommandRisk => ({
    to: 'R3',
    code: `command.${code}`,
    text,
  })
  switch (doubt) {
    case 'closed':
      return sentence(
        'closed',
        `It names a protected path that no call may touch: ${(closed ?? []).join(', ')}`,
      )
    case 'runtime':
      return sentence(
        'runtime',
        `Gatehouse cannot tell in advance which file or folder it reads: ${short}`,
      )
    case 'below':
      return sentence(
        'below',
        `It may read everything below a folder outside the workspace, including protected paths: ${short}`,
      )
    case 'settings':
      return sentence(
        'settings',
        `The settings of the repository it reads make ${program} run another program or read another folder: ${short}`,
      )
    case 'program':
      return sentence(
        'unlisted',
        `${program} is not a program Gatehouse knows, so its effect is unknown.`,
      )
    case 'form':
      return sentence('form', `Gatehouse does not know what ${program} does in this form: ${short}`)
    default:
      return assertNever(doubt, 'doubtOf')
  }
}

/** The closed places that a command names. */
export const closedPaths = (parts: readonly CommandPart[] | undefined): readonly string[] => [
  ...new Set((parts ?? []).flatMap(({ closed }) => closed ?? [])),
]

/** Every part only looks. */
export const onlyReads = (parts: readonly CommandPart[] | undefined): boolean =>
  parts !== undefined &&
  parts.length > 0 &&
  parts.every(({ effects }) => effects.length === 1 && effects[0] === 'read-only')
