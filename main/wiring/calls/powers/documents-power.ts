// The search for documents as one call has it: in the workspace, over files that the call may read,
// each opened by its own permitted path.
import type { SearchDocuments } from '../../../../contract/call/powers/documents-power.ts'
import { failure } from '../../../../contract/failure.ts'
import type { ReadPower } from '../../../../contract/call/powers/file-power.ts'
import type { ReadBack } from '../../../../contract/call/read-back.ts'
import { err } from '../../../../contract/result.ts'
import type { Documents } from '../../../documents/document-index.ts'
import { filePowers } from '../../../sandbox/files/file-powers.ts'
import type { ResolvedPath } from '../../../sandbox/files/resolve-path.ts'

export type DocumentsCall = {
  readonly root: string
  readonly resolved: ResolvedPath
  readonly find: ReadPower['find']
  readonly signal: AbortSignal
  readonly onReadBack: (read: ReadBack) => void
}

export function documentsPower(
  { root, resolved, find, signal, onReadBack }: DocumentsCall,
  documents: Documents,
): SearchDocuments {
  const readText: ReadPower['readText'] = async (path, limits) => {
    const at = await resolved(path)
    if (!at.ok) return at
    if (at.value.zone !== 'workspace' || at.value.is !== 'file')
      return err(failure('documents.outside', `${path} is no file of the workspace.`))
    const permitted = [{ kind: 'fs.read' as const, ...at.value }]
    return filePowers({ permitted, resolved }).read.readText(path, limits)
  }
  return documents.power({ root, read: { find, readText }, signal, onReadBack })
}
