// Something that a server lacked when it ran, as a grant that a person can give.
import { z } from 'zod'

const path = z.string().min(1).max(4_096)

export const MissedGrant = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('read'), path }),
  z.strictObject({ kind: z.literal('write'), path }),
  z.strictObject({ kind: z.literal('host'), host: z.string().min(1).max(300) }),
  z.strictObject({ kind: z.literal('sockets') }),
])
export type MissedGrant = z.infer<typeof MissedGrant>

/** As it is typed: `read:/data`, `write:/data`, `host:api.example`, `sockets`. */
export function grantText(grant: MissedGrant): string {
  switch (grant.kind) {
    case 'read':
    case 'write':
      return `${grant.kind}:${grant.path}`
    case 'host':
      return `host:${grant.host}`
    case 'sockets':
      return 'sockets'
  }
}
