// What the window's session may never do: reach any address but our own, or get any permission of
// the system. Everything is refused, names that this version of Electron does not know yet
// included.
import type { Session } from 'electron'
import { isOwnUrl } from '../origin.ts'
import { isOwnFile } from '../save-files.ts'

export function restrictSession(session: Session): void {
  session.webRequest.onBeforeRequest((details, callback) => {
    // Small pictures inside our own style sheets; they are data already here.
    const inline = details.resourceType === 'image' && details.url.startsWith('data:')
    callback({ cancel: !inline && !isOwnUrl(details.url) && !isOwnFile(details.url) })
  })

  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null))
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }))
  // All classes stay protected.
  session.setUSBProtectedClassesHandler(({ protectedClasses }) => protectedClasses)
  session.setSpellCheckerEnabled(false)
}
