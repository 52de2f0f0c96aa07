// What was handed on to a client, in one line.
import type { ClientDelegation } from '../../../../contract/server/gateway.ts'
import { clock } from '../output/show.ts'

export const delegationText = ({ grant, expiresAt, calls, used }: ClientDelegation): string =>
  [
    grant
      .map(({ tool, actions }) => (actions === null ? tool : `${tool} (${actions.join(', ')})`))
      .join(', '),
    `until ${clock(expiresAt)}`,
    ...(calls === null ? [] : [`${used} of ${calls} calls used`]),
  ].join('; ')
