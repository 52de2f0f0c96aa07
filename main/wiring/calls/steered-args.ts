// Which arguments of a call are also in what servers say of their tools. A model has read that before
// its first call, in any session, so it is looked up apart from what the session has seen. The words
// of the server that is called are its own business.
import { CallId, SessionId } from '../../../contract/ids.ts'
import type { EvaluateDeps } from '../../pipeline/evaluate.ts'
import { openProvenance, type Provenance } from '../../provenance/provenance.ts'
import type { Servers } from '../../mcp/servers-port.ts'

const session = SessionId.parse('ses_wordsofservers')
const callId = CallId.parse('call_wordsofservers')

export function steeredArgs(steering: Servers['steering']): NonNullable<EvaluateDeps['steered']> {
  let of: ReturnType<Servers['steering']> = []
  let known = new Map<string, Provenance>()
  const wordsBut = (server: string): Provenance => {
    const before = known.get(server)
    if (before !== undefined) return before
    const words = openProvenance(() => [])
    for (const { server: whose, from, text } of of)
      if (whose !== server)
        words.see(session, {
          by: 'tool',
          text,
          source: { callId, tool: whose, from, label: 'untrusted' },
        })
    known.set(server, words)
    return words
  }
  return (args, named) => {
    const now = steering()
    if (now !== of) {
      of = now
      known = new Map()
    }
    if (of.length === 0) return []
    const called = named.find((touch) => touch.kind === 'mcp.call')
    return wordsBut(called?.server ?? '').origins(session, args, named)
  }
}
