// How the quick files and the hosts ask Node for its own modules: for what is used, the quick files when
// it is used.
import { builtinModules } from 'node:module'

const MARK = '\0builtin:'

/** @typedef {{late: readonly string[], inPlace: Readonly<Record<string, string>>}} Ways */

/** Long to load, and often not needed after all: their functions load them when they are called. */
const LATE = [
  'crypto',
  'child_process',
  'net',
  'fs/promises',
  'timers/promises',
  'tty',
  'util',
  'v8',
]

/**
 * Promises of the file system load an editor of lines and a watcher of folders, and each answer comes by way of
 * another thread. A look has nothing to do meanwhile: it reads in place.
 * @type {Readonly<Record<string, string>>}
 */
const inPlace = {
  access: 'accessSync',
  lstat: 'lstatSync',
  readdir: 'readdirSync',
  readFile: 'readFileSync',
  readlink: 'readlinkSync',
  realpath: 'realpathSync.native',
  stat: 'statSync',
}

/** `promisify` asks a function for it by this name, and gets that of Node's own. */
const PROMISED = Symbol.for('nodejs.util.promisify.custom')

/**
 * A module of Node that is imported by name is asked for all of its names, and some of them load half
 * of Node: streams for the names of `node:fs`, a debugger for those of `node:util`, the engine's own
 * WebSocket and fetch for those of `node:http`. As an object it is asked for what is used.
 * @param {Ways} ways
 * @returns {import('vite').Plugin}
 */
const builtinsBy = (ways) => ({
  name: 'lean-builtins',
  enforce: 'pre',
  resolveId(id, _importer, options) {
    const name = id.replace(/^node:/, '')
    const kind = 'kind' in options ? options.kind : ''
    if (!builtinModules.includes(name) || kind === 'require-call') return null
    return { id: `${MARK}${name}`, moduleSideEffects: false }
  },
  load: (id) => (id.startsWith(MARK) ? textOf(id.slice(MARK.length), ways) : null),
})

export const leanBuiltins = builtinsBy({ late: LATE, inPlace })

/** A host uses nearly all of them in its first second, and it has other work while it waits for a file. */
export const hostBuiltins = builtinsBy({ late: [], inPlace: {} })

/** The first line of each quick file. What counts time in the engine's way loads histograms and observers. */
export const leanClock =
  'const performance = { now: () => Number(process.hrtime.bigint()) / 1e6, timeOrigin: Date.now() };'

/** @param {string} name without `node:` @param {Ways} ways */
function textOf(name, { late, inPlace: synchronous }) {
  const module = Object(process.getBuiltinModule(`node:${name}`))
  const asked = `process.getBuiltinModule('node:${name}')`
  const names = Object.keys(module).filter(
    (one) => one !== 'default' && /^[A-Za-z_$][\w$]*$/.test(one),
  )
  const lines = names.map((one) => `const _${one} = /* @__PURE__ */ ${textOfName(one)}`)
  const all = names.map((one) => `_${one} as ${one}`).join(', ')
  const whole = `const it = /* @__PURE__ */ ${asked}\nexport default it`
  return [...lines, `export { ${all} }`, whole].join('\n')

  /** @param {string} one */
  function textOfName(one) {
    const sync = name === 'fs/promises' ? synchronous[one] : undefined
    if (sync !== undefined)
      return `(() => async (...given) => process.getBuiltinModule('node:fs').${sync}(...given))()`
    if (!late.includes(name)) return `(() => ${asked}.${one})()`
    const whenCalled = `(...given) => ${asked}.${one}(...given)`
    switch (kindOf(module, one)) {
      case 'plain':
        return `(() => ${whenCalled})()`
      case 'promised':
        return `(() => Object.defineProperty(${whenCalled}, Symbol.for('${PROMISED.description}'), { get: () => ${asked}.${one}[Symbol.for('${PROMISED.description}')] }))()`
      case 'other':
        return `(() => ${asked}.${one})()`
    }
  }
}

/**
 * 'other': a class, or one with properties of its own, which others could read.
 * @param {object} module
 * @param {string} name
 * @returns {'plain' | 'promised' | 'other'}
 */
function kindOf(module, name) {
  // Some of Node's own are loaded when they are first asked for: isDeepStrictEqual of util.
  const found = Object(module)[name]
  if (typeof found !== 'function' || /^[A-Z]/.test(name)) return 'other'
  const own = Reflect.ownKeys(found).filter(
    (key) => !['length', 'name', 'prototype'].includes(String(key)),
  )
  if (own.length === 0) return 'plain'
  return own.every((key) => key === PROMISED) ? 'promised' : 'other'
}
