// The plugin Local REST API of Obsidian as its documentation describes it: notes as Markdown, folders
// as a list of names, a simple search that is a POST.
import { httpService } from './http-service.ts'
import type { Asked, HttpService, Reply } from './http-service.ts'

export type FakeVault = HttpService & { readonly notes: Map<string, string> }
export const VAULT_KEY = 'vault-0123456789abcdef0123456789abcdef'

export async function fakeVault(): Promise<FakeVault> {
  const notes = new Map([
    ['Plan.md', '# Plan\nBuy bread.\n'],
    ['Projects/Long.md', 'word '.repeat(10_000)],
  ])
  const answer = ({ method, path, query, body, headers }: Asked): Reply | null => {
    if (path === '/search/simple/' && method === 'POST') {
      const words = (query.get('query') ?? '').toLowerCase()
      return {
        json: [...notes]
          .filter(([, text]) => text.toLowerCase().includes(words))
          .map(([filename, text]) => ({
            filename,
            score: 1,
            matches: [{ match: { start: 0, end: 1 }, context: text.slice(0, 100) }],
          })),
      }
    }
    if (!path.startsWith('/vault/')) return null
    const name = decodeURIComponent(path.slice('/vault/'.length))
    if (name === '' || name.endsWith('/')) {
      const below = [...notes.keys()]
        .filter((note) => note.startsWith(name))
        .map((note) => note.slice(name.length))
        .map((rest) => (rest.includes('/') ? `${rest.split('/')[0]}/` : rest))
      return below.length === 0 ? null : { json: { files: [...new Set(below)] } }
    }
    if (method === 'PUT' || method === 'POST') {
      if (headers['content-type'] !== 'text/markdown') return { status: 400, json: {} }
      notes.set(name, method === 'PUT' ? body : (notes.get(name) ?? '') + body)
      return { status: 204 }
    }
    if (method === 'DELETE') return notes.delete(name) ? { status: 204 } : null
    const note = notes.get(name)
    return note === undefined ? null : { headers: { 'content-type': 'text/markdown' }, body: note }
  }
  const service = await httpService(answer, {
    expects: { header: 'authorization', value: `Bearer ${VAULT_KEY}` },
    error: (status, message) => ({ status, json: { errorCode: status * 100, message } }),
  })
  return Object.assign(service, { notes })
}
