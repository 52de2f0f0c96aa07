// Reads what a source file imports, types included, with the parser of the build. Holds no rule.
import { parseSync } from 'vite'

/**
 * One import. `names` are those taken by name; `whole` when everything is taken at once (`* as`,
 * `export *`, `import()`).
 */
export type Import = {
  readonly from: string
  readonly names: readonly string[]
  readonly whole: boolean
}

export type Imports = { readonly imports: readonly Import[]; readonly problems: readonly string[] }

/** @param path only for its ending, which says whether the text is TypeScript, and whether it holds JSX */
export function readImports(path: string, source: string): Imports {
  const parsed = parseSync(path, source)
  if (parsed.errors.length > 0)
    return {
      imports: [],
      problems: parsed.errors.map((error) => `does not parse: ${error.message}`),
    }
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const imports: Import[] = staticImports.map(({ moduleRequest, entries }) => ({
    from: moduleRequest.value,
    names: entries.flatMap(
      ({ importName }) => importName.name ?? (importName.kind === 'Default' ? 'default' : []),
    ),
    whole: entries.some(({ importName }) => importName.kind === 'NamespaceObject'),
  }))
  for (const { entries } of staticExports) {
    for (const { moduleRequest, importName } of entries) {
      if (moduleRequest === null) continue
      imports.push({
        from: moduleRequest.value,
        names: importName.name === null ? [] : [importName.name],
        whole: importName.kind === 'All' || importName.kind === 'AllButDefault',
      })
    }
  }
  const problems: string[] = []
  for (const { moduleRequest } of dynamicImports) {
    const from = literal(source.slice(moduleRequest.start, moduleRequest.end))
    if (from === null)
      problems.push('an import() whose target is not written out: name the module in the call')
    else imports.push({ from, names: [], whole: true })
  }
  // To hand the tree over is most of the cost, and few files have either word.
  if (!/\bimport\s*\(|\brequire\b/.test(source)) return { imports, problems }
  visit(parsed.program, (node) => {
    if (node['type'] === 'TSImportType')
      imports.push({
        from: stringIn(node['source']) ?? stringIn(node['argument']) ?? '?',
        names: [],
        whole: true,
      })
    if (node['type'] !== 'CallExpression') return
    const callee = node['callee']
    if (!isNode(callee) || callee['name'] !== 'require') return
    const args = node['arguments']
    const from = Array.isArray(args) ? stringIn(args[0]) : null
    if (from === null) problems.push('a require() whose target is not written out: use an import')
    else imports.push({ from, names: [], whole: true })
  })
  return { imports, problems }
}

const literal = (text: string): string | null =>
  /^(['"`])([^'"`$]+)\1$/.exec(text.trim())?.[2] ?? null

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The text of a string literal, or of a type that is one. */
function stringIn(node: unknown): string | null {
  if (!isNode(node)) return null
  if (typeof node['value'] === 'string') return node['value']
  return stringIn(node['literal'])
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  else if (isNode(value)) {
    see(value)
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child, see)
  }
}
