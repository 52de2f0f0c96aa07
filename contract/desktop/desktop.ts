// What the person sets for the desktop app. Everything is off until they say so.
import { z } from 'zod'
import { UpdateChannel } from './update.ts'

const approvalWindow = z
  .boolean()
  .describe('A small window over other programs shows each held call.')
const approveFromNotification = z
  .boolean()
  .describe('Notifications of small calls up to R2 show the whole call and can approve it.')
const openAtLogin = z.boolean().describe('Gatehouse starts when you log in, without a window.')
const touchId = z
  .boolean()
  .describe(
    'Touch ID is accepted in place of the passphrase, for approvals in the window of a Mac.',
  )
const updates = UpdateChannel.describe('Which releases are looked for. off: nothing is fetched.')

export const DesktopConfig = z.strictObject({
  approvalWindow: approvalWindow.default(false),
  approveFromNotification: approveFromNotification.default(false),
  openAtLogin: openAtLogin.default(false),
  touchId: touchId.default(false),
  updates: updates.default('off'),
})
export type DesktopConfig = z.infer<typeof DesktopConfig>

/** Without the defaults, which would be written into the file with every change. */
export const DesktopPatch = z.strictObject({
  approvalWindow: approvalWindow.optional(),
  approveFromNotification: approveFromNotification.optional(),
  openAtLogin: openAtLogin.optional(),
  touchId: touchId.optional(),
  updates: updates.optional(),
})
