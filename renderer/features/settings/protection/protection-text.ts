// The list of protections put in order for a person: what is missing first. Pure.
import type { Protection } from '../../../../contract/protection.ts'

export const protectionStates = ['missing', 'enforced', 'impossible'] as const
export type ProtectionState = (typeof protectionStates)[number]

export type ProtectionGroup = {
  readonly state: ProtectionState
  readonly items: readonly Protection[]
}

/** Groups without a member are left out. */
export function groupsOf(protections: readonly Protection[]): readonly ProtectionGroup[] {
  return protectionStates
    .map((state) => ({ state, items: protections.filter((each) => each.state === state) }))
    .filter(({ items }) => items.length > 0)
}

const programs =
  'apt|apt-get|dnf|yum|pacman|zypper|apk|brew|winget|npm|sysctl|systemctl|systemd-run|loginctl'
const line = new RegExp(`(?:^|[\\s(:])((?:sudo )?(?:${programs}) [^(),;]*[^(),;.\\s])`)

/**
 * The command in an advice, so that it can be copied: `apt install util-linux` of "apt install
 * util-linux (for prlimit)".
 */
export const commandIn = (how: string): string | null => line.exec(how)?.[1] ?? null
