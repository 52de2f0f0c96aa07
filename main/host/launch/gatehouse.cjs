#!/usr/bin/env node
// The `gatehouse` command. Old syntax on purpose: it has to be understood by any Node, because its first work is to find
// out that the Node it runs on is too old, and to hand over to the one that came with the packages.
'use strict'

var childProcess = require('node:child_process')
var fs = require('node:fs')
var path = require('node:path')
var url = require('node:url')

var root = path.join(__dirname, '..', '..', '..')
var cli = path.join(root, 'out', 'main', 'cli.js')
var args = process.argv.slice(2)

/** @param {string} name */
function neighbour(name) {
  return import(url.pathToFileURL(path.join(__dirname, name)).href)
}

/** A clone has the sources beside it and builds what is missing or old; an installed Gatehouse has only out/. */
function prepare() {
  if (!fs.existsSync(path.join(root, 'build.mjs'))) return Promise.resolve()
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
  if (Number(process.versions.napi) >= 10) return import(url.pathToFileURL(cli).href)
  return neighbour('node.mjs').then(function (node) {
    var child = childProcess.spawn(node.findNode(root), [cli].concat(args), { stdio: 'inherit' })
    // The child hears Ctrl+C itself; we only have to outlive it to pass on how it ended.
    process.on('SIGINT', function () {})
    process.on('SIGTERM', function () {
      child.kill('SIGTERM')
    })
    child.on('close', function (code) {
      process.exitCode = code === null ? 1 : code
    })
  })
}

/** A client starts `gatehouse mcp` and waits for it: what was built before serves it as it is. */
function startBridge() {
  var bridge = path.join(root, 'out', 'main', 'mcp.js')
  if (args[0] !== 'mcp' || !fs.existsSync(bridge) || Number(process.versions.napi) < 10) return null
  var modules = require('node:module')
  if (modules.enableCompileCache) modules.enableCompileCache()
  return import(url.pathToFileURL(bridge).href)
}

;(startBridge() || prepare().then(start)).catch(function (error) {
    console.error(error instanceof Error && error.constructor.name !== 'CannotGoOn' ? error.stack : 'gatehouse: ' + error.message)
    process.exitCode = 1
  })
