// The output of programs that run beside each other, one after another and not line by line: the
// first in front, each next one once those before it have ended.

/** @typedef {{write: (bytes: Uint8Array) => void, end: () => void}} Lane */

/**
 * As many lanes as there are, in the order they are shown.
 * @param {number} count
 * @param {(bytes: Uint8Array) => void} [show]
 * @returns {readonly Lane[]}
 */
export function openLanes(count, show = (bytes) => void process.stderr.write(bytes)) {
  /** @type {{kept: Uint8Array[], ended: boolean}[]} */
  const lanes = Array.from({ length: count }, () => ({ kept: [], ended: false }))
  let front = 0
  return lanes.map((lane, at) => ({
    write(bytes) {
      if (at === front) show(bytes)
      else lane.kept.push(bytes)
    },
    end() {
      lane.ended = true
      for (; lanes[front]?.ended === true; front += 1)
        for (const bytes of lanes[front + 1]?.kept.splice(0) ?? []) show(bytes)
    },
  }))
}
