// The tools that a token of a client is for, as a grant. A name that nothing has is refused: a token
// that silently does less than its person thinks is found out too late.
import { capabilities } from '../../contract/agent/capabilities/registry.ts'
import { EVERYTHING, NOTHING, type Grant } from '../../contract/agent/grant.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { nearest } from '../../contract/nearest.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { catalog } from '../../tools/catalog.ts'
import { requestedGrant } from './requested-grant.ts'

/** Their tools come and go with them: `forge__read`, `forge__*`, `forge__read.action`. */
const OF_SERVER = /^[a-zA-Z][a-zA-Z0-9_-]*__(?:[a-zA-Z0-9_-]*\*|[a-zA-Z0-9_-]+(?:\.[\w-]{1,64})?)$/

const asked = requestedGrant([], () => ok(NOTHING))

/** Null: all of them. Tools of servers are named by `server__tool` or `server__*`. */
export function clientGrant(tools: readonly string[] | null): Result<Grant, Failure> {
  if (tools === null) return ok(EVERYTHING)
  const known = [
    ...catalog.flatMap(({ manifest: { name, actions } }) => [
      name,
      ...actions.map((action) => `${name}.${action.name}`),
    ]),
    ...capabilities.map(({ name }) => name),
  ]
  const unknown = tools.find((name) => !known.includes(name) && !OF_SERVER.test(name))
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
