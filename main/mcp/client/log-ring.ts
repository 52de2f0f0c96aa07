// The newest lines of what a server said about itself, cleaned.
import { plainText } from './plain-text.ts'

const LINES = 200

export type LogRing = { add(text: string): void; lines(): readonly string[] }

export function openLogRing(): LogRing {
  const lines: string[] = []
  return {
    add: (text) => {
      const plain = plainText(text)
      if (plain === '') return
      lines.push(plain)
      if (lines.length > LINES) lines.splice(0, lines.length - LINES)
    },
    lines: () => [...lines],
  }
}
