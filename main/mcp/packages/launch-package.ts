// What a server is started with, instead of the command that would fetch it: the program in our own
// copy of its package, once every byte of it is what was fetched.
import type { PackageLaunch } from '../client/deps.ts'
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { packageCommand } from '../../../contract/server/package-command.ts'
import { isPinned } from '../../../contract/server/package-of.ts'
import type { StdioServer } from '../../../contract/server/server.ts'
import type { PackageDeps } from './deps.ts'
import { findProgram } from './find-program.ts'
import { PACKAGE_INSIDE } from './inside.ts'
import { treeDigest } from './tree.ts'

/** Null: its command fetches nothing. Failures: `package.*`. */
export async function launchOfPackage(
  server: string,
  config: StdioServer,
  {
    folder,
    env,
    hashFile,
  }: Pick<PackageDeps, 'folder' | 'env'> & {
    readonly hashFile: (path: string) => Promise<string | null>
  },
): Promise<Result<PackageLaunch | null, Failure>> {
  const command = packageCommand(config.command, config.args)
  if (command.kind === 'program') return ok(null)
  if (command.kind === 'unreadable')
    return err(failure('package.unreadable', command.text, 'Write it as npx NAME or uvx NAME.'))
  const pinned = config.package
  const fetch = `Download it under Servers, or run: gatehouse servers fetch ${server}`
  if (pinned === undefined || !isPinned(command, pinned))
    return err(
      failure(
        'package.missing',
        `The package ${command.name} was not downloaded yet. Servers start without network, from a copy of their own.`,
        fetch,
      ),
    )
  const copy = join(folder, pinned.files)
  if (!existsSync(copy))
    return err(failure('package.gone', `The copy of ${pinned.name} is not there any more.`, fetch))
  const real = await realpath(copy)
  const digest = await treeDigest(real, hashFile)
  if (!digest.ok || digest.value !== pinned.files)
    return err(
      failure(
        'package.changed',
        `Files of ${pinned.name} were changed since it was downloaded, so it is not started.`,
        `Find out who did that. To replace them, run: gatehouse servers fetch ${server}`,
      ),
    )
  const node = command.source === 'npm' ? findProgram('node', env) : null
  const shown = typeof node?.shows === 'string' ? [node.shows] : []
  const bin = join(PACKAGE_INSIDE, command.source === 'npm' ? 'node_modules/.bin' : 'bin')
  return ok({
    program: join(bin, pinned.program),
    args: command.args,
    path: [bin, ...shown.map((file) => dirname(file))],
    env:
      command.source === 'pypi' ? { PYTHONPATH: PACKAGE_INSIDE, PYTHONDONTWRITEBYTECODE: '1' } : {},
    folder: real,
    readOnly: shown,
    pinned: [
      `${pinned.source} ${pinned.name} ${pinned.version} ${pinned.integrity}`,
      `files sha256 ${pinned.files}`,
    ],
  })
}
