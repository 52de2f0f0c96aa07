// Writes that a kill cannot take and a power cut may, until the next row that must be durable flushes
// them too, in their order. A flush holds up the whole program; what is written often and can be lost
// as if it had ended a moment earlier waits for one.
import type { WriteDb } from './database.ts'

export type SoonDurable = <T>(write: () => T) => T

export const soonDurable =
  (db: WriteDb): SoonDurable =>
  (write) => {
    // How a transaction ends is set before it begins.
    if (db.inTransaction) return write()
    // Not by `pragma`, whose statement lies beside the database until the collector comes by.
    db.exec('PRAGMA synchronous = NORMAL')
    try {
      return write()
    } finally {
      db.exec('PRAGMA synchronous = FULL')
    }
  }
