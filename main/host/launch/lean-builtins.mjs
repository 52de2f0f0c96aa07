// How the quick files ask Node for its own modules: for what is used, when it is used.
import { builtinModules } from 'node:module'

const MARK = '\0builtin:'

/** Long to load, and often not needed after all: their functions load them when they are called. */
const LATE = ['crypto', 'child_process', 'net', 'fs/promises']

/**
 * A module of Node that is imported by name is asked for all of its names, and some of them load half
 * of Node: streams for the names of `node:fs`, a debugger for those of `node:util`. As an object it
 * is asked for what is used.
 * @type {import('vite').Plugin}
 */
export const leanBuiltins = {
  name: 'lean-builtins',
  enforce: 'pre',
  resolveId(id, _importer, options) {
    const name = id.replace(/^node:/, '')
    const kind = 'kind' in options ? options.kind : ''
    if (!builtinModules.includes(name) || kind === 'require-call') return null
    return { id: `${MARK}${name}`, moduleSideEffects: false }
  },
  load: (id) => (id.startsWith(MARK) ? textOf(id.slice(MARK.length)) : null),
}

/** @param {string} name without `node:` */
function textOf(name) {
  const module = Object(process.getBuiltinModule(`node:${name}`))
  const asked = `process.getBuiltinModule('node:${name}')`
  const names = Object.keys(module).filter(
    (one) => one !== 'default' && /^[A-Za-z_$][\w$]*$/.test(one),
  )
  const lines = names.map((one) =>
    LATE.includes(name) && isPlainFunction(module, one)
      ? `const _${one} = (...given) => ${asked}.${one}(...given)`
      : `const _${one} = /* @__PURE__ */ (() => ${asked}.${one})()`,
  )
  const all = names.map((one) => `_${one} as ${one}`).join(', ')
  const whole = `const it = /* @__PURE__ */ ${asked}\nexport default it`
  return [...lines, `export { ${all} }`, whole].join('\n')
}

/**
 * Neither a class nor one with properties of its own, which others could read.
 * @param {object} module
 * @param {string} name
 */
function isPlainFunction(module, name) {
  const found = Object.getOwnPropertyDescriptor(module, name)?.value
  if (typeof found !== 'function' || /^[A-Z]/.test(name)) return false
  return Reflect.ownKeys(found).every((key) =>
    ['length', 'name', 'prototype'].includes(String(key)),
  )
}
