// A server was just started: says where to sign in, and for what, if it wants that, and waits for how
// it comes out.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { scopesIn } from '../../../../contract/server/sign-in-scopes.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { ServerListing } from '../../../../contract/server/server.ts'
import type { Call } from '../command.ts'
import type { Session } from '../session/session.ts'
import { visible } from '../output/show.ts'

const PAUSE_MS = 200
/** A sign-in itself ends sooner. */
const MOST_MS = 360_000

/** Settles once it no longer starts. Failures: `server.sign-in` where it still wants one. */
export async function awaitStart(
  { context }: Call,
  session: Session,
  name: string,
): Promise<Result<ServerListing[], Failure>> {
  let shown: string | undefined
  for (let waited = 0; ; waited += PAUSE_MS) {
    const list = await session.call('servers.list', {})
    if (!list.ok) return list
    const found = list.value.find((one) => one.name === name)
    if (found?.signInUrl !== undefined && found.signInUrl !== shown) {
      shown = found.signInUrl
      const scopes = scopesIn(shown)
      const asks =
        scopes.length === 0
          ? 'The page names no scopes.'
          : `It asks for: ${scopes.map(visible).join(', ')}.`
      context.note(
        `Sign in to ${name} in your browser. ${asks} If none opened, open this address:\n  ${visible(shown)}\n`,
      )
    }
    if (found?.state.kind === 'needs-sign-in')
      return err(failure('server.sign-in', `${name} is not signed in: ${found.state.text}`))
    if (found?.state.kind !== 'starting' || waited >= MOST_MS) return ok(list.value)
    await context.sleep(PAUSE_MS)
  }
}
