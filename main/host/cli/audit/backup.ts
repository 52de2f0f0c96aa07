// `gatehouse backup` and `gatehouse restore [NAME]`: copies of the database, made beside the app
// that runs, and put back without it.
import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileReason } from '../../../../contract/file-reason.ts'
import { failure } from '../../../../contract/failure.ts'
import { listBackups, makeBackup } from '../../../store/backup.ts'
import { openReader } from '../../../store/reader.ts'
import { storeFailure } from '../../../store/store-failure.ts'
import { restoreBackup } from '../../../recovery/restore-backup.ts'
import type { Restored } from '../../../recovery/restore-backup.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { folderFault } from '../home-fault.ts'
import { withNotice } from '../output/progress.ts'
import { clock, columns, visible } from '../output/show.ts'

export const backup: Command = {
  name: 'backup',
  operands: [],
  options: [],
  usage: '',
  summary: 'Copy the database now, also while Gatehouse runs. The newest 7 copies are kept',
  async run(call) {
    const { context, paths, json } = call
    if (!existsSync(paths.databaseFile))
      return complain(
        context,
        folderFault(null, paths.home) ??
          failure(
            'backup.nothing',
            `There is no database ${paths.databaseFile} yet, so there is nothing to copy.`,
            'Gatehouse makes it when it first starts.',
          ),
        json,
      )
    try {
      const db = await openReader(paths.databaseFile)
      try {
        const created = await withNotice(call, 'Copying the database …', () =>
          makeBackup(db, paths.backupDir, Date.now()),
        )
        if (json) printJson(context, created)
        else context.out(`Saved ${visible(created.file)} (${created.bytes} bytes).\n`)
        return exit.done
      } finally {
        db.close()
      }
    } catch (cause) {
      const hint =
        'Check that the database exists and free some disk space next to it. If it is damaged, run: gatehouse restore'
      return complain(
        context,
        storeFailure(cause) ??
          failure('backup.failed', `The database cannot be copied: ${fileReason(cause)}.`, hint),
        json,
      )
    }
  },
}

export const restore: Command = {
  name: 'restore',
  operands: ['[NAME]'],
  options: ['dry-run'],
  usage: '[--dry-run]',
  summary:
    'List the backups, or restore the one with this NAME; --dry-run only says what would be lost',
  async run(call) {
    const { context, paths, operands, options, json } = call
    const name = operands[0]
    if (name === undefined) return list(call)
    const file = isAbsolute(name) ? name : join(paths.backupDir, name)
    const dryRun = options.has('dry-run')
    const restored = await withNotice(call, 'Reading the backup …', () =>
      restoreBackup(paths, file, dryRun, Date.now),
    )
    if (!restored.ok) return complain(context, restored.error, json)
    if (json) printJson(context, restored.value)
    else context.out(describe(restored.value, dryRun))
    return exit.done
  },
}

function list({ context, paths, json }: Call): number {
  const found = listBackups(paths.backupDir)
  if (json) printJson(context, { backups: found })
  else if (found.length === 0) context.out('No backups yet. Make one: gatehouse backup\n')
  else context.out(columns(found.map(({ name, at, bytes }) => [name, clock(at), `${bytes} bytes`])))
  return exit.done
}

function describe(
  { backup: name, rows, stored, lost, closed, aside }: Restored,
  dryRun: boolean,
): string {
  const lines = [
    `${dryRun ? 'Would restore' : 'Restored'} ${visible(name)}: ${rows} journal rows, and ${stored} newer ones that can still be read.`,
    lost === null
      ? 'No journal row is lost.'
      : `Lost: journal rows ${lost.from} to ${lost.to}. The journal records this.`,
    'Runs, approvals and server reviews made after the backup are lost. Pending approvals are withdrawn.',
    ...(closed.length === 0 ? [] : [`Not readable, so closed: ${closed.join(', ')}.`]),
    ...(aside === null ? [] : [`The previous files are in ${visible(aside)}.`]),
  ]
  return `${lines.join('\n')}\n`
}
