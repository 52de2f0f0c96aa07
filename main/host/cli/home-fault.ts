// What is wrong with the folder of Gatehouse's own files, where a command failed over it.
import { statSync } from 'node:fs'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'

/** Null where it is a folder, or is not there yet. */
export function homeFault(home: string): Failure | null {
  const found = statSync(home, { throwIfNoEntry: false })
  return found === undefined || found.isDirectory()
    ? null
    : failure(
        'home.no-folder',
        `${home} is a file, and Gatehouse keeps its own files in a folder there.`,
        'Set GATEHOUSE_HOME to a folder, or move that file away.',
      )
}
