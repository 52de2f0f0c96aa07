// Writes the JSON Schemas of this folder: `npm run schemas`. Beside them because it makes nothing
// else, and no part of the product that runs.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaFiles } from '../main/config/json-schemas.ts'

for (const [name, text] of Object.entries(schemaFiles()))
  writeFileSync(join(import.meta.dirname, name), text)
