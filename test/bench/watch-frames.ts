// Measures the frames of a page, from inside of it.

declare global {
  interface Window {
    frameTimes: { stop(): number[] }
  }
}

/** Runs in the page: milliseconds from each frame to the next until it is stopped. */
export function watchFrames(): void {
  const times: number[] = []
  let last = performance.now()
  let on = true
  const look = (now: number): void => {
    times.push(now - last)
    last = now
    if (on) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  window.frameTimes = {
    stop() {
      on = false
      return times.slice(1)
    },
  }
}
