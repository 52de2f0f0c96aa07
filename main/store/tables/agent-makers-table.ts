// Agents whose file a program made, by the name of the file. Holds their SQL.
import { readJson } from '../../../contract/read-json.ts'
import { AgentMaker, type MadeAgent } from '../../../contract/agent/agent-maker.ts'
import type { WriteDb } from '../database.ts'

type Row = { readonly maker: string; readonly untrusted: string | null; readonly on: string | null }

export function agentMakersTable(db: WriteDb) {
  const get = db.prepare<[string], Row>(
    'SELECT maker, untrusted, on_hash AS "on" FROM agent_makers WHERE name = ?',
  )
  const put = db.prepare<[string, string, string | null, string | null]>(
    `INSERT INTO agent_makers (name, maker, untrusted, on_hash) VALUES (?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET maker = excluded.maker, untrusted = excluded.untrusted,
       on_hash = excluded.on_hash`,
  )
  const remove = db.prepare<[string]>('DELETE FROM agent_makers WHERE name = ?')
  const names = db.prepare<[], string>('SELECT name FROM agent_makers').pluck()
  return {
    /** Null: no program made it. A row that cannot be read is still of a program. */
    get(name: string): MadeAgent | null {
      const row = get.get(name)
      if (row === undefined) return null
      return { maker: makerIn(row.maker), untrusted: row.untrusted, on: row.on }
    },
    put: (name: string, { maker, untrusted, on }: MadeAgent): void =>
      void put.run(name, JSON.stringify(maker), untrusted, on),
    remove: (name: string): void => void remove.run(name),
    names: (): readonly string[] => names.all(),
  }
}

const makerIn = (text: string): AgentMaker => readJson(text, AgentMaker) ?? { kind: 'generated' }
