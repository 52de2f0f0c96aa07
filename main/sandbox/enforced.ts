// One sentence that says whether commands run, and if not, what to do. Pure.
import type { Protection } from '../../contract/protection.ts'
import { lackingOf } from './protections.ts'
import type { Enforced } from './runner-powers.ts'
import type { SandboxStatus } from './sandbox-status.ts'

type Seen = {
  readonly trying: boolean
  readonly protections: readonly Protection[]
  readonly by: SandboxStatus['by']
}

/** `requires`: protections beside the indispensable ones. */
export function enforcedBy(
  { trying, protections, by }: Seen,
  requires: readonly string[],
): Enforced {
  if (trying)
    return {
      ok: false,
      trying,
      text: 'Gatehouse is still testing the sandbox.',
      how: 'Wait a moment.',
    }
  const lacking = protections.filter(({ state }) => state !== 'enforced')
  const fatal = lackingOf(lacking)
  if (fatal !== null)
    return {
      ok: false,
      trying,
      text: `Commands do not run: ${fatal.detail}`,
      how: fatal.how ?? 'Run `gatehouse doctor`.',
    }
  const held = new Set<string>(
    protections.flatMap(({ id, state }) => (state === 'enforced' ? [id] : [])),
  )
  const short = requires.find((id) => !held.has(id))
  if (short !== undefined) {
    const known = lacking.find(({ id }) => id === short)
    const text = `This needs protections that are not enforced here: ${known?.detail ?? `there is no protection called ${short}.`}`
    return { ok: false, trying, text, how: known?.how ?? 'Run `gatehouse doctor`.' }
  }
  const weaker = lacking.map(({ title }) => title.toLowerCase()).join('; ')
  return {
    ok: true,
    text: `${whereItRuns(by)}${weaker === '' ? '' : ` Not enforced: ${weaker}.`}`,
  }
}

function whereItRuns(by: SandboxStatus['by']): string {
  const closed = 'no network, no access to your other files.'
  if (by.kind === 'landlock') return `Commands run behind Landlock alone: ${closed} ${by.why}`
  if (by.kind === 'container') return `Commands run in a container of ${by.engine}: ${closed}`
  return `Commands run in a sandbox: ${closed}`
}
