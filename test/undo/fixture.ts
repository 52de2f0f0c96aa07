// A folder with a checkpoint store of its own beside it, and a tree told in lines that hold everything undo
// has to bring back.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCheckpointStore } from '../../main/undo/checkpoint-store.ts'
import type { CheckpointStoreOptions } from '../../main/undo/checkpoint-store.ts'
import type { Applied } from '../../main/undo/checkpoint.ts'
import { storeBudget, workspaceLimits } from '../../main/undo/limits.ts'

export function undoFixture(options: Partial<CheckpointStoreOptions> = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-undo-')))
  const root = join(base, 'workspace')
  const store = join(base, 'store')
  mkdirSync(root)
  const open = () =>
    openCheckpointStore({
      folder: store,
      limits: workspaceLimits,
      budget: storeBudget,
      now: Date.now,
      ...options,
    })
  let checkpoints = open()
  let last = 0
  return {
    root,
    store,
    get checkpoints() {
      return checkpoints
    },
    /** As after a restart. */
    reopen: () => (checkpoints = open()),
    at: (path: string) => join(root, path),
    /** Does something as a call would and gives its id. `paths`: only these are kept. */
    call(work: () => void, paths: readonly string[] | null = null): string {
      last += 1
      const id = `call_test${String(last).padStart(6, '0')}`
      const started = checkpoints.begin(id, { root, paths })
      if (started.kind === 'none') throw new Error(started.why)
      work()
      checkpoints.end(id)
      return id
    },
    done(id: string, force: 'all' | string[] = []) {
      last += 1
      const undoId = `call_undo${String(last).padStart(6, '0')}`
      const applied = checkpoints.apply(id, undoId, force)
      return { undoId, applied }
    },
    tree: () => treeOf(root),
    remove: () => {
      reopened(root)
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** A closed folder cannot be emptied by its owner. */
function reopened(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) reopened(join(folder, entry.name))
}

export const failedOf = (applied: Applied | null): unknown =>
  applied?.kind === 'done' ? applied.failed : applied

/** Name, kind, mode, content and time of every path. */
export type Tree = ReadonlyMap<string, { readonly what: string; readonly time: bigint }>

/** What is not the same in both. Times may be a microsecond apart: no system call takes more. */
export function differences(a: Tree, b: Tree): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((name) => {
    const [one, other] = [a.get(name), b.get(name)]
    if (one === undefined || other === undefined)
      return [`${name} is only in ${one === undefined ? 'the second' : 'the first'}`]
    if (one.what !== other.what) return [`${name}: ${one.what}, ${other.what}`]
    const apart = one.time - other.time
    return apart > 1_000n || apart < -1_000n ? [`${name}: the times are ${apart} ns apart`] : []
  })
}

export function treeOf(root: string): Tree {
  const lines = new Map<string, { what: string; time: bigint }>()
  const visit = (path: Buffer, name: string): void => {
    const stat = lstatSync(path, { bigint: true })
    const what = stat.isSymbolicLink()
      ? `link ${readlinkSync(path, { encoding: 'buffer' }).toString('latin1')}`
      : stat.isFile()
        ? `file ${(stat.mode & 0o7777n).toString(8)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`
        : stat.isDirectory()
          ? `folder ${(stat.mode & 0o7777n).toString(8)}`
          : 'other'
    lines.set(JSON.stringify(name), { what, time: stat.mtimeNs })
    if (!stat.isDirectory()) return
    for (const each of readdirSync(path, { encoding: 'buffer' }).sort(Buffer.compare))
      visit(Buffer.concat([path, Buffer.from('/'), each]), `${name}/${each.toString('latin1')}`)
  }
  visit(Buffer.from(root), '')
  return lines
}
