// What the guard keeps out of every view now: built-in tools, and open ones of external servers.
import type { AnyTool } from '../../contract/call/tool.ts'
import { catalog } from '../../tools/catalog.ts'
import type { Policy } from '../gate/policy.ts'
import { guardHides } from '../gate/view.ts'

type External = { readonly tool: AnyTool; readonly closed: unknown }

/** Names, in the order of the catalog and of the servers. */
export const guardHidden = (policy: Policy, external: readonly External[]): readonly string[] =>
  [...catalog, ...external.flatMap(({ tool, closed }) => (closed === null ? [tool] : []))].flatMap(
    ({ manifest }) => (guardHides(manifest, policy) ? [manifest.name] : []),
  )
