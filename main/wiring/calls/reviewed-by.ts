// Whether a person has to review the result of a call first. The person or the organisation sets that
// for a tool, or for a server that the call reaches; one of these settings is enough.
import type { Bundle } from '../../../contract/bundle/bundle.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { Reviewed } from '../../pipeline/review-port.ts'

export const reviewedBy =
  (config: () => Config, organisationTools: () => Bundle['tools']): Reviewed =>
  ({ tool, execution, decision }) => {
    // What a client ran itself, it has.
    if (execution.kind === 'client') return false
    const { tools, servers } = config()
    const { name } = tool.manifest
    const theirs = organisationTools()
    if (Object.hasOwn(theirs, name) && theirs[name]?.reviewResults === true) return true
    if (Object.hasOwn(tools, name) && tools[name]?.reviewResults === true) return true
    return decision.touches.some(
      (touch) =>
        touch.kind === 'mcp.call' &&
        Object.hasOwn(servers, touch.server) &&
        servers[touch.server]?.reviewResults === true,
    )
  }
