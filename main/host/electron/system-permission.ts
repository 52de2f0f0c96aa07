// What the system lets this app do, where it tells: macOS and Windows for screen, microphone and
// camera, macOS for accessibility. Full disk access is seen by what can be opened with it.
import { closeSync, openSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { systemPreferences } from 'electron'
import type { AppOptions } from '../../wiring/app.ts'

export const systemPermission: NonNullable<AppOptions['systemPermission']> = (permission) => {
  const { platform } = process
  switch (permission) {
    case 'screen':
    case 'microphone':
    case 'camera': {
      if (platform !== 'darwin' && platform !== 'win32') return 'unknown'
      const status = systemPreferences.getMediaAccessStatus(permission)
      if (status === 'granted') return 'granted'
      // Not asked yet: the system asks at the first use.
      return status === 'denied' || status === 'restricted' ? 'denied' : 'unknown'
    }
    case 'accessibility':
      if (platform !== 'darwin') return 'unknown'
      return systemPreferences.isTrustedAccessibilityClient(false) ? 'granted' : 'denied'
    case 'full-disk':
      return platform === 'darwin' ? (opensGuarded() ? 'granted' : 'denied') : 'unknown'
  }
}

/** This file opens with full disk access and not without. Nothing is read of it. */
function opensGuarded(): boolean {
  try {
    closeSync(openSync(join(homedir(), 'Library/Application Support/com.apple.TCC/TCC.db'), 'r'))
    return true
  } catch {
    return false
  }
}
