// The build's pass for the command line's entry and for commands that only look: one file for each
// kind, which loads no other of ours.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, relative, sep } from 'node:path'
import { lateModules, latePackages } from './late-packages.mjs'
import { lateSchemas } from './late-schemas.mjs'
import { leanBuiltins, leanClock } from './lean-builtins.mjs'

/** @typedef {{name: string, input: string, takes: readonly string[], isEntry: boolean}} Wanted */
/** @typedef {Readonly<Record<string, {commands: readonly string[], takes: readonly string[]}>>} Table */

/** The file of no command: what other looks read where a part is not enough. */
const WHOLE = 'whole'

/** @param {Table} table @returns {Wanted[]} */
const wantedOf = (table) => [
  { name: 'cli', input: 'main/host/cli/main.ts', takes: [], isEntry: true },
  ...Object.entries(table).map(([name, { takes }]) => ({
    name,
    input: `main/host/cli/quick/${name === WHOLE ? 'whole' : 'quick'}-entry.ts`,
    takes,
    isEntry: false,
  })),
]

/**
 * What is read later and not taken in are entries of the other pass.
 * @param {string} root
 * @param {Wanted} file
 * @param {Map<string, string>} others by entry: the module
 * @returns {import('vite').Plugin}
 */
const laterReads = (root, { takes, isEntry }, others) => ({
  name: 'later-reads',
  enforce: 'pre',
  async resolveId(specifier, importer, options) {
    const kind = 'kind' in options ? options.kind : ''
    if (kind !== 'dynamic-import' || builtinModules.includes(specifier.replace(/^node:/, '')))
      return null
    if (specifier === 'better-sqlite3') return '\0sqlite'
    const found = await this.resolve(specifier, importer)
    if (found === null || found.external) return found
    const module = named(root, found.id)
    if (takes.includes(module)) return found
    const entry = `rest/${module.replace(/\.ts$/, '').replaceAll('/', '.')}`
    others.set(entry, module)
    return { id: `${isEntry ? './' : '../'}${entry}.js`, external: true }
  },
  // Required, not imported: the engine's loader of modules is not needed for it. The package's own twelve
  // files are taken in, and what finds its binary is left where it is.
  load: (id) =>
    id === '\0sqlite'
      ? [
          `const create = require(${JSON.stringify(join(root, 'node_modules/better-sqlite3/lib/database.js'))})`,
          "const { dirname, join } = require('node:path')",
          // Beside out/, where it lies in a clone and in a package: to find it as Node does reads three files more.
          "const beside = join(__dirname, '../../../node_modules/better-sqlite3/lib')",
          "const isThere = require('node:fs').existsSync(join(beside, 'binding.js'))",
          "const library = isThere ? beside : dirname(require.resolve('better-sqlite3'))",
          "module.exports = create(require(join(library, 'binding.js')).getBinding, true)",
        ].join('\n')
      : null,
})

/** @param {string} root @param {string} id */
const named = (root, id) => relative(root, id).split(sep).join('/')

/**
 * @param {string} root
 * @param {{build: typeof import('vite').build, forNode: import('vite').InlineConfig, plugins: readonly import('vite').Plugin[]}} bundler
 * @param {Table} table
 * @returns {Promise<Record<string, string>>} entries that the other pass has to have, and their modules
 */
export async function buildQuickFiles(root, { build, forNode, plugins }, table) {
  /** @type {Map<string, string>} */
  const others = new Map()
  const built = await Promise.all(
    wantedOf(table).map(async (file) => {
      const result = await build({
        ...forNode,
        plugins: [
          laterReads(root, file, others),
          leanBuiltins,
          latePackages,
          lateModules(root),
          lateSchemas,
          compiledLate,
          ...(file.isEntry ? [] : [importsOutside]),
          ...plugins,
        ],
        build: inOneFile(file),
      })
      const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (result)
      const ids = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
      const sources = ids.map((id) => named(root, id)).filter(isOurs)
      const strange = file.takes.filter((module) => !sources.includes(module))
      if (strange.length > 0)
        throw new Error(`The quick file ${file.name} cannot take in ${strange.join(', ')}.`)
      if (!file.isEntry) sign(join(root, 'out/main/quick', `${file.name}.cjs`))
      return { file, sources }
    }),
  )
  const entry = built.filter(({ file }) => file.isEntry).flatMap(({ sources }) => sources)
  const lookFiles = built.filter(({ file }) => !file.isEntry)
  mkdirSync(join(root, 'out'), { recursive: true })
  // The launcher asks the first one before each command; the other is ten times as long.
  writeFileSync(
    join(root, 'out/quick.json'),
    JSON.stringify(
      Object.fromEntries(
        lookFiles.map(({ file: { name } }) => [name, { commands: table[name]?.commands }]),
      ),
    ),
  )
  writeFileSync(
    join(root, 'out/quick-sources.json'),
    JSON.stringify(
      Object.fromEntries(
        lookFiles.map(({ file: { name }, sources }) => [
          name,
          [...new Set([...entry, ...sources])],
        ]),
      ),
    ),
  )
  // Found by builds that run beside each other. What the other pass puts first follows from the order
  // of its entries, and the names of its files from that.
  return Object.fromEntries([...others].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * It becomes a function of what run-quick-file.ts gives it, and its hash its last line, by which the code that
 * was compiled of it is known.
 * @param {string} file
 */
function sign(file) {
  const text = `(function (exports, require, module, __filename, __dirname, importOutside) {${readFileSync(file, 'utf8')}\n})`
  writeFileSync(file, `${text}\n//${createHash('sha256').update(text).digest('hex')}\n`)
}

/**
 * The bundler puts each module in parentheses, which tells the engine to compile it when the file is read: of
 * some 500 modules a look runs a part, and the rest lay in its stored code. Not as the first in them, a
 * function is compiled when it is called.
 * @type {import('vite').Plugin}
 */
const compiledLate = {
  name: 'compiled-late',
  renderChunk: (code) => ({
    code: code.replaceAll(/\b(__esmMin|__commonJSMin)\(\((?=\()/g, '$1((0, '),
    map: null,
  }),
}

/**
 * A script that was compiled from a text has no `import` of its own but with an option of Node's that
 * warns on standard error: run-quick-file.ts gives it this function.
 * @type {import('vite').Plugin}
 */
const importsOutside = {
  name: 'imports-outside',
  renderChunk: (code) => ({
    code: code.replaceAll(/\bimport\((?="\.\.\/rest\/)/g, 'importOutside('),
    map: null,
  }),
}

/** The packages are looked at as a whole, and the bundler's own modules are no files. @param {string} name */
const isOurs = (name) => /^(?:main|contract|tools)\//.test(name)

/** @param {Wanted} file @returns {import('vite').BuildOptions} */
const inOneFile = ({ name, input, isEntry }) => ({
  ssr: true,
  target: 'node24',
  outDir: isEntry ? 'out/main' : 'out/main/quick',
  emptyOutDir: false,
  sourcemap: true,
  minify: false,
  rolldownOptions: {
    input: { [name]: input },
    checks: { bundlerTimings: false },
    output: {
      format: isEntry ? 'es' : 'cjs',
      entryFileNames: isEntry ? '[name].js' : '[name].cjs',
      charset: 'ascii',
      ...(isEntry ? {} : { intro: leanClock }),
      codeSplitting: false,
      // Modules run when they are first used, not when the file is read.
      strictExecutionOrder: true,
      comments: { annotation: false, jsdoc: false, legal: true },
    },
  },
})
