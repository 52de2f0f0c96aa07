// What crosses a wall when a person looks at servers: reviews, and what is taken over from other
// clients.
import { z } from 'zod'
import { ServerAccess } from './server-access.ts'
import { Reviewed, ServerConfig, ServerName } from './server.ts'
import { ToolLabels } from './tool-labels.ts'

export const ServerItem = z.strictObject({ what: Reviewed.shape.what, name: z.string() })
export type ServerItem = z.infer<typeof ServerItem>

/** What a person accepts; of a tool with labels of their own in place of those proposed. */
export const AcceptedItem = ServerItem.extend({ labels: ToolLabels.optional() })
export type AcceptedItem = z.infer<typeof AcceptedItem>

/** `digest` identifies all items that are shown: an approval covers just those. */
export const ServerReview = z.strictObject({
  digest: z.string(),
  items: z.array(Reviewed),
  access: ServerAccess,
})
export type ServerReview = z.infer<typeof ServerReview>

/** Whose form of configuration. */
export const ClientFormat = z.enum([
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'windsurf',
  'codex',
])
export type ClientFormat = z.infer<typeof ClientFormat>

/**
 * A secret that is in the clear in another client's file, and the name it would be stored
 * under. Never its value.
 */
export const FoundSecret = z.strictObject({
  where: z.string(),
  name: z.string(),
  hosts: z.array(z.string()),
})
export type FoundSecret = z.infer<typeof FoundSecret>

export const ImportedServer = z.strictObject({
  /** As it would be called here; `from`: as it is called there. */
  name: ServerName,
  from: z.string(),
  /** Secrets already replaced by references. */
  config: ServerConfig,
  secrets: z.array(FoundSecret),
  /** What a person has to know or do: a variable that is not here, a field that was left out. */
  notes: z.array(z.string()),
  /** Why it is left out; null when it would be added. */
  skipped: z.string().nullable(),
})
export type ImportedServer = z.infer<typeof ImportedServer>

export const ServerImport = z.strictObject({
  /** Files that were read. */
  files: z.array(z.string()),
  servers: z.array(ImportedServer),
  /** Names that were added. Empty for a preview. */
  added: z.array(z.string()),
})
export type ServerImport = z.infer<typeof ServerImport>
