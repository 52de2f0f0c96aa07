// Pure. Why a tool of a server cannot be used, in words for a person and for an agent, and what
// helps.
import { assertNever } from '../../../contract/never.ts'
import type { OfferedTool, ServerConfig } from '../../../contract/server/server.ts'
import type { Compared } from './compare.ts'

/** Nothing of such a definition was kept but how long it is: it is never looked into. */
export const oversizedText = ({ oversized }: OfferedTool): string | null =>
  oversized === undefined
    ? null
    : `its definition has ${oversized.toLocaleString('en')} characters or more, too many to read`

export const howRefused = (server: string, trust: ServerConfig['trust']): string =>
  trust === 'community'
    ? `If you trust the server: gatehouse servers trust ${server} verified`
    : 'The author of the server has to fix this.'

export function closedBecause(
  server: string,
  shut: string | null,
  state: Compared['state'],
): { readonly what: string; readonly how: string } | null {
  const how = `Review it: gatehouse servers review ${server}`
  if (shut !== null) return { what: shut, how }
  switch (state) {
    case 'open':
      return null
    case 'new':
      return { what: 'It was not reviewed yet.', how }
    case 'changed':
      return { what: 'It has changed since you reviewed it, or was closed.', how }
    case 'gone':
      return { what: 'Its server does not offer it any more.', how }
    default:
      return assertNever(state, 'closedBecause')
  }
}
