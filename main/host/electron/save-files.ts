// Files that the window makes, such as an export of the journal: the system asks the person where
// to, and only there. The page gives bytes and a name, never a path; whatever else would be
// downloaded is refused.
import { basename, join } from 'node:path'
import type { DownloadItem, Session } from 'electron'
import { isOwnUrl } from './origin.ts'

/** Made by our own page, in its own memory. */
export const isOwnFile = (address: string): boolean =>
  address.startsWith('blob:') && isOwnUrl(address.slice('blob:'.length))

/** `folder`: where the dialog begins. */
export function askWhereToSave(session: Session, folder: () => string): void {
  session.on('will-download', (event, item: DownloadItem) => {
    if (!isOwnFile(item.getURL())) return event.preventDefault()
    // Without a path of ours Electron shows the system's dialog; closed, nothing is written.
    item.setSaveDialogOptions({ defaultPath: join(folder(), basename(item.getFilename())) })
  })
}
