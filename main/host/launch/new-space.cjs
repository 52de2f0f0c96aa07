// The engine's space for new objects, which a look fills. In the old syntax of gatehouse.cjs, which asks for it first.
'use strict'

/** Numbers, which a garbage collection copies without looking at them: 96 KB. */
var FILLED = 12000
/** It grows with the second garbage collection, which some twelve of them take. */
var MOST_FILLED = 30
/** One megabyte at first, in bytes. */
var GROWN = 4194304

/**
 * A look keeps nearly all that it makes, so garbage collections only copy, and soon one of them looks through all
 * there is. So the space for new objects is filled with what is cheap to copy, before much else is in it, until
 * it has grown to sixteen times what it was. Left to the look's own objects, that was a matter of how full it was
 * when the look began: with what the launcher had left in it, it did not grow, and collecting took 40 ms.
 *
 * Only meanwhile, because with a flag that is not as it was when Node was built the engine compiles each of
 * Node's own modules from its text. In this thread, which else would wait for others to wake up.
 */
function growNewSpace() {
  var v8 = process.getBuiltinModule('node:v8')
  if (hasGrown(v8)) return
  v8.setFlagsFromString('--semi-space-growth-factor=16 --no-parallel-scavenge')
  var filling = []
  while (filling.length < MOST_FILLED && !hasGrown(v8)) filling.push(new Array(FILLED).fill(0.5))
  v8.setFlagsFromString('--semi-space-growth-factor=2 --parallel-scavenge')
}

/** @param {typeof import('node:v8')} v8 */
function hasGrown(v8) {
  return v8.getHeapSpaceStatistics().some(function (space) {
    return space.space_name === 'new_space' && space.space_size > GROWN
  })
}

module.exports = { growNewSpace: growNewSpace }
