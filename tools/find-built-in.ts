// A built-in tool by its name. Those that people ask about most are read without all the others, whose
// schemas take longer to make than the rest of such a question.
import type { AnyTool } from '../contract/call/tool.ts'
import { anyTool } from './any-tool.ts'

const alone: Readonly<Record<string, () => Promise<AnyTool>>> = {
  edit_file: async () => anyTool((await import('./files/edit-file.ts')).editFile),
  exec: async () => anyTool((await import('./exec.ts')).exec),
  find_files: async () => anyTool((await import('./search/find-files.ts')).findFiles),
  http: async () => anyTool((await import('./web/http.ts')).http),
  list_dir: async () => anyTool((await import('./files/list-dir.ts')).listDir),
  read_file: async () => anyTool((await import('./files/read-file.ts')).readFile),
  search_files: async () => anyTool((await import('./search/search-files.ts')).searchFiles),
  web_fetch: async () => anyTool((await import('./web/web-fetch.ts')).webFetch),
  write_file: async () => anyTool((await import('./files/write-file.ts')).writeFile),
}

/** As it is where no service is set; null: none has that name. */
export async function findBuiltIn(name: string): Promise<AnyTool | null> {
  if (Object.hasOwn(alone, name)) return (await alone[name]?.()) ?? null
  const { catalog } = await import('./catalog.ts')
  return catalog.find(({ manifest }) => manifest.name === name) ?? null
}
