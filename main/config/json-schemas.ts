// The JSON Schemas that editors and other programs read, made from the contract: schemas/ holds
// them, `npm run schemas` writes them, and a test fails while they are stale.
import { z } from 'zod'
import { Capsule } from '../../contract/agent/capsule.ts'
import { Config } from '../../contract/policy/config/config.ts'
import type { JsonObject } from '../../contract/json.ts'
import {
  ExportHead,
  Receipt,
  RowProof,
  SealedRow,
  SealLine,
  SigningKey,
} from '../../contract/journal/receipt.ts'
import { Manifest } from '../../contract/call/manifest.ts'
import { ManifestFile } from '../../contract/plugin/manifest-file.ts'
import {
  AnswerZero,
  CallOne,
  CallZero,
  CancelOne,
  MessageOne,
} from '../../contract/plugin/protocol.ts'

const schemaText = (title: string, schema: z.ZodType): string =>
  `${JSON.stringify({ title, ...z.toJSONSchema(schema, { io: 'input' }) }, null, 2)}\n`

/**
 * What can be in the configuration file, with what it means. Values left out have their
 * defaults.
 */
export function configSchema(): JsonObject {
  const schema = { title: 'Configuration of Gatehouse', ...z.toJSONSchema(Config, { io: 'input' }) }
  return JSON.parse(JSON.stringify(schema)) as JsonObject
}
export const configSchemaText = (): string => `${JSON.stringify(configSchema(), null, 2)}\n`

/** What is said on the streams of a plugin: any of these, each by its name. */
function protocolSchemaText(): string {
  const forms = { CallZero, AnswerZero, CallOne, CancelOne, MessageOne }
  const metadata = z.registry<{ readonly id: string }>()
  for (const [id, form] of Object.entries(forms)) metadata.add(form, { id })
  const any = z.union(Object.values(forms))
  const schema = z.toJSONSchema(any, { io: 'input', metadata })
  const title = 'What Gatehouse and a plugin say to each other'
  return `${JSON.stringify({ title, ...schema }, null, 2)}\n`
}

/** File name to text. */
export const schemaFiles = (): Readonly<Record<string, string>> => ({
  'capability.schema.json': schemaText('Manifest of a Gatehouse tool', Manifest),
  'capsule.schema.json': schemaText('A captured run', Capsule),
  'config.schema.json': configSchemaText(),
  'receipt.schema.json': schemaText('Receipt of a call or a run', Receipt),
  'row-proof.schema.json': schemaText('Proof that a row is one of a receipt', RowProof),
  'export-head.schema.json': schemaText('First line of a signed export', ExportHead),
  'export-row.schema.json': schemaText('A row of a signed export', SealedRow),
  'export-seal.schema.json': schemaText('Last line of a signed export', SealLine),
  'signing-key.schema.json': schemaText('Keys that sign receipts and exports', SigningKey),
  'plugin-manifest.schema.json': schemaText('Manifest of a Gatehouse plugin', ManifestFile),
  'plugin-protocol.schema.json': protocolSchemaText(),
})
