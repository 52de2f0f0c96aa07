// Servers that keep their state beside their own program unless a variable says otherwise. Their
// program is read-only here, so they are told to keep it in their own folder.
import type { StdioServer } from '../../../contract/server/server.ts'
import { INSIDE } from './inside.ts'

/** By the package's name: the variable, and the file in the server's own folder. */
const variables: Readonly<Record<string, readonly [variable: string, file: string]>> = {
  '@modelcontextprotocol/server-memory': ['MEMORY_FILE_PATH', 'memory.jsonl'],
}

/** Variables for a server; none where the person has set them. Also for one that was installed otherwise. */
export function ownState(
  { args, env }: Pick<StdioServer, 'args' | 'env'>,
  name: string | null,
): Readonly<Record<string, string>> {
  const found = Object.keys(variables).find(
    (one) => one === name || args.some((arg) => arg.includes(`/node_modules/${one}/`)),
  )
  const [variable, file] = found === undefined ? [] : (variables[found] ?? [])
  return variable === undefined || file === undefined || env[variable] !== undefined
    ? {}
    : { [variable]: `${INSIDE}/${file}` }
}
