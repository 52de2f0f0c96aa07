// Opens a page for signing in in the person's own browser, by the desktop's word for it. Web pages
// only, and encrypted ones: whatever else an address can start is not for a server to ask for.
import { shell } from 'electron'
import { mayOpenOutside } from './origin.ts'

/** Rejects for any other address; it is then in the window for the person to open. */
export async function browse(address: string): Promise<void> {
  if (!address.startsWith('https:') || !mayOpenOutside(address))
    throw new Error('Only a page over https is opened from here.')
  await shell.openExternal(address)
}
