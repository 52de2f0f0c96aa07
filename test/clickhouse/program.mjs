// A ClickHouse in this process: reads statements as JSON from its input, one after another, and writes
// what each gave as JSON. A process of its own, because the engine is a library of half a gigabyte.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Session } from 'chdb'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-clickhouse-'))
try {
  const session = new Session(folder)
  /** @type {string[]} */
  const statements = JSON.parse(await text(process.stdin))
  const answers = statements.map((statement) => session.query(statement, 'JSON'))
  process.stdout.write(
    JSON.stringify(answers.map((said) => (said === '' ? null : JSON.parse(said).data))),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
