// A preview of an undo as a person sees it: texts of files may hold secrets.
import type { FilePreview } from '../../../contract/approval/approval.ts'
import type { UndoPreview } from '../../../contract/call/undo-preview.ts'

export async function shownPreview(
  preview: UndoPreview,
  redact: (text: string) => Promise<string>,
): Promise<UndoPreview> {
  const shown = async ({ path, before, after }: FilePreview): Promise<FilePreview> => ({
    path,
    before: before === null ? null : await redact(before),
    after: await redact(after),
  })
  return { ...preview, previews: await Promise.all(preview.previews.map(shown)) }
}
