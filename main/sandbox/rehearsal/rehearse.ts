// The rehearsal of one call: a throw-away view of the workspace, the call run in it, what is
// different afterwards, and no trace. Never decides whether a call may run for real, and never lets
// one reach more than the view.
import type {
  ViewPowers,
  RehearsalJob,
  Rehearser,
  Recorder,
  RehearserOptions,
} from './rehearser.ts'
import { lstat, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ProcessEnd } from '../../../contract/call/powers/run-power.ts'
import type { Rehearsal, RehearsalEnd } from '../../../contract/call/rehearsal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { ToolOutput } from '../../../contract/call/tool.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { filePowers } from '../files/file-powers.ts'
import { resolvePath, type ResolvedPath, type RealPath } from '../files/resolve-path.ts'
import { openBases } from './bases.ts'
import { compareTrees } from './changes.ts'
import { recorderFor } from './recorder-for.ts'
import { unfit, weakness } from './eligibility.ts'
import { fingerprint, scanTree, type Tree } from './tree.ts'
import { openViews, type View } from './view.ts'
import { watchWritten } from './quota.ts'

/**
 * Above these a workspace is not rehearsed in, even if asked; the second and third where nobody
 * asked.
 */
export const reach = {
  entries: 200_000,
  copyBytes: 1024 ** 3,
  unasked: { entries: 20_000, copyEntries: 2_000, copyBytes: 64 * 1024 ** 2 },
} as const

export function openRehearser(options: RehearserOptions): Rehearser {
  const { runner, now } = options
  const views = openViews(options)
  const bases = openBases()

  const scan = async (
    touches: readonly CanonicalTouch[],
    workspace: string,
    most: number,
  ): Promise<Result<ServerCatalog, Failure>> => {
    const root = await realpath(workspace).catch(() => null)
    if (root === null)
      return err(failure('rehearsal.missing', `The workspace ${workspace} does not exist.`))
    const files = touches.some(({ kind }) => kind === 'proc.run')
      ? null
      : touches.flatMap((touch) => inRoot(touch, root))
    const tree = await scanTree(root, most, files)
    return tree.ok ? ok({ root, files: files !== null, tree: tree.value }) : tree
  }

  const rehearseIn = async (
    view: View,
    scanned: ServerCatalog,
    recorder: Recorder | null,
    job: RehearsalJob,
  ): Promise<Result<Rehearsal, Failure>> => {
    const started = await job.start()
    if (!started.ok) return started
    const startedAt = performance.now()
    const watch = watchWritten(view)
    const proxy = view.socket === null ? null : { socket: view.socket }
    let ended: ProcessEnd | null = null
    const signal = AbortSignal.any([
      job.signal,
      watch.signal,
      AbortSignal.timeout(job.limits.runTimeMs + GRACE_MS),
    ])
    const run = runner.power({
      permitted: job.touches,
      workspace: scanned.root,
      limits: job.limits,
      signal,
      view: { ...view, unasked: job.by === 'automatic' },
      proxy,
      requires: job.requires ?? [],
      onOutput: () => {},
    })
    const files = filePowers(viewFiles(options, scanned.root, view.viewPath, job.touches))
    const powers: ViewPowers = {
      'fs.read': { ...files.read, ...noSearch },
      'fs.write': files.write,
      'proc.run': {
        run: async (request) => {
          const outcome = await run.run(request)
          if (outcome.ok) ended = outcome.value
          return outcome
        },
      },
    }
    const output = await job.work(scanned.files ? powers : { ...powers, ...noFiles }, signal)
    await watch.end()
    if (job.signal.aborted) return err(stopped)
    // A command that could not even be started shows nothing, and must not look as if it changed
    // nothing.
    if (!scanned.files && ended === null && !watch.signal.aborted)
      return output.ok ? err(unstarted) : output
    const after = await scanTree(view.viewPath, reach.entries + MOST_WRITTEN)
    if (!after.ok) return after
    const paths = {
      base: view.base,
      after: after.value,
      original: scanned.root,
      view: view.viewPath,
    }
    const compared = await compareTrees(paths, job.redact)
    const shown = await shownOutput(ended, output, job)
    const rehearsal: Rehearsal = {
      at: now(),
      by: job.by,
      view: view.kind,
      durationMs: Math.round(performance.now() - startedAt),
      end: endOf(ended, output, watch.signal.aborted),
      ...shown,
      ...compared,
      hosts: [...(recorder?.hosts() ?? [])],
      notes: notesOn(view, after.value, scanned, recorder !== null),
      inputs: await fingerprint(scanned.tree),
    }
    return ok(rehearsal)
  }

  return {
    async rehearse(job) {
      const command = job.touches.some(({ kind }) => kind === 'proc.run')
      if (command) await runner.ready
      const no = unfit(job.touches) ?? (command ? weakness(runner.tried(), job.by) : null)
      if (no !== null) return err(no)
      const unasked = job.by === 'automatic'
      const scanned = await scan(
        job.touches,
        job.workspace,
        unasked ? reach.unasked.entries : reach.entries,
      )
      if (!scanned.ok) return scanned
      const { root: workspace, tree, files } = scanned.value
      const few = tree.entries.size <= reach.unasked.copyEntries
      const copyBytes = !unasked ? reach.copyBytes : few ? reach.unasked.copyBytes : null
      const recorder = command ? await recorderFor(workspace, options.record, job.signal) : null
      const socket = recorder?.socket ?? null
      const view = await views.make({
        workspace,
        tree,
        copyBytes,
        helperFiles: files ? null : runner.helperFiles(),
        socket,
        signal: job.signal,
      })
      if (!view.ok) {
        await recorder?.close()
        return view
      }
      try {
        const rehearsal = await rehearseIn(view.value, scanned.value, recorder, job)
        if (!rehearsal.ok) return rehearsal
        const still = await scan(job.touches, job.workspace, reach.entries)
        if (!still.ok) return still
        if ((await fingerprint(still.value.tree)) !== rehearsal.value.inputs) return err(moved)
        bases.keep(rehearsal.value.inputs, tree)
        return rehearsal
      } finally {
        await Promise.all([view.value.remove(), recorder?.close()])
      }
    },
    async inputs(touches, workspace) {
      const scanned = await scan(touches, workspace, reach.entries)
      return scanned.ok ? ok(await fingerprint(scanned.value.tree)) : scanned
    },
    async changedSince(inputs, touches, workspace) {
      const scanned = await scan(touches, workspace, reach.entries)
      if (!scanned.ok) return null
      return (await fingerprint(scanned.value.tree)) === inputs
        ? []
        : bases.changed(inputs, scanned.value.tree)
    },
    sweep: () => views.sweep(),
  }
}

/** For a tool that has no limit of its own. */
const GRACE_MS = 2000

type ServerCatalog = { readonly root: string; readonly files: boolean; readonly tree: Tree }

/** Beyond what was there: what a command may have made before it was stopped. */
const MOST_WRITTEN = 100_000

const stopped = failure('rehearsal.cancelled', 'The rehearsal was stopped before it ended.')
const moved = failure(
  'rehearsal.moved',
  'The workspace changed while the call was rehearsed, so its result is not valid.',
  'Rehearse again.',
)
const unstarted = failure(
  'rehearsal.unstarted',
  'The command was not started.',
  'Decide by the card.',
)
const closed = failure('rehearsal.closed', 'A command is rehearsed without the file tools.')
// What only looks is not rehearsed.
const noSearch: Pick<ViewPowers['fs.read'], 'find' | 'search'> = {
  find: async () => err(closed),
  search: async () => err(closed),
}
const noFiles: Pick<ViewPowers, 'fs.read' | 'fs.write'> = {
  'fs.read': {
    readText: async () => err(closed),
    readBytes: async () => err(closed),
    list: async () => err(closed),
    ...noSearch,
  },
  'fs.write': {
    writeText: async () => err(closed),
    writeBytes: async () => err(closed),
    move: async () => err(closed),
  },
}

const seenHosts =
  'Ran without network. Connection attempts that ignore the proxy variables are blocked and not listed.'

const inRoot = (touch: CanonicalTouch, root: string): string[] =>
  (touch.kind === 'fs.read' || touch.kind === 'fs.write') && touch.zone === 'workspace'
    ? [relative(root, touch.path)]
    : []

/**
 * The permitted paths as they lie in the view, and a place that leads there: found in the real
 * workspace, then carried over.
 */
function viewFiles(
  { stop, home, own }: RehearserOptions,
  root: string,
  viewPath: string,
  touches: readonly CanonicalTouch[],
): { permitted: readonly CanonicalTouch[]; resolved: ResolvedPath } {
  const real = resolvePath({ workspace: root, stop, home, ...(own === undefined ? {} : { own }) })
  const carried = (path: string): string => join(viewPath, relative(root, path))
  return {
    permitted: touches.flatMap((touch) =>
      (touch.kind === 'fs.read' || touch.kind === 'fs.write') && touch.zone === 'workspace'
        ? [{ ...touch, path: carried(touch.path) }]
        : [],
    ),
    resolved: async (path) => {
      const found = await real(path)
      if (!found.ok || found.value.zone !== 'workspace') return found
      const at = carried(found.value.path)
      return ok({ path: at, zone: 'workspace', is: await kindAt(at) })
    },
  }
}

async function kindAt(path: string): Promise<RealPath['is']> {
  const stat = await lstat(path).catch(() => null)
  if (stat === null) return 'missing'
  return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other'
}

function endOf(
  ended: ProcessEnd | null,
  output: Result<ToolOutput, Failure>,
  tooMuch: boolean,
): RehearsalEnd {
  if (tooMuch) return { kind: 'stopped', limit: 'written' }
  if (ended === null) return output.ok ? { kind: 'done' } : { kind: 'failed', error: output.error }
  switch (ended.end.kind) {
    case 'exited':
    case 'signalled':
      return ended.end
    case 'out-of-memory':
      return { kind: 'signalled', signal: 'SIGKILL' }
    case 'flooded':
      return { kind: 'stopped', limit: 'output' }
    case 'timed-out':
    case 'cancelled':
      return { kind: 'stopped', limit: 'time' }
  }
}

async function shownOutput(
  ended: ProcessEnd | null,
  output: Result<ToolOutput, Failure>,
  { sanitizeOutput }: RehearsalJob,
): Promise<Pick<Rehearsal, 'stdout' | 'stderr' | 'truncated'>> {
  const said = ended ?? { stdout: output.ok ? output.value.text : '', stderr: '' }
  const [stdout, stderr] = await Promise.all([
    sanitizeOutput(said.stdout),
    sanitizeOutput(said.stderr),
  ])
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    truncated: stdout.truncated || stderr.truncated,
  }
}

function notesOn(view: View, after: Tree, scanned: ServerCatalog, recorded: boolean): string[] {
  const left =
    view.kind === 'overlay'
      ? []
      : [...scanned.tree.entries.values()].filter(({ is }) => is === 'other')
  return [
    ...(scanned.files
      ? []
      : [recorded ? seenHosts : 'Ran without network. The hosts it tried to reach are unknown.']),
    ...(left.length === 0
      ? []
      : [`${left.length} sockets, pipes or devices of the workspace were left out of the copy.`]),
    ...(after.unseen.length === 0
      ? []
      : [
          `${after.unseen.length} paths could not be read afterwards: ${after.unseen.slice(0, 3).join(', ')}.`,
        ]),
  ]
}
