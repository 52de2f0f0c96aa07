// Which of the quick files a command line is read from: the command line asks for the file, and the launcher
// of a clone for what that was made of. In the old syntax of gatehouse.cjs.
'use strict'

/** @typedef {Readonly<Record<string, {readonly commands: readonly string[]}>>} Table quick-files.ts says what `commands` are */

/**
 * The file, and the command in it. Null where it is none of a look. An option before the words may mislead it,
 * which costs time and nothing else.
 * @param {Table} table
 * @param {readonly string[]} argv
 * @returns {{file: string, command: string} | null}
 */
function typedLook(table, argv) {
  var words = argv.filter(function (word) {
    return word.charAt(0) !== '-'
  })
  if (words.length === 0 || words[0] === 'help' || argv.indexOf('--help') >= 0)
    return { file: isOverview(words, argv) ? 'words' : 'help', command: 'help' }
  var files = Object.keys(table)
  for (var at = 0; at < files.length; at += 1) {
    var file = String(files[at])
    var typed = Object(table[file]).commands.find(function (/** @type {string} */ one) {
      return isTyped(one, words, argv)
    })
    if (typed !== undefined) return { file: file, command: nameOf(typed) }
  }
  return null
}

/**
 * It names all topics and knows no command.
 * @param {readonly string[]} words
 * @param {readonly string[]} argv
 */
function isOverview(words, argv) {
  var isNamed = words.length > 1 || (words.length === 1 && words[0] !== 'help')
  return !isNamed && argv.indexOf('--all') < 0 && argv.indexOf('--json') < 0
}

/**
 * @param {string} typed
 * @param {readonly string[]} words
 * @param {readonly string[]} argv
 */
function isTyped(typed, words, argv) {
  var parts = typed.split(' ')
  var wanted = parts.filter(function (part) {
    return !isOption(part)
  })
  var isOneWord = nameOf(typed) === wanted[0]
  return (
    (!isOneWord || wanted.length === words.length) &&
    wanted.every(function (part, at) {
      return isOperand(part) || part === words[at]
    }) &&
    parts.every(function (part) {
      return !isOption(part) || argv.indexOf(part) >= 0
    })
  )
}

/** @param {string} typed */
function nameOf(typed) {
  return typed
    .split(' ')
    .filter(function (part) {
      return !isOption(part) && !isOperand(part)
    })
    .join(' ')
}

/** @param {string} part */
function isOption(part) {
  return part.charAt(0) === '-'
}

/** @param {string} part */
function isOperand(part) {
  return /^[A-Z]+$/.test(part)
}

module.exports = { typedLook: typedLook }
