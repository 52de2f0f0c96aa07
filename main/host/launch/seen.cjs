// What the launcher of a clone saw when it last looked closely: of each file its size and when it was
// changed last. While all are as they were, so is the build, and nothing has to be read again. In the
// old syntax of gatehouse.cjs, which is where it is asked first.
'use strict'

var fs = require('node:fs')
var path = require('node:path')
var typedLook = require('./typed-look.cjs').typedLook

/** Some disks keep times in steps of two seconds: what changed so shortly before may have again. */
var STEP_MS = 2000
/** The last line of each list. */
var END = 'end'
/** On every list: by another one of these all that was built would be another. */
var ALWAYS = ['build.mjs', 'package-lock.json', 'node_modules/.package-lock.json']

/**
 * The list that a command line goes by: that of the one file that a look is in, else of all sources.
 * @param {string} root
 * @param {readonly string[]} argv
 * @returns {string}
 */
function listFor(root, argv) {
  /** @type {Record<string, {commands: string[]}>} */
  var files = builtTable(root, 'quick.json')
  var look = typedLook(files, argv)
  return look !== null && Object.prototype.hasOwnProperty.call(files, look.file) ? look.file : 'all'
}

/**
 * What the build wrote of the quick files: which commands each has, or from what it was made.
 * @template T
 * @param {string} root
 * @param {string} name
 * @returns {Record<string, T>}
 */
function builtTable(root, name) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, 'out', name), 'utf8'))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return {}
  }
}

/** @param {string} root @param {string} list */
function fileOf(root, list) {
  return path.join(root, 'out', 'seen', list)
}

/**
 * How a file or folder is now, as a line; a folder changes with the names in it.
 * @param {string} root
 * @param {string} name from the root
 * @returns {{line: string, at: number} | null} null where it is not there
 */
function stateOf(root, name) {
  // Not joined by `path`, which would take as long as the rest of it: there are hundreds of names, and all are
  // plain.
  var stat = fs.statSync(root + path.sep + name, { throwIfNoEntry: false })
  if (stat === undefined) return null
  return { line: stat.ctimeMs + '\t' + stat.size + '\t' + name, at: stat.ctimeMs }
}

/**
 * Whether each file of the list is as it was when it was seen.
 * @param {string} root
 * @param {string} list
 */
function unchanged(root, list) {
  try {
    var lines = fs.readFileSync(fileOf(root, list), 'utf8').split('\n')
    // One that is cut off says nothing of the rest.
    if (lines.pop() !== END) return false
    var until = Number(lines[0]) - STEP_MS
    return lines.slice(1).every(function (line) {
      var state = stateOf(root, line.slice(line.lastIndexOf('\t') + 1))
      return state !== null && state.line === line && state.at < until
    })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return false
  }
}

/**
 * Sees all of them. To be called before the close look: what changes while that goes on shows the
 * next time.
 * @param {string} root
 * @param {readonly string[]} names of files and folders, from the root
 * @returns {() => void} writes it down, for when the close look found all in order
 */
function see(root, names) {
  var at = Date.now()
  /** @type {Map<string, string>} */
  var lines = new Map()
  names.concat(ALWAYS).forEach(function (name) {
    var state = stateOf(root, name)
    if (state !== null) lines.set(name, state.line)
  })
  /** @param {string} list @param {readonly string[]} of */
  function write(list, of) {
    var known = of.map(function (name) {
      return lines.get(name)
    })
    // A list with a gap would vouch for what nobody has seen.
    if (known.indexOf(undefined) >= 0) return
    // Beside it first: two commands may do this at once, and a third one read.
    var beside = fileOf(root, list) + '.' + process.pid
    fs.writeFileSync(beside, [String(at)].concat(known.map(String), END).join('\n'))
    fs.renameSync(beside, fileOf(root, list))
  }
  return function () {
    try {
      fs.mkdirSync(path.join(root, 'out', 'seen'), { recursive: true })
      write('all', Array.from(lines.keys()))
      /** @type {Record<string, string[]>} */
      var sources = builtTable(root, 'quick-sources.json')
      Object.entries(sources).forEach(function (file) {
        write(file[0], file[1].concat(ALWAYS))
      })
    } catch (error) {
      // Where nothing can be written each command looks closely.
      if (!(error instanceof Error)) throw error
    }
  }
}

module.exports = { listFor: listFor, unchanged: unchanged, see: see }
