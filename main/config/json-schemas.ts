// The JSON Schemas that editors and other programs read, made from the contract: schemas/ holds them, `npm run schemas`
// writes them, and a test fails while they are stale.
import { z } from 'zod'
import { Config } from '../../contract/config.ts'
import { Manifest } from '../../contract/manifest.ts'

const schemaText = (title: string, schema: z.ZodType): string =>
  `${JSON.stringify({ title, ...z.toJSONSchema(schema, { io: 'input' }) }, null, 2)}\n`

/** What can stand in the configuration file. Values left out have their defaults. */
export const configSchemaText = (): string => schemaText('Configuration of Gatehouse', Config)

/** File name to text. */
export const schemaFiles = (): Readonly<Record<string, string>> => ({
  'capability.schema.json': schemaText('Manifest of a Gatehouse tool', Manifest),
  'config.schema.json': configSchemaText(),
})
