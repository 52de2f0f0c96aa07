#!/usr/bin/env node
// The `gatehouse` command. Old syntax on purpose: it has to be understood by any Node, because its
// first work is to find out that the Node it runs on is too old, and to hand over to the one that
// came with the packages.
'use strict'

var fs = require('node:fs')
var path = require('node:path')
var url = require('node:url')

var root = path.join(__dirname, '..', '..', '..')
var cli = path.join(root, 'out', 'main', 'cli.js')
var args = process.argv.slice(2)

// An agent waits for its hook before each call: that one is started as it was last built, without
// looking whether it is old.
var hook = path.join(root, 'out', 'main', 'hook.js')
var isHook = args[0] === 'hook' && args.length === 2 && String(args[1]).charAt(0) !== '-'
// So does its shell for each command that a hook changed.
var exec = path.join(root, 'out', 'main', 'exec.js')
var isExec = args[0] === 'exec' && args[1] === '--call' && args.length === 3
var small = isHook ? hook : isExec ? exec : cli
var entry = fs.existsSync(small) ? small : cli
/** Not in a Node that came with the packages. */
var runsHere = Number(process.versions.napi) >= 10
/** What these two end with where they cannot begin; 1 may be taken for the agent's own. */
var failed = isHook ? 2 : isExec ? 125 : 1

/** @param {string} name */
function neighbour(name) {
  return import(url.pathToFileURL(path.join(__dirname, name)).href)
}

/**
 * A clone has the sources beside it and builds what is missing or old; an installed Gatehouse has
 * only out/.
 */
function prepare() {
  if (entry !== cli) return Promise.resolve()
  if (!fs.existsSync(path.join(root, 'build.mjs'))) return Promise.resolve()
  // Only a clone has these neighbours.
  var seen = require('./seen.cjs')
  var list = seen.listFor(root, args)
  // One that stays for longer than a look grows as the engine likes.
  if (runsHere && list !== 'all') require('./new-space.cjs').growNewSpace()
  if (fs.existsSync(cli) && seen.unchanged(root, list)) return Promise.resolve()
  return neighbour('packages.mjs')
    .then(function (packages) {
      return packages.ensurePackages(root)
    })
    .then(function () {
      return neighbour('build-state.mjs')
    })
    .then(function (build) {
      return build.ensureBuilt(root)
    })
}

function start() {
  if (runsHere) return import(url.pathToFileURL(entry).href)
  return neighbour('node.mjs').then(function (node) {
    /** @type {import('node:child_process').ChildProcess} */
    var child
    // The child hears Ctrl+C itself; we only have to outlive it to pass on how it ended. Before it
    // is started: it may be up, and we be sent a signal, before `spawn` returns.
    process.on('SIGINT', function () {})
    process.on('SIGTERM', function () {
      child.kill('SIGTERM')
    })
    process.on('SIGHUP', function () {
      child.kill('SIGHUP')
    })
    // Asked for here: it loads half of Node's network.
    child = require('node:child_process').spawn(node.findNode(root), [entry].concat(args), {
      stdio: 'inherit',
    })
    child.on('close', function (code) {
      process.exitCode = code === null ? failed : code
    })
  })
}

/** A client starts `gatehouse mcp` and waits for it: what was built before serves it as it is. */
function startBridge() {
  var bridge = path.join(root, 'out', 'main', 'mcp.js')
  if (args[0] !== 'mcp' || !fs.existsSync(bridge) || !runsHere) return null
  return import(url.pathToFileURL(bridge).href)
}

;(startBridge() || prepare().then(start)).catch(function (error) {
  console.error(
    error instanceof Error && error.constructor.name !== 'CannotGoOn'
      ? error.stack
      : 'gatehouse: ' + error.message,
  )
  // To a hook any other code means: go on.
  process.exitCode = failed
})
