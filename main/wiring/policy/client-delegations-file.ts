// The file of what was handed on to clients of the gateway.
import { readFileSync } from 'node:fs'
import { replaceFile } from '../../disk/replace-file.ts'
import type { ClientDelegationsDeps } from '../../policy/client-delegations.ts'

export const clientDelegationsFile = (
  file: string,
): Pick<ClientDelegationsDeps, 'read' | 'write'> => ({
  read() {
    try {
      return readFileSync(file, 'utf8')
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
      throw cause
    }
  },
  write: (text) => replaceFile(file, text),
})
