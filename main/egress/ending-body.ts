// Ties the body of an answer to the signal of who asked. undici's own tie is weak: once its request
// was collected as garbage, an abort no longer reached a body that was still being read.

/**
 * The same answer; its body ends, and its connection with it, when the signal is aborted. `over` is
 * called once, when there is no more body to end.
 */
export function endingWith(response: Response, signal: AbortSignal, over: () => void): Response {
  const { body, status, statusText, headers } = response
  if (body === null) {
    over()
    return response
  }
  const reader = body.getReader()
  const finish = (): void => {
    signal.removeEventListener('abort', abort)
    over()
  }
  let outer: ReadableStreamDefaultController<Uint8Array> | null = null
  const abort = (): void => {
    outer?.error(signal.reason)
    finish()
    // What is wrong with the rest of it concerns nobody any more.
    void reader.cancel(signal.reason).catch(() => {})
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        outer = controller
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (signal.aborted) return
          if (!done) return controller.enqueue(value)
          finish()
          controller.close()
        } catch (thrown) {
          finish()
          throw thrown
        }
      },
      cancel(reason) {
        finish()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  return new Response(stream, { status, statusText, headers })
}
