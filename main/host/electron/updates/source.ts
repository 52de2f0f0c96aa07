// electron-updater as Gatehouse uses it: never by itself, never backwards, and only with a feed
// whose signature holds.
import type { AppUpdater } from 'electron-updater'
import type { UpdateSource } from '../../../../contract/desktop/update.ts'
import { verifyRelease } from './signature.ts'

export type SourceDeps = {
  /** Loaded when it is first needed: nobody without a channel pays for it. */
  readonly load: () => Promise<AppUpdater>
  /** PEM of the key that releases are signed with. */
  readonly publicKey: string
  /** Ends Gatehouse but for its process. */
  readonly end: () => Promise<void>
}

export function openSource({ load, publicKey, end }: SourceDeps): UpdateSource {
  let opened: Promise<AppUpdater> | null = null
  const open = (): Promise<AppUpdater> => (opened ??= load().then(restrained))
  let offered = false

  return {
    async check(channel) {
      const updater = await open()
      offered = false
      updater.channel = channel === 'stable' ? 'latest' : 'beta'
      // Setting a channel switches this on.
      updater.allowDowngrade = false
      updater.allowPrerelease = channel === 'beta'
      const checked = await updater.checkForUpdates()
      if (checked === null) throw new Error('This copy of Gatehouse cannot update itself.')
      if (!checked.isUpdateAvailable) return null
      const offer = verifyRelease(checked.updateInfo, publicKey)
      if (!offer.ok) throw new Error(offer.error.text)
      offered = true
      return offer.value
    },
    async download(progress) {
      // Only what the last check has verified: electron-updater downloads just that description.
      if (!offered) throw new Error('No verified release was offered.')
      const updater = await open()
      const listener = ({ percent }: { readonly percent: number }): void => progress(percent)
      updater.on('download-progress', listener)
      try {
        await updater.downloadUpdate()
      } finally {
        updater.off('download-progress', listener)
      }
    },
    async install() {
      const updater = await open()
      await end()
      updater.quitAndInstall(true, true)
    },
  }
}

function restrained(updater: AppUpdater): AppUpdater {
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.disableWebInstaller = true
  updater.disableDifferentialDownload = true
  updater.logger = null
  // What goes wrong comes as a rejection as well.
  updater.on('error', () => {})
  return updater
}
