// Writes the JSON Schemas of this folder: `npm run schemas`. Beside them because it makes nothing
// else, and no part of the product that runs.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaFiles } from '../main/config/json-schemas.ts'
import { outputSchemaText } from '../main/host/cli/reference/write-schema.ts'

const files = { ...schemaFiles(), 'command-line.schema.json': outputSchemaText() }
for (const [name, text] of Object.entries(files))
  writeFileSync(join(import.meta.dirname, name), text)
