// Says which wall one command runs behind: namespaces, Landlock alone, a
// container, or none. Never decides
// whether a command may run.
import { failure, type Failure } from '../../../contract/failure.ts'
import { assertNever } from '../../../contract/never.ts'
import type { ProcessEnd } from '../../../contract/call/powers/run-power.ts'
import { err, type Result } from '../../../contract/result.ts'
import { runInside, type Bounds, type Elsewhere, type Inside } from '../processes/confine.ts'
import type { SandboxStatus } from '../sandbox-status.ts'

export const isClosing = (): Failure => failure('sandbox.missing', 'Gatehouse is closing.')

/** Runs one command behind the wall that is there. */
export async function runBy(
  by: SandboxStatus['by'],
  inside: Inside,
  limits: Bounds,
  view?: Elsewhere,
): Promise<Result<ProcessEnd, Failure>> {
  switch (by.kind) {
    case 'bubblewrap':
      return runInside(by.profiles, inside, limits, view)
    case 'landlock':
      if (view !== undefined) return err(needsNamespaces('Commands are not rehearsed', by))
      if (inside.proxy !== null)
        return err(needsNamespaces('Hosts cannot be granted to a command', by))
      if (inside.covers.length > 0)
        return err(
          needsNamespaces(
            `Commands do not run beside ${inside.covers[0]?.path}, which is on your STOP list,`,
            by,
          ),
        )
      return by.run(inside, limits)
    case 'container':
      return by.run(inside, limits)
    case 'nothing':
      return err(isClosing())
    default:
      return assertNever(by, 'runBy')
  }
}

/** What Landlock alone cannot hold is refused. */
export const needsNamespaces = (what: string, by: SandboxStatus['by']): Failure =>
  by.kind === 'landlock'
    ? failure(
        'sandbox.missing',
        `${what} behind Landlock alone. ${by.why}`,
        'Let bubblewrap work: see docs/decisions/0003-sandbox.md.',
      )
    : isClosing()
