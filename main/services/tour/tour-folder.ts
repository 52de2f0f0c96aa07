// The folder of the tour: one letter to read, in the workspace. Only what the tour itself made is
// ever taken away again.
import {
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { TOUR_FOLDER } from '../../../contract/agent/tour-steps.ts'

const letter = `Hello,

this is the demo letter of Gatehouse. An agent may read it without asking, because it lies in your workspace.
What it wants to write or run waits for you, and your keys stay closed to it.
`
const LETTER = 'letter.txt'
const ANSWER = 'answer.txt'

export const tourFolder = (workspace: string): string => join(workspace, TOUR_FOLDER)

/** A folder of its own, no link to one. */
export const tourIsThere = (workspace: string): boolean =>
  lstatSync(tourFolder(workspace), { throwIfNoEntry: false })?.isDirectory() === true

/** Makes it as at the start of a tour. Fails with `tour.folder`. */
export function makeTourFolder(workspace: string): Result<null, Failure> {
  const folder = tourFolder(workspace)
  try {
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) mkdirSync(folder)
    if (!tourIsThere(workspace))
      return err(
        failure(
          'tour.folder',
          `${folder} is there and is not a folder.`,
          'Rename it, then try again.',
        ),
      )
    for (const name of [LETTER, ANSWER]) dropFile(join(folder, name))
    writeFileSync(join(folder, LETTER), letter, { flag: 'wx' })
    // Commands in the workspace belong to its owner; so does what the tour puts there.
    if (process.getuid?.() === 0) {
      const { uid, gid } = statSync(workspace)
      chownSync(folder, uid, gid)
      chownSync(join(folder, LETTER), uid, gid)
    }
    return ok(null)
  } catch (thrown) {
    return err(
      failure(
        'tour.folder',
        `The demo folder ${folder} could not be made: ${reason(thrown)}`,
        'Check the workspace in Settings.',
      ),
    )
  }
}

/** Takes the tour's files away, and the folder once it is empty. Fails with `tour.folder`. */
export function removeTourFolder(workspace: string): Result<null, Failure> {
  const folder = tourFolder(workspace)
  if (!tourIsThere(workspace)) return ok(null)
  try {
    for (const name of [LETTER, ANSWER]) dropFile(join(folder, name))
    const others = readdirSync(folder)
    if (others.length > 0) {
      const text = `${folder} holds ${others.length === 1 ? 'something' : `${others.length} things`} which the tour did not create, so the folder was not removed.`
      return err(failure('tour.folder', text, 'Check it, and remove it yourself.'))
    }
    rmdirSync(folder)
    return ok(null)
  } catch (thrown) {
    return err(
      failure(
        'tour.folder',
        `The demo folder ${folder} could not be removed: ${reason(thrown)}`,
        'Remove it yourself.',
      ),
    )
  }
}

function dropFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false) unlinkSync(path)
}

const reason = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)
