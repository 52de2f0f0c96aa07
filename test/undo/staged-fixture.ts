// A workspace with a real overlay over it, in which a test does what a command would do.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProcessEnd } from '../../contract/call/powers/run-power.ts'
import { ORDINARY } from '../../main/sandbox/linux/host-user.ts'
import { overlayOn } from '../../main/sandbox/rehearsal/overlay.ts'
import { differences, treeOf, undoFixture } from './fixture.ts'
import type { Tree } from './fixture.ts'

const ended: ProcessEnd = {
  stdout: '',
  stderr: '',
  stdoutBytes: 0,
  stderrBytes: 0,
  end: { kind: 'exited', code: 0 },
}

type At = (path: string) => string

export function stagingFixture(options: Parameters<typeof undoFixture>[0] = {}) {
  const fixture = undoFixture(options)
  let last = 0
  return {
    fixture,
    /** Root's own folders are not staged in: gives the workspace to an ordinary user. */
    own: () => own(fixture.root),
    /** Does the work in a view, keeps what changed, and takes the view away. */
    async stage(work: (at: At) => void, meanwhile: () => void = () => {}) {
      last += 1
      const id = `call_staged${String(last).padStart(4, '0')}`
      const folder = join(dirname(fixture.root), `view-${last}`)
      mkdirSync(folder, { mode: 0o700 })
      // What is there was made longer ago than the clock of the kernel is coarse.
      await new Promise((next) => setTimeout(next, 50))
      const since = Date.now()
      const overlay = await overlayOn(fixture.root, folder, fixture.root, null)
      if (overlay === null) throw new Error('There is no overlay on this machine.')
      const view = overlay.viewPath
      try {
        work((path) => join(view, path))
        // A command there is never root.
        own(view)
        meanwhile()
        const seen = treeOf(view)
        const layer = { root: fixture.root, upper: overlay.upper, view, since }
        return { id, seen, run: fixture.checkpoints.stage(id, layer, ended) }
      } finally {
        await overlay.end()
      }
    },
  }
}

function own(folder: string): void {
  if (process.getuid?.() !== 0) return
  const owner = `${ORDINARY.uid}:${ORDINARY.gid}`
  execFileSync('chown', ['-Rh', '--from=0:0', owner, '--', folder])
}

/** Folders get a new time by what is carried over into them, as they would from the command. */
const withoutFolderTimes = (tree: Tree): Tree =>
  new Map(
    [...tree].map(([name, line]) => [
      name,
      line.what.startsWith('folder') ? { ...line, time: 0n } : line,
    ]),
  )
export const apart = (a: Tree, b: Tree): string[] =>
  differences(withoutFolderTimes(a), withoutFolderTimes(b))
