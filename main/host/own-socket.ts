// Whether a socket is of our own user: one of another would be told what is asked, could lie, and would be
// given a token.
import { lstatSync } from 'node:fs'

export function isOwnSocket(socketFile: string): boolean {
  const uid = process.getuid?.()
  if (uid === undefined || socketFile.startsWith('\\\\.\\pipe\\')) return true
  try {
    const stat = lstatSync(socketFile)
    return stat.isSocket() && stat.uid === uid
  } catch {
    return false
  }
}
