// Opens a proxy that only writes down which hosts a command asks for, where the command can reach
// its socket.
import { chown } from 'node:fs/promises'
import { ORDINARY, hostUser, staysRoot } from '../linux/host-user.ts'
import type { Recorder, RehearserOptions } from './rehearser.ts'

/**
 * Null where none can be opened: then the rehearsal says so. The command has to be able to open the
 * socket.
 */
export async function recorderFor(
  workspace: string,
  record: RehearserOptions['record'],
  signal: AbortSignal,
): Promise<Recorder | null> {
  const opened = record === null ? null : await record(signal)
  if (opened?.ok !== true) return null
  const as = staysRoot(workspace) ? ORDINARY : await hostUser(workspace)
  // It may have been stopped just now, and its socket be gone.
  const given =
    as === null ||
    (await chown(opened.value.socket, as.uid, as.gid).then(
      () => true,
      () => false,
    ))
  if (given) return opened.value
  await opened.value.close()
  return null
}
