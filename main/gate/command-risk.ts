// Pure. What the parts of a command line mean for its tier.
import type { CommandEffect, CommandPart } from '../../contract/command.ts'
import { assertNever } from '../../contract/never.ts'
import type { Tier } from '../../contract/tier.ts'

export type CommandRisk = { readonly to: Tier; readonly code: string; readonly text: string }

/**
 * Each effect of each part, with the tier it calls for and the sentence a person reads. Taking rights and deleting in
 * bulk are R4; so is a part of which nothing can be known, since it could be either. A program that is only not in our
 * tables has a name, which the card shows: it stays at R3, where commands are anyway.
 */
export function commandRisks(parts: readonly CommandPart[] | undefined): readonly CommandRisk[] {
  if (parts === undefined || parts.length === 0)
    return [{ to: 'R4', code: 'command.unparsed', text: 'The command line could not be taken apart.' }]
  return parts.flatMap((part) => part.effects.flatMap((effect) => riskOf(effect, part)))
}

function riskOf(effect: CommandEffect, { text, words, opaque }: CommandPart): readonly CommandRisk[] {
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text
  switch (effect) {
    case 'read-only':
    case 'writes-inside':
      return []
    case 'writes-outside':
      return [{ to: 'R3', code: 'command.writes-outside', text: `It writes outside the workspace: ${short}` }]
    case 'network':
      return [{ to: 'R3', code: 'command.network', text: `It would use the network, which is closed for commands: ${short}` }]
    case 'destructive':
      return [{ to: 'R4', code: 'command.destructive', text: `It deletes or overwrites in bulk: ${short}` }]
    case 'privileged':
      return [{ to: 'R4', code: 'command.privileged', text: `It asks for more rights: ${short}` }]
    case 'unknown':
      return opaque || words.length === 0
        ? [{ to: 'R4', code: 'command.unknown', text: `What this part runs is not known before it runs: ${short}` }]
        : [
            {
              to: 'R3',
              code: 'command.unlisted',
              text: `${words[0]} is not a program Gatehouse knows; it could do anything the sandbox allows.`,
            },
          ]
    default:
      return assertNever(effect, 'riskOf')
  }
}

/** Every part only looks. */
export const onlyReads = (parts: readonly CommandPart[] | undefined): boolean =>
  parts !== undefined && parts.length > 0 && parts.every(({ effects }) => effects.length === 1 && effects[0] === 'read-only')
