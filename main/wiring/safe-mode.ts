// Safe mode: where the data folder cannot be read or written, Gatehouse still starts, says why, shows
// what it can and denies every call. What it has to write meanwhile goes into a temporary folder.
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileReason, folderHint } from '../../contract/file-reason.ts'
import { failure, withHint, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { refusal } from '../pipeline/refusals.ts'
import type { AppPaths } from '../config/paths.ts'
import { storeFailure } from '../store/store-failure.ts'
import { openApp } from './app.ts'
import type { AppOptions, OpenedApp } from './app-options.ts'
import { answers } from '../host/local-client.ts'

/**
 * What keeps the data folder from being used, and may be another at the next start. A newer or
 * foreign database is none of it.
 */
const eligible =
  /^(?:store\.(?:unwritable|key|corrupt|damaged|full|read-only|disk)|host\.(?:lock|folder)|journal\.)/

/**
 * Everything else would show an empty store as if it were the real one, or change something that is
 * gone with the next start.
 */
const served: ReadonlySet<string> = new Set([
  ...[
    'app.state',
    'app.running',
    'storage.usage',
    'doctor.report',
    'emergency-stop.stop',
    'step-up.state',
    'hook.decide',
  ],
  ...[
    'approvals.list',
    'approvals.get',
    'tools.list',
    'tools.run',
    'servers.list',
    'policy.overview',
    'policy.explain',
  ],
])

/** As `openApp`; what the folder or the disk does against it is a failure too, never a throw. */
export async function openAppSafely(options: AppOptions): Promise<Result<OpenedApp, Failure>> {
  const opened = await openOnce(options)
  if (opened.ok || options.host === 'cli' || !eligible.test(opened.error.code)) return opened
  // Somebody else is there, and holds what we would need.
  if (await answers(options.paths.socketFile)) return opened
  const why = safeFailure(opened.error)
  const paths = ownPaths(options.paths)
  if (paths === null) return opened
  const safe = await openOnce({
    ...options,
    paths,
    safe: {
      refuse: async ({ id }) => refusal(id, 'refused', why, null),
      barred: () => why,
      router:
        (router) =>
        async (channel, ...rest) =>
          served.has(channel) ? router(channel, ...rest) : err(why),
      fault: why.text,
    },
  })
  if (!safe.ok) {
    rmSync(paths.home, { recursive: true, force: true })
    return opened
  }
  console.error(`gatehouse: ${withHint(why)}`)
  const app = safe.value
  return ok({
    ...app,
    async dispose() {
      await app.dispose()
      rmSync(paths.home, { recursive: true, force: true })
    },
  })
}

async function openOnce(options: AppOptions): Promise<Result<OpenedApp, Failure>> {
  try {
    return await openApp(options)
  } catch (thrown) {
    const cause = whyNoFolder(thrown, options.paths.home)
    // A database is read in many places of a start, and damage may show at any of them.
    const found = storeFailure(cause)
    if (found !== null) return err(found)
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null
    // Only what the file system says; a bug of ours is no reason for a safe mode.
    if (code === null || !/^E[A-Z]+$/.test(code)) throw cause
    return err(
      failure(
        'host.folder',
        `The data folder ${options.paths.home} cannot be used: ${fileReason(cause)}.`,
        folderHint(cause),
      ),
    )
  }
}

/**
 * Node says of a folder that it cannot make together with those above it that it is not there. One step alone
 * says why.
 */
function whyNoFolder(thrown: unknown, folder: string): unknown {
  if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')) return thrown
  if (existsSync(folder)) return whyNoneIn(folder) ?? thrown
  let missing = folder
  while (dirname(missing) !== missing && !existsSync(dirname(missing))) missing = dirname(missing)
  try {
    mkdirSync(missing, { mode: 0o700 })
    rmdirSync(missing)
    return thrown
  } catch (cause) {
    return cause
  }
}

/** Null: one can be made in it. */
function whyNoneIn(folder: string): unknown {
  try {
    rmdirSync(mkdtempSync(join(folder, 'trial-')))
    return null
  } catch (cause) {
    return cause
  }
}

const safeFailure = (why: Failure): Failure =>
  failure(
    'host.safe-mode',
    `Gatehouse runs in safe mode and denies every call. ${why.text}`,
    `${why.hint ?? 'Check free space and who may write to the folder.'} Then start Gatehouse again.`,
  )

/** Null where no folder can be written at all. */
function ownPaths(paths: AppPaths): AppPaths | null {
  for (const parent of [dirname(paths.socketFile), tmpdir(), '/dev/shm']) {
    try {
      const home = mkdtempSync(join(parent, 'gatehouse-safe-'))
      // The journal's first rows and an empty database are smaller than this.
      writeFileSync(join(home, 'room'), Buffer.alloc(2 * 1024 * 1024))
      rmSync(join(home, 'room'))
      return {
        ...paths,
        home,
        dataDir: join(home, 'data'),
        databaseFile: join(home, 'data', 'gatehouse.db'),
        earlierRowsFile: join(home, 'data', 'gatehouse.db-front'),
        headFile: join(home, 'state', 'journal-head.json'),
        lockFile: join(home, 'gatehouse.lock'),
        stop: [...paths.stop, home],
      }
    } catch {
      // The next one may have room.
    }
  }
  return null
}
