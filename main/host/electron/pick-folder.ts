// The system's dialog for a folder. Gives a path and does nothing with it.
import { dialog } from 'electron'

/** Null where the person closed it. */
export async function pickFolder(from: string): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    defaultPath: from,
    properties: ['openDirectory', 'createDirectory'],
  })
  return canceled ? null : (filePaths[0] ?? null)
}
