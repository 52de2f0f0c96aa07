// Touch ID, where this Mac has it. Electron offers nothing of the kind for Windows Hello or Linux.
import { systemPreferences } from 'electron'
import type { AppOptions } from '../../wiring/app.ts'

export const touchId: NonNullable<AppOptions['touchId']> = {
  // The other systems' Electron has no such function at all.
  available: () => 'canPromptTouchID' in systemPreferences && systemPreferences.canPromptTouchID(),
  // Rejected where the person gives up, or the finger is not one of theirs.
  ask: (reason) =>
    systemPreferences.promptTouchID(reason).then(
      () => true,
      () => false,
    ),
}
