// The tools that a token of a client is for, as a grant. A name that nothing has is refused: a token
// that silently does less than its person thinks is found out too late.
import { capabilities } from '../../contract/agent/capabilities/registry.ts'
import { EVERYTHING, NOTHING, type Grant } from '../../contract/agent/grant.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { nearest } from '../../contract/nearest.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { catalog } from '../../tools/catalog.ts'
import { requestedGrant } from './requested-grant.ts'

const asked = requestedGrant([], () => ok(NOTHING))

/** Null: all of them. Tools of servers are named by `server__tool` or `server__*`. */
export function clientGrant(tools: readonly string[] | null): Result<Grant, Failure> {
  if (tools === null) return ok(EVERYTHING)
  const known = [
    ...catalog.map(({ manifest }) => manifest.name),
    ...capabilities.map(({ name }) => name),
  ]
  const unknown = tools.find(
    (name) => !known.includes(name.split('.')[0] ?? '') && !name.includes('__'),
  )
  if (unknown !== undefined) {
    const meant = nearest(unknown, known)
    return err(
      failure(
        'delegation.unknown-tool',
        `There is no tool or capability named "${unknown}".`,
        meant === null
          ? 'See gatehouse tools list and gatehouse agents capabilities.'
          : `Did you mean ${meant}?`,
      ),
    )
  }
  return asked({ agent: 'helper', tools: [...tools], delegates: false })
}
