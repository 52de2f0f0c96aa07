// Whether this copy can update itself, and otherwise how it is updated. An update needs a feed, a
// key to check it with, and a package that electron-updater can replace.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UpdateSource } from '../../../../contract/desktop/update.ts'
import { openSource } from './source.ts'

export type FindSourceDeps = {
  readonly packaged: boolean
  readonly platform: NodeJS.Platform
  /** Set where an AppImage runs. */
  readonly appImage: string | undefined
  /** The folder with the feed's address, as the package has it. */
  readonly resources: string
  /** The public key, inside the package's archive. */
  readonly keyFile: string
  readonly end: () => Promise<void>
}

export function findUpdateSource(deps: FindSourceDeps): UpdateSource | string {
  const { packaged, platform, appImage, resources, keyFile, end } = deps
  if (!packaged)
    return 'This Gatehouse runs from its sources. Update it with git pull, then npm ci.'
  if (!existsSync(join(resources, 'app-update.yml')) || !existsSync(keyFile))
    return 'This package has no update feed or no key to verify one with. Install a newer package by hand.'
  if (
    platform === 'linux' &&
    appImage === undefined &&
    !existsSync(join(resources, 'package-type'))
  )
    return 'This copy was unpacked from an archive. Replace its folder with a newer one; your data stays.'
  return openSource({
    load: async () => (await import('electron-updater')).default.autoUpdater,
    publicKey: readFileSync(keyFile, 'utf8'),
    end,
  })
}
