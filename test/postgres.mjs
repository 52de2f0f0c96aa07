// Where PostgreSQL's own programs are: Debian keeps them off PATH, one folder for each version.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const VERSIONS = '/usr/lib/postgresql'

/** @returns {string | null} the folder of the newest version that can make and run a database */
export function findPostgres() {
  if (!existsSync(VERSIONS)) return null
  const found = readdirSync(VERSIONS)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
  return found ?? null
}
